import { decodeWif } from '../crypto/wif.ts';
import { encodeBase64 } from '../encoding/base64.ts';
import type { Bytes } from '../encoding/bytes.ts';
import { networks } from '../encoding/network.ts';
import { foreignText, splitShares } from '../seed/foreign-secret.ts';
import { phraseLengths, splitWords } from '../seed/split-words.ts';

/**
 * The kind of a text: seed words, a SeedQR, a key, a descriptor or a wallet file. Includes texts
 * that only look like one, because a key with a typo is nearly a key.
 */
export type KeyText =
  | {
      readonly kind: 'words';
      /** Number of words; of all shares together (SLIP39). */
      readonly count: number;
    }
  | { readonly kind: 'seed-qr' | 'wif' | 'extended-private-key' | 'extended-public-key' }
  | {
      readonly kind: 'descriptor';
      /** True if it contains a private key. */
      readonly isPrivate: boolean;
    }
  | {
      readonly kind: 'wallet-file';
      /** The program of the file format. */
      readonly program: string;
      /** True if it contains a private key. */
      readonly isPrivate: boolean;
    }
  /** Any other text with a private key in it, such as JSON or a list. */
  | { readonly kind: 'private-text' };

/** Extended private keys of BIP32 and SLIP-132, also inside of descriptors and files. */
const EXTENDED = /[a-zA-Z]prv[1-9A-HJ-NP-Za-km-z]{90,}/;
/** A private spend key of silent payments (BIP392). */
const SPEND = /\bt?spspend1[02-9ac-hj-np-z]{90,}/;
const WIF = /\b[59KLc][1-9A-HJ-NP-Za-km-z]{50,51}\b/g;
/** A key, optionally with its origin in brackets. */
const KEY_ALONE =
  /^(?:\[[0-9a-fA-F]{8}(?:\/\d+['hH]?)*\])?[a-zA-Z](prv[1-9A-HJ-NP-Za-km-z]{90,}|pub[1-9A-HJ-NP-Za-km-z]{107,108})$/;
const DESCRIPTOR =
  /^(addr|combo|multi|pk|pkh|raw|rawtr|sh|sortedmulti|sp|tr|unused|wpkh|wsh)\(.*\)(#.*)?$/s;
/** Letters of any script; non-letters of ASCII are excluded. */
const LETTERS = /^[^\0-@[-`{-\x7f]{1,12}$/;
const MOST_TOKENS = 100;
const LONGEST_SEED = 400;

/** Returns true if entropy of a phrase may have this length in bytes (CompactSeedQR). */
export const isEntropyLength = (length: number): boolean => phraseLengths.includes(length * 0.75);

/**
 * The first bytes of a wallet.dat in base64: "SQLite format 3" or its journal, or the magic number
 * of Berkeley DB or its log behind 12 bytes, in either byte order.
 */
const WALLET_DAT =
  /^\s*(?:U1FMaXRlIGZvcm1hdCAz|2dUF\+SCh|N38Gg[gw]|[A-Za-z0-9+/]{16}(?:YjEF|AAUx|YRUG|AAYV|iAkE|AAQJ))/;
/** Number of first bytes that suffice. */
const WALLET_DAT_START = 24;

/** Detects a wallet.dat in base64. Its text may be long, so nothing else is tried on it. */
export const isWalletDatText = (text: string): boolean => WALLET_DAT.test(text);

/** Detects a wallet.dat: a database of Berkeley DB or SQLite, or its log or journal. */
export const isWalletDat = (bytes: Bytes): boolean =>
  bytes.length > WALLET_DAT_START &&
  isWalletDatText(encodeBase64(bytes.subarray(0, WALLET_DAT_START)));

/** Detects the kind of a text; `undefined` if it is no key, seed or wallet. */
export function detectKeyText(given: string): KeyText | undefined {
  if (isWalletDatText(given)) {
    return { kind: 'wallet-file', program: 'Bitcoin Core', isPrivate: true };
  }
  const text = given.trim();
  const isPrivate = EXTENDED.test(text) || SPEND.test(text) || holdsWif(text);
  const [, key] = KEY_ALONE.exec(text) ?? [];
  if (key !== undefined)
    return { kind: `extended-${key.startsWith('prv') ? 'private' : 'public'}-key` };
  if (isPrivate && /^\w+$/.test(text)) return { kind: 'wif' };
  if (BITCOINJ.test(text)) return { kind: 'wallet-file', program: 'bitcoinj', isPrivate: true };
  if (isList(text)) return { kind: 'wallet-file', program: 'plain descriptors', isPrivate };
  if (DESCRIPTOR.test(text)) return { kind: 'descriptor', isPrivate };
  const program = walletProgram(text);
  if (program !== undefined) {
    return { kind: 'wallet-file', program, isPrivate: isPrivate || program === BLOCKCHAIN };
  }
  if (isPrivate || isForeignKey(text)) return { kind: 'private-text' };
  const shares = splitShares(text);
  if (shares !== undefined) return { kind: 'words', count: shares.flat().length };
  if (text.length > LONGEST_SEED) return undefined;
  if (isSeedQr(text)) return { kind: 'seed-qr' };
  const count = countWords(text);
  return phraseLengths.includes(count) ? { kind: 'words', count } : undefined;
}

const FOREIGN_KEYS = ['Armory', 'BIP38', 'mini private key', 'codex32'];

/** Detects private keys in older forms. */
function isForeignKey(text: string): boolean {
  const format = foreignText(text);
  return FOREIGN_KEYS.some((each) => each === format);
}

/** Detects several descriptors, one per line; lines that begin with # are comments. */
function isList(text: string): boolean {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const given = lines.filter((line) => line !== '' && !line.startsWith('#'));
  return given.length > 1 && given.every((line) => DESCRIPTOR.test(line));
}

/** Checks if a text must not be shown or stored: it is a private key or a seed, or contains one. */
export function isSecret(found: KeyText): boolean {
  if (found.kind === 'descriptor' || found.kind === 'wallet-file') return found.isPrivate;
  return found.kind !== 'extended-public-key';
}

function holdsWif(text: string): boolean {
  const tokens = text.match(WIF) ?? [];
  if (tokens[0] === text) return true;
  return tokens.slice(0, MOST_TOKENS).some((token) =>
    [networks.main, networks.test].some((network) => {
      const key = decodeWif(token, network);
      key?.wipe();
      return key !== undefined;
    }),
  );
}

/** Detects four digits for each word, from 0, also with spaces. */
function isSeedQr(text: string): boolean {
  const digits = text.replace(/\s/g, '');
  const numbers = /^\d+$/.test(digits) ? (digits.match(/\d{1,4}/g) ?? []) : [];
  const isWhole = digits.length === 4 * numbers.length && phraseLengths.includes(numbers.length);
  return isWhole && numbers.every((number) => Number(number) < 2048);
}

/** Returns the number of words, without numbers and punctuation, or 0 if not all are words. */
export function countWords(text: string): number {
  const split = splitWords(text);
  const words = 'error' in split ? [] : split.words;
  return words.every((word) => LETTERS.test(word.normalize('NFC'))) ? words.length : 0;
}

/** A file of blockchain.info without encryption. */
const BLOCKCHAIN = 'blockchain.info (not encrypted)';

/** Members that only one program's files have together. */
const MEMBERS: readonly (readonly [program: string, ...members: string[]])[] = [
  ['Bitcoin Core', 'wallet_name', 'descriptors'],
  ['Sparrow', 'policyType', 'keystores'],
  ['Specter', 'label', 'descriptor'],
  ['Specter', 'recv_descriptor'],
  ['BIP388', 'template', 'keys'],
  ['BIP388', 'descriptor_template', 'keys'],
  ['Keystone', 'ExtPubKey', 'MasterFingerprint'],
  ['BIP329', 'type', 'ref'],
  ['Caravan', 'quorum', 'extendedPublicKeys'],
  ['Coldcard', 'chain', 'xfp'],
  ['blockchain.info', 'pbkdf2_iterations', 'payload'],
  [BLOCKCHAIN, 'sharedKey', 'keys'],
  ['Electrum', 'wallet_type'],
  ['Electrum', 'seed_version'],
];

/** A wallet of bitcoinj in base64, which begins with the name of its network ("org."). */
const BITCOINJ = /^C[gh][A-Z]vcmcu/;

/** Returns a wallet file that is not text in base64; `undefined` for other bytes. */
export function walletFileText(bytes: Bytes): string | undefined {
  const isOne = isWalletDat(bytes) || BITCOINJ.test(encodeBase64(bytes.subarray(0, 12)));
  return isOne ? encodeBase64(bytes) : undefined;
}

const FEWEST_SEALED = 192;

/** Checks if bytes look random, like the output of a cipher without a header. */
export function isCipherText(bytes: Bytes): boolean {
  const distinct = new Set(bytes.subarray(0, 512)).size;
  return bytes.length >= FEWEST_SEALED && distinct > Math.min(bytes.length, 256) / 2;
}

const BEGINNINGS: readonly (readonly [program: string, beginning: RegExp])[] = [
  ['BSMS', /^BSMS 1\.0\s/],
  ['Coldcard', /^(#.*\s+)*(Name|Policy|Format|Derivation): .*$/m],
  // This is "BIE1" in base64, an encrypted file.
  ['Electrum', /^QklFM/],
  // Versions before 2.0 wrote Python's notation.
  ['Electrum', /^\{u?'\w+':/],
  // This is "Salted__" in base64, an encrypted list of keys or wallet.
  ['MultiBit or Bitcoin Wallet for Android', /^U2FsdGVkX1/],
];

/** Returns the program of a wallet file; `undefined` if the file is unknown. */
export function walletProgram(text: string): string | undefined {
  const members = membersOf(text);
  return (
    MEMBERS.find(([, ...wanted]) => wanted.every((name) => members.includes(name)))?.[0] ??
    BEGINNINGS.find(([, beginning]) => beginning.test(text.slice(0, 500)))?.[0]
  );
}

function membersOf(text: string): readonly string[] {
  if (!text.startsWith('{')) return [];
  try {
    return Object.keys(JSON.parse(text));
  } catch {
    // It is not JSON, or Electrum's patches follow, so only the beginning counts.
    return [...text.slice(0, 10_000).matchAll(/^ {0,4}"(\w+)":/gm)].map(([, name = '']) => name);
  }
}
