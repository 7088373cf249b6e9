import { bytesToHex } from '@noble/hashes/utils.js';
import { HDKey } from '@scure/bip32';
import { entropyToMnemonic } from '@scure/bip39';
import { wordlist as czech } from '@scure/bip39/wordlists/czech.js';
import { wordlist as english } from '@scure/bip39/wordlists/english.js';
import { wordlist as french } from '@scure/bip39/wordlists/french.js';
import { wordlist as italian } from '@scure/bip39/wordlists/italian.js';
import { wordlist as japanese } from '@scure/bip39/wordlists/japanese.js';
import { wordlist as korean } from '@scure/bip39/wordlists/korean.js';
import { wordlist as portuguese } from '@scure/bip39/wordlists/portuguese.js';
import { wordlist as simplified } from '@scure/bip39/wordlists/simplified-chinese.js';
import { wordlist as spanish } from '@scure/bip39/wordlists/spanish.js';
import { wordlist as traditional } from '@scure/bip39/wordlists/traditional-chinese.js';
import { WIF } from '@scure/btc-signer';

/** A secret as a person or a program wrote it. `text` may contain a slip. */
export type Secret = { readonly kind: string; readonly text: string };

const seedOf = (n: number): Uint8Array =>
  Uint8Array.from({ length: 32 }, (_, i) => (i * 73 + n * 41 + 11) % 256);

/** Version bytes of extended private keys: BIP32, and SLIP-132's. */
const VERSIONS = {
  xprv: 0x0488ade4,
  tprv: 0x04358394,
  yprv: 0x049d7878,
  zprv: 0x04b2430c,
  Yprv: 0x0295b005,
  Zprv: 0x02aa7a99,
  uprv: 0x044a4e28,
  vprv: 0x045f18bc,
  Uprv: 0x024285b5,
  Vprv: 0x02575048,
} as const;

/** BIP39's word lists, as another library has them. */
export const wordLists = {
  czech,
  english,
  french,
  italian,
  japanese,
  korean,
  portuguese,
  simplified,
  spanish,
  traditional,
} as const;

/** Returns keys and seeds in every usual form, made by other libraries. */
export function wholeSecrets(n: number): readonly Secret[] {
  const seed = seedOf(n);
  const wifs = [0x80, 0xef].flatMap((wif) => {
    const coder = WIF({ bech32: 'bc', pubKeyHash: 0, scriptHash: 5, wif });
    return [{ kind: `WIF ${wif}`, text: coder.encode(seed) }];
  });
  const uncompressed = [
    '5HpHagT65TZzG1PH3CSu63k8DbpvD8s5ip4nEB3kEsreAnchuDf',
    '91avARGdfge8E4tZfYLoxeJ5sGBdNJQH4kvjJoQFacbgwmaKkrx',
  ];
  const extended = Object.entries(VERSIONS).map(([kind, version]) => ({
    kind,
    text: HDKey.fromMasterSeed(seed, { private: version, public: 0x0488b21e }).privateExtendedKey,
  }));
  const words = Object.entries(wordLists).flatMap(([kind, list]) =>
    [16, 32].map((length) => ({
      kind: `${kind}, ${length} bytes`,
      text: entropyToMnemonic(seed.subarray(0, length), list),
    })),
  );
  return [
    ...wifs,
    ...uncompressed.map((text) => ({ kind: 'WIF, uncompressed', text })),
    ...extended,
    ...words,
    { kind: 'hex', text: bytesToHex(seed) },
    // Electrum's documentation of its seeds: segwit, and the old ones as words and in hexadecimal.
    {
      kind: 'Electrum',
      text: 'wild father tree among universe such mobile favorite target dynamic credit identify',
    },
    {
      kind: 'Electrum, old',
      text: 'powerful random nobody notice nothing important anyway look away hidden message over',
    },
    { kind: 'Electrum, old, hex', text: 'acb740e454c3134901d7c8f16497cc1c' },
    { kind: 'SeedQR', text: '173318240231101801200001023400560789012310110999' },
  ];
}

