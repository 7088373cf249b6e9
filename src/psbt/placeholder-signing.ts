import { emptyBytes } from '../encoding/bytes.ts';
import type { SignatureChecker } from '../script/checker.ts';
import { transactionChecker } from '../sighash/transaction-checker.ts';
import { produceSignature } from '../signing/assemble.ts';
import { lowRPlaceholders, type SignatureCreator } from '../signing/creator.ts';
import { emptyProvider } from '../signing/miniscript-provider.ts';
import { verifySpend } from '../signing/verify-inputs.ts';
import { closeInput, openInput, type SignedInput } from './input-signing.ts';
import type { PsbtInput } from './psbt.ts';
import { isSignedAndVerified, type PsbtSession } from './psbt-session.ts';

/**
 * Returns an input as it will be once it is signed. Placeholders take the place of missing
 * signatures and count as valid. Core: SignPSBTInput without precomputed data.
 */
export function signWithPlaceholders(
  session: PsbtSession,
  index: number,
  input: PsbtInput,
  creator: SignatureCreator = lowRPlaceholders,
): SignedInput {
  const checker = transactionChecker(session.cache, index, session.secp256k1);
  // Without the coins of all inputs, Core considers every BIP340 signature invalid.
  const strict: SignatureChecker = { ...checker, checkSchnorrSignature: () => 'UNKNOWN_ERROR' };
  const isDone = isSignedAndVerified(session, index, input, strict);
  // Placeholders replace the signatures of all cosigners.
  const how = { provider: emptyProvider, finalize: true, musigCreator: undefined };
  const opened = openInput({ index, input, ...how }, isDone);
  if (opened.stays) return opened.stays;
  const coin = session.cache.coins[index];
  const scriptPubKey = coin?.scriptPubKey ?? emptyBytes;
  const { known } = opened;
  const produced = produceSignature(emptyProvider, creator, scriptPubKey, known);
  const { data, solved } = produced;
  const holds = solved && coin !== undefined && !verifySpend(coin, data, believing(checker));
  return closeInput(opened, produced, holds);
}

/** Accepts every signature and lock. Core: DummySignatureChecker. */
function believing(checker: SignatureChecker): SignatureChecker {
  return {
    ...checker,
    checkEcdsaSignature: (signature) => signature.length > 0,
    checkSchnorrSignature: (signature) => (signature.length > 0 ? undefined : 'SCHNORR_SIG'),
    checkLockTime: () => true,
    checkSequence: () => true,
  };
}
