import { emptyBytes } from '../encoding/bytes.ts';
import { invariant } from '../encoding/invariant.ts';
import type { SignatureChecker } from '../script/checker.ts';
import { dummySignatureCreator } from '../signing/creator.ts';
import { runSteps } from '../signing/hands.ts';
import { produceSignature } from '../signing/produce.ts';
import { emptyProvider } from '../signing/provider.ts';
import { atOnce } from '../signing/together.ts';
import { isSignedAndVerified, type PsbtSession, sessionChecker, verifies } from './session.ts';
import { fillPsbtInput, type SignedInput } from './sign.ts';

/**
 * An input as it will be once it is signed: with stand-ins for the signatures that are missing, which count as valid. Core:
 * SignPSBTInput without precomputed data.
 */
export function signWithDummies(session: PsbtSession, index: number): SignedInput {
  const input = session.psbt.inputs[index];
  invariant(input !== undefined, 'the index is one of an input');
  const checker = sessionChecker(session, index);
  const scriptPubKey = session.cache.coins[index]?.scriptPubKey ?? emptyBytes;
  // Without the other inputs' coins Core takes no BIP340 signature for valid.
  const strict: SignatureChecker = { ...checker, checkSchnorrSignature: () => 'UNKNOWN_ERROR' };
  const filling = fillPsbtInput(
    input,
    { finalize: true },
    {
      produce: (known) =>
        atOnce(produceSignature(emptyProvider, dummySignatureCreator, scriptPubKey, known)),
      isVerified: () => atOnce(isSignedAndVerified(session, index, strict)),
      verifies: ({ scriptSig, witness }) =>
        atOnce(verifies(session, index, scriptSig, witness, believing(checker))),
    },
  );
  return runSteps(filling, session);
}

/** Takes every signature for valid and every lock for open. Core: DummySignatureChecker. */
function believing(checker: SignatureChecker): SignatureChecker {
  return {
    ...checker,
    checkEcdsaSignature: (signature) => signature.length > 0,
    checkSchnorrSignature: (signature) => (signature.length > 0 ? undefined : 'SCHNORR_SIG'),
    checkLockTime: () => true,
    checkSequence: () => true,
  };
}
