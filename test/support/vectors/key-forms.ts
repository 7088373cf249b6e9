import { HDKey } from '@scure/bip32';
import { decodeBase58Check, encodeBase58Check } from '../../../src/crypto/base58check.ts';
import { addChecksum } from '../../../src/descriptor/checksum.ts';
import { encodeHex } from '../../../src/encoding/hex.ts';
import { sign } from '../../../src/library/payment/sign.ts';
import { encodePsbt } from '../../../src/psbt/encode.ts';
import { english } from '../../../src/seed/bip39.ts';
import { keyAt, type Person, person, place } from '../review/accounts.ts';
import { buildPsbt } from '../review/payments.ts';

/** BIP39's first test vector, without a passphrase. */
export const WORDS = `${'abandon '.repeat(11)}about`;
const SEED =
  '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc19a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4';
const root = HDKey.fromMasterSeed(Buffer.from(SEED, 'hex'), {
  private: 0x04358394,
  public: 0x043587cf,
});
/** The person who has these words. */
export const me: Person = { root, fingerprint: root.fingerprint.toString(16).padStart(8, '0') };

const PATH = '84h/1h/0h';
const account = root.derive("m/84'/1'/0'");
const payee = place(`wpkh(${keyAt(person(66), PATH)})`, 0, 9).script;
const watched = `wpkh(${keyAt(me, PATH)})`;
export const psbt = buildPsbt({
  coins: [{ ...place(watched, 0, 3), value: 100_000n, nonce: 1, previous: true }],
  outputs: [{ value: 99_000n, script: payee }],
});
export const bytes = encodePsbt(psbt) ?? new Uint8Array(0);

/** Formats the key with the version bytes of SLIP-132. */
function slip(text: string, version: number): string {
  const payload = decodeBase58Check(text, 78) ?? new Uint8Array(78);
  new DataView(payload.buffer, payload.byteOffset).setUint32(0, version);
  return encodeBase58Check(payload);
}

export function wif(key: HDKey): string {
  const secret = key.privateKey ?? new Uint8Array(32);
  return encodeBase58Check(Uint8Array.of(0xef, ...secret, 1));
}

const secret = `wpkh(${keyAt(me, PATH, true)})`;
const xprv = account.privateExtendedKey;
const origin = `[${me.fingerprint}/${PATH}]`;
const numbers = WORDS.split(' ').map((word) => english.words.indexOf(word));

/** Rejected texts of keys, each with its error. */
export const damaged: readonly (readonly [name: string, text: string, error: string])[] = [
  [
    'a WIF key with a typo',
    wif(account.derive('m/0/3')).replace(/.$/, '1'),
    'This private key is damaged',
  ],
  ['a tprv with a typo', xprv.replace(/.$/, '1'), 'This extended private key is damaged'],
  [
    'a tprv of the main network',
    slip(xprv, 0x0488ade4),
    'This is a key of the main network, not of regtest',
  ],
  [
    'a zprv of the main network',
    slip(xprv, 0x04b2430c),
    'This is a key of the main network, not of regtest',
  ],
  ['a descriptor with a wrong checksum', `${secret}#qqqqqqqq`, 'This descriptor is damaged'],
  ['eleven words', WORDS.slice(0, -6), '11 words: a phrase has 12, 15, 18, 21 or 24'],
  ['words with a wrong checksum', WORDS.replace('about', 'abandon'), 'the checksum is wrong'],
  ['twenty words of BIP39', 'abandon '.repeat(20), '20 words: a phrase has 12, 15, 18, 21 or 24'],
  ['a word that is in no list', WORDS.replace('about', 'abouut'), 'is not a BIP39 word'],
];

/** All usual notations of the coin's key. */
export const forms: readonly (readonly [name: string, text: string, carried: string])[] = [
  ['seed words', WORDS, 'seed'],
  ['seed words in capitals', WORDS.toUpperCase(), 'seed'],
  ['seed words, one a line', WORDS.replaceAll(' ', '\n'), 'seed'],
  [
    'numbered seed words',
    WORDS.split(' ')
      .map((word, i) => `${i + 1}. ${word}`)
      .join('\n'),
    'seed',
  ],
  ['a SeedQR', numbers.map((each) => `${each}`.padStart(4, '0')).join(''), 'seed'],
  ['a master tprv', root.privateExtendedKey, 'private-key'],
  ['an account tprv', xprv, 'private-key'],
  ['an account tprv with its origin', `${origin}${xprv}`, 'private-key'],
  ['an account vprv (SLIP-132)', slip(xprv, 0x045f18bc), 'private-key'],
  ['an account vprv with its origin', `${origin}${slip(xprv, 0x045f18bc)}`, 'private-key'],
  ['a WIF key', wif(account.derive('m/0/3')), 'private-key'],
  ['a private descriptor', secret, 'private-key'],
  ['a private descriptor with its checksum', addChecksum(secret), 'private-key'],
  ['a private descriptor with a vprv', secret.replace(xprv, slip(xprv, 0x045f18bc)), 'private-key'],
  [
    'a list of descriptors',
    `# mine\n${secret}\n\n${addChecksum(secret.replace('wpkh', 'pkh'))}`,
    'private-key',
  ],
  ['a list of a WIF key and seed words', `${wif(person(9).root)}\n${WORDS}`, 'private-key'],
  [
    'what importdescriptors takes',
    JSON.stringify([{ desc: secret, range: [0, 9] }]),
    'private-key',
  ],
  [
    'what listdescriptors lists',
    JSON.stringify({
      wallet_name: 'w',
      descriptors: [{ desc: addChecksum(secret), active: true }],
    }),
    'private-key',
  ],
  ['a byte order mark and line ends of Windows', `\ufeff${WORDS}\r\n`, 'seed'],
];

/**
 * Returns the signature that all of them must make. RFC 6979 gives the same one for the same key.
 */
export async function reference(): Promise<string> {
  const { psbt: signed } = await sign(psbt, { keys: wif(account.derive('m/0/3')) });
  return encodeHex(signed.inputs[0]?.finalWitness?.[0] ?? new Uint8Array(0));
}
