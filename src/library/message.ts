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
 * BIP322: for any script, by whoever knows its keys. Bitcoin Core signs for P2PKH alone:
 * `signMessageWithKey`.
 */
export const signMessage: (job: CurveOption<MessageJob>) => string | MessageFailure =
  /* @__PURE__ */ checked('signMessage', { job: 'MessageJob' }, (given) => {
    const job = withCurve<CurveOption<MessageJob>>(given);
    return signHere(job, (signer) => signMessageTask(job, signer));
  });

/**
 * Like `signMessage`, but lets an external signer and workers sign. Rejects only if one of them
 * rejects.
 */
export const signMessageWith: (
  job: CurveOption<MessageJob>,
  signers: Signers,
) => Promise<string | MessageFailure> = /* @__PURE__ */ checkedAsync(
  'signMessageWith',
  { job: 'MessageJob', signers: 'Signers' },
  (given, signers) => {
    const job = withCurve<CurveOption<MessageJob>>(given);
    return signWith(job, signers, (signer) => signMessageTask(job, signer));
  },
);

/**
 * Core's signmessagewithprivkey: 65 bytes in base64, for the P2PKH address of the key. The curve
 * may be left out.
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
 * A signature of a message by any script (BIP322), or by a key (BIP137 and what Core's signmessage
 * makes). Asks nobody whether coins exist. The curve may be left out.
 */
export const verifyMessage: (
  signed: verify.SignedMessage,
  secp256k1?: Secp256k1,
) => verify.MessageVerdict = /* @__PURE__ */ checked(
  'verifyMessage',
  { signed: 'SignedMessage', secp256k1: 'Secp256k1?' },
  (signed, secp256k1 = nobleSecp256k1) => verify.verifyMessage(signed, secp256k1),
);
