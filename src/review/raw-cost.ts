import { estimateSignedSize } from '../signing/placeholders.ts';
import { type Coin, outPointKey, type Transaction } from '../transaction/transaction.ts';
import { virtualSize } from '../transaction/weight.ts';
import { broughtBy, type Cost, type CostInput, sum } from './facts.ts';
import { foreignRole } from './outputs.ts';
import { readRawSpends, type TransactionEvidence } from './raw-spends.ts';
import { noClaim } from './subject.ts';

/**
 * Returns what a raw transaction costs, as its review says if no owners are known. It needs none of
 * the findings, so a bundle that only signs contains no review. `known`: coins of the chain.
 */
export function rawCost(
  transaction: Transaction,
  given: TransactionEvidence,
  known: ReadonlyMap<string, Coin>,
): Cost {
  const { coins, spends } = readRawSpends(transaction, given);
  const inputs = transaction.inputs.map(({ prevout }, index): CostInput => {
    const spend = spends[index];
    const found = known.get(outPointKey(prevout));
    const isKnown = found?.value !== undefined;
    const coin = isKnown ? found : spend?.coin;
    return {
      outPoint: prevout,
      value: coin?.value,
      certainty: isKnown ? 'known' : (spend?.certainty ?? 'claimed'),
      scriptPubKey: coin?.scriptPubKey,
      owner: undefined,
      sighashType: spend?.sighashType,
      signatures: spend?.signatures ?? [],
    };
  });
  const isKey = (xOnly: Uint8Array) => given.secp256k1.isXOnlyPublicKey(xOnly);
  const outputs = transaction.outputs.map((output) => ({
    value: output.value,
    role: foreignRole(output, noClaim, isKey),
    owner: undefined,
    isClaimed: false,
  }));
  const isFinal = spends.length > 0 && spends.every(({ verdict }) => verdict !== undefined);
  return {
    inputs,
    outputs,
    knowsOwners: false,
    fee: broughtBy(inputs) - sum(outputs.map(({ value }) => value)),
    isWhole: inputs.every(({ value }) => value !== undefined),
    vsize: isFinal
      ? virtualSize(transaction)
      : estimateSignedSize(transaction, coins, given.provider),
    lifted: 0,
  };
}
