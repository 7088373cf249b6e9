import { hash160 } from '../crypto/hash.ts';
import { deriveMusigChild } from '../crypto/musig.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { type Bytes, equalBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { lastOf } from '../encoding/list.ts';
import { scriptCode } from '../psbt/diagnose.ts';
import type { MusigField, MusigParticipants, Psbt, PsbtInput } from '../psbt/psbt.ts';
import { STANDARD_VERIFY_FLAGS } from '../script/flags.ts';
import { checkSignatureEncoding } from '../script/signature-encoding.ts';
import { tapLeafHash, tapTweakHash } from '../script/taproot.ts';
import { solveScript } from '../script/templates.ts';
import type { SighashCache } from '../sighash/cache.ts';
import { Sighash } from '../sighash/sighash-type.ts';
import { transactionChecker } from '../sighash/transaction-checker.ts';
import type { Contributions, MusigRequest } from '../signing/creator.ts';
import { wrongPartials } from '../signing/musig-creator.ts';
import type { TaprootLeaf } from '../signing/provider.ts';
import type { ReviewedSignature } from './model.ts';
import { schnorrType } from './signatures.ts';
import { itemsIn } from './subject.ts';

/** Returns the signatures in an input's signature fields, each with its verdict. */
export function partialSignatures(
  input: PsbtInput,
  cache: SighashCache,
  index: number,
  secp256k1: Secp256k1,
): readonly ReviewedSignature[] {
  const { partialSignatures: ecdsa, tapKeySignature, tapScriptSignatures } = input;
  const rounds = input.musigPartialSignatures.length;
  if (ecdsa.length + tapScriptSignatures.length + rounds === 0 && !tapKeySignature) return [];
  const coin = cache.coins[index];
  if (coin === undefined) return [];
  const checker = transactionChecker(cache, index, secp256k1);
  const { script, sigVersion } = scriptCode(input, coin.scriptPubKey);
  const found = ecdsa.map(({ publicKey, signature }): ReviewedSignature => {
    const fault = encodingFault(signature) ?? keyFault(publicKey, script);
    const isValid =
      fault === undefined && checker.checkEcdsaSignature(signature, publicKey, script, sigVersion);
    return { publicKey, signature, sighashType: lastOf(signature) ?? Sighash.ALL, isValid, fault };
  });
  const schnorr = (publicKey: Bytes, signature: Bytes, leafHash?: Bytes) => {
    const spend = leafHash && { leafHash, codeSeparatorPosition: 0xffffffff };
    const error = checker.checkSchnorrSignature(signature, publicKey, spend ?? {});
    const leaf = leafHash && input.tapLeaves.find((each) => hashes(each, leafHash));
    const fault = leaf && keyFault(publicKey, leaf.script);
    found.push({
      publicKey,
      signature,
      sighashType: schnorrType(signature),
      isValid: error === undefined && fault === undefined,
      fault,
    });
  };
  const outer = solveScript(coin.scriptPubKey);
  if (tapKeySignature && outer.kind === 'witness_v1_taproot') {
    schnorr(outer.outputKey, tapKeySignature);
  }
  for (const each of tapScriptSignatures) schnorr(each.xOnly, each.signature, each.leafHash);
  for (const { participant, value } of wrongMusigPartials(input, cache, index, secp256k1)) {
    const sighashType = input.sighashType ?? Sighash.DEFAULT;
    const fault = 'A partial signature of MuSig2 is wrong.';
    found.push({ publicKey: participant, signature: value, sighashType, isValid: false, fault });
  }
  return found;
}

const hashes = ({ leafVersion, script }: TaprootLeaf, leafHash: Bytes) =>
  equalBytes(tapLeafHash(leafVersion, script), leafHash);

/**
 * Nodes do not relay a signature with a high S, although it is valid, so it completes no
 * transaction.
 */
const encodingFault = (signature: Bytes): string | undefined =>
  checkSignatureEncoding(signature, STANDARD_VERIFY_FLAGS) === 'SIG_HIGH_S'
    ? 'Its S value is high, so nodes do not relay it.'
    : undefined;

function keyFault(publicKey: Bytes, script: Bytes): string | undefined {
  if (script.length === 0) return undefined;
  const hash = hash160(publicKey);
  const isThere = itemsIn([script]).some(
    (item) => equalBytes(item, publicKey) || equalBytes(item, hash),
  );
  return isThere ? undefined : 'The script does not have its key.';
}

