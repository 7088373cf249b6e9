import { isMoneyRange, MAX_MONEY } from '../encoding/amount.ts';
import { type OutPoint, repeatedOutPoints, type Transaction } from './transaction.ts';
import { strippedSize, WITNESS_SCALE_FACTOR } from './weight.ts';

/** The errors of consensus/tx_check.cpp, in the words of `sendrawtransaction` and proposals. */
export type TransactionFault =
  | 'bad-txns-vin-empty'
  | 'bad-txns-vout-empty'
  | 'bad-txns-oversize'
  | 'bad-txns-vout-negative'
  | 'bad-txns-vout-toolarge'
  | 'bad-txns-txouttotal-toolarge'
  | 'bad-txns-inputs-duplicate'
  | 'bad-cb-length'
  | 'bad-txns-prevout-null';

/** Maximum weight of a block (consensus/consensus.h). */
const MAX_BLOCK_WEIGHT = 4_000_000;

/** Number of blocks after which a coinbase can be spent (consensus/consensus.h). */
export const COINBASE_MATURITY = 100;

const NULL_TXID = '0'.repeat(64);

/** Returns true for the outpoint of a coinbase (primitives/transaction.h, COutPoint::IsNull). */
function isNull({ txid, vout }: OutPoint): boolean {
  return vout === 0xffffffff && txid === NULL_TXID;
}

export function isCoinbase({ inputs }: Transaction): boolean {
  return inputs.length === 1 && inputs[0] !== undefined && isNull(inputs[0].prevout);
}

/**
 * Checks a transaction without its coins. Returns `undefined` if it is valid. Core:
 * CheckTransaction (consensus/tx_check.cpp).
 */
export function checkTransaction(transaction: Transaction): TransactionFault | undefined {
  const { inputs, outputs } = transaction;
  if (inputs.length === 0) return 'bad-txns-vin-empty';
  if (outputs.length === 0) return 'bad-txns-vout-empty';
  if (strippedSize(transaction) * WITNESS_SCALE_FACTOR > MAX_BLOCK_WEIGHT)
    return 'bad-txns-oversize';
  return checkOutputs(transaction) ?? checkInputs(transaction);
}

function checkOutputs({ outputs }: Transaction): TransactionFault | undefined {
  let total = 0n;
  for (const { value } of outputs) {
    if (value < 0n) return 'bad-txns-vout-negative';
    if (value > MAX_MONEY) return 'bad-txns-vout-toolarge';
    total += value;
    if (!isMoneyRange(total)) return 'bad-txns-txouttotal-toolarge';
  }
  return undefined;
}

function checkInputs(transaction: Transaction): TransactionFault | undefined {
  const { inputs } = transaction;
  const repeated = repeatedOutPoints(inputs.map(({ prevout }) => prevout));
  if (repeated.length > 0) return 'bad-txns-inputs-duplicate';
  if (isCoinbase(transaction)) {
    const length = inputs[0]?.scriptSig.length ?? 0;
    return length < 2 || length > 100 ? 'bad-cb-length' : undefined;
  }
  return inputs.some(({ prevout }) => isNull(prevout)) ? 'bad-txns-prevout-null' : undefined;
}

/** Maximum number of transactions in a package (policy/packages.h). */
export const MAX_PACKAGE_COUNT = 25;
