import { encodeHex } from '../encoding/hex.ts';
import { TAPROOT_LEAF_TAPSCRIPT } from '../script/limits.ts';
import { tapLeafHash } from '../script/taproot.ts';
import type { SigningPath } from '../signing/provider.ts';
import { derivedKeyAt, type KeySource } from './derive-keys.ts';
import type { Descriptor } from './descriptor.ts';
import { expand } from './expand.ts';
import { spendingPaths } from './spending-paths.ts';

/**
 * Returns how an output is signed by one of its `spendingPaths`; 0 is the smallest. Returns
 * `undefined` if there is no such path or a key is unavailable.
 */
export function branchSigningAt(
  descriptor: Descriptor,
  path: number,
  position: number,
  source: KeySource,
): SigningPath | undefined {
  const chosen = spendingPaths(descriptor)?.[path];
  if (chosen === undefined) return undefined;
  const { leaf, signers, older, after } = chosen;
  const keys = new Set<string>();
  for (const key of signers.flatMap((group) => group.keys)) {
    const publicKey = derivedKeyAt(key, position, source);
    if (publicKey === undefined) return undefined;
    keys.add(encodeHex(publicKey.subarray(1, 33)));
  }
  const locks = { ...(older !== undefined && { older }), ...(after !== undefined && { after }) };
  if (leaf === undefined || descriptor.kind !== 'tr') return { keys, ...locks };
  const inner = descriptor.leaves[leaf];
  const [script] = (inner && expand(inner.script, position, source)?.scripts) ?? [];
  if (script === undefined) return undefined;
  return { keys, ...locks, leafHash: tapLeafHash(TAPROOT_LEAF_TAPSCRIPT, script) };
}
