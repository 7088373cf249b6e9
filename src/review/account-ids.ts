import { allKeys, type Descriptor } from '../descriptor/descriptor.ts';
import { fingerprint, HARDENED, isHardened } from '../descriptor/extended-key.ts';
import { isUnspendable, type KeyExpression } from '../descriptor/key-expression.ts';
import { formatKeyPath } from '../descriptor/key-path.ts';
import type { PrivateKeySource } from '../descriptor/private-keys.ts';
import type { Bytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import type { KeyOrigin } from '../signing/provider.ts';
import { childAt, xOf } from './own-keys.ts';

/**
 * Returns the number of steps to the account of a key: up to the last hardened step. Some wallets
 * also harden the branch and the position.
 */
function accountDepth(path: readonly number[]): number {
  const last = path.map(isHardened).lastIndexOf(true);
  return last === path.length - 1 ? Math.max(0, path.length - 2) : last + 1;
}

const isUnset = (bytes: Bytes) => bytes.every((byte) => byte === 0);

/** Returns the name of an account, such as `d34db33f/84h/0h/0h`, if its origin is known. */
function accountName({ fingerprint: master, path }: KeyOrigin): readonly string[] {
  if (isUnset(master) || path.length === 0) return [];
  return [`${encodeHex(master)}${formatKeyPath(path.slice(0, accountDepth(path)))}`];
}

/**
 * Returns ids of the account of a key. Two keys are of one account if they have an id in common,
 * also if they have different origins. The ids are the account's name, and fingerprints of public
 * keys: those of the account and of all keys from there to the key. `before` is the number of steps
 * of the origin before the key from which `publicKeyAt` derives.
 */
export function accountIds(
  origin: KeyOrigin,
  before: number,
  publicKeyAt: (steps: readonly number[]) => Bytes | undefined,
): readonly string[] {
  const { path } = origin;
  const first = Math.max(accountDepth(path), before);
  const steps = path.slice(before);
  const above = path.slice(first).map((_, i) => steps.slice(0, first - before + i));
  const keys = above.flatMap((each) => publicKeyAt(each) ?? []);
  return [...accountName(origin), ...keys.map((key) => encodeHex(fingerprint(key)))];
}

/** Returns the id of a single public key. */
export const keyId = (publicKey: Bytes): string => encodeHex(xOf(publicKey));

/** Returns whether an id is that of a single public key. */
export const isKeyId = (id: string): boolean => id.length === 64;

/** Returns ids of the account of each key of a descriptor. */
export const descriptorAccounts = (
  descriptor: Descriptor,
  source: PrivateKeySource,
): readonly (readonly string[])[] =>
  allKeys(descriptor)
    .filter((key) => !isUnspendable(key))
    .flatMap((key) => accountsIn(key, source))
    .filter((ids) => ids.length > 0);

function accountsIn(
  key: KeyExpression,
  source: PrivateKeySource,
  origin?: KeyOrigin,
): readonly (readonly string[])[] {
  switch (key.kind) {
    case 'constant':
      return [[keyId(key.publicKey), ...(origin ? accountName(origin) : [])]];
    case 'origin':
      return accountsIn(key.key, source, key.origin);
    case 'musig':
      return key.participants.flatMap((each) => accountsIn(each, source));
    case 'extended': {
      const { root, path, wildcard } = key;
      const from = origin ?? { fingerprint: fingerprint(root.publicKey), path: [] };
      const end = { none: [], unhardened: [0], hardened: [HARDENED] }[wildcard];
      const whole = { ...from, path: [...from.path, ...path, ...end] };
      const publicKeyAt = (steps: readonly number[]) => childAt(root, steps, source)?.publicKey;
      const ids = accountIds(whole, from.path.length, publicKeyAt);
      const fixed = wildcard === 'none' ? publicKeyAt(path) : undefined;
      // Wallets that export each branch as a key of its own name the account as its parent.
      const isBranch = root.depth > 0 && !isHardened(root.childNumber);
      const parent = isBranch && !isUnset(root.parentFingerprint) ? [root.parentFingerprint] : [];
      const more = fixed ? [keyId(fixed), encodeHex(fingerprint(fixed))] : [];
      return [[...ids, ...more, ...parent.map(encodeHex)]];
    }
  }
}
