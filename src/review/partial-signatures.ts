import { hash160 } from '../crypto/hash.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { type Bytes, equalBytes } from '../encoding/bytes.ts';
import { lastOf } from '../encoding/list.ts';
import { scriptCode } from '../psbt/diagnose.ts';
import type { PsbtInput } from '../psbt/psbt.ts';
import { STANDARD_VERIFY_FLAGS } from '../script/flags.ts';
import { checkSignatureEncoding } from '../script/signature-encoding.ts';
import { tapLeafHash } from '../script/taproot.ts';
import { solveScript } from '../script/templates.ts';
import type { SighashCache } from '../sighash/cache.ts';
import { Sighash } from '../sighash/sighash-type.ts';
import { transactionChecker } from '../sighash/transaction-checker.ts';
import type { TaprootLeaf } from '../signing/provider.ts';
import type { ReviewedSignature } from './model.ts';
import { wrongMusigPartials } from './musig-partials.ts';
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
