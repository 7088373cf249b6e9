import type { Psbt } from '../../psbt/psbt.ts';
import { spentOutput } from '../../psbt/session.ts';
import { unsignedTransaction } from '../../psbt/unsigned-transaction.ts';
import { psbtSubject } from '../../review/psbt-subject.ts';
import { estimateSignedSize } from '../../signing/stand-ins.ts';
import { type Coin, outPointKey, type Transaction } from '../../transaction/transaction.ts';
import type { Context } from '../context.ts';
import { approveSubject, type Signing } from './approve.ts';
import type { FeeLimits } from './fee-limits.ts';

/** A PSBT that is about to be signed: each input tells its coin. */
export type PsbtSigning = Pick<Signing, 'findOwners' | 'signs'> & {
  readonly psbt: Psbt;
  readonly findProvider: (
    transaction: Transaction,
    coins: ReadonlyMap<string, Coin>,
  ) => Signing['provider'];
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
  for (const input of psbt.inputs) {
    const output = spentOutput(input);
    if (output === undefined) continue;
    const coin = { amount: output.value, scriptPubKey: output.scriptPubKey };
    coins.set(outPointKey(input.prevout), coin);
  }
  const provider = findProvider(transaction, coins);
  const subject = psbtSubject(psbt, context.secp256k1, provider.getScript);
  if (subject === undefined) return [];
  const vsize = estimateSignedSize(subject.transaction, coins, provider);
  const known = new Map<string, Coin>();
  return approveSubject({ ...subject, vsize }, { ...signing, known, provider }, limits, context);
}
