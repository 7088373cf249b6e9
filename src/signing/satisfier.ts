import { type Bytes, emptyBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { decodeMiniscript } from '../miniscript/from-script.ts';
import type { Answer } from '../miniscript/input-stack.ts';
import { type Satisfier, satisfy } from '../miniscript/satisfy.ts';
import { isPublicKeySize } from '../script/public-key.ts';
import type { Desk } from './draft.ts';
import { findEcdsaSignature, findPublicKey, findTapscriptSignature } from './keys.ts';
import type { HashKind } from './provider.ts';

const no: Answer = { available: 'no', bytes: emptyBytes };

function answer(bytes: Bytes | undefined): Answer {
  return bytes === undefined ? no : { available: 'yes', bytes };
}

function createSatisfier(desk: Desk, sign: (key: Bytes) => Bytes | undefined): Satisfier<Bytes> {
  const { creator, draft, provider } = desk;
  return {
    keyBytes: (key) => key,
    sign: (key) => answer(sign(key)),
    preimage: (kind: HashKind, digest) =>
      answer(
        draft.preimages.get(`${kind}:${encodeHex(digest)}`) ?? provider.getPreimage(kind, digest),
      ),
    checkOlder: creator.checkSequence,
    checkAfter: creator.checkLockTime,
  };
}

/** The witness of a P2WSH script without the script, by miniscript. Core: WshSatisfier. */
export function satisfyWitnessScript(desk: Desk, script: Bytes): readonly Bytes[] | undefined {
  const node = decodeMiniscript<Bytes>(script, 'p2wsh', {
    fromKey: (bytes) => (isPublicKeySize(bytes) ? bytes : undefined),
    fromKeyHash: (hash) => findPublicKey(desk, hash),
  });
  if (node === undefined) return undefined;
  const sign = (key: Bytes) => findEcdsaSignature(desk, key, script, 'witness_v0');
  return finish(satisfy(node, createSatisfier(desk, sign)));
}

/** The witness of a tapscript without script and control block. Core: TapSatisfier. */
export function satisfyTapscript(
  desk: Desk,
  script: Bytes,
  leafHash: Bytes,
): readonly Bytes[] | undefined {
  const node = decodeMiniscript<Bytes>(script, 'tapscript', {
    fromKey: (bytes) => bytes,
    fromKeyHash: (hash) => findXOnlyKey(desk, hash),
  });
  if (node === undefined) return undefined;
  const sign = (key: Bytes) => findTapscriptSignature(desk, key, leafHash);
  return finish(satisfy(node, createSatisfier(desk, sign)));
}

/** A pk_h in tapscript hashes the 32 bytes of the x-only key. */
function findXOnlyKey(desk: Desk, hash: Bytes): Bytes | undefined {
  const known = desk.provider.getPublicKeyByXOnlyHash(hash) ?? findPublicKey(desk, hash);
  return known?.subarray(1, 33);
}

function finish(satisfaction: ReturnType<typeof satisfy>): readonly Bytes[] | undefined {
  return satisfaction.available === 'yes' ? satisfaction.stack : undefined;
}
