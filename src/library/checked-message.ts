import { nobleSecp256k1 } from '../crypto/noble.ts';
import type { PrivateKey } from '../crypto/private-key.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { encodeBase64 } from '../encoding/base64.ts';
import { copyValue } from '../encoding/copy-value.ts';
import { signCompact } from '../message/compact-signature.ts';
import type { Message } from '../message/message.ts';
import { type MessageFailure, type MessageJob, signMessageTask } from '../message/sign.ts';
import * as verify from '../message/verify.ts';
import { type Signers, signHere, signWith } from '../signing/batch-signer.ts';
import { checked, rejecting } from './checked.ts';
import { type CurveOption, withCurve } from './curve-option.ts';

/**
 * Signs a message for any script (BIP322) with the keys of the provider. Bitcoin Core signs only
 * for P2PKH: `signMessageWithKey`.
 *
 * @param job - The message, the script of an output, and a provider of its keys; `coins` for a
 *   proof of funds.
 * @throws `ColdsignError`: `WRONG_ARGUMENT` if an argument has another type.
 *
 * @example
 * import { signScriptMessage, judgeScriptMessage } from 'coldsign/message';
 * import { decodeAddress, networks } from 'coldsign/script';
 * import { createKeyProvider, decodeWif } from 'coldsign/signing';
 *
 * const network = networks.regtest;
 * const key = decodeWif('cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA', network);
 * const scriptPubKey = decodeAddress('bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', network);
 * if (key === undefined || 'error' in scriptPubKey) throw new Error('not of this network');
 * const provider = createKeyProvider({ keys: [key] });
 * const signature = signScriptMessage({ message: 'hello', scriptPubKey, provider });
 * if (typeof signature !== 'string') throw new Error(signature.error);
 * console.log(judgeScriptMessage({ message: 'hello', scriptPubKey, signature }).state); // valid
 */
export const signScriptMessage: (job: CurveOption<MessageJob>) => string | MessageFailure =
  /* @__PURE__ */ checked('signScriptMessage', { job: 'MessageJob' }, (given) => {
    const job = withCurve<CurveOption<MessageJob>>(given);
    return signHere(job, (signer) => signMessageTask(job, signer));
  });

/**
 * Signs as `signScriptMessage` does, also with an external signer and workers. Rejects only if the
 * signer or a worker rejects.
 *
 * @param job - As of `signScriptMessage`.
 * @param signers - `signer` signs digests elsewhere; `workers` share the work.
 * @throws `ColdsignError`: `WRONG_ARGUMENT` if an argument has another type.
 *
 * @example
 * import { signScriptMessageWith } from 'coldsign/message';
 * import { decodeAddress, networks } from 'coldsign/script';
 * import { createKeyProvider, decodeWif } from 'coldsign/signing';
 *
 * const network = networks.regtest;
 * const key = decodeWif('cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA', network);
 * const scriptPubKey = decodeAddress('bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', network);
 * if (key === undefined || 'error' in scriptPubKey) throw new Error('not of this network');
 * const provider = createKeyProvider({ keys: [key] });
 * const signature = await signScriptMessageWith({ message: 'hello', scriptPubKey, provider }, {});
 * console.log(typeof signature); // string
 */
export const signScriptMessageWith: (
  job: CurveOption<MessageJob>,
  signers: Signers,
) => Promise<string | MessageFailure> = /* @__PURE__ */ rejecting(
  /* @__PURE__ */ checked(
    'signScriptMessageWith',
    { job: 'MessageJob', signers: 'Signers' },
    (given: CurveOption<MessageJob>, signers: Signers) => {
      // The caller may change the message before the promise settles.
      const job = withCurve({ ...given, message: copyValue(given.message) });
      return signWith(job, signers, (signer) => signMessageTask(job, signer));
    },
  ),
);

/**
 * Signs a message as Core's signmessagewithprivkey: 65 bytes in base64, for the P2PKH address of
 * the key. The curve may be left out.
 *
 * @param message - A text (hashed as UTF-8) or bytes.
 * @param key - Compressed or not: the signature says which.
 * @param secp256k1 - Default: the curve in pure JavaScript.
 * @throws `ColdsignError`: `WRONG_ARGUMENT` if an argument has another type.
 *
 * @example
 * import { signMessageWithKey } from 'coldsign/message';
 * import { PrivateKey } from 'coldsign/signing';
 *
 * const key = PrivateKey.from(new Uint8Array(32).fill(1), true);
 * if (key === undefined) throw new Error('not a key');
 * console.log(signMessageWithKey('hello', key).length); // 88
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
 * Judges a signature of a message by any script (BIP322), or by a key (BIP137 and the format of
 * Core's signmessage). The result is an object in every case, whose `state` has the verdict. Does
 * not check that the coins exist. The curve may be left out.
 *
 * @param signed - The script of an output, and the signature in base64.
 * @param secp256k1 - Default: the curve in pure JavaScript.
 * @throws `ColdsignError`: `WRONG_ARGUMENT` if an argument has another type.
 *
 * @example
 * import { judgeScriptMessage } from 'coldsign/message';
 *
 * const scriptPubKey = Uint8Array.of(0x51);
 * const verdict = judgeScriptMessage({ message: 'hello', scriptPubKey, signature: 'AA==' });
 * console.log(verdict.state, verdict.error); // invalid SCRIPT
 */
export const judgeScriptMessage: (
  signed: verify.SignedMessage,
  secp256k1?: Secp256k1,
) => verify.MessageVerdict = /* @__PURE__ */ checked(
  'judgeScriptMessage',
  { signed: 'SignedMessage', secp256k1: 'Secp256k1?' },
  (signed, secp256k1 = nobleSecp256k1) => verify.verifyMessage(signed, secp256k1),
);
