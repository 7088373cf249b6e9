import { nobleSecp256k1 } from '../crypto/noble.ts';
import type { PrivateKey } from '../crypto/private-key.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { encodeBase64 } from '../encoding/base64.ts';
import { signCompact } from '../message/compact-signature.ts';
import type { Message } from '../message/message.ts';
import { type MessageFailure, type MessageJob, signMessageTask } from '../message/sign.ts';
import * as verify from '../message/verify.ts';
import { type Signers, signHere, signWith } from '../signing/batch-signer.ts';
import { checked, checkedAsync } from './checked.ts';
import { type CurveOption, withCurve } from './curve-option.ts';

/**
 * Signs a message for any script (BIP322) with the keys of the provider. Bitcoin Core signs only
 * for P2PKH: `signMessageWithKey`.
 */
export const signScriptMessage: (job: CurveOption<MessageJob>) => string | MessageFailure =
  /* @__PURE__ */ checked('signScriptMessage', { job: 'MessageJob' }, (given) => {
    const job = withCurve<CurveOption<MessageJob>>(given);
    return signHere(job, (signer) => signMessageTask(job, signer));
  });

/**
 * Signs as `signScriptMessage` does, also with an external signer and workers. Rejects only if the
 * signer or a worker rejects.
 */
export const signScriptMessageWith: (
  job: CurveOption<MessageJob>,
  signers: Signers,
) => Promise<string | MessageFailure> = /* @__PURE__ */ checkedAsync(
  'signScriptMessageWith',
  { job: 'MessageJob', signers: 'Signers' },
  (given, signers) => {
    const job = withCurve<CurveOption<MessageJob>>(given);
    return signWith(job, signers, (signer) => signMessageTask(job, signer));
  },
);

/**
 * Signs a message as Core's signmessagewithprivkey: 65 bytes in base64, for the P2PKH address of
 * the key. The curve may be left out.
 */
export const signMessageWithKey: (
  message: Message,
  key: PrivateKey,
  secp256k1?: Secp256k1,
) => string = /* @__PURE__ */ checked(
  'signMessageWithKey',
  { message: 'text|bytes', key: 'PrivateKey', secp256k1: 'Secp256k1?' },
  (message, key, secp256k1 = nobleSecp256k1) => encodeBase64(signCompact(message, key, secp256k1)),
);

/**
 * Verifies a signature of a message by any script (BIP322), or by a key (BIP137 and the format of
 * Core's signmessage). Does not check that the coins exist. The curve may be left out.
 */
export const verifyScriptMessage: (
  signed: verify.SignedMessage,
  secp256k1?: Secp256k1,
) => verify.MessageVerdict = /* @__PURE__ */ checked(
  'verifyScriptMessage',
  { signed: 'SignedMessage', secp256k1: 'Secp256k1?' },
  (signed, secp256k1 = nobleSecp256k1) => verify.verifyMessage(signed, secp256k1),
);
