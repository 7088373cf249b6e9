import { nobleSecp256k1 } from '../crypto/noble.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import * as base64 from '../encoding/base64.ts';
import type { Bytes } from '../encoding/bytes.ts';
import * as analyze from '../psbt/analyze.ts';
import * as combine from '../psbt/combine.ts';
import * as convert from '../psbt/convert.ts';
import * as decode from '../psbt/decode.ts';
import * as extract from '../psbt/extract.ts';
import * as ids from '../psbt/final-txid.ts';
import * as finalize from '../psbt/finalize.ts';
import * as join from '../psbt/join.ts';
import type { Psbt } from '../psbt/psbt.ts';
import * as value from '../psbt/psbt.ts';
import * as session from '../psbt/psbt-session.ts';
import * as smallest from '../psbt/smallest.ts';
import * as unsigned from '../psbt/unsigned-transaction.ts';
import type { FeeLimits } from '../transaction/fee-bounds.ts';
import type { Transaction } from '../transaction/transaction.ts';
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

export const decodeBase64: typeof base64.decodeBase64 = /* @__PURE__ */ checked(
  'decodeBase64',
  { text: 'text' },
  base64.decodeBase64,
);
export const encodeBase64: typeof base64.encodeBase64 = /* @__PURE__ */ checked(
  'encodeBase64',
  { bytes: 'bytes' },
  base64.encodeBase64,
);
/**
 * Returns the next role of each input, what is missing, and the cost of the transaction. Each unit
 * of signature operation cost counts as `bytesPerSigop` weight units (20). Core: AnalyzePSBT
 * (node/psbt.cpp).
 *
 * @param psbt - Its inputs should contain the outputs that they spend.
 * @param secp256k1 - Default: the curve in pure JavaScript.
 * @param bytesPerSigop - Weight units of each unit of signature operation cost. Default: 20.
 * @throws `ColdsignError`: `WRONG_ARGUMENT` if an argument has another type.
 *
 * @example
 * import { fund, openAccount } from 'coldsign';
 * import { analyzePsbt } from 'coldsign/psbt';
 *
 * const descriptor = 'wpkh(cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA)';
 * const account = openAccount(descriptor, { network: 'regtest' });
 * const coins = account.coins([
 *   { txid: '11'.repeat(32), vout: 0, value: 90_000n, height: 100, address: account.address(0) },
 * ]);
 * const to = 'bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry';
 * const { psbt } = fund({
 *   coins,
 *   outputs: [{ address: to, value: 50_000n }],
 *   change: account,
 *   feeRate: 2,
 * });
 * const { next, fee, estimatedFeeRate } = analyzePsbt(psbt);
 * console.log(next, fee, estimatedFeeRate); // signer 306n 2
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
export const combinePsbts: typeof combine.combinePsbts = /* @__PURE__ */ checked(
  'combinePsbts',
  { '...psbts': 'Psbt' },
  combine.combinePsbts,
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
 * @throws `ColdsignError`: `WRONG_ARGUMENT` if an argument has another type.
 *
 * @example
 * import { decodePsbt } from 'coldsign/psbt';
 *
 * const decoded = decodePsbt(Uint8Array.of(0x70, 0x73, 0x62, 0x74, 0xff));
 * console.log('error' in decoded ? decoded.error : decoded.version);
 * // Separator is missing at the end of the global map: iostream error
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
 *
 * @example
 * import { createPsbt, encodePsbt } from 'coldsign/psbt';
 *
 * const transaction = { version: 2, inputs: [], outputs: [], locktime: 0 };
 * console.log(encodePsbt(createPsbt(transaction, 0))?.length); // 19
 */
export const encodePsbt: (psbt: Psbt) => Bytes | undefined = /* @__PURE__ */ checked(
  'encodePsbt',
  { psbt: 'Psbt' },
  (psbt) => encodeReadable('encodePsbt', psbt, nobleSecp256k1),
);
/**
 * Returns the transaction with the final scripts of all inputs (BIP174, Transaction Extractor), or
 * the reason why there is none: an input is not final, the fee is unknown, negative or too high, or
 * a silent payment is not what its address requires (BIP375).
 *
 * @param psbt - A PSBT whose inputs are all final, as `finalizePsbt` makes it.
 * @param options - `maxFeeRate` in sat/vB (`0`: any rate, also an unknown fee) and `maxFee` in
 *   satoshi. Default: `feeLimits` of the PSBT, else 2,000 sat/vB, 0.1 BTC and 25 % of the outputs.
 * @throws `WRONG_ARGUMENT` if an argument has another type.
 *
 * @example
 * import { fund, openAccount, sign } from 'coldsign';
 * import { extractTransaction } from 'coldsign/psbt';
 *
 * const descriptor = 'wpkh(cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA)';
 * const account = openAccount(descriptor, { network: 'regtest' });
 * const coins = account.coins([
 *   { txid: '11'.repeat(32), vout: 0, value: 90_000n, height: 100, address: account.address(0) },
 * ]);
 * const to = 'bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry';
 * const { psbt } = fund({
 *   coins,
 *   outputs: [{ address: to, value: 50_000n }],
 *   change: account,
 *   feeRate: 2,
 * });
 * const signed = await sign(psbt, { keys: account });
 * const transaction = extractTransaction(signed.psbt, { maxFeeRate: 10 });
 * console.log('error' in transaction ? transaction.reason : transaction.outputs.length); // 2
 */
export const extractTransaction: (
  psbt: Psbt,
  options?: FeeLimits,
) => Transaction | extract.ExtractFailure = /* @__PURE__ */ checked(
  'extractTransaction',
  { psbt: 'Psbt', options: 'FeeLimits?' },
  (psbt, options) => extract.extractTransaction(psbt, options, nobleSecp256k1),
);
/**
 * Makes every complete input final (BIP174, Input Finalizer). Core: FinalizePSBT.
 *
 * @param psbt - With signatures, preimages and scripts.
 * @param secp256k1 - Verifies the result. Default: the curve in pure JavaScript.
 * @throws `ColdsignError`: `WRONG_ARGUMENT` if an argument has another type.
 *
 * @example
 * import { fund, openAccount } from 'coldsign';
 * import { finalizePsbt } from 'coldsign/psbt';
 *
 * const descriptor = 'wpkh(cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA)';
 * const account = openAccount(descriptor, { network: 'regtest' });
 * const coins = account.coins([
 *   { txid: '11'.repeat(32), vout: 0, value: 90_000n, height: 100, address: account.address(0) },
 * ]);
 * const to = 'bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry';
 * const { psbt } = fund({
 *   coins,
 *   outputs: [{ address: to, value: 50_000n }],
 *   change: account,
 *   feeRate: 2,
 * });
 * console.log(finalizePsbt(psbt).complete); // false
 */
export const finalizePsbt: (psbt: Psbt, secp256k1?: Secp256k1) => finalize.FinalizedPsbt =
  /* @__PURE__ */ checked(
    'finalizePsbt',
    { psbt: 'Psbt', secp256k1: 'Secp256k1?' },
    (psbt, secp256k1 = nobleSecp256k1) => {
      const done = finalize.finalizePsbt(psbt, secp256k1);
      // Without inputs there is no transaction.
      return { ...done, complete: done.complete && psbt.inputs.length > 0 };
    },
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
export const spentOutput: typeof session.spentOutput = /* @__PURE__ */ checked(
  'spentOutput',
  { input: 'PsbtInput' },
  session.spentOutput,
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
export const uniqueId: typeof unsigned.uniqueId = /* @__PURE__ */ checked(
  'uniqueId',
  { psbt: 'Psbt' },
  unsigned.uniqueId,
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
