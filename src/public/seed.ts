export { PrivateKey } from '../crypto/private-key.ts';
export type { ExtendedPrivateKey } from '../descriptor/extended-key.ts';
export type { KeyDescriptor, KeyRing, MasterKey, RingContext } from '../keys/key-ring.ts';
export type { ReadKeysOptions, WalletText } from '../keys/read-keys.ts';
export type { KeyFault } from '../keys/read-private-keys.ts';
export type {
  FindAccountOptions,
  FindProgress,
  FoundAccount,
  KeyAccount,
  ListAccountsOptions,
} from '../keys/ring-accounts.ts';
export * from '../library/checked-seed.ts';
export type { DerivationContext } from '../library/derivation.ts';
export {
  childEntropy,
  deriveAccount,
  deriveChild,
  firstAddresses,
  masterFingerprint,
  privateDescriptor,
} from '../library/derivation.ts';
export type { AccountKind, StandardAccount } from '../seed/accounts.ts';
export type { Language, WordList } from '../seed/bip39.ts';
export {
  czech,
  english,
  french,
  italian,
  japanese,
  korean,
  portuguese,
  simplifiedChinese,
  spanish,
  traditionalChinese,
  wordLists,
} from '../seed/bip39.ts';
export type { ChildKind } from '../seed/bip85.ts';
export type { Evenness, Randomizer, RollFault, RollReport } from '../seed/dice.ts';
export type { ElectrumSeed } from '../seed/electrum.ts';
export { electrumAccounts } from '../seed/electrum.ts';
export type { ForeignSecret } from '../seed/foreign-secret.ts';
export type {
  FaultyPhrase,
  FoundWords,
  Phrase,
  PhraseFault,
  ReadPhrase,
  UnknownWord,
} from '../seed/phrase.ts';
export type { PassphraseWarning } from '../seed/root-key.ts';
export type { Untidiness } from '../seed/split-words.ts';
