export { PrivateKey } from '../crypto/private-key.ts';
export type { ExtendedPrivateKey } from '../descriptor/extended-key.ts';
export { decodeExtendedPrivateKey } from '../descriptor/extended-key.ts';
export type { Account, AccountKind, DerivationContext } from '../seed/accounts.ts';
export {
  deriveAccount,
  firstAddresses,
  privateDescriptor,
  standardAccounts,
} from '../seed/accounts.ts';
export type { Language, WordList } from '../seed/bip39.ts';
export {
  czech,
  english,
  entropyOfWords,
  french,
  italian,
  japanese,
  korean,
  portuguese,
  seedOfWords,
  simplifiedChinese,
  spanish,
  traditionalChinese,
  wordLists,
  wordsOfEntropy,
} from '../seed/bip39.ts';
export type { ChildKind } from '../seed/bip85.ts';
export { childEntropy, deriveChild } from '../seed/bip85.ts';
export type { Evenness, Randomizer, RollFault, RollReport } from '../seed/dice.ts';
export { entropyOfRolls, leastRolls, readRolls, testRolls } from '../seed/dice.ts';
export type { ElectrumSeed } from '../seed/electrum.ts';
export { electrumAccounts, electrumRootKey, electrumSeed } from '../seed/electrum.ts';
export { describeOddity, describePhraseFault, describeUntidy } from '../seed/fault-text.ts';
export { completeWord } from '../seed/find-word.ts';
export type {
  FaultyPhrase,
  FoundWords,
  Phrase,
  PhraseFault,
  ReadPhrase,
  UnknownWord,
} from '../seed/phrase.ts';
export { findWords, lastWords, readPhrase } from '../seed/phrase.ts';
export type { PassphraseOddity } from '../seed/root-key.ts';
export { masterFingerprint, passphraseOddities, rootKeyOf } from '../seed/root-key.ts';
export { compactSeedQr, readCompactSeedQr, readSeedQr, seedQrDigits } from '../seed/seed-qr.ts';
export type { Untidiness } from '../seed/split-words.ts';
