import type { DescriptorContext } from '../../descriptor/parser.ts';
import { formatAmount } from '../../encoding/amount.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { type JsonObject, jsonNumber, jsonObject } from '../../json/json.ts';
import { formatAsm } from '../../script/asm.ts';
import { isCoinbase } from '../../transaction/check.ts';
import type { Transaction, TxIn, TxOut } from '../../transaction/transaction.ts';
import { transactionId, witnessTransactionId } from '../../transaction/txid.ts';
import { strippedSize, transactionWeight, virtualSize } from '../../transaction/weight.ts';
import { shapeScript } from './script.ts';

/**
 * A transaction as Core shows it; `isChange`: which outputs are marked as change. Core: TxToUniv
 * (core_io.cpp).
 */
export function shapeTransaction(
  transaction: Transaction,
  context: DescriptorContext,
  isChange: (output: TxOut) => boolean = () => false,
): JsonObject {
  const { version, locktime, inputs, outputs } = transaction;
  const weight = transactionWeight(transaction);
  const coinbase = isCoinbase(transaction);
  return jsonObject({
    txid: transactionId(transaction),
    hash: witnessTransactionId(transaction),
    version: jsonNumber(version),
    size: jsonNumber(weight - 3 * strippedSize(transaction)),
    vsize: jsonNumber(virtualSize(weight)),
    weight: jsonNumber(weight),
    locktime: jsonNumber(locktime),
    vin: inputs.map((input) => shapeInput(input, coinbase)),
    vout: outputs.map((output, n) => {
      const shaped = shapeOutput(output, n, context);
      return isChange(output) ? { members: [...shaped.members, ['ischange', true]] } : shaped;
    }),
  });
}

function shapeInput(
  { prevout, scriptSig, witness, sequence }: TxIn,
  coinbase: boolean,
): JsonObject {
  const hex = encodeHex(scriptSig);
  const source = coinbase
    ? { coinbase: hex }
    : {
        txid: prevout.txid,
        vout: jsonNumber(prevout.vout),
        scriptSig: jsonObject({ asm: formatAsm(scriptSig, { decodeSighash: true }), hex }),
      };
  return jsonObject({
    ...source,
    txinwitness: witness.length > 0 ? witness.map(encodeHex) : undefined,
    sequence: jsonNumber(sequence),
  });
}

/** An output and its number. */
function shapeOutput(
  { value, scriptPubKey }: TxOut,
  n: number,
  context: DescriptorContext,
): JsonObject {
  return jsonObject({
    value: { number: formatAmount(value) },
    n: jsonNumber(n),
    scriptPubKey: shapeScript(scriptPubKey, context, { hex: true }),
  });
}
