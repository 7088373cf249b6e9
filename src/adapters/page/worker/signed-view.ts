import { kernelSecp256k1 } from '../../../crypto/kernel-backend.ts';
import { MAX_MONEY } from '../../../encoding/amount.ts';
import type { Bytes } from '../../../encoding/bytes.ts';
import { encodePsbt } from '../../../psbt/encode.ts';
import { extractTransaction } from '../../../psbt/extract.ts';
import type { OutcomeMessage } from '../../../psbt/outcome-messages.ts';
import type { Psbt } from '../../../psbt/psbt.ts';
import type { Outcome } from '../../../rpc/explain/outcome.ts';
import { encodeTransaction } from '../../../transaction/codec.ts';
import type { Transaction } from '../../../transaction/transaction.ts';
import { transactionId } from '../../../transaction/txid.ts';

/** The signed PSBT or transaction. */
export type SignedView = {
  readonly kind: 'psbt' | 'transaction';
  readonly bytes: Bytes;
  readonly isComplete: boolean;
  /** The step that was done. With `combined`, the open keys have not signed. */
  readonly outcome: Outcome['id'] | 'combined';
  /** Needs of the inputs that are not complete. */
  readonly needs: readonly OutcomeMessage[];
  /** Id of the transaction, once it is complete. */
  readonly txid?: string;
};

type Shown = { readonly id: SignedView['outcome']; readonly needs: SignedView['needs'] };

export function viewSigned(
  { psbt, complete }: { readonly psbt: Psbt; readonly complete: boolean },
  { id, needs }: Shown,
): SignedView {
  const transaction = complete
    ? extractTransaction(psbt, { maxFeeRate: 0, maxFee: MAX_MONEY }, kernelSecp256k1)
    : undefined;
  if (transaction !== undefined && !('error' in transaction)) return viewFinal(transaction, id);
  const bytes = encodePsbt(psbt) ?? new Uint8Array(0);
  return { kind: 'psbt', bytes, isComplete: complete, outcome: id, needs };
}

export const viewFinal = (
  transaction: Transaction,
  outcome: SignedView['outcome'],
): SignedView => ({
  kind: 'transaction',
  bytes: encodeTransaction(transaction, { witness: true }),
  isComplete: true,
  txid: transactionId(transaction),
  outcome,
  needs: [],
});
