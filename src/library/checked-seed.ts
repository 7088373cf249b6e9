import { type AbortSignalLike, checkAborted } from '../encoding/abort.ts';
import { pauseFor } from '../encoding/next-turn.ts';
import * as rings from '../keys/key-ring.ts';
import * as readers from '../keys/read-keys.ts';
import type { KeyFault } from '../keys/read-private-keys.ts';
import * as places from '../keys/ring-accounts.ts';
import * as bip39 from '../seed/bip39.ts';
import * as dice from '../seed/dice.ts';
import * as faults from '../seed/fault-text.ts';
import * as find from '../seed/find-word.ts';
import * as phrases from '../seed/phrase.ts';
import * as keys from '../seed/root-key.ts';
import * as qr from '../seed/seed-qr.ts';
import { checkedWith, rejecting } from './checked.ts';
import { type CurveOption, withCurve } from './curve-option.ts';
import { wordListKinds } from './derivation.ts';
import { extendedKeyKinds } from './descriptor-kinds.ts';
import { ringMembers } from './kinds.ts';

const checked = /* @__PURE__ */ checkedWith({
  ...extendedKeyKinds,
  ...wordListKinds,
  Randomizer: {
    is: (value: unknown) => value === 'dice' || value === 'coin',
    words: "'dice' or 'coin'",
  },
  passphrase: {
    is: (value: unknown) => typeof value === 'string' && !/[\ud800-\udfff]/u.test(value),
    words: 'a string without half a character (a lone surrogate)',
  },
  wordCount: {
    is: (value: unknown) => [12, 15, 18, 21, 24].some((each) => each === value),
    words: '12, 15, 18, 21 or 24',
  },
  KeyRing: ringMembers,
  FindAccountOptions: {
    only: {
      network: 'Network',
      secp256k1: 'Secp256k1?',
      paths: 'text[]?',
      accounts: 'integer?',
      positions: 'integer?',
      onProgress: 'function?',
      signal: 'AbortSignal?',
    },
  },
  ListAccountsOptions: {
    only: {
      network: 'Network',
      secp256k1: 'Secp256k1?',
      account: 'position?',
      paths: 'text[]?',
      secrets: 'boolean?',
    },
  },
  PhraseFault: { kind: 'text' },
  FaultOptions: { only: { corrections: 'boolean?' } },
  RollOptions: { only: { fewer: 'boolean?' } },
  ReadKeysOptions: {
    only: {
      network: 'Network',
      secp256k1: 'Secp256k1?',
      passphrase: 'passphrase?',
      account: 'position?',
      lists: 'WordList[]?',
      corrections: 'boolean?',
      readWallet: 'function?',
    },
  },
  Phrase: { words: 'text[]', list: 'WordList' },
  Words: { words: 'text[]', language: 'any' },
});

export const entropyOfWords: typeof bip39.entropyOfWords = /* @__PURE__ */ checked(
  'entropyOfWords',
  { words: 'text[]', list: 'WordList' },
  bip39.entropyOfWords,
);
export const wordsOfEntropy: typeof bip39.wordsOfEntropy = /* @__PURE__ */ checked(
  'wordsOfEntropy',
  { entropy: 'bytes', list: 'WordList' },
  bip39.wordsOfEntropy,
);
export const entropyOfRolls: typeof dice.entropyOfRolls = /* @__PURE__ */ checked(
  'entropyOfRolls',
  { rolls: 'text', kind: 'Randomizer', words: 'wordCount', options: 'RollOptions?' },
  dice.entropyOfRolls,
);
export const leastRolls: typeof dice.leastRolls = /* @__PURE__ */ checked(
  'leastRolls',
  { kind: 'Randomizer', words: 'wordCount' },
  dice.leastRolls,
);
export const readRolls: typeof dice.readRolls = /* @__PURE__ */ checked(
  'readRolls',
  { text: 'text', kind: 'Randomizer' },
  dice.readRolls,
);
export const testRolls: typeof dice.testRolls = /* @__PURE__ */ checked(
  'testRolls',
  { rolls: 'text', kind: 'Randomizer' },
  dice.testRolls,
);
export const describePassphraseWarning: typeof faults.describePassphraseWarning =
  /* @__PURE__ */ checked(
    'describePassphraseWarning',
    { warning: 'text' },
    faults.describePassphraseWarning,
  );
