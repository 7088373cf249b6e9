import { pbkdf2Sync } from 'node:crypto';
import { HDKey } from '@scure/bip32';
import { decodeBase58Check, encodeBase58Check } from '../../../src/crypto/base58check.ts';
import { addChecksum } from '../../../src/descriptor/checksum.ts';
import { networks } from '../../../src/encoding/network.ts';
import { formatSlipKey, type KeyScript } from '../../../src/keys/slip132.ts';
import { formatAddress } from '../../../src/script/address.ts';
import { readVector } from '../paths.ts';
import { keyAt, type Person, person, place } from '../review/accounts.ts';

/** The data of a holder, and the expected result. */
export type Journey = {
  readonly name: string;
  /** Texts of keys or of a wallet. */
  readonly keys: readonly string[];
  /** Passphrase of BIP39 words. */
  readonly passphrase?: string;
  /** A payment with change, made by a real program. */
  readonly psbt: Uint8Array;
  /** True if no signature is missing afterwards. */
  readonly isComplete: boolean;
  /** True if the change must be proven. */
  readonly provesChange: boolean;
  /** Numbers of cosigners; absent for another script than multisig. */
  readonly cosigners?: { readonly required: number; readonly own: number; readonly all: number };
};

/** A key in Electrum's format: only the key, with its origin, or as the words of a seed. */
type ElectrumKey = string | Readonly<Record<string, string>>;

/** A journey, and the wallets of other programs that make its payment. */
export type Plan = Omit<Journey, 'psbt'> & {
  /** The public descriptor that a node watches. Absent if no node can. */
  readonly node?: string;
  /** Sequence of the coin in the node's payment. */
  readonly sequence?: number;
  /**
   * Electrum's wallets by name, each with its kind and its keys, or the words of a seed with a
   * second factor.
   */
  readonly electrum?: Readonly<Record<string, ElectrumWallet>>;
};

export type ElectrumWallet = { readonly type: string } & (
  | { readonly keys: readonly ElectrumKey[] }
  | { readonly words: string }
);

/** The position of the coin in its branch. */
export const INDEX = 3;

function personOf(words: string, salt: string): Person {
  const seed = pbkdf2Sync(words, salt, 2048, 64, 'sha512');
  const root = HDKey.fromMasterSeed(seed, { private: 0x04358394, public: 0x043587cf });
  return { root, fingerprint: root.fingerprint.toString(16).padStart(8, '0') };
}

const WORDS = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
const ELECTRUM_STANDARD =
  'claim result robot country forum border cup romance hold genius scorpion model';
const ELECTRUM_OLD =
  'powerful random nobody notice nothing important anyway look away hidden message over';
const SECOND_FACTORS = [
  ['legacy', 'ring pyramid toilet wood coil country upon machine scorpion surface else sugar'],
  ['segwit', 'rare spot pitch suggest sugar era shift fiscal leisure powder three flip'],
  [
    'from before version 2.7',
    'imitate busy donkey mixed breeze original result extra friend salad scissors exile girl cherry city extend theme bonus swarm soft change fun cable gallery',
  ],
] as const;
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
const LOCK = 10;
const recovery = `wsh(or_d(pk(${keyAt(stranger, own)}),and_v(v:pkh(${keyAt(me, own)}),older(${LOCK}))))`;
const leaf = `tr(${keyAt(stranger, own)},pk(${keyAt(me, own)}))`;

/** Formats a private key with the version bytes of SLIP-132. */
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

const watched = (who: Person, path: string, script: KeyScript) => ({
  xpub: formatSlipKey(who.root.derive(pathOf(path)).publicExtendedKey, script),
  path: pathOf(path),
  fingerprint: who.fingerprint,
});
const pathOf = (path: string) => `m/${path.replaceAll('h', "'")}`;
/** Returns Electrum wallets for one key, with and without its origin. */
function besides(who: Person, path: string): NonNullable<Plan['electrum']> {
  const key = watched(who, path, 'wpkh');
  return {
    Electrum: { type: 'standard', keys: [key] },
    'Electrum without origin': { type: 'standard', keys: [key.xpub] },
  };
}
const shared = {
  node: multi,
  electrum: {
    Electrum: {
      type: '2of3',
      keys: [me, other, stranger].map((who) => watched(who, PATH, 'wsh')),
    },
  },
};
const alone = { node: usual, electrum: besides(me, '84h/1h/0h') };
const first = formatAddress(place(usual, 0, INDEX).script, networks.regtest) ?? '';

