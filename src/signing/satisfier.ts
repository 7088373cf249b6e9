import { type Bytes, emptyBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import type { Answer } from '../miniscript/input-stack.ts';
import type { Satisfaction, Satisfier } from '../miniscript/satisfy.ts';
import { isPublicKeySize } from '../script/public-key.ts';
import { findEcdsaSignature, findPublicKey, findTapscriptSignature } from './keys.ts';
import type { HashKind } from './provider.ts';
import type { SigningContext } from './signature-data-builder.ts';

const no: Answer = { available: 'no', bytes: emptyBytes };

function answer(bytes: Bytes | undefined): Answer {
  return bytes === undefined ? no : { available: 'yes', bytes };
}

function createSatisfier(
  context: SigningContext,
  sign: (key: Bytes) => Bytes | undefined,
): Satisfier<Bytes> {
  const { creator, data, provider } = context;
  return {
    keyBytes: (key) => key,
    sign: (key) => answer(sign(key)),
    preimage: (kind: HashKind, digest) =>
      answer(
        data.preimages.get(`${kind}:${encodeHex(digest)}`) ?? provider.getPreimage(kind, digest),
      ),
    checkOlder: creator.checkSequence,
    checkAfter: creator.checkLockTime,
  };
}

/** Returns the witness of a P2WSH miniscript, without the script. Core: WshSatisfier. */
export function satisfyWitnessScript(
  context: SigningContext,
  script: Bytes,
): readonly Bytes[] | undefined {
  const { miniscript } = context.provider;
  const node = miniscript?.decode<Bytes>(script, 'p2wsh', {
    fromKey: (bytes) => (isPublicKeySize(bytes) ? bytes : undefined),
    fromKeyHash: (hash) => findPublicKey(context, hash),
  });
  if (miniscript === undefined || node === undefined) return undefined;
  const sign = (key: Bytes) => findEcdsaSignature(context, key, script, 'witness_v0');
  return finish(miniscript.satisfy(node, createSatisfier(context, sign)));
}

/** Returns the witness of a tapscript, without script and control block. Core: TapSatisfier. */
export function satisfyTapscript(
  context: SigningContext,
  script: Bytes,
  leafHash: Bytes,
): readonly Bytes[] | undefined {
  const { miniscript } = context.provider;
  const node = miniscript?.decode<Bytes>(script, 'tapscript', {
    fromKey: (bytes) => bytes,
    fromKeyHash: (hash) => findXOnlyKey(context, hash),
  });
  if (miniscript === undefined || node === undefined) return undefined;
  const sign = (key: Bytes) => findTapscriptSignature(context, key, leafHash);
  return finish(miniscript.satisfy(node, createSatisfier(context, sign)));
}

/** Finds the key of a pk_h in tapscript, which hashes the 32 bytes of the x-only key. */
function findXOnlyKey(context: SigningContext, hash: Bytes): Bytes | undefined {
  const known = context.provider.getPublicKeyByXOnlyHash(hash) ?? findPublicKey(context, hash);
  return known?.subarray(1, 33);
}

function finish(satisfaction: Satisfaction): readonly Bytes[] | undefined {
  return satisfaction.available === 'yes' ? satisfaction.stack : undefined;
}
