export { PrivateKey } from '../crypto/private-key.ts';
export type { ExtendedPrivateKey } from '../descriptor/extended-key.ts';
export type { KeyRing } from '../keys/key-ring.ts';
export type { ReadKeysOptions } from '../keys/read-keys.ts';
export type { FoundAccount, KeyAccount } from '../keys/ring-accounts.ts';
export * from '../library/checked-seed.ts';
export {
  childEntropy,
  deriveAccount,
  deriveChild,
  firstAddresses,
  masterFingerprint,
  privateDescriptor,
} from '../library/derivation.ts';
export type { AccountKind } from '../seed/accounts.ts';
export type { WordList } from '../seed/bip39.ts';
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
export type { RollReport } from '../seed/dice.ts';
export { electrumAccounts } from '../seed/electrum.ts';
export type { Phrase, PhraseFault } from '../seed/phrase.ts';
export type { PassphraseWarning } from '../seed/root-key.ts';
