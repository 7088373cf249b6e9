import { decodePoint, type Point } from '../crypto/curve/point.ts';
import { hash160 } from '../crypto/hash.ts';
import { readPoint } from '../crypto/musig.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { type Bytes, concatBytes, equalBytes } from '../encoding/bytes.ts';
import { lastOf } from '../encoding/list.ts';
import { matchWitnessProgram, walkScript } from '../script/script.ts';
import {
  isControlBlockSize,
  tapLeafHash,
  taprootMerkleRoot,
  tapTweakHash,
  UNSPENDABLE_KEY,
} from '../script/taproot.ts';
import { solveScript } from '../script/templates.ts';
import type { PsbtInput } from './psbt.ts';
import { spentOutput } from './session.ts';

/**
 * What an input adds to the shared secret of a silent payment (BIP352, "Inputs For Shared Secret
 * Derivation"). `unknown`: the input is eligible, or may be, but its public key is not in the PSBT.
 * `forbidden`: a witness version above 1, with which no silent payment may be sent.
 */
export type SenderKey =
  | { readonly kind: 'key'; readonly point: Point }
  | { readonly kind: 'none' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'forbidden' };

const none: SenderKey = { kind: 'none' };
const unknown: SenderKey = { kind: 'unknown' };

export function senderKey(input: PsbtInput, curve: Secp256k1): SenderKey {
  const coin = spentOutput(input);
  if (coin === undefined) return unknown;
  const program = matchWitnessProgram(coin.scriptPubKey);
  if (program !== undefined && program.version > 1) return { kind: 'forbidden' };
  const script = solveScript(coin.scriptPubKey);
  switch (script.kind) {
    case 'witness_v1_taproot':
      return keyOfTaproot(script.outputKey, input, curve);
    case 'witness_v0_keyhash':
    case 'pubkeyhash':
      return keyOfHash(script.hash, input, curve);
    case 'scripthash':
      return nestedKey(script.hash, input, curve);
    default:
      return none;
  }
}

/** P2SH is eligible if it nests P2WPKH. */
function nestedKey(hash: Bytes, input: PsbtInput, curve: Secp256k1): SenderKey {
  const pushed = lastOf(walkScript(input.finalScriptSig) ?? [])?.data;
  const redeemScript = input.redeemScript.length > 0 ? input.redeemScript : pushed;
  if (redeemScript === undefined || !equalBytes(hash160(redeemScript), hash)) return unknown;
  const inner = solveScript(redeemScript);
  return inner.kind === 'witness_v0_keyhash' ? keyOfHash(inner.hash, input, curve) : none;
}

/**
 * The key of a key hash, from a derivation, or from the final scripts once derivations are gone. A
 * key that does not hash to the script is passed over. Uncompressed keys are not eligible.
 */
function keyOfHash(hash: Bytes, input: PsbtInput, curve: Secp256k1): SenderKey {
  const key = [
    ...input.keyPaths.map(({ publicKey }) => publicKey),
    ...input.finalWitness,
    ...(walkScript(input.finalScriptSig) ?? []).map(({ data }) => data),
  ].find((each) => (each.length === 33 || each.length === 65) && equalBytes(hash160(each), hash));
  if (key === undefined) return unknown;
  const point = readPoint(key, curve);
  return point ? { kind: 'key', point } : none;
}

/**
 * The output key, with an even y. BIP352 leaves out outputs that only scripts can spend, because
 * their internal key is BIP341's H. A PSBT that claims H has to prove it: left out wrongly, the
 * payee would never find the payment.
 */
function keyOfTaproot(outputKey: Bytes, input: PsbtInput, curve: Secp256k1): SenderKey {
  const isUnspendable = (key: Bytes) => equalBytes(key, UNSPENDABLE_KEY);
  if (isUnspendable(outputKey)) return none;
  const claims = commitmentsOf(input).filter(({ internalKey }) => isUnspendable(internalKey));
  if (claims.length > 0) {
    const isProven = claims.some(({ internalKey, merkleRoot }) => {
      const tweak = tapTweakHash(internalKey, merkleRoot);
      const tweaked = curve.tweakXOnlyPublicKey(internalKey, tweak);
      return tweaked !== undefined && equalBytes(tweaked.xOnly, outputKey);
    });
    return isProven ? none : unknown;
  }
  const point = decodePoint(concatBytes(Uint8Array.of(0x02), outputKey));
  return point ? { kind: 'key', point } : unknown;
}

type Commitment = { readonly internalKey: Bytes; readonly merkleRoot: Bytes | undefined };

/** What an input says its output key is made of: by its fields, its leaves and its witness. */
function commitmentsOf(input: PsbtInput): readonly Commitment[] {
  const { tapInternalKey, tapMerkleRoot, tapLeaves, finalWitness } = input;
  const hasAnnex = finalWitness.length > 1 && lastOf(finalWitness)?.[0] === 0x50;
  const stack = hasAnnex ? finalWitness.slice(0, -1) : finalWitness;
  const [script, controlBlock] = stack.slice(-2);
  const fields = tapInternalKey ? [{ internalKey: tapInternalKey, merkleRoot: tapMerkleRoot }] : [];
  const leaves = tapLeaves.flatMap((leaf) =>
    leaf.controlBlocks.flatMap((block) => commitmentOf(block, leaf.script)),
  );
  const spent = script && controlBlock ? commitmentOf(controlBlock, script) : [];
  return [...fields, ...leaves, ...spent];
}

function commitmentOf(controlBlock: Bytes, script: Bytes): readonly Commitment[] {
  if (!isControlBlockSize(controlBlock.length)) return [];
  const leafHash = tapLeafHash((controlBlock[0] ?? 0) & 0xfe, script);
  const merkleRoot = taprootMerkleRoot(controlBlock, leafHash);
  return [{ internalKey: controlBlock.subarray(1, 33), merkleRoot }];
}
