import type { Secp256k1 } from '../crypto/secp256k1.ts';
import type { Bytes } from '../encoding/bytes.ts';
import { solveScript } from '../script/templates.ts';
import { leadsTo } from './find-misfits.ts';
import { isWholeTree, type KnownScripts } from './script-locks.ts';

/** Returns whether a coin may have a script that is not shown. */
export function hidesScripts(
  { redeemScript, witnessScript, tapInternalKey, tapLeaves }: KnownScripts,
  script: Bytes,
  secp256k1: Secp256k1,
): boolean {
  const outer = solveScript(script);
  if (outer.kind === 'witness_v1_taproot') {
    return !isWholeTree(tapLeaves) && !isKeyAlone(tapInternalKey, script, secp256k1);
  }
  const inner = outer.kind === 'scripthash' ? solveScript(redeemScript) : outer;
  const isHidden = outer.kind === 'scripthash' && redeemScript.length === 0;
  return isHidden || (inner.kind === 'witness_v0_scripthash' && witnessScript.length === 0);
}

/** Returns whether a taproot output has no tree. */
export function isKeyAlone(key: Bytes | undefined, script: Bytes, curve: Secp256k1): boolean {
  const outer = solveScript(script);
  if (key === undefined || outer.kind !== 'witness_v1_taproot') return false;
  return leadsTo(outer.outputKey, key, undefined, curve) !== undefined;
}
