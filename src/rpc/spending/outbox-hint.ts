import { formatAmount } from '../../encoding/amount.ts';
import { outPointKey } from '../../transaction/transaction.ts';
import { outboxOf } from '../../wallet/ledger/outbox.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import type { Profile } from '../context.ts';
import { profileRules } from '../profile.ts';

/**
 * Describes which coins of a wallet the outbox holds back. Returns `undefined` if there are none or
 * the profile hides it.
 */
export function outboxHint(wallet: Wallet, profile: Profile): string | undefined {
  const waiting = outboxOf(wallet);
  if (waiting.length === 0 || !profileRules(profile).hints) return undefined;
  const { outputs, spenders } = wallet.ledger;
  const amountOf = (key: string) => outputs.get(key)?.output.value ?? 0n;
  let spent = 0n;
  let own = 0n;
  for (const { txid, transaction } of waiting) {
    for (const { prevout } of transaction.inputs) spent += amountOf(outPointKey(prevout));
    for (const vout of transaction.outputs.keys()) {
      const key = outPointKey({ txid, vout });
      if (!spenders.has(key)) own += amountOf(key);
    }
  }
  const many = waiting.length > 1;
  const what = many ? `${waiting.length} transactions wait` : 'A transaction waits';
  return (
    `${what} in the outbox: ${many ? 'they spend' : 'it spends'} ${formatAmount(spent)} BTC of this wallet, and ` +
    `${formatAmount(own)} BTC of it that come back are there once a node has ${many ? 'them' : 'it'}. See listoutbox; a newer ` +
    'snapshot shows what was sent, and abandontransaction gives up what will not be'
  );
}
