import { nobleSecp256k1 } from '../crypto/noble.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import type { Bytes } from '../encoding/bytes.ts';
import * as analyze from '../psbt/analyze.ts';
import * as convert from '../psbt/convert.ts';
import * as decode from '../psbt/decode.ts';
import * as ids from '../psbt/final-txid.ts';
import * as join from '../psbt/join.ts';
import type { Psbt } from '../psbt/psbt.ts';
import * as value from '../psbt/psbt.ts';
import * as smallest from '../psbt/smallest.ts';
import * as unsigned from '../psbt/unsigned-transaction.ts';
import { checkedWith, rejecting } from './checked.ts';
import * as guard from './psbt-fee-guard.ts';
import { psbtKinds } from './psbt-kinds.ts';
import { encodeReadable } from './readable-psbt.ts';

const checked = /* @__PURE__ */ checkedWith({
  ...psbtKinds,
  PsbtJob: {
    only: {
      psbt: 'Psbt',
      provider: 'SigningProvider',
      providerOf: 'function?',
      sighashType: 'uint32?',
      storedTypes: 'boolean?',
      dropsProofs: 'boolean?',
      finalize: 'boolean?',
      musig: 'MusigSource?',
      silent: 'SilentSigning?',
      onProgress: 'function?',
      secp256k1: 'Secp256k1?',
      maxFeeRate: 'number?',
      maxFee: 'bigint?',
    },
  },
  SmallestPsbtOptions: { only: { segwit: 'boolean' } },
});

/**
 * Returns the next role of each input, what is missing, and the cost of the transaction. Each unit
 * of signature operation cost counts as `bytesPerSigop` weight units (20). Core: AnalyzePSBT
 * (node/psbt.cpp).
 *
 * @param psbt - Its inputs should contain the outputs that they spend.
 * @param secp256k1 - Default: the curve in pure JavaScript.
 * @param bytesPerSigop - Weight units of each unit of signature operation cost. Default: 20.
 */
export const analyzePsbt: (
  psbt: Psbt,
  secp256k1?: Secp256k1,
  bytesPerSigop?: number,
) => analyze.PsbtAnalysis = /* @__PURE__ */ checked(
  'analyzePsbt',
  { psbt: 'Psbt', secp256k1: 'Secp256k1?', bytesPerSigop: 'integer?' },
  (psbt, secp256k1 = nobleSecp256k1, bytesPerSigop = undefined) =>
    analyze.analyzePsbt(psbt, secp256k1, bytesPerSigop),
);
export const convertPsbt: typeof convert.convertPsbt = /* @__PURE__ */ checked(
  'convertPsbt',
  { psbt: 'Psbt', version: 'PsbtVersion' },
  convert.convertPsbt,
);
/**
 * Decodes a PSBT, or returns the error in Core's words (psbt.cpp, DecodeRawPSBT).
 *
 * @param bytes - The bytes of a .psbt file, version 0 (BIP174) or 2 (BIP370).
 * @param secp256k1 - Checks public keys. Default: the curve in pure JavaScript.
 */
export const decodePsbt: (
  bytes: Bytes,
  secp256k1?: Secp256k1,
) => Psbt | { readonly error: string } = /* @__PURE__ */ checked(
  'decodePsbt',
  { bytes: 'bytes', secp256k1: 'Secp256k1?' },
  // The caller may reuse the buffer.
  (bytes, secp256k1 = nobleSecp256k1) => decode.decodePsbt(new Uint8Array(bytes), secp256k1),
);
/**
 * Encodes a PSBT as bytes, in the order of Core's psbt.h, and reads the bytes again. Returns
 * `undefined` for version 0 if the inputs' lock times exclude each other.
 *
 * @param psbt - Of either version.
 * @throws `ColdsignError`: `WRONG_ARGUMENT` names a part that no program could read, such as a key
 *   that is not on the curve.
 */
export const encodePsbt: (psbt: Psbt) => Bytes | undefined = /* @__PURE__ */ checked(
  'encodePsbt',
  { psbt: 'Psbt' },
  (psbt) => encodeReadable('encodePsbt', psbt, nobleSecp256k1),
);
export const joinPsbts: typeof join.joinPsbts = /* @__PURE__ */ checked(
  'joinPsbts',
  { psbts: 'Psbt[]', shuffle: 'function' },
  join.joinPsbts,
);
export const createPsbt: typeof value.createPsbt = /* @__PURE__ */ checked(
  'createPsbt',
  { transaction: 'Transaction', version: 'PsbtVersion' },
  value.createPsbt,
);
export const smallestPsbt: typeof smallest.smallestPsbt = /* @__PURE__ */ checked(
  'smallestPsbt',
  { psbt: 'Psbt', options: 'SmallestPsbtOptions' },
  smallest.smallestPsbt,
);
export const signPsbt: typeof guard.signPsbt = /* @__PURE__ */ checked(
  'signPsbt',
  { job: 'PsbtJob' },
  guard.signPsbt,
);
export const signPsbtWith: typeof guard.signPsbtWith = /* @__PURE__ */ rejecting(
  /* @__PURE__ */ checked(
    'signPsbtWith',
    { job: 'PsbtJob', signers: 'Signers' },
    guard.signPsbtWith,
  ),
);
export const finalTxid: typeof ids.finalTxid = /* @__PURE__ */ checked(
  'finalTxid',
  { psbt: 'Psbt' },
  ids.finalTxid,
);
export const unsignedTransaction: typeof unsigned.unsignedTransaction = /* @__PURE__ */ checked(
  'unsignedTransaction',
  { psbt: 'Psbt' },
  unsigned.unsignedTransaction,
);
