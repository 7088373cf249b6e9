import type { Bytes } from '../../encoding/bytes.ts';
import { formatAddress } from '../../script/address.ts';
import { solveScript } from '../../script/templates.ts';
import { type TxOut, totalValue } from '../../transaction/transaction.ts';
import type { WalletTransaction } from '../../wallet/ledger/ledger.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import type { Context } from '../context.ts';
import { invalid } from '../error.ts';
import { isChangeOutput } from '../explain/wallet-transaction.ts';
import type { BumpOptions } from '../parse/bump-options.ts';
import type { ParsedOutput } from '../parse/outputs.ts';
import type { FundingOrder } from './funding-order.ts';
import { silentPaymentsOf } from './silent-payments.ts';

/**
 * Returns the outputs of a transaction. The scripts of silent payments are placeholders until they
 * are computed again.
 */
export function outputsAgain(source: WalletTransaction, context: Context): readonly ParsedOutput[] {
  const paid = silentPaymentsOf(source, context);
  return source.transaction.outputs.map((output, vout) => {
    const silent = paid.get(vout);
    return silent ? { ...output, silent } : output;
  });
}

export type Pays = {
  readonly recipients: FundingOrder['recipients'];
  readonly changeScript: Bytes | undefined;
};

/** Returns the recipients and the change script of the replaced transaction. */
export function recipientsOf(
  outputs: readonly ParsedOutput[],
  { originalChangeIndex }: BumpOptions,
  wallet: Wallet,
): Pays {
  let change: Bytes | undefined;
  const recipients = outputs.flatMap((output, index) => {
    const isChange =
      originalChangeIndex === undefined
        ? isChangeOutput(wallet, output)
        : originalChangeIndex === index;
    const { silent, ...plain } = output;
    if (!isChange) return { output: plain, silent, subtractFee: false };
    change = isDestination(output, wallet) ? output.scriptPubKey : undefined;
    return [];
  });
  if (recipients.length > 0) return { recipients, changeScript: change };
  if (change === undefined) {
    throw invalid('Unable to create transaction. Transaction must have at least one recipient');
  }
  const output = { value: totalValue(outputs), scriptPubKey: change };
  return { recipients: [{ output, subtractFee: true }], changeScript: undefined };
}

/** Returns true if Core's ExtractDestination finds a destination. */
function isDestination({ scriptPubKey }: TxOut, { network }: Wallet): boolean {
  if (formatAddress(scriptPubKey, network) !== undefined) return true;
  return solveScript(scriptPubKey).kind === 'pubkey';
}
