import type { Satoshis } from '../encoding/amount.ts';
import { type Bytes, equalBytes } from '../encoding/bytes.ts';
import type { Psbt, PsbtInput } from '../psbt/psbt.ts';
import { isPayToScriptHash, matchWitnessProgram } from '../script/script.ts';
import type { OutPoint, Transaction, TxOut } from '../transaction/transaction.ts';
import { transactionId } from '../transaction/txid.ts';

/** A coin that the signer of a message claims to control. */
export type ClaimedCoin = {
  /** The output. */
  readonly prevout: OutPoint;
  /** Amount in satoshi. */
  readonly value: Satoshis;
  /** The scriptPubKey. */
  readonly scriptPubKey: Bytes;
  /**
   * Relative lock of the input (BIP68): the age at which the signer can spend the coin; 0 means
   * any.
   */
  readonly sequence: number;
  /**
   * True if amount and script come from the transaction in `prevout`. If false, they are a claim,
   * and the signature proves nothing about the coin until a chain confirms them. Only a chain can
   * show that the coin is unspent.
   */
  readonly proven: boolean;
};

/**
 * Returns the coins of all inputs except the first; `undefined` if one is missing or contradictory.
 */
export function coinsOf({ inputs }: Psbt): readonly ClaimedCoin[] | undefined {
  const known = new Map<string, Transaction>();
  for (const { nonWitnessUtxo: transaction } of inputs) {
    if (transaction !== undefined) known.set(transactionId(transaction), transaction);
  }
  const coins = inputs.slice(1).map((input) => coinOf(input, known));
  return coins.every((coin) => coin !== undefined) ? coins : undefined;
}

function coinOf(
  input: PsbtInput,
  known: ReadonlyMap<string, Transaction>,
): ClaimedCoin | undefined {
  const { prevout, witnessUtxo: claimed, nonWitnessUtxo, sequence = 0xffffffff } = input;
  if (nonWitnessUtxo !== undefined && transactionId(nonWitnessUtxo) !== prevout.txid) {
    return undefined;
  }
  const proven = known.get(prevout.txid)?.outputs[prevout.vout];
  if (known.has(prevout.txid) && proven === undefined) return undefined;
  if (proven && claimed && !isSame(proven, claimed)) return undefined;
  if (!proven && claimed && !isWitness(claimed.scriptPubKey, input)) return undefined;
  const output = proven ?? claimed;
  if (output === undefined) return undefined;
  const { value: amount, scriptPubKey } = output;
  return { prevout, value: amount, scriptPubKey, sequence, proven: proven !== undefined };
}

const isSame = (a: TxOut, b: TxOut): boolean =>
  a.value === b.value && equalBytes(a.scriptPubKey, b.scriptPubKey);

/**
 * Returns true for a witness spend. Other signatures do not commit to the amount (BIP143), so
 * BIP322 requires the complete transaction for them.
 */
function isWitness(script: Bytes, { finalWitness }: PsbtInput): boolean {
  if (matchWitnessProgram(script) !== undefined) return true;
  return isPayToScriptHash(script) && finalWitness.length > 0;
}
