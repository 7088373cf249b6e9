import type { Psbt } from '../../psbt/psbt.ts';
import { spentOutput } from '../../psbt/session.ts';
import { unsignedTransaction } from '../../psbt/unsigned-transaction.ts';
import { type Coin, outPointKey } from '../../transaction/transaction.ts';
import type { Context } from '../context.ts';
import { approveRaw, type RawSigning } from './approve.ts';
import type { FeeLimits } from './fee-limits.ts';

/** A PSBT that is about to be signed: each input tells its coin. */
export type PsbtSigning = Pick<RawSigning, 'ownOutput' | 'signs'> & {
  readonly psbt: Psbt;
  readonly findProvider: (
    transaction: RawSigning['transaction'],
    coins: RawSigning['coins'],
  ) => RawSigning['provider'];
};

/** `approveRaw` for a PSBT. */
export async function approvePsbt(
  { psbt, findProvider, ...signing }: PsbtSigning,
  limits: FeeLimits | undefined,
  context: Context,
): Promise<readonly string[]> {
  const transaction = unsignedTransaction(psbt);
  // Signing has its own words for lock times that exclude each other.
  if (limits === undefined || transaction === undefined) return [];
  const coins = new Map<string, Coin>();
  const known = new Map<string, Coin>();
  for (const input of psbt.inputs) {
    const output = spentOutput(input);
    if (output === undefined) continue;
    const coin = { amount: output.value, scriptPubKey: output.scriptPubKey };
    coins.set(outPointKey(input.prevout), coin);
    if (input.nonWitnessUtxo !== undefined) known.set(outPointKey(input.prevout), coin);
  }
  const provider = findProvider(transaction, coins);
  return approveRaw({ ...signing, transaction, coins, known, provider }, limits, context);
}
