import { pbkdf2Sync } from 'node:crypto';
import { HDKey } from '@scure/bip32';
import { decodeBase58Check, encodeBase58Check } from '../../../src/crypto/base58check.ts';
import { addChecksum } from '../../../src/descriptor/checksum.ts';
import { networks } from '../../../src/encoding/network.ts';
import { encodePsbt } from '../../../src/psbt/encode.ts';
import { formatAddress } from '../../../src/script/address.ts';
import { buildPsbt, keyAt, type Person, person, place } from './review-world.ts';

/** What a holder has, and what must come out. */
export type Journey = {
  readonly name: string;
  /** Each text of keys or of a wallet. */
  readonly keys: readonly string[];
  /** Of BIP39 words. */
  readonly passphrase?: string;
  /** A payment with change. */
  readonly psbt: Uint8Array;
  /** Whether nothing is missing afterwards. */
  readonly isComplete: boolean;
  /** Whether the change must be called that. */
  readonly provesChange: boolean;
  /** How many cosigners sign; absent: it is no multisig script. */
  readonly cosigners?: { readonly required: number; readonly own: number; readonly all: number };
};

function personOf(words: string, salt: string): Person {
  const seed = pbkdf2Sync(words, salt, 2048, 64, 'sha512');
  const root = HDKey.fromMasterSeed(seed, { private: 0x04358394, public: 0x043587cf });
  return { root, fingerprint: root.fingerprint.toString(16).padStart(8, '0') };
}

const WORDS = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
const OTHER_WORDS = `${'zoo '.repeat(11)}wrong`;
const ELECTRUM =
  'wild father tree among universe such mobile favorite target dynamic credit identify';
const me = personOf(WORDS, 'mnemonic');
const hidden = personOf(WORDS, 'mnemonicTREZOR');
const other = personOf(OTHER_WORDS, 'mnemonic');
const electrum = personOf(ELECTRUM, 'electrum');
const stranger = person(9);

const single = (who: Person, path: string) => `wpkh(${keyAt(who, path)})`;
const PATH = '48h/1h/0h/2h';
const multi = `wsh(sortedmulti(2,${[me, other, stranger].map((who) => keyAt(who, PATH)).join()}))`;
const own = '87h/1h/0h';
const recovery = `wsh(or_d(pk(${keyAt(stranger, own)}),and_v(v:pkh(${keyAt(me, own)}),older(1008))))`;
const leaf = `tr(${keyAt(stranger, own)},pk(${keyAt(me, own)}))`;

function payment(text: string, sequence?: number): Uint8Array {
  const tree = (branch: 0 | 1, index: number) => {
    const { script, knowledge } = place(text, branch, index);
    return knowledge.taproot.get(Buffer.from(script.subarray(2)).toString('hex'))?.spendData;
  };
  const psbt = buildPsbt({
    coins: [
      {
        ...place(text, 0, 3),
        ...{ value: 100_000n, nonce: 1, previous: true },
        ...(sequence !== undefined && { sequence }),
        change: (input) => {
          input.tapLeaves = tree(0, 3)?.leaves ?? [];
        },
      },
    ],
    outputs: [
      { value: 60_000n, script: place(single(person(66), '84h/1h/0h'), 0, 9).script },
      { value: 39_000n, ...place(text, 1, 2) },
    ],
  });
  return encodePsbt(psbt) ?? new Uint8Array(0);
}

/** A private key with the version bytes of SLIP-132. */
function slip(text: string, version: number): string {
  const payload = decodeBase58Check(text, 78) ?? new Uint8Array(78);
  new DataView(payload.buffer, payload.byteOffset).setUint32(0, version);
  return encodeBase58Check(payload);
}

const wif = ({ privateKey }: HDKey): string =>
  encodeBase58Check(Uint8Array.of(0xef, ...(privateKey ?? new Uint8Array(32)), 1));

/** BIP129's descriptor record. */
const bsms = [
  'BSMS 1.0',
  multi.replaceAll('/<0;1>/*', '/**'),
  '/0/*,/1/*',
  formatAddress(place(multi, 0, 0).script, networks.regtest),
].join('\n');

const usual = single(me, '84h/1h/0h');
const account = me.root.derive("m/84'/1'/0'").privateExtendedKey;
const whole = { isComplete: true, provesChange: true };
const half = { isComplete: false, provesChange: false };
const cosigners = { required: 2, own: 1, all: 3 };

/** The twelve journeys of a holder. */
export const journeys: readonly Journey[] = [
  { name: 'words of a single key', keys: [WORDS], psbt: payment(usual), ...whole },
  {
    name: 'words with a passphrase',
    keys: [WORDS],
    passphrase: 'TREZOR',
    psbt: payment(single(hidden, '84h/1h/0h')),
    ...whole,
  },
  {
    name: 'account 3 of words',
    keys: [WORDS],
    psbt: payment(single(me, '84h/1h/3h')),
    ...whole,
  },
  { name: 'an account tprv', keys: [account], psbt: payment(usual), ...whole },
  { name: 'a vprv', keys: [slip(account, 0x045f18bc)], psbt: payment(usual), ...whole },
  {
    name: 'a WIF key',
    keys: [wif(me.root.derive("m/84'/1'/0'/0/3"))],
    psbt: payment(usual),
    isComplete: true,
    provesChange: false,
  },
  {
    name: '2 of 3 by words alone',
    keys: [WORDS],
    psbt: payment(multi),
    ...half,
    cosigners,
  },
  {
    name: '2 of 3 by words and the descriptor',
    keys: [WORDS, addChecksum(multi)],
    psbt: payment(multi),
    ...half,
    provesChange: true,
    cosigners,
  },
  {
    name: 'two seeds at once',
    keys: [WORDS, OTHER_WORDS],
    psbt: payment(multi),
    ...half,
    isComplete: true,
    cosigners: { ...cosigners, own: 2 },
  },
  {
    name: 'miniscript with a recovery key',
    keys: [WORDS],
    psbt: payment(recovery, 1008),
    ...half,
    isComplete: true,
  },
  { name: 'a taproot leaf', keys: [WORDS], psbt: payment(leaf), ...half, isComplete: true },
  {
    name: 'an Electrum seed',
    keys: [ELECTRUM],
    psbt: payment(single(electrum, '0h')),
    ...whole,
  },
  {
    name: '2 of 3 by words and a BSMS record',
    keys: [WORDS, bsms],
    psbt: payment(multi),
    ...half,
    provesChange: true,
    cosigners,
  },
];