export const describePhraseFault: typeof faults.describePhraseFault = /* @__PURE__ */ checked(
  'describePhraseFault',
  { fault: 'PhraseFault', options: 'FaultOptions?' },
  faults.describePhraseFault,
);
export const describeUntidy: typeof faults.describeUntidy = /* @__PURE__ */ checked(
  'describeUntidy',
  { untidy: 'text' },
  faults.describeUntidy,
);
export const completeWord: typeof find.completeWord = /* @__PURE__ */ checked(
  'completeWord',
  { beginning: 'text', list: 'Words' },
  find.completeWord,
);
export const findWords: typeof phrases.findWords = /* @__PURE__ */ checked(
  'findWords',
  { text: 'text', lists: 'WordList[]' },
  phrases.findWords,
);
export const lastWords: typeof phrases.lastWords = /* @__PURE__ */ checked(
  'lastWords',
  { phrase: 'Phrase' },
  phrases.lastWords,
);
export const readPhrase: typeof phrases.readPhrase = /* @__PURE__ */ checked(
  'readPhrase',
  { text: 'text', lists: 'WordList[]' },
  phrases.readPhrase,
);
export const passphraseWarnings: typeof keys.passphraseWarnings = /* @__PURE__ */ checked(
  'passphraseWarnings',
  { passphrase: 'text' },
  keys.passphraseWarnings,
);
export const compactSeedQr: typeof qr.compactSeedQr = /* @__PURE__ */ checked(
  'compactSeedQr',
  { phrase: 'Phrase' },
  qr.compactSeedQr,
);
export const readCompactSeedQr: typeof qr.readCompactSeedQr = /* @__PURE__ */ checked(
  'readCompactSeedQr',
  { bytes: 'bytes', list: 'WordList' },
  qr.readCompactSeedQr,
);
export const readSeedQr: typeof qr.readSeedQr = /* @__PURE__ */ checked(
  'readSeedQr',
  { digits: 'text', list: 'WordList' },
  qr.readSeedQr,
);
export const seedQrDigits: typeof qr.seedQrDigits = /* @__PURE__ */ checked(
  'seedQrDigits',
  { phrase: 'Phrase' },
  qr.seedQrDigits,
);
/**
 * Reads any text of keys: seed words, a SeedQR, private keys, descriptors, wallet files, and lists
 * of them. Call `wipeKeys` after use. Returns `{ error }` for any other text.
 *
 * @param text - Secret, in most cases: never store or log it.
 * @param options - `network` of the keys, `passphrase` of words (BIP39), `account` number.
 */
export const readKeys: (
  text: string,
  options: CurveOption<readers.ReadKeysOptions>,
) => rings.KeyRing | KeyFault = /* @__PURE__ */ checked(
  'readKeys',
  { text: 'text', options: 'ReadKeysOptions' },
  (text, options) => readers.readKeys(text, withCurve(options)),
);
/**
 * Joins keys and wallets that were read one by one: seed words and the wallet's descriptor.
 *
 * @param rings - As `readKeys` returns them, of one network.
 */
export const joinKeys: typeof rings.joinRings = /* @__PURE__ */ checked(
  'joinKeys',
  { rings: 'KeyRing[]' },
  rings.joinRings,
);
/**
 * Overwrites the private keys of seeds and extended keys.
 *
 * @param ring - Its keys are of no use afterwards.
 */
export const wipeKeys: typeof rings.wipeRing = /* @__PURE__ */ checked(
  'wipeKeys',
  { ring: 'KeyRing' },
  rings.wipeRing,
);
/**
 * Lists accounts of the seeds and extended private keys that `readKeys` has read: path, xpub (also
 * as SLIP-132 writes it) and descriptor. Returns `{ error }` for a path that is not one.
 *
 * @param ring - As `readKeys` returns it.
 * @param options - `network` of the keys; `account` number, or `paths` of your own.
 */
export const listAccounts: (
  ring: rings.KeyRing,
  options: places.ListAccountsOptions & CurveOption<rings.RingContext>,
) => readonly places.KeyAccount[] | KeyFault = /* @__PURE__ */ checked(
  'listAccounts',
  { ring: 'KeyRing', options: 'ListAccountsOptions' },
  (ring, options) => places.listAccounts(ring, options, withCurve(options)),
);
/**
 * Finds the account that an address or an extended public key (xpub, also of SLIP-132) belongs to:
 * purposes 44, 49, 84 and 86, account numbers 0 to 19, 1000 positions for receiving and change, and
 * the wallets of the ring. Resolves to `undefined` if it is none of them, and to `{ error }` for
 * another text.
 *
 * @param ring - As `readKeys` returns it.
 * @param target - An address, or an extended public key.
 * @param options - `network` of the keys; `accounts` and `positions` are searched, `paths` first.
 */
export const findAccount: (
  ring: rings.KeyRing,
  target: string,
  options: places.FindAccountOptions &
    CurveOption<rings.RingContext> & {
      /** Ends the search with `ABORTED`. Other work runs between its short steps. */
      readonly signal?: AbortSignalLike | undefined;
    },
) => Promise<places.FoundAccount | KeyFault | undefined> = /* @__PURE__ */ rejecting(
  /* @__PURE__ */ checked(
    'findAccount',
    { ring: 'KeyRing', target: 'text', options: 'FindAccountOptions' },
    async (ring, target, { signal, ...options }) => {
      const pause = pauseFor(signal);
      checkAborted(signal);
      return places.findAccount(ring, target, options, { ...withCurve(options), pause });
    },
  ),
);
