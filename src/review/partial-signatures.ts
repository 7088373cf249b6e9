import type { Secp256k1 } from '../crypto/secp256k1.ts';
import type { Bytes } from '../encoding/bytes.ts';
import { lastOf } from '../encoding/list.ts';
import { scriptCode } from '../psbt/diagnose.ts';
import type { PsbtInput } from '../psbt/psbt.ts';
import { solveScript } from '../script/templates.ts';
import type { SighashCache } from '../sighash/cache.ts';
import { transactionChecker } from '../sighash/checker.ts';
import { Sighash } from '../sighash/sighash-type.ts';
import type { ReviewedSignature } from './model.ts';
import { schnorrType } from './signatures.ts';

/** The signatures that a PSBT's input has in fields of their own, each with its verdict. */
export function partialSignatures(
  input: PsbtInput,
  cache: SighashCache,
  index: number,
  secp256k1: Secp256k1,
): readonly ReviewedSignature[] {
  const { partialSignatures: ecdsa, tapKeySignature, tapScriptSignatures } = input;
  if (ecdsa.length + tapScriptSignatures.length === 0 && !tapKeySignature) return [];
  const coin = cache.coins[index];
  if (coin === undefined) return [];
  const checker = transactionChecker(cache, index, secp256k1);
  const { script, sigVersion } = scriptCode(input, coin.scriptPubKey);
  const found = ecdsa.map(({ publicKey, signature }): ReviewedSignature => {
    const isValid = checker.checkEcdsaSignature(signature, publicKey, script, sigVersion);
    return { publicKey, signature, sighashType: lastOf(signature) ?? Sighash.ALL, isValid };
  });
  const schnorr = (publicKey: Bytes, signature: Bytes, leafHash?: Bytes) => {
    const spend = leafHash && { leafHash, codeSeparatorPosition: 0xffffffff };
    const error = checker.checkSchnorrSignature(signature, publicKey, spend ?? {});
    found.push({
      publicKey,
      signature,
      sighashType: schnorrType(signature),
      isValid: error === undefined,
    });
  };
  const outer = solveScript(coin.scriptPubKey);
  if (tapKeySignature && outer.kind === 'witness_v1_taproot') {
    schnorr(outer.outputKey, tapKeySignature);
  }
  for (const each of tapScriptSignatures) schnorr(each.xOnly, each.signature, each.leafHash);
  return found;
}
