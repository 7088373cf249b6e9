import { hashBytes } from '../chain/block-codec.ts';
import { hash256 } from '../crypto/hash.ts';
import { type Bytes, concatBytes } from '../encoding/bytes.ts';
import type { Transaction, Txid } from '../transaction/transaction.ts';
import { merkleRoot, zeroHash } from './merkle.ts';

/** OP_RETURN, a push of 36 bytes, and the commitment header (BIP141). */
const COMMITMENT_PREFIX: Bytes = Uint8Array.of(0x6a, 0x24, 0xaa, 0x21, 0xa9, 0xed);

/**
 * Computes "Double-SHA256(witness root hash|witness reserved value)" (BIP141). The coinbase counts
 * as a leaf of zeros; `wtxids` are those of the other transactions, in display order.
 */
export function witnessCommitment(wtxids: readonly Txid[], reservedValue: Bytes): Bytes {
  const { root } = merkleRoot([zeroHash, ...wtxids.map(hashBytes)]);
  return hash256(concatBytes(root, reservedValue));
}

/** Returns the scriptPubKey of the output that commits to the witnesses. */
export function commitmentScript(commitment: Bytes): Bytes {
  return concatBytes(COMMITMENT_PREFIX, commitment);
}

/**
 * Returns the 32 bytes that the coinbase's last commitment output commits to. Core:
 * GetWitnessCommitmentIndex (consensus/validation.h).
 */
export function findCommitment(coinbase: Transaction): Bytes | undefined {
  for (let i = coinbase.outputs.length - 1; i >= 0; i--) {
    const script = coinbase.outputs[i]?.scriptPubKey ?? zeroHash;
    if (script.length >= 38 && COMMITMENT_PREFIX.every((byte, at) => script[at] === byte)) {
      return script.subarray(6, 38);
    }
  }
  return undefined;
}
