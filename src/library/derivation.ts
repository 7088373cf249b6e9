import { nobleSecp256k1 } from '../crypto/noble.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import type { ExtendedPrivateKey } from '../descriptor/extended-key.ts';
import type { Bytes } from '../encoding/bytes.ts';
import * as accounts from '../seed/accounts.ts';
import * as bip85 from '../seed/bip85.ts';
import { checkedWith } from './checked.ts';
import { type CurveOption, withCurve } from './curve-option.ts';
import { extendedKeyKinds, isUnsigned } from './descriptor-kinds.ts';

/** Settings for deriving and formatting keys. */
export type DerivationContext = CurveOption<accounts.DerivationContext>;

/** The checks of a list of words. */
export const wordListKinds = {
  wordList: {
    is: (value: unknown) =>
      Array.isArray(value) &&
      value.length === 2048 &&
      value.every((word) => typeof word === 'string'),
    words: 'an array of 2048 strings',
  },
  WordList: { language: 'text', words: 'wordList' },
} as const;

const checked = /* @__PURE__ */ checkedWith({
  ...extendedKeyKinds,
  ...wordListKinds,
  childNumber: {
    is: (value: unknown) => isUnsigned(value, 0xffffffff),
    words: 'a whole number from 0 to 4294967295',
  },
  AccountKind: { name: 'text', path: 'childNumber[]', wrap: 'function' },
  DerivationContext: { only: { network: 'Network', secp256k1: 'Secp256k1?' } },
  SeedAccount: { name: 'any', path: 'any', xpub: 'any', descriptor: 'text' },
  ChildKind: {
    variants: {
      words: { words: 'integer', list: 'WordList' },
      wif: {},
      xprv: {},
      hex: { bytes: 'integer' },
    },
  },
});

/**
 * Derives the data of an account that a watch-only wallet needs, and that people compare with a
 * device.
 *
 * @param root - An extended private key of depth 0. It is not changed.
 * @param kind - One of `standardAccounts`.
 * @param context - The network of the keys, and another curve than the default.
 * @throws `ColdsignError`: `WRONG_ARGUMENT` if an argument has another type.
 *
 * @example
 * import { deriveAccount, rootKeyOf, standardAccounts } from 'coldsign/seed';
 * import { networks } from 'coldsign/script';
 *
 * const words = `${'abandon '.repeat(11)}about`.split(' ');
 * const root = rootKeyOf({ words }, '');
 * if (root === undefined) throw new Error('not a seed');
 * const context = { network: networks.main };
 * const accounts = standardAccounts(networks.main, 0).map((kind) =>
 *   deriveAccount(root, kind, context),
 * );
 * console.log(accounts[2]?.descriptor.slice(0, 25)); // wpkh([73c5da0a/84h/0h/0h]
 */
export const deriveAccount: (
  root: ExtendedPrivateKey,
  kind: accounts.AccountKind,
  context: DerivationContext,
) => accounts.StandardAccount = /* @__PURE__ */ checked(
  'deriveAccount',
  { root: 'ExtendedPrivateKey', kind: 'AccountKind', context: 'DerivationContext' },
  (root, kind, context) => accounts.deriveAccount(root, kind, withCurve(context)),
);

/**
 * The first addresses to receive at. Throws a `ColdsignError` (`WRONG_ARGUMENT`) for a text that
 * is no descriptor of this network.
 *
 * @param account - Only its descriptor is read.
 * @param count - From position 0.
 * @param context - The network of the addresses, and another curve than the default.
 * @throws `ColdsignError`: `WRONG_ARGUMENT`, also for a text that is no descriptor of this
 *   network.
 *
 * @example
 * import { deriveAccount, firstAddresses, rootKeyOf, standardAccounts } from 'coldsign/seed';
 * import { networks } from 'coldsign/script';
 *
 * const words = `${'abandon '.repeat(11)}about`.split(' ');
 * const root = rootKeyOf({ words }, '');
 * if (root === undefined) throw new Error('not a seed');
 * const context = { network: networks.main };
 * const [, , kind] = standardAccounts(networks.main, 0);
 * if (kind === undefined) throw new Error('not standard');
 * console.log(firstAddresses(deriveAccount(root, kind, context), 1, context)[0]);
 * // bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu
 */
export const firstAddresses: (
  account: accounts.StandardAccount,
  count: number,
  context: DerivationContext,
) => readonly string[] = /* @__PURE__ */ checked(
  'firstAddresses',
  { account: 'SeedAccount', count: 'integer', context: 'DerivationContext' },
  (account, count, context) => accounts.firstAddresses(account, count, withCurve(context)),
);