/** The journeys of a holder. */
export const plans: readonly Plan[] = [
  { name: 'words of a single key', keys: [WORDS], ...alone, ...whole },
  {
    name: 'words with a passphrase',
    keys: [WORDS],
    passphrase: 'TREZOR',
    node: single(hidden, '84h/1h/0h'),
    electrum: besides(hidden, '84h/1h/0h'),
    ...whole,
  },
  {
    name: 'account 3 of words',
    keys: [WORDS],
    node: single(me, '84h/1h/3h'),
    electrum: { Electrum: { type: 'standard', keys: [watched(me, '84h/1h/3h', 'wpkh')] } },
    ...whole,
  },
  { name: 'an account tprv', keys: [account], ...alone, ...whole },
  { name: 'a vprv', keys: [slip(account, 0x045f18bc)], ...alone, ...whole },
  {
    name: 'a WIF key',
    keys: [wif(me.root.derive(`m/84'/1'/0'/0/${INDEX}`))],
    node: usual,
    electrum: { Electrum: { type: 'imported', keys: [first] } },
    isComplete: true,
    provesChange: false,
  },
  { name: '2 of 3 by words alone', keys: [WORDS], ...shared, ...half, cosigners },
  {
    name: '2 of 3 by words and the descriptor',
    keys: [WORDS, addChecksum(multi)],
    ...shared,
    ...half,
    provesChange: true,
    cosigners,
  },
  {
    name: 'two seeds at once',
    keys: [WORDS, OTHER_WORDS],
    ...shared,
    ...half,
    isComplete: true,
    cosigners: { ...cosigners, own: 2 },
  },
  {
    name: 'miniscript with a recovery key',
    keys: [WORDS],
    node: recovery,
    sequence: LOCK,
    ...half,
    isComplete: true,
  },
  { name: 'a taproot leaf', keys: [WORDS], node: leaf, ...half, isComplete: true },
  {
    name: 'an Electrum seed',
    keys: [ELECTRUM],
    node: single(electrum, '0h'),
    electrum: { Electrum: { type: 'standard', keys: [{ words: ELECTRUM }] } },
    ...whole,
  },
  {
    name: 'an Electrum standard seed',
    keys: [ELECTRUM_STANDARD],
    electrum: { Electrum: { type: 'standard', keys: [{ words: ELECTRUM_STANDARD }] } },
    ...whole,
  },
  {
    name: 'an Electrum seed from before 2014',
    keys: [ELECTRUM_OLD],
    electrum: { Electrum: { type: 'standard', keys: [{ words: ELECTRUM_OLD }] } },
    ...whole,
  },
  ...SECOND_FACTORS.map(
    ([name, words]): Plan => ({
      name: `an Electrum seed with a second factor, ${name}`,
      keys: [words],
      electrum: { Electrum: { type: '2of3', words } },
      ...whole,
      cosigners: { ...cosigners, own: 2 },
    }),
  ),
  {
    name: '2 of 3 of Electrum by its seed',
    keys: [ELECTRUM],
    electrum: {
      Electrum: {
        type: '2of3',
        keys: [{ words: ELECTRUM, knows: 'words' }, ...shared.electrum.Electrum.keys.slice(1)],
      },
    },
    ...half,
    cosigners,
  },
  {
    name: '2 of 3 by words and a BSMS record',
    keys: [WORDS, bsms],
    ...shared,
    ...half,
    provesChange: true,
    cosigners,
  },
];

/** Payments in base64 by plan and maker, recorded by test/node/journeys.test.ts. */
export type Payments = Readonly<Record<string, Readonly<Record<string, string>>>>;

const recorded: Payments = JSON.parse(readVector('psbt/journeys.json'));

/** Returns the name of a journey whose payment was made by another program than the node. */
export const nameOf = (name: string, maker: string): string =>
  maker === 'node' ? name : `${name}, PSBT of ${maker}`;

const byPlan: readonly (readonly Journey[])[] = plans.map((plan) =>
  Object.entries(recorded[plan.name] ?? {}).map(([maker, psbt]) => ({
    ...plan,
    name: nameOf(plan.name, maker),
    psbt: Buffer.from(psbt, 'base64'),
  })),
);

/** Each journey with each payment. A journey with a node's payment has the name of its plan. */
export const journeys: readonly Journey[] = byPlan.flat();

/** Each journey with one payment. */
export const firstOfEach: readonly Journey[] = byPlan.flatMap(([first]) => first ?? []);
