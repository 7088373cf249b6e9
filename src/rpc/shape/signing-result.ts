import { formatAmount, MAX_MONEY } from '../../encoding/amount.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { invariant } from '../../encoding/invariant.ts';
import { type Json, type JsonObject, jsonNumber, jsonObject } from '../../json/json.ts';
import type { FailedInput, SigningOutcome } from '../../signing/job.ts';
import { encodeTransaction } from '../../transaction/codec.ts';
import { type Coin, outPointKey, type Transaction } from '../../transaction/transaction.ts';
import { RpcCode, RpcError } from '../error.ts';
import { inputErrorSentence } from './input-error.ts';

/**
 * Shapes the result of signing methods. Throws for the first input whose amount is missing, as
 * Core: SignTransactionResultToJSON (rpc/rawtransaction_util.cpp).
 */
export function shapeSigningResult(
  { transaction, complete, errors }: SigningOutcome,
  coins: ReadonlyMap<string, Coin>,
  warnings: readonly string[],
): JsonObject {
  const list = errors.map((failed) => shapeError(failed, transaction, coins));
  return jsonObject({
    hex: encodeHex(encodeTransaction(transaction)),
    complete,
    errors: list.length > 0 ? list : undefined,
    warnings: warnings.length > 0 ? warnings : undefined,
  });
}

function shapeError(
  { index, error }: FailedInput,
  transaction: Transaction,
  coins: ReadonlyMap<string, Coin>,
): Json {
  const input = transaction.inputs[index];
  invariant(input !== undefined, 'errors are those of inputs');
  const { prevout, witness, scriptSig, sequence } = input;
  if (error.kind === 'missing-amount') throw missingAmount(coins.get(outPointKey(prevout)));
  return jsonObject({
    txid: prevout.txid,
    vout: jsonNumber(prevout.vout),
    witness: witness.map(encodeHex),
    scriptSig: encodeHex(scriptSig),
    sequence: jsonNumber(sequence),
    error: inputErrorSentence(error),
  });
}

/** Core prints its mark of an unknown amount, and the start of the script (CTxOut::ToString). */
function missingAmount(coin: Coin | undefined): RpcError {
  invariant(coin !== undefined, 'an amount is missing of a coin that is known');
  const script = encodeHex(coin.scriptPubKey).slice(0, 30);
  return new RpcError(
    RpcCode.TYPE_ERROR,
    `Missing amount for CTxOut(nValue=${formatAmount(MAX_MONEY)}, scriptPubKey=${script})`,
  );
}
