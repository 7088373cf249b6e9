import { nobleSecp256k1 } from '../crypto/noble.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { type MessageFailure, type MessageJob, signMessageTask } from '../message/sign.ts';
import * as verify from '../message/verify.ts';
import { signHere } from '../signing/batch-signer.ts';
import { checked } from './checked.ts';
import { type CurveOption, withCurve } from './curve-option.ts';

/**
 * Signs a message for any script (BIP322) with the keys of the provider. To sign for an address, as
 * Bitcoin Core does for P2PKH, use `signMessage` of `coldsign`.
 *
 * @param job - The message, the script of an output, and a provider of its keys; `coins` for a
 *   proof of funds.
 */
export const signScriptMessage: (job: CurveOption<MessageJob>) => string | MessageFailure =
  /* @__PURE__ */ checked('signScriptMessage', { job: 'MessageJob' }, (given) => {
    const job = withCurve<CurveOption<MessageJob>>(given);
    return signHere(job, (signer) => signMessageTask(job, signer));
  });

/**
 * Judges a signature of a message by any script (BIP322), or by a key (BIP137 and the format of
 * Core's signmessage). The result is an object in every case, whose `state` has the verdict. Does
 * not check that the coins exist.
 *
 * @param signed - The script of an output, and the signature in base64.
 */
export const judgeScriptMessage: (
  signed: verify.SignedMessage,
  secp256k1?: Secp256k1,
) => verify.MessageVerdict = /* @__PURE__ */ checked(
  'judgeScriptMessage',
  { signed: 'SignedMessage', secp256k1: 'Secp256k1?' },
  (signed, secp256k1 = nobleSecp256k1) => verify.verifyMessage(signed, secp256k1),
);
