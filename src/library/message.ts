import type { PrivateKey } from '../crypto/private-key.ts';
import { encodeBase64 } from '../encoding/base64.ts';
import { signCompact } from '../message/compact-signature.ts';
import type { Message } from '../message/message.ts';
import { type MessageFailure, type MessageJob, signMessageTask } from '../message/sign.ts';
import * as verify from '../message/verify.ts';
import { type Signers, signHere, signWith } from '../signing/batch-signer.ts';
import { checked, checkedAsync } from './checked.ts';

/** BIP322: for any script, by whoever knows its keys. Bitcoin Core signs for P2PKH alone: `signMessageWithKey`. */
export const signMessage: (job: MessageJob) => string | MessageFailure = /* @__PURE__ */ checked(
  'signMessage',
  { job: 'MessageJob' },
  (job) => signHere(job, (signer) => signMessageTask(job, signer)),
);

/** Like `signMessage`, but lets an external signer and workers sign. Rejects only if one of them rejects. */
export const signMessageWith: (
  job: MessageJob,
  signers: Signers,
) => Promise<string | MessageFailure> = /* @__PURE__ */ checkedAsync(
  'signMessageWith',
  { job: 'MessageJob', signers: 'Signers' },
  (job, signers) => signWith(job, signers, (signer) => signMessageTask(job, signer)),
);

/** Core's signmessagewithprivkey: 65 bytes in base64, for the P2PKH address of the key. */
export const signMessageWithKey: (message: Message, key: PrivateKey) => string =
  /* @__PURE__ */ checked(
    'signMessageWithKey',
    { message: 'text|bytes', key: 'PrivateKey' },
    (message, key) => encodeBase64(signCompact(message, key)),
  );

export const verifyMessage: typeof verify.verifyMessage = /* @__PURE__ */ checked(
  'verifyMessage',
  { signed: 'SignedMessage', secp256k1: 'Secp256k1' },
  verify.verifyMessage,
);
