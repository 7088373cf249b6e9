export { PrivateKey } from '../crypto/private-key.ts';
export type { ExtendedPrivateKey } from '../descriptor/extended-key.ts';
export type { KeyRing } from '../keys/key-ring.ts';
export { joinRings as joinKeys, wipeRing as wipeKeys } from '../keys/key-ring.ts';
export type { KeyFault } from '../keys/read-private-keys.ts';
export type { FoundAccount, KeyAccount } from '../keys/ring-accounts.ts';
export { deriveChild } from '../library/derivation.ts';
export * from '../library/seed-api.ts';
export type { AccountKind } from '../seed/accounts.ts';
export type { WordList } from '../seed/bip39.ts';
export { english, entropyOfWords, wordLists, wordsOfEntropy } from '../seed/bip39.ts';
export type { RollFault, RollReport } from '../seed/dice.ts';
export { entropyOfRolls, leastRolls, readRolls, testRolls } from '../seed/dice.ts';
export {
  describeIrregularity,
  describePassphraseWarning,
  describePhraseFault,
} from '../seed/fault-text.ts';
export { completeWord } from '../seed/find-word.ts';
export type { FaultyPhrase, Phrase, PhraseFault, ReadPhrase } from '../seed/phrase.ts';
export { findWords, lastWords, readPhrase } from '../seed/phrase.ts';
export type { PassphraseWarning } from '../seed/root-key.ts';
export { passphraseWarnings } from '../seed/root-key.ts';
export { compactSeedQr, readCompactSeedQr, readSeedQr, seedQrDigits } from '../seed/seed-qr.ts';
