import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { commitmentOf, type SenderKey, senderKeyOf } from '../silent/inputs.ts';
import type { PsbtInput } from './psbt.ts';
import { spentOutput } from './psbt-session.ts';

/**
 * Returns an input's contribution to the shared secret of a silent payment, from its derivations,
 * or from its final scripts once derivations are gone.
 */
export function senderKey(input: PsbtInput, curve: Secp256k1): SenderKey {
  const coin = spentOutput(input);
  if (coin === undefined) return { kind: 'unknown' };
  const { redeemScript, tapInternalKey, tapMerkleRoot, tapLeaves } = input;
  const fields = tapInternalKey ? [{ internalKey: tapInternalKey, merkleRoot: tapMerkleRoot }] : [];
  const leaves = tapLeaves.flatMap((leaf) =>
    leaf.controlBlocks.flatMap((block) => commitmentOf(block, leaf.script)),
  );
  const spent = {
    scriptPubKey: coin.scriptPubKey,
    scriptSig: input.finalScriptSig,
    witness: input.finalWitness,
    publicKeys: input.keyPaths.map(({ publicKey }) => publicKey),
    redeemScript: redeemScript.length > 0 ? redeemScript : undefined,
    commitments: [...fields, ...leaves],
  };
  return senderKeyOf(spent, curve);
}
