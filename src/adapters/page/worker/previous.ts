import { encodePsbt } from '../../../psbt/encode.ts';
import type { Psbt } from '../../../psbt/psbt.ts';
import { decodeAnyTransaction } from '../../../transaction/decode-any.ts';
import type { Transaction } from '../../../transaction/transaction.ts';
import { transactionId } from '../../../transaction/txid.ts';
import { failure } from './failures.ts';
import { openSubject } from './open-subject.ts';
import { type Session, setSubject } from './session.ts';

/**
 * Adds the last imported transaction to the inputs that spend its outputs. The inputs name its id,
 * so it proves the amounts of these coins.
 */
export function addPrevious(session: Session): void {
  const { payload } = session;
  const subject = openSubject(session);
  if (!('psbt' in subject)) throw failure('This transaction is already signed.');
  const previous =
    payload?.kind === 'transaction'
      ? decodeAnyTransaction(payload.bytes, { witness: true, legacy: true })
      : undefined;
  if (previous === undefined) throw failure('Open a transaction that paid one of these coins.');
  const filled = withPrevious(subject.psbt, previous);
  const bytes = filled && encodePsbt(filled);
  if (bytes === undefined) throw failure('This transaction paid none of the coins of the PSBT.');
  setSubject(session, { kind: 'psbt', bytes });
}

/** Returns `undefined` if no input spends an output of the transaction. */
function withPrevious(psbt: Psbt, previous: Transaction): Psbt | undefined {
  const id = transactionId(previous);
  const isSpent = ({ prevout }: Psbt['inputs'][number]) =>
    prevout.txid === id && prevout.vout < previous.outputs.length;
  if (!psbt.inputs.some(isSpent)) return undefined;
  const inputs = psbt.inputs.map((input) =>
    isSpent(input) ? { ...input, nonWitnessUtxo: previous } : input,
  );
  return { ...psbt, inputs };
}
