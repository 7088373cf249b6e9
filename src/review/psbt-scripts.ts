import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { type Bytes, emptyBytes, equalBytes } from '../encoding/bytes.ts';
import { lastOf } from '../encoding/list.ts';
import { isFinalized, type PsbtInput } from '../psbt/psbt.ts';
import { silentSpend } from '../psbt/silent-fields.ts';
import { walkScript } from '../script/script.ts';
import { solveScript } from '../script/templates.ts';
import { musigItems } from './psbt-fields.ts';
import { itemsIn } from './subject.ts';

/** Returns the spend keys that, with the tweak, give the output key (BIP376). */
export function silentKeysOf(
  input: PsbtInput,
  script: Bytes,
  secp256k1: Secp256k1,
): readonly Bytes[] {
  const solved = solveScript(script);
  const { tweak, spendKeys = [] } = silentSpend(input) ?? {};
  if (tweak === undefined || solved.kind !== 'witness_v1_taproot') return [];
  return spendKeys.filter((key) => {
    const tweaked = secp256k1.tweakPublicKey(key, tweak);
    return tweaked !== undefined && equalBytes(tweaked.subarray(1), solved.outputKey);
  });
}

/** Returns whether a held key may be only a part of the internal key (MuSig2). */
export const mayBeShared = ({ tapInternalKey: key, tapKeyPaths, musigParticipants }: PsbtInput) =>
  musigParticipants.length > 0 ||
  (key !== undefined && !tapKeyPaths.some(({ xOnly }) => equalBytes(xOnly, key)));

/** Returns whether the lock is known and more than a single key. */
export function isSharedLock(
  script: Bytes,
  { redeemScript, witnessScript, tapLeaves, musigParticipants }: PsbtInput,
): boolean {
  const inner = witnessScript.length > 0 ? witnessScript : redeemScript;
  const { kind } = solveScript(script);
  const isKey =
    solveScript(inner).kind === 'witness_v0_keyhash' ||
    kind === 'witness_v0_keyhash' ||
    kind === 'pubkeyhash';
  return kind === 'witness_v1_taproot'
    ? tapLeaves.length > 0 || musigParticipants.length > 0
    : kind === 'multisig' || (inner.length > 0 && !isKey);
}

/** Returns the scripts of an input, also if they are only in its final scripts. */
export function withRevealedScripts(input: PsbtInput): PsbtInput {
  const { redeemScript, witnessScript, finalScriptSig, finalWitness } = input;
  if (redeemScript.length + witnessScript.length > 0 || !isFinalized(input)) return input;
  const pushed = lastOf(walkScript(finalScriptSig) ?? [])?.data ?? emptyBytes;
  const isKey = solveScript(pushed).kind === 'witness_v0_keyhash';
  const witness = isKey ? undefined : lastOf(finalWitness);
  return { ...input, redeemScript: pushed, witnessScript: witness ?? emptyBytes };
}

/** Returns all keys and hashes by which a signer could find its keys. */
export function itemsOf(input: PsbtInput, script: Bytes, curve: Secp256k1): readonly Bytes[] {
  const isTaproot = solveScript(script).kind === 'witness_v1_taproot';
  const internal = isTaproot && input.tapInternalKey ? [input.tapInternalKey] : [];
  const items = [...itemsIn(scriptsIn(input, script)), ...internal];
  return isTaproot ? [...items, ...musigItems(input, items, curve)] : items;
}

/**
 * Returns the scripts that lock a coin, as far as the PSBT contains them, and the final witness.
 */
export function scriptsIn(input: PsbtInput, script: Bytes): readonly Bytes[] {
  const { redeemScript, witnessScript, tapLeaves, finalWitness } = withRevealedScripts(input);
  const isTaproot = solveScript(script).kind === 'witness_v1_taproot';
  const leaves = isTaproot ? tapLeaves.map((leaf) => leaf.script) : [];
  return [script, redeemScript, witnessScript, ...leaves, ...finalWitness];
}
