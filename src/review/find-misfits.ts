import { hash160, hash256, ripemd160, sha256 } from '../crypto/hash.ts';
import { aggregateKeys, aggregateMusigKeys, aggregateOf } from '../crypto/musig.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { type Bytes, equalBytes } from '../encoding/bytes.ts';
import type { MusigParticipants, PsbtInput, PsbtOutput } from '../psbt/psbt.ts';
import { p2wshScript } from '../script/builders.ts';
import {
  tapLeafHash,
  taprootMerkleRoot,
  tapTweakHash,
  UNSPENDABLE_KEY,
} from '../script/taproot.ts';
import { solveScript } from '../script/templates.ts';
import type { TaprootLeaf } from '../signing/provider.ts';
import { buildTaprootOutput } from '../signing/taproot-output.ts';

/** Returns how the fields of an input contradict the script of its coin, as sentences. */
export function misfitsOfInput(
  input: PsbtInput,
  script: Bytes,
  curve: Secp256k1,
): readonly string[] {
  return [
    ...(scriptsFit(input, script) ? [] : ['A redeem or witness script has another hash.']),
    ...taprootMisfits(input, script, (key) => treeOfInput(input, key, curve)),
    ...input.musigParticipants.flatMap((each) => musigMisfit(each, curve)),
    ...(roundsFit(input) ? [] : ['A MuSig2 nonce or signature belongs to no participant.']),
    ...(preimagesFit(input) ? [] : ['A preimage has another hash.']),
  ];
}

/** Returns how the fields of an output contradict its script, as sentences. */
export function misfitsOfOutput(output: PsbtOutput, curve: Secp256k1): readonly string[] {
  const { scriptPubKey: script } = output;
  return [
    ...(scriptsFit(output, script) ? [] : ['A redeem or witness script has another hash.']),
    ...taprootMisfits(output, script, (key) => treeOfOutput(output, key, curve)),
    ...output.musigParticipants.flatMap((each) => musigMisfit(each, curve)),
  ];
}

type Scripts = Pick<PsbtInput, 'redeemScript' | 'witnessScript'>;

/** Returns whether the redeem and witness scripts match the hashes of P2SH and P2WSH. */
function scriptsFit({ redeemScript, witnessScript }: Scripts, script: Bytes): boolean {
  if (redeemScript.length + witnessScript.length === 0) return true;
  const outer = solveScript(script);
  const isNested = outer.kind === 'scripthash';
  // The witness script determines the redeem script.
  const redeem = redeemScript.length > 0 ? redeemScript : p2wshScript(sha256(witnessScript));
  const isRedeemed = isNested && equalBytes(hash160(redeem), outer.hash);
  if (isNested ? !isRedeemed : redeemScript.length > 0) return false;
  if (witnessScript.length === 0) return true;
  const inner = isNested ? solveScript(redeem) : outer;
  return inner.kind === 'witness_v0_scripthash' && equalBytes(sha256(witnessScript), inner.hash);
}

type Taproot = Pick<PsbtInput, 'tapInternalKey' | 'tapKeyPaths' | 'musigParticipants'> &
  Partial<PsbtInput>;

/** Checks taproot fields. `fits` returns whether they lead to an output key. */
function taprootMisfits(
  fields: Taproot,
  script: Bytes,
  fits: (outputKey: Bytes) => boolean,
): readonly string[] {
  const single = [fields.tapInternalKey, fields.tapMerkleRoot, fields.tapKeySignature];
  const lists = [
    fields.tapKeyPaths,
    fields.tapLeaves,
    fields.tapScriptSignatures,
    fields.musigParticipants,
    fields.musigPubNonces,
    fields.musigPartialSignatures,
  ];
  const isUsed = single.some((each) => each !== undefined) || lists.some((each) => each?.length);
  if (!isUsed) return [];
  const outer = solveScript(script);
  if (outer.kind !== 'witness_v1_taproot') return ['It has taproot fields, but is not taproot.'];
  return fits(outer.outputKey) ? [] : ['Its internal key or tree gives another output key.'];
}

/**
 * Returns the tweaked key if an internal key and the root of a tree give the output key (BIP341).
 */
export function leadsTo(outputKey: Bytes, key: Bytes, root: Bytes | undefined, curve: Secp256k1) {
  const tweaked = curve.tweakXOnlyPublicKey(key, tapTweakHash(key, root));
  return tweaked !== undefined && equalBytes(tweaked.xOnly, outputKey) ? tweaked : undefined;
}

