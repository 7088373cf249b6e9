import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { addChecksum } from '../descriptor/checksum.ts';
import { isSilentDescriptor, parseSilentDescriptor } from '../descriptor/silent-descriptor.ts';
import type { Bytes } from '../encoding/bytes.ts';
import { decodeHex } from '../encoding/hex.ts';
import { type Network, networks } from '../encoding/network.ts';
import { redactSecrets } from '../encoding/redact.ts';
import { getMember, isJsonArray, isJsonObject, type Json } from '../json/json.ts';
import { parseJson } from '../json/parse.ts';
import { standardAccounts } from '../seed/accounts.ts';
import { english, type WordList, wordLists } from '../seed/bip39.ts';
import { electrumSeed } from '../seed/electrum.ts';
import { describeIrregularity, describePhraseFault } from '../seed/fault-text.ts';
import {
  areShares,
  describeForeign,
  type ForeignSecret,
  foreignText,
} from '../seed/foreign-secret.ts';
import { type FaultyPhrase, patternOf, type ReadPhrase, readPhrase } from '../seed/phrase.ts';
import { rootKeyOf } from '../seed/root-key.ts';
import { readCompactSeedQr, readSeedQr, seedQrDigits } from '../seed/seed-qr.ts';
import { phraseLengths, splitWords } from '../seed/split-words.ts';
import { electrumText, readElectrumSeed, readOldHex } from './electrum-seeds.ts';
import { exportedKeys } from './exported-keys.ts';
import { joinRings, type KeyDescriptor, type KeyRing, masterKey, noKeys } from './key-ring.ts';
import { countWords, detectKeyText, isSecret, isWalletDatText } from './key-text.ts';
import {
  type KeyFault,
  keyFault,
  otherNetwork,
  type PrivateKeyContext,
  readPrivateKeys,
} from './read-private-keys.ts';
import { wipeSilent } from './ring-silent.ts';
import { isTestNetwork } from './slip132.ts';

/** Options of `readKeys`. */
export type ReadKeysOptions = {
  /** The network of the keys. */
  readonly network: Network;
  /** The curve's backend. */
  readonly secp256k1: Secp256k1;
  /**
   * BIP39's passphrase, or Electrum's seed extension. Also passed to `readWallet`, as the password
   * of a file or of SLIP39. Default: none.
   */
  readonly passphrase?: string | undefined;
  /** Number of the standard accounts to search. Default: 0. */
  readonly account?: number | undefined;
  /** Word lists to try. Default: all ten. */
  readonly lists?: readonly WordList[] | undefined;
  /** True if errors may show the probably intended word. Default: false. */
  readonly corrections?: boolean | undefined;
  /**
   * Reads files of other programs, as `importWallet` does. If absent, they are refused. `password`:
   * the option `passphrase`; `undefined` if it is empty.
   */
  readonly readWallet?:
    | ((text: string, password: string | undefined) => WalletText | KeyFault)
    | undefined;
};

/** A wallet from another program's file. */
export type WalletText = {
  /** Descriptors of the wallet. */
  readonly descriptors: readonly {
    /** Descriptor without private keys. */
    readonly descriptor: string;
  }[];
  /** Skipped parts of the file, one sentence each. */
  readonly lost: readonly string[];
  /** Reasons to question the wallet, one sentence each. */
  readonly doubts: readonly string[];
  /** Facts about the file, one sentence each. */
  readonly notes?: readonly string[] | undefined;
  /** Private keys of the file, one text each. */
  readonly secrets?: readonly string[] | undefined;
};

/**
 * Reads any text of keys: seed words, a SeedQR, private keys, descriptors, wallet files, and lists
 * of them. Wipe the ring after use.
 */
