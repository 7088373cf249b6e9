import { decodePoint, type Point } from '../crypto/curve/point.ts';
import { hash160 } from '../crypto/hash.ts';
import { readPoint } from '../crypto/musig.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { type Bytes, concatBytes, equalBytes } from '../encoding/bytes.ts';
import { lastOf } from '../encoding/list.ts';
import { matchWitnessProgram, walkScript } from '../script/script.ts';
import {
  annexOf,
  isControlBlockSize,
  tapLeafHash,
  taprootMerkleRoot,
  tapTweakHash,
  UNSPENDABLE_KEY,
} from '../script/taproot.ts';
import { solveScript } from '../script/templates.ts';

/**
 * An input's part of the shared secret of a silent payment (BIP352, "Inputs For Shared Secret
 * Derivation"). `unknown`: the input is or may be eligible, but its public key is not given.
 * `forbidden`: a witness version above 1, which rules out silent payments.
 */
export type SenderKey =
  | { readonly kind: 'key'; readonly point: Point }
  | { readonly kind: 'none' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'forbidden' };

/** An input and the coin that it spends. */
export type SpentCoin = {
  readonly scriptPubKey: Bytes;
  readonly scriptSig: Bytes;
  readonly witness: readonly Bytes[];
  /** Candidate keys, besides those in the scripts. */
  readonly publicKeys?: readonly Bytes[];
  /** Needed if it is not in `scriptSig`. */
  readonly redeemScript?: Bytes | undefined;
  /** Taproot commitments that the caller claims, in addition to those in the witness. */
  readonly commitments?: readonly TaprootCommitment[];
};

/** Internal key and Merkle root that a taproot output key commits to. */
export type TaprootCommitment = {
  /** 32 bytes. */
  readonly internalKey: Bytes;
  readonly merkleRoot: Bytes | undefined;
};

const none: SenderKey = { kind: 'none' };
const unknown: SenderKey = { kind: 'unknown' };

export function senderKeyOf(coin: SpentCoin, curve: Secp256k1): SenderKey {
  const program = matchWitnessProgram(coin.scriptPubKey);
  if (program !== undefined && program.version > 1) return { kind: 'forbidden' };
  const script = solveScript(coin.scriptPubKey);
  switch (script.kind) {
    case 'witness_v1_taproot':
      return keyOfTaproot(script.outputKey, coin, curve);
    case 'witness_v0_keyhash':
    case 'pubkeyhash':
      return keyOfHash(script.hash, coin, curve);
    case 'scripthash':
      return nestedKey(script.hash, coin, curve);
    default:
      return none;
  }
}

const pushesOf = (script: Bytes) => (walkScript(script) ?? []).map(({ data }) => data);

/** Returns the key of P2SH, which is eligible if it nests P2WPKH. */
function nestedKey(hash: Bytes, coin: SpentCoin, curve: Secp256k1): SenderKey {
  const redeemScript = coin.redeemScript ?? lastOf(pushesOf(coin.scriptSig));
  if (redeemScript === undefined || !equalBytes(hash160(redeemScript), hash)) return unknown;
  const inner = solveScript(redeemScript);
  return inner.kind === 'witness_v0_keyhash' ? keyOfHash(inner.hash, coin, curve) : none;
}

/**
 * Returns the key of a key hash. Keys that do not hash to the script are skipped, so the key is
 * found even if a third party changed the scriptSig. Uncompressed keys are not eligible.
 */
function keyOfHash(hash: Bytes, coin: SpentCoin, curve: Secp256k1): SenderKey {
  const { publicKeys = [], witness, scriptSig } = coin;
  const key = [...publicKeys, ...witness, ...pushesOf(scriptSig)].find(
    (each) => (each.length === 33 || each.length === 65) && equalBytes(hash160(each), hash),
  );
  if (key === undefined) return unknown;
  const point = readPoint(key, curve);
  return point ? { kind: 'key', point } : none;
}

/**
 * Returns the output key, with an even y. BIP352 excludes outputs that only scripts can spend,
 * because their internal key is BIP341's H. A claim of H needs proof: the payee would never find a
 * payment that wrongly excludes the input.
 */
function keyOfTaproot(outputKey: Bytes, coin: SpentCoin, curve: Secp256k1): SenderKey {
  const isUnspendable = (key: Bytes) => equalBytes(key, UNSPENDABLE_KEY);
  if (isUnspendable(outputKey)) return none;
  const claims = [...(coin.commitments ?? []), ...shownBy(coin.witness)].filter((each) =>
    isUnspendable(each.internalKey),
  );
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

/** Returns the commitment that a script-path witness shows. The annex is skipped. */
function shownBy(witness: readonly Bytes[]): readonly TaprootCommitment[] {
  const stack = annexOf(witness) ? witness.slice(0, -1) : witness;
  const [script, controlBlock] = stack.slice(-2);
  return script && controlBlock ? commitmentOf(controlBlock, script) : [];
}

export function commitmentOf(controlBlock: Bytes, script: Bytes): readonly TaprootCommitment[] {
  if (!isControlBlockSize(controlBlock.length)) return [];
  const leafHash = tapLeafHash((controlBlock[0] ?? 0) & 0xfe, script);
  const merkleRoot = taprootMerkleRoot(controlBlock, leafHash);
  return [{ internalKey: controlBlock.subarray(1, 33), merkleRoot }];
}