/**
 * Returns the descriptor of an account with its private key, which allows spending.
 *
 * @param root - An extended private key of depth 0. It is not changed.
 * @param kind - One of `standardAccounts`.
 * @param context - The network of the keys, and another curve than the default.
 * @throws `ColdsignError`: `WRONG_ARGUMENT` if an argument has another type.
 *
 * @example
 * import { privateDescriptor, rootKeyOf, standardAccounts } from 'coldsign/seed';
 * import { networks } from 'coldsign/script';
 *
 * const words = `${'abandon '.repeat(11)}about`.split(' ');
 * const root = rootKeyOf({ words }, '');
 * if (root === undefined) throw new Error('not a seed');
 * const context = { network: networks.main };
 * const [, , kind] = standardAccounts(networks.main, 0);
 * console.log(kind && privateDescriptor(root, kind, context).slice(0, 29));
 * // wpkh([73c5da0a/84h/0h/0h]xprv
 */
export const privateDescriptor: (
  root: ExtendedPrivateKey,
  kind: accounts.AccountKind,
  context: DerivationContext,
) => string = /* @__PURE__ */ checked(
  'privateDescriptor',
  { root: 'ExtendedPrivateKey', kind: 'AccountKind', context: 'DerivationContext' },
  (root, kind, context) => accounts.privateDescriptor(root, kind, withCurve(context)),
);

/**
 * BIP85: "The resulting private key (k) is then processed with HMAC-SHA512, where the key is
 * "bip-entropy-from-k", and the message payload is the private key k". 64 bytes; `steps` follow
 * m/83696968h, all hardened. `undefined` for invalid steps.
 *
 * @param root - An extended private key of depth 0.
 * @param steps - Numbers below 2^31, such as `[39, 0, 12, 0]` for twelve English words.
 * @param secp256k1 - Default: the curve in pure JavaScript; `coldsign/kernel` has a faster one.
 * @throws `ColdsignError`: `WRONG_ARGUMENT` if an argument has another type.
 *
 * @example
 * import { childEntropy, rootKeyOf } from 'coldsign/seed';
 *
 * const words = `${'abandon '.repeat(11)}about`.split(' ');
 * const root = rootKeyOf({ words }, '');
 * if (root === undefined) throw new Error('not a seed');
 * console.log(childEntropy(root, [39, 0, 12, 0])?.length); // 64
 */
export const childEntropy: (
  root: ExtendedPrivateKey,
  steps: readonly number[],
  secp256k1?: Secp256k1,
) => Bytes | undefined = /* @__PURE__ */ checked(
  'childEntropy',
  { root: 'ExtendedPrivateKey', steps: 'integer[]', secp256k1: 'Secp256k1?' },
  (root, steps, secp256k1 = nobleSecp256k1) => bip85.childEntropy(root, steps, secp256k1),
);

/**
 * Derives a secret as text from the root key, which it does not reveal. Returns `undefined` for
 * numbers that BIP85 does not define.
 *
 * @param root - An extended private key of depth 0. It is not changed.
 * @param kind - Words, a WIF key, an xprv, or bytes in hexadecimal (BIP85).
 * @param index - Number, 0 to 2^31 - 1.
 * @param context - The network of the keys, and another curve than the default.
 * @throws `ColdsignError`: `WRONG_ARGUMENT` if an argument has another type.
 *
 * @example
 * import { deriveChild, rootKeyOf } from 'coldsign/seed';
 * import { networks } from 'coldsign/script';
 *
 * const words = `${'abandon '.repeat(11)}about`.split(' ');
 * const root = rootKeyOf({ words }, '');
 * if (root === undefined) throw new Error('not a seed');
 * const context = { network: networks.main };
 * console.log(deriveChild(root, { kind: 'wif' }, 0, context)?.length); // 52
 */
export const deriveChild: (
  root: ExtendedPrivateKey,
  kind: bip85.ChildKind,
  index: number,
  context: DerivationContext,
) => string | undefined = /* @__PURE__ */ checked(
  'deriveChild',
  { root: 'ExtendedPrivateKey', kind: 'ChildKind', index: 'integer', context: 'DerivationContext' },
  (root, kind, index, context) => bip85.deriveChild(root, kind, index, withCurve(context)),
);

/**
 * The 4 bytes by which devices name a root key.
 *
 * @param root - An extended private key of depth 0.
 * @param secp256k1 - Default: the curve in pure JavaScript; `coldsign/kernel` has a faster one.
 * @throws `ColdsignError`: `WRONG_ARGUMENT` if an argument has another type.
 *
 * @example
 * import { masterFingerprint, rootKeyOf } from 'coldsign/seed';
 * import { encodeHex } from 'coldsign/transaction';
 *
 * const words = `${'abandon '.repeat(11)}about`.split(' ');
 * const root = rootKeyOf({ words }, '');
 * if (root === undefined) throw new Error('not a seed');
 * console.log(encodeHex(masterFingerprint(root))); // 73c5da0a
 */
export const masterFingerprint: (root: ExtendedPrivateKey, secp256k1?: Secp256k1) => Bytes =
  /* @__PURE__ */ checked(
    'masterFingerprint',
    { root: 'ExtendedPrivateKey', secp256k1: 'Secp256k1?' },
    (root, secp256k1 = nobleSecp256k1) => accounts.masterFingerprint(root, secp256k1),
  );