/**
 * Returns the wrong MuSig2 partial signatures of an input (BIP327, PartialSigVerify). Signatures
 * that cannot be judged yet, because a nonce or the group is missing, are left out.
 */
export function wrongMusigPartials(
  input: PsbtInput,
  cache: SighashCache,
  index: number,
  curve: Secp256k1,
): readonly MusigField[] {
  const { musigPartialSignatures: partials, musigPubNonces, sighashType } = input;
  return partials.filter((partial) => {
    const { aggregate, leafHash, participant } = partial;
    const isBeside = (each: MusigField) =>
      equalBytes(each.aggregate, aggregate) &&
      encodeHex(each.leafHash ?? NONE) === encodeHex(leafHash ?? NONE);
    const nonces = contributions(musigPubNonces.filter(isBeside));
    const digest = cache.taprootDigest(
      index,
      sighashType ?? Sighash.DEFAULT,
      leafHash ? { leafHash } : {},
    );
    const request = requestFor(input, partial, curve);
    if (digest === undefined || request === undefined) return false;
    const own = new Map([[encodeHex(participant), partial.value]]);
    return wrongPartials(request, nonces, own, digest, curve).length > 0;
  });
}

/** Returns the MuSig2 nonces (hex) that a PSBT has more than once. */
export function repeatedNonces({ inputs }: Pick<Psbt, 'inputs'>): ReadonlySet<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const { value } of inputs.flatMap((input) => input.musigPubNonces)) {
    const nonce = encodeHex(value);
    (seen.has(nonce) ? repeated : seen).add(nonce);
  }
  return repeated;
}

/**
 * Returns the MuSig2 nonces of an input that are not two points (BIP327) or are repeated. They
 * prevent the signature, and a signer that uses a nonce twice reveals its private key.
 */
export function wrongNonces(
  { musigPubNonces, sighashType = Sighash.DEFAULT }: PsbtInput,
  repeated: ReadonlySet<string>,
  curve: Secp256k1,
): readonly ReviewedSignature[] {
  return musigPubNonces.flatMap(({ participant: publicKey, value }): ReviewedSignature[] => {
    const isPair = [value.subarray(0, 33), value.subarray(33)].every(curve.isPublicKey);
    const isWrong = !isPair || repeated.has(encodeHex(value));
    const fault = isPair ? 'A MuSig2 nonce is used twice.' : 'A MuSig2 nonce is not valid.';
    return isWrong ? [{ publicKey, signature: value, sighashType, isValid: false, fault }] : [];
  });
}

const NONE = new Uint8Array(0);

const contributions = (fields: readonly MusigField[]): Contributions =>
  new Map(fields.map(({ participant, value }) => [encodeHex(participant), value]));

/** Finds how a group's key leads to the signing key; `undefined` if it does not. */
function requestFor(
  input: PsbtInput,
  { aggregate: publicKey, leafHash }: MusigField,
  curve: Secp256k1,
): MusigRequest | undefined {
  for (const group of input.musigParticipants) {
    for (const child of childrenOf(group, input, curve)) {
      const request = { ...group, publicKey, leafHash };
      if (equalBytes(child.publicKey, publicKey)) return { ...request, tweaks: child.tweaks };
      const xOnly = child.publicKey.subarray(1);
      const tweak = tapTweakHash(xOnly, input.tapMerkleRoot);
      const output = leafHash ? undefined : curve.tweakXOnlyPublicKey(xOnly, tweak);
      if (output && equalBytes(output.xOnly, publicKey.subarray(1))) {
        return { ...request, tweaks: [...child.tweaks, { tweak, xOnly: true }] };
      }
    }
  }
  return undefined;
}

/** Returns the key and the named keys that derive from it by its fingerprint (BIP373). */
function childrenOf(
  { aggregate }: MusigParticipants,
  { tapKeyPaths }: PsbtInput,
  curve: Secp256k1,
) {
  const master = hash160(aggregate).subarray(0, 4);
  const paths = tapKeyPaths.flatMap(({ origin }) =>
    origin.path.length > 0 && equalBytes(origin.fingerprint, master) ? [origin.path] : [],
  );
  const derived = paths
    .slice(0, MOST_CHILDREN)
    .flatMap((path) => deriveMusigChild(aggregate, path, curve) ?? []);
  return [{ publicKey: aggregate, tweaks: [] }, ...derived];
}

/** Limit on keys that are tried; inputs have one or two. */
const MOST_CHILDREN = 8;
