import { checkArguments, requireOneOf } from '../arguments/check-arguments.ts';
import { curveOf } from '../crypto/complete-curve.ts';
import { nobleSecp256k1 } from '../crypto/noble.ts';
import type { Curve } from '../crypto/secp256k1.ts';
import * as signing from '../message/sign.ts';
import * as verify from '../message/verify.ts';
import { signHere } from '../signing/batch-signer.ts';
import { argumentKinds } from './argument-kinds.ts';
import { type CurveOption, withCurve } from './curve-option.ts';

/** A message to sign for a script, with the provider of keys. */
export type MessageJob = CurveOption<signing.MessageJob>;

/**
 * Signs a message for any script (BIP322) with the keys of the provider. To sign for an address, as
 * Bitcoin Core does for P2PKH, use `signMessage` of `coldsign`.
 *
 * @param job - The message, the script of an output, and a provider of its keys; `coins` for a
 *   proof of funds.
 */
export function signScriptMessage(job: MessageJob): string | signing.MessageFailure {
  checkArguments('signScriptMessage', { job: [job, 'MessageJob'] }, argumentKinds);
  const { format = 'simple' } = job;
  requireOneOf('signScriptMessage: job.format', format, ['simple', 'full', 'proof-of-funds']);
  const complete = withCurve(job);
  return signHere(complete, (signer) => signing.signMessageTask(complete, signer));
}

/**
 * Judges a signature of a message by any script (BIP322), or by a key (BIP137 and the format of
 * Core's signmessage). The result is an object in every case, whose `state` has the verdict. Does
 * not check that the coins exist.
 *
 * @param signed - The script of an output, and the signature in base64.
 */
export function judgeScriptMessage(
  signed: verify.SignedMessage,
  secp256k1: Curve = nobleSecp256k1,
): verify.MessageVerdict {
  checkArguments(
    'judgeScriptMessage',
    { signed: [signed, 'SignedMessage'], secp256k1: [secp256k1, 'Curve'] },
    argumentKinds,
  );
  return verify.verifyMessage(signed, curveOf(secp256k1));
}
