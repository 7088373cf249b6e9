import type { Secp256k1 } from '../../crypto/secp256k1.ts';
import { type Bytes, equalBytes } from '../../encoding/bytes.ts';
import type { Json } from '../../json/json.ts';
import { TAPROOT_LEAF_MASK } from '../../script/limits.ts';
import {
  isControlBlockSize,
  tapLeafHash,
  taprootMerkleRoot,
  tapTweakHash,
} from '../../script/taproot.ts';
import type { TaprootSpendData } from '../../signing/provider.ts';
import { mergeTaprootSpendData } from '../../signing/taproot-output.ts';
import { invalid } from '../error.ts';
import { getArray, getObject, parseHexO } from '../values.ts';

const noSpendData: TaprootSpendData = { leaves: [] };

/**
 * Parses `prevtxs[].tapLeaves`, beyond Core: leaves of a taproot output with their control blocks,
 * each verified against the output.
 */
export function parseTapLeaves(value: Json, outputKey: Bytes, curve: Secp256k1): TaprootSpendData {
  return getArray(value)
    .map((item) => {
      const leaf = getObject(item);
      const script = parseHexO(leaf, 'script');
      return spendDataOf(script, parseHexO(leaf, 'controlBlock'), outputKey, curve);
    })
    .reduce(mergeTaprootSpendData, noSpendData);
}

function spendDataOf(
  script: Bytes,
  controlBlock: Bytes,
  outputKey: Bytes,
  curve: Secp256k1,
): TaprootSpendData {
  const [first = 0] = controlBlock;
  const leafVersion = first & TAPROOT_LEAF_MASK;
  const internalKey = controlBlock.subarray(1, 33);
  if (isControlBlockSize(controlBlock.length)) {
    const merkleRoot = taprootMerkleRoot(controlBlock, tapLeafHash(leafVersion, script));
    const tweaked = curve.tweakXOnlyPublicKey(internalKey, tapTweakHash(internalKey, merkleRoot));
    if (tweaked && equalBytes(tweaked.xOnly, outputKey) && tweaked.parity === (first & 1)) {
      return {
        internalKey,
        merkleRoot,
        leaves: [{ script, leafVersion, controlBlocks: [controlBlock] }],
      };
    }
  }
  throw invalid('script/controlBlock in tapLeaves does not match scriptPubKey');
}
