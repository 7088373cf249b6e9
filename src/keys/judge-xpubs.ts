import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { stepsBehind } from '../descriptor/key-path.ts';
import { equalBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import type { Psbt } from '../psbt/psbt.ts';
import { MOST_IN_LIST, type NamedXpub, readXpub, type XpubVerdict } from '../review/own-keys.ts';
import { findAccountPath } from './account-paths.ts';
import { type KeyTree, MOST_STEPS } from './key-roots.ts';

/**
 * Judges the extended keys of a PSBT by `xpubId`, and notes which accounts they prove. They do not
 * sign; the keys below them do.
 */
export function judgeXpubs(
  xpubs: Psbt['xpubs'],
  trees: readonly KeyTree[],
  secp256k1: Secp256k1,
): ReadonlyMap<string, XpubVerdict> {
  const verdicts = new Map<string, XpubVerdict>();
  for (const xpub of xpubs.slice(0, MOST_IN_LIST).map(readXpub)) {
    const all = trees.map((tree) => judgeXpub(xpub, tree, secp256k1));
    const verdict = WORST.find((each) => all.includes(each)) ?? 'unknown';
    verdicts.set(xpubId(xpub), verdict);
  }
  return verdicts;
}

/** A key that one master key derives is not foreign because another one does not. */
const WORST = ['ours', 'misplaced', 'forged'] as const;

function judgeXpub(
  { key, origin }: NamedXpub,
  { master, below, proven, found }: KeyTree,
  secp256k1: Secp256k1,
): XpubVerdict {
  const from = master.origin;
  const isNamed = from !== undefined && equalBytes(from.fingerprint, origin.fingerprint);
  const steps = isNamed ? stepsBehind(from.path, origin.path) : undefined;
  const isShort = steps !== undefined && steps.length <= MOST_STEPS;
  const accounts = found.map((path) => path.slice(0, -2));
  const more = isShort ? [steps, ...accounts] : [origin.path.slice(0, MOST_STEPS), ...accounts];
  const path = findAccountPath(master, below, key, secp256k1, more);
  if (path === undefined) return isShort ? 'forged' : 'unknown';
  proven.push(path);
  const isRight = path.join() === steps?.join();
  const isUnset = origin.fingerprint.every((byte) => byte === 0);
  return isRight || isUnset || from === undefined ? 'ours' : 'misplaced';
}

/** Returns an id of an extended key with its origin. */
export const xpubId = ({ key, origin }: NamedXpub): string =>
  [key.publicKey, key.chainCode, origin.fingerprint].map(encodeHex).join() + origin.path.join('/');