export function readKeys(given: string, options: ReadKeysOptions): KeyRing | KeyFault {
  if (isWalletDatText(given)) return readWalletText(given, options);
  const text = exportedKeys(plainText(given));
  const format = foreignText(text) ?? (areShares(text, [english]) ? 'SLIP39' : undefined);
  if (format !== undefined && OLD_FORMS.includes(format)) return readOld(text, format, options);
  const isRead = format === undefined || format === 'private key' || format === 'hexadecimal';
  if (!isRead) return keyFault(describeForeign(format));
  const digits = entropyDigits(text);
  if (digits !== undefined) {
    return readHex(text, digits, options);
  }
  if (text === '')
    return keyFault('There are no keys, because the text is empty. Type or save them again');
  const json = /^[[{]/.test(text) ? parseJson(text) : undefined;
  const isWatched = !isPrivateText(text);
  const listed = json === undefined || isWatched ? undefined : listedIn(json);
  if (listed !== undefined) return joined(listed.map((each) => readListed(each, options)));
  const lines = linesOf(text);
  if (lines.length > 1 && isOnePhrase(lines, options)) return readWords(lines.join('\n'), options);
  return lines.length > 1
    ? joined(lines.map((line) => readOne(line, options)))
    : readOne(lines[0] ?? text, options);
}

/** Forms of keys that `readWallet` reads. */
const OLD_FORMS: readonly ForeignSecret[] = ['BIP38', 'mini private key', 'codex32', 'SLIP39'];

function readOld(
  text: string,
  format: ForeignSecret,
  options: ReadKeysOptions,
): KeyRing | KeyFault {
  return options.readWallet
    ? readWalletText(text, options)
    : keyFault(
        `This has the form ${format}, which importWallet of coldsign/formats reads. Pass it as readWallet, with its option secrets`,
      );
}

/**
 * Reads hexadecimal as entropy of BIP39, and also as an old Electrum seed, because it may be
 * either.
 */
function readHex(text: string, digits: string, options: ReadKeysOptions): KeyRing | KeyFault {
  const ring = readWords(digits, options);
  if ('error' in ring) return ring;
  const named = { ...ring, notes: [...ring.notes, NO_PRIVATE_KEY] };
  // Old seeds have no passphrase.
  const old = options.passphrase ? undefined : readOldHex(text, options);
  return old === undefined || 'error' in old ? named : joinRings([named, old]);
}

/** Removes quotes. */
function plainText(given: string): string {
  const text = given.replace(/^\ufeff/, '').trim();
  return /^(["'])([^"'\n]*)\1$/.exec(text)?.[2]?.trim() ?? text;
}

/** Returns the digits of a SeedQR for a CompactSeedQR in hexadecimal. */
export function entropyDigits(text: string): string | undefined {
  const bytes = /^([0-9a-f]{8}){4,8}$/i.test(text) && !isDigits(text) ? decodeHex(text) : undefined;
  return bytes && compactSeedText(bytes);
}

/** Detects a SeedQR: 12 words and more have at least 48 digits, which are not hexadecimal. */
const isDigits = (text: string): boolean => text.length >= 48 && /^\d+$/.test(text);

/**
 * Returns true if a text is secret. A text with only public descriptors is one wallet, so its lines
 * are read together.
 */
function isPrivateText(text: string): boolean {
  const found = detectKeyText(text);
  return found !== undefined && isSecret(found);
}

/** Reads the bytes of a CompactSeedQR as the digits of a SeedQR; `undefined` for other bytes. */
export function compactSeedText(bytes: Bytes): string | undefined {
  const phrase = readCompactSeedQr(bytes, english);
  return phrase && seedQrDigits(phrase);
}

/**
 * Returns the descriptors of a list for `importdescriptors` or from `listdescriptors`; otherwise
 * `undefined`.
 */
function listedIn(json: Json): readonly Json[] | undefined {
  if (isJsonArray(json)) return json;
  const inner = isJsonObject(json) ? getMember(json, 'descriptors') : null;
  if (isJsonArray(inner)) return inner;
  return isJsonObject(json) && typeof getMember(json, 'desc') === 'string' ? [json] : undefined;
}

function readListed(entry: Json, options: ReadKeysOptions): KeyRing | KeyFault {
  if (typeof entry === 'string') return readOne(entry, options);
  const text = isJsonObject(entry) ? getMember(entry, 'desc') : null;
  if (!isJsonObject(entry) || typeof text !== 'string') {
    return keyFault('This JSON lists neither descriptors nor keys');
  }
  const ring = readOne(text, options);
  if ('error' in ring) return ring;
  const range = rangeIn(getMember(entry, 'range'));
  if (range === undefined) return keyFault('The range of a descriptor is not [first, last]');
  const isChange = getMember(entry, 'internal') === true;
  const described = (each: KeyDescriptor): KeyDescriptor => ({ ...each, ...range, isChange });
  return { ...ring, descriptors: ring.descriptors.map(described) };
}

/** Reads a range of Core: the last position, or the first and the last. */
function rangeIn(json: Json): Pick<KeyDescriptor, 'range'> | undefined {
  if (json === null) return {};
  const [first, last, ...more] = isJsonArray(json) ? json.map(positionIn) : [0, positionIn(json)];
  const isRange = first !== undefined && last !== undefined && first <= last && more.length === 0;
  return isRange && last - first < MOST_POSITIONS ? { range: [first, last] } : undefined;
}

/** Maximum number of positions (Core: "Range is too large"). */
const MOST_POSITIONS = 1_000_000;

const positionIn = (json: Json): number | undefined =>
  json !== null && typeof json === 'object' && 'number' in json && /^\d{1,10}$/.test(json.number)
    ? Number(json.number)
    : undefined;

/** Returns the lines of a list of keys, or the complete text if its lines belong together. */
function linesOf(text: string): readonly string[] {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const listed = lines.filter((line) => line !== '' && !line.startsWith('#'));
  const kinds = listed.map((line) => detectKeyText(line)?.kind);
  const isList = kinds.every((kind) => kind !== undefined && kind !== 'wallet-file');
  const isEach =
    listed.length === 1 || listed.some((line) => isPrivateText(line) || isSilentDescriptor(line));
  return isList && isEach ? listed : [text];
}

/**
 * Returns true if lines are one phrase, such as 24 words in two lines of 12. Two phrases count as
 * one if they have a valid checksum together, by chance one pair in 256.
 */
function isOnePhrase(lines: readonly string[], { lists = wordLists }: ReadKeysOptions): boolean {
  if (!phraseLengths.includes(lines.reduce((sum, line) => sum + countWords(line), 0))) return false;
  if (lines.some((line) => detectKeyText(line)?.kind !== 'words')) return false;
  const isPhrase = (text: string) => !('error' in readPhrase(text, lists));
  return isPhrase(lines.join('\n')) || !lines.every(isPhrase);
}

function joined(rings: readonly (KeyRing | KeyFault)[]): KeyRing | KeyFault {
  const all: KeyRing[] = [];
  for (const ring of rings) {
    if ('error' in ring) return ring;
    all.push(ring);
  }
  return all.length > 0
    ? joinRings(all)
    : keyFault('There are no keys, because the list is empty. Type or save them again');
}

function readOne(text: string, options: ReadKeysOptions): KeyRing | KeyFault {
  const format = foreignText(text);
  if (format !== undefined && OLD_FORMS.includes(format)) return readOld(text, format, options);
  if (isSilentDescriptor(text) && !/\n/.test(text)) return readSilent(text, options);
  const found = detectKeyText(text);
  const isWatched = found?.kind === 'descriptor' && !/\n/.test(text);
  if (found === undefined || isSecret(found) || isWatched) {
    const keys = readPrivateKeys(text, options);
    if (keys !== undefined)
      return found?.kind === 'descriptor' ? doubted(keys, text, options) : keys;
    if (found === undefined && electrumSeed(text) === undefined && countWords(text) < 2) {
      // The text may be a UR, or public descriptors as JSON.
      const wallet = readWalletText(text, options);
      return 'error' in wallet && !wallet.needsPassword ? keyFault(UNKNOWN) : wallet;
    }
    if (found?.kind !== 'wallet-file' && found?.kind !== 'private-text') {
      return readWords(text, options);
    }
  }
  const wallet = readWalletText(text, options);
  const isMixed = found?.kind === 'private-text' && !/^[[{]|\(/.test(text);
  return isMixed && 'error' in wallet ? keyFault(MIXED) : wallet;
}

/** Adds the reasons to question a descriptor, which a file of the same wallet would have. */
function doubted(
  keys: KeyRing | KeyFault,
  text: string,
  options: ReadKeysOptions,
): KeyRing | KeyFault {
  const wallet = 'error' in keys ? undefined : callReader(text, options);
  if ('error' in keys || wallet === undefined || 'error' in wallet) return keys;
  return { ...keys, notes: [...keys.notes, ...wallet.doubts] };
}

/** Reads sp() (BIP392), which can sign if it has the private spend key. */
function readSilent(text: string, context: ReadKeysOptions): KeyRing | KeyFault {
  const silent = parseSilentDescriptor(text, context);
  if ('error' in silent) {
    const other = isTestNetwork(context.network) ? networks.main : networks.test;
    const there = parseSilentDescriptor(text, { ...context, network: other });
    if ('error' in there) {
      return keyFault(`This descriptor cannot be read: ${redactSecrets(silent.error)}`);
    }
    wipeSilent(there);
    return otherNetwork(context.network);
  }
  const canSign = silent.spendPrivateKey !== undefined;
  wipeSilent(silent);
  const described = { text: addChecksum(text.replace(/#.*$/s, '')) };
  return { ...noKeys, descriptors: [described], canSign, hasWallet: true };
}

const callReader = (text: string, { readWallet, passphrase }: ReadKeysOptions) =>
  readWallet?.(text, passphrase || undefined);

function readWalletText(text: string, options: ReadKeysOptions): KeyRing | KeyFault {
  const wallet = callReader(text, options) ?? keyFault(UNKNOWN);
  if ('error' in wallet) return wallet;
  if (wallet.secrets !== undefined) {
    const { passphrase: _, readWallet: __, ...plain } = options;
    const ring = joined(wallet.secrets.map((each) => readKeys(each, plain)));
    if ('error' in ring) return ring;
    const { notes: facts } = wallet;
    return { ...ring, facts, notes: [...walletNotes(wallet), ...ring.notes] };
  }
  const descriptors = wallet.descriptors.map(({ descriptor }) => ({ text: descriptor }));
  if (descriptors.length === 0) {
    const { kind } = detectKeyText(text) ?? {};
    return keyFault(kind === 'extended-public-key' ? PUBLIC_KEY : NO_WALLET);
  }
  const { notes: facts } = wallet;
  return { ...noKeys, descriptors, facts, notes: walletNotes(wallet), hasWallet: true };
}

/** Returns reasons to question a wallet and skipped parts of its file, one sentence each. */
export const walletNotes = ({
  doubts,
  lost,
}: Pick<WalletText, 'doubts' | 'lost'>): readonly string[] => [
  ...doubts,
  ...lost.map((each) => `not taken over: ${each}`),
];

const NO_PRIVATE_KEY =
  'hexadecimal is read as the entropy of seed words. If it is a private key, give it as WIF';
const PUBLIC_KEY =
  'This is a public key, which cannot sign: give the private key or the seed words, or the descriptor of a wallet';
const NO_WALLET =
  'This holds keys for a wallet with others, and no wallet: give the descriptor or the file of the wallet';
const MIXED = 'This text has more in it than a private key. Remove everything else';
const UNKNOWN =
  'This is not a descriptor, private key, seed phrase or known wallet file. Copy or export it again';

/**
 * Reads words. BIP39 has priority: about one phrase in 240 is also an Electrum seed, with other
 * keys.
 */
function readWords(given: string, options: ReadKeysOptions): KeyRing | KeyFault {
  const { passphrase = '', lists = wordLists, corrections = false } = options;
  const text = unnumbered(given);
  const read = readWordsOrDigits(given, lists);
  const electrum = electrumSeed(electrumText(text));
  const context: PrivateKeyContext = options;
  if (!('error' in read)) {
    const root = rootKeyOf(read.phrases[0], passphrase);
    if (root === undefined) return keyFault('This seed has no key');
    const accounts = standardAccounts(options.network, options.account ?? 0);
    // Test networks have no money.
    const pattern = isTestNetwork(options.network) ? undefined : patternOf(read.phrases[0]);
    const notes = [
      ...read.irregularities.map(describeIrregularity),
      ...(electrum === undefined ? [] : [alsoElectrum(electrum)]),
      ...(pattern === undefined ? [] : [warnOfPattern(pattern)]),
    ];
    return { ...noKeys, masters: [masterKey(root, accounts, context)], canSign: true, notes };
  }
  const ring = readElectrumSeed(text, passphrase, context);
  return ring ?? keyFault(describePhraseFault(read.error, { corrections }));
}

const warnOfPattern = (pattern: string): string =>
  `these words are a known test seed, or follow a simple pattern (${pattern}). Use them for tests only, and never keep bitcoin on them: others can open the same wallet`;

/** Removes numbers and punctuation, which people write next to the words of Electrum's seeds. */
function unnumbered(text: string): string {
  const split = splitWords(text);
  const isTidy = 'error' in split || !/numbers|punctuation/.test(split.irregularities.join());
  return isTidy ? text : split.words.join(' ');
}

const alsoElectrum = (kind: string): string =>
  `these words are an Electrum seed (${kind}) too, with other keys. Here they are used as BIP39`;

/** Reads a phrase as words or as the digits of a SeedQR. */
export function readWordsOrDigits(
  text: string,
  lists: readonly WordList[],
): ReadPhrase | FaultyPhrase {
  const read = readPhrase(text, lists);
  if (!('error' in read) || read.error.kind !== 'digits') return read;
  const [only, another] = lists;
  const list = only !== undefined && another === undefined ? only : english;
  const phrase = readSeedQr(text.replace(/\s/g, ''), list);
  return phrase === undefined ? read : { phrases: [phrase], irregularities: [] };
}
