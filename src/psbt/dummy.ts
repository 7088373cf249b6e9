import { emptyBytes } from '../encoding/bytes.ts';
import type { SignatureChecker } from '../script/checker.ts';
import { dummySignatureCreator } from '../signing/creator.ts';
import { produceSignature } from '../signing/produce.ts';
import { emptyProvider } from '../signing/provider.ts';
import { isSignedAndVerified, type PsbtSession, sessionChecker, verifies } from './session.ts';
import { fillPsbtInput, type SignedInput } from './sign.ts';

/**
 * An input as it will be once it is signed: with stand-ins for the signatures that are missing, which count as valid. Core:
 * SignPSBTInput without precomputed data.
 */
export function signWithDummies(session: PsbtSession, index: number): SignedInput {
  const checker = sessionChecker(session, index);
  const scriptPubKey = session.cache.coins[index]?.scriptPubKey ?? emptyBytes;
  return fillPsbtInput(
    session,
    index,
    { finalize: true },
    {
      produce: (known) =>
        produceSignature(emptyProvider, dummySignatureCreator, scriptPubKey, known),
      // Without the other inputs' coins Core takes no BIP340 signature for valid.
      isVerified: () =>
        isSignedAndVerified(session, index, {
          ...checker,
          checkSchnorrSignature: () => 'UNKNOWN_ERROR',
        }),
      verifies: ({ scriptSig, witness }) =>
        verifies(session, index, scriptSig, witness, believing(checker)),
    },
  );
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