/**
 * Returns whether the fields lead to the output key. An input without a root, leaves or derivations
 * that name a leaf states that it has no tree.
 */
function treeOfInput(input: PsbtInput, outputKey: Bytes, curve: Secp256k1): boolean {
  const { tapInternalKey: key, tapMerkleRoot: root, tapLeaves, tapKeyPaths } = input;
  if (!tapLeaves.every((leaf) => leafFits(leaf, input, outputKey, curve))) return false;
  if (key === undefined || tapLeaves.length > 0) return true;
  const mayHaveTree =
    equalBytes(key, UNSPENDABLE_KEY) || tapKeyPaths.some(({ leafHashes }) => leafHashes.size > 0);
  if (root === undefined && mayHaveTree) return true;
  return leadsTo(outputKey, key, root, curve) !== undefined;
}

/**
 * Returns whether every control block of a leaf leads to the output, with the stated key and root.
 */
function leafFits(
  { script, leafVersion, controlBlocks }: TaprootLeaf,
  { tapInternalKey, tapMerkleRoot }: PsbtInput,
  outputKey: Bytes,
  curve: Secp256k1,
): boolean {
  const hash = tapLeafHash(leafVersion, script);
  return controlBlocks.every((block) => {
    const [first = 0, key] = [block[0], block.subarray(1, 33)];
    const root = taprootMerkleRoot(block, hash);
    const tweaked = leadsTo(outputKey, key, root, curve);
    return (
      first === (leafVersion | (tweaked?.parity ?? 2)) &&
      equalBytes(tapInternalKey ?? key, key) &&
      equalBytes(tapMerkleRoot ?? root, root)
    );
  });
}

/** Limit on derivations that are tried for a BIP86 output. */
const MOST_TRIED = 16;

/**
 * Returns whether the fields can lead to the output key. An output may omit its tree. Then its
 * internal key is wrong if it is the only named key, or if another named key gives the output
 * without a tree.
 */
function treeOfOutput(
  { tapInternalKey: key, tapTree, tapKeyPaths }: PsbtOutput,
  outputKey: Bytes,
  curve: Secp256k1,
): boolean {
  if (key === undefined) return true;
  if (tapTree.length > 0) {
    const output = buildTaprootOutput(key, tapTree, curve);
    return output !== undefined && equalBytes(output.outputKey, outputKey);
  }
  if (tapKeyPaths.length === 0 || leadsTo(outputKey, key, undefined, curve)) return true;
  const names = tapKeyPaths.slice(0, MOST_TRIED);
  const isAlone = names.every(
    ({ xOnly, leafHashes }) => leafHashes.size === 0 && equalBytes(xOnly, key),
  );
  return !isAlone && !names.some(({ xOnly }) => leadsTo(outputKey, xOnly, undefined, curve));
}

/** Checks that the participants, in the order of aggregation, give the key (BIP373). */
function musigMisfit(
  { aggregate, participants }: MusigParticipants,
  curve: Secp256k1,
): readonly string[] {
  const keys = aggregateKeys(participants, curve);
  if (keys !== undefined && equalBytes(aggregateOf(keys), aggregate)) return [];
  const sorted = aggregateMusigKeys(participants, curve);
  return sorted !== undefined && equalBytes(sorted, aggregate)
    ? ['The participants of a MuSig2 key are in the wrong order, so they give another key.']
    : ['The participants of a MuSig2 key do not give that key.'];
}

/** Returns whether all nonces and partial signatures belong to stated participants. */
function roundsFit(input: PsbtInput): boolean {
  const known = input.musigParticipants.flatMap(({ participants }) => participants);
  const rounds = [...input.musigPubNonces, ...input.musigPartialSignatures];
  return (
    known.length === 0 ||
    rounds.every(({ participant }) => known.some((key) => equalBytes(key, participant)))
  );
}

const HASHES = { ripemd160, sha256, hash160, hash256 } as const;

function preimagesFit(input: PsbtInput): boolean {
  const kinds = ['ripemd160', 'sha256', 'hash160', 'hash256'] as const;
  return kinds.every((kind) =>
    input[kind].every(({ digest, preimage }) => equalBytes(HASHES[kind](preimage), digest)),
  );
}