const at = (text: string, part: number): number => Math.floor(text.length * part);
const isWords = (text: string): boolean => /[\s\u3000]/.test(text);
const wordsOf = (text: string): readonly string[] => text.trim().split(/[\s\u3000]+/);
const rejoin = (text: string, between: string): string => wordsOf(text).join(between);

/** Slips of people who type, copy or paste a secret. */
export const slips: { readonly [what: string]: (text: string) => string } = {
  whole: (text) => text,
  mistyped: (text) => `${text.slice(0, at(text, 0.4))}z${text.slice(at(text, 0.4) + 1)}`,
  'a letter short': (text) => text.slice(0, at(text, 0.6)) + text.slice(at(text, 0.6) + 1),
  'a letter too long': (text) => `${text.slice(0, at(text, 0.3))}Q${text.slice(at(text, 0.3))}`,
  'cut off': (text) =>
    isWords(text)
      ? text
          .split(/[\s\u3000]/)
          .slice(0, -2)
          .join(' ')
      : text.slice(0, at(text, 0.8)),
  'in capitals': (text) => text.toUpperCase(),
  'in small letters': (text) => text.toLowerCase(),
  'in groups': (text) => (isWords(text) ? text : (text.match(/.{1,4}/g) ?? []).join(' ')),
  'in two lines': (text) =>
    isWords(text)
      ? text.replace(/[\s\u3000]/g, '\n')
      : `${text.slice(0, at(text, 0.5))}\n${text.slice(at(text, 0.5))}`,
  'in a table': (text) => rejoin(text, ' | '),
  'with semicolons': (text) => rejoin(text, ';'),
  'with underscores': (text) => rejoin(text, '_'),
  'with slashes': (text) => rejoin(text, '/'),
  'with dots': (text) => rejoin(text, '. '),
  'with colons': (text) => rejoin(text, ': '),
  'with dashes': (text) => rejoin(text, ' – '),
  'with characters that are not seen': (text) => rejoin(text, '\u200b'),
  'in numbered words': (text) =>
    isWords(text) ? wordsOf(text).reduce((all, word, i) => `${all} #${i + 1} ${word}`, '') : text,
  'in one word': (text) => rejoin(text, ''),
  'in camel case': (text) =>
    wordsOf(text).length > 1 && /^[a-z ]+$/.test(text)
      ? text.replace(/(?:^| )([a-z])/g, (_, first) => first.toUpperCase())
      : text,
  'as pairs with colons': (text) =>
    /^[0-9a-f]+$/.test(text) ? (text.match(/../g) ?? []).join(':') : text,
  'behind 0x': (text) => (/^[0-9a-f]+$/.test(text) ? `0x${text}` : text),
  'with spaces around': (text) => `  ${text}\n`,
  'in a descriptor': (text) => `wpkh(${text}/84h/0h/0h/<0;1>/*)`,
  'in a descriptor with an origin': (text) => `wsh(multi(1,[d34db33f/48h]${text}/0/*))#abcdefgh`,
  'in a descriptor that is not closed': (text) => `wpkh(${text}`,
  'in an unknown descriptor': (text) => `wpkk(${text})`,
  'in a URL': (text) => `bitcoin:${encodeURIComponent(text)}?amount=1`,
  quoted: (text) => JSON.stringify({ key: text }),
};

const squeeze = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\\n/g, '')
    .replace(/[^\p{L}\p{N}\p{M}]/gu, '');

/**
 * Returns a part of a secret that a text repeats, or `undefined` if it could not be found from the
 * text.
 */
export function leakOf({ text }: Secret, said: string): string | undefined {
  const heard = squeeze(said);
  const words = wordsOf(text);
  const parts = isWords(text)
    ? words.slice(0, -5).map((_, i) => squeeze(words.slice(i, i + 6).join('')))
    : Array.from({ length: Math.max(1, text.length - 15) }, (_, i) =>
        squeeze(text.slice(i, i + 16)),
      );
  return parts.find((part) => heard.includes(part));
}
