import type { Secp256k1 } from '../crypto/secp256k1.ts';
import {
  type ExtendedPrivateKey,
  type ExtendedPublicKey,
  HARDENED,
  isHardened,
  neuter,
} from '../descriptor/extended-key.ts';
import { formatKeyPath } from '../descriptor/key-path.ts';
import { equalBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import type { AccountKind } from '../seed/accounts.ts';
import type { KeyOrigin } from '../signing/provider.ts';
import type { Below } from './derive-below.ts';

/** Paths of accounts of wallets with several keys (BIP48, BIP87), without the bit of hardening. */
export const sharedPaths = (coin: number, account: number): readonly (readonly number[])[] => [
  [48, coin, account, 1],
  [48, coin, account, 2],
  [87, coin, account],
];

/** Paths of accounts without a number: BIP45, and Electrum's accounts. */
export const barePaths: readonly (readonly number[])[] = [[45], [0], [1]];

const SINGLE = [84, 86, 49, 44];
/** BIP45: "cosigner_index" is a step of its own, and is not hardened. */
const COSIGNERS = [0, 1, 2, 3, 4];

const harden = (path: readonly number[]): readonly number[] => path.map((step) => step + HARDENED);

/** A master key, and the accounts that the user asked for. */
type Master = { readonly key: ExtendedPrivateKey; readonly accounts: readonly AccountKind[] };

/**
 * Lists the paths of the accounts of a master key that wallets use: the requested accounts, and all
 * with one of these numbers. The key of an account is its only account.
 */
export function accountPaths(
  { key, accounts }: Master,
  numbers: readonly number[],
): readonly (readonly number[])[] {
  if (key.depth > 0) return [[]];
  const given = accounts.map(({ path }) => path);
  const asked = given.flatMap((path) => (isNumbered(path) ? [(path[2] ?? 0) - HARDENED] : []));
  const coins = given.flatMap((path) => (isNumbered(path) ? [(path[1] ?? 0) - HARDENED] : []));
  const numbered = [...new Set([...asked, ...numbers])].flatMap((number) =>
    [...new Set(coins.length > 0 ? coins : [0, 1])].flatMap((coin) => [
      ...SINGLE.map((purpose) => [purpose, coin, number]),
      ...sharedPaths(coin, number),
    ]),
  );
  const cosigners = COSIGNERS.map((index) => [45 + HARDENED, index]);
  const all = [...given, ...[...numbered, ...barePaths].map(harden), ...cosigners];
  return [...new Map(all.map((path) => [path.join('/'), path])).values()];
}

const isNumbered = (path: readonly number[]) => path.length === 3 && path.every(isHardened);

/** Numbers of the accounts whose extended keys are searched. */
const NUMBERS = Array.from({ length: 20 }, (_, i) => i);

/**
 * Returns the path of an extended public key among a master key's accounts, and `more` paths;
 * `undefined` if it is none of them. Depth and parent may be wrong, as in a UR.
 */
export function findAccountPath(
  master: Master,
  below: Below,
  { publicKey, chainCode }: Pick<ExtendedPublicKey, 'publicKey' | 'chainCode'>,
  secp256k1: Secp256k1,
  more: readonly (readonly number[])[] = [],
): readonly number[] | undefined {
  return [...more, [], ...accountPaths(master, NUMBERS)].find((path) => {
    const key = below.at(path);
    // A chain code needs no point, so most keys cost only a hash.
    return (
      key !== undefined &&
      equalBytes(key.chainCode, chainCode) &&
      equalBytes(neuter(key, secp256k1).publicKey, publicKey)
    );
  });
}

/**
 * Returns the origin of a key's account: its path up to the last hardened step. Some wallets also
 * harden branch and position, as Core's oldest (m/0h/0h/5h), and these two are left out.
 */
export function accountOrigin({ fingerprint, path }: KeyOrigin): KeyOrigin {
  const [first, branch = 0] = path;
  const isCoreLegacy = path.length === 3 && first === HARDENED && branch <= HARDENED + 1;
  const hardensAll = path.every(isHardened) && (path.length > 4 || isCoreLegacy);
  const end = hardensAll ? -2 : path.map(isHardened).lastIndexOf(true) + 1;
  return { fingerprint, path: path.slice(0, end) };
}

/** Writes an origin as reviews do: 80002067/84h/1h/0h. */
export const originText = ({ fingerprint, path }: KeyOrigin): string =>
  `${encodeHex(fingerprint)}${formatKeyPath(path)}`;
