import { getMember, isJsonNumber, type Json, type JsonArray } from '../../json/json.ts';
import { outPointKey } from '../../transaction/transaction.ts';
import { isSpent } from '../../wallet/ledger/ledger.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import { invalid, type RpcError } from '../error.ts';
import { bool, list } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { outPointField } from '../params/create-transaction-params.ts';
import { checkObjectTypes, getInt32, getObject, parseHashO } from '../values.ts';
import { requireSyncedWallet } from '../wallet/wallet-call.ts';

export const lockunspent = defineMethod({
  name: 'lockunspent',
  category: 'Wallet',
  summary:
    'Lock outputs so that funding does not choose them, or unlock them.\n' +
    'Without outputs, all are unlocked.',
  params: [
    bool('unlock', 'True unlocks the coins, false locks them'),
    list('transactions', 'The outputs', [outPointField], { default: '[]' }),
    bool('persistent', 'Keep the locks after a restart', { default: false }),
  ],
  result: bool('', 'True if successful'),
  examples: [`lockunspent false '[{"txid":"mytxid","vout":0}]'`, 'lockunspent true'],
  async run({ unlock, transactions, persistent = false }, context) {
    const { open } = await requireSyncedWallet(context);
    return open.update((wallet) => {
      const locks = new Map(wallet.locks);
      if (transactions === undefined) {
        if (unlock) locks.clear();
        return { wallet: { ...wallet, locks }, value: true };
      }
      for (const key of parseOutputs(transactions, wallet, { unlock, persistent })) {
        if (unlock) locks.delete(key);
        else locks.set(key, persistent);
      }
      return { wallet: { ...wallet, locks }, value: true };
    });
  },
});

type LockRequest = { readonly unlock: boolean; readonly persistent: boolean };

/** Checks all outputs before any is locked. */
function parseOutputs(list: JsonArray, wallet: Wallet, request: LockRequest): readonly string[] {
  return list.map((entry) => parseOutput(entry, wallet, request));
}

function parseOutput(
  entry: Json,
  { ledger, locks }: Wallet,
  { unlock, persistent }: LockRequest,
): string {
  const object = getObject(entry);
  checkObjectTypes(object, { txid: 'string', vout: 'number' });
  const txid = parseHashO(object, 'txid');
  const number = getMember(object, 'vout');
  const vout = isJsonNumber(number) ? getInt32(number) : 0;
  if (vout < 0) throw wrongOutput('vout cannot be negative');
  const source = ledger.transactions.get(txid);
  if (source === undefined) throw wrongOutput('unknown transaction');
  if (vout >= source.transaction.outputs.length) throw wrongOutput('vout index out of bounds');
  const key = outPointKey({ txid, vout });
  if (isSpent(ledger, key)) throw wrongOutput('expected unspent output');
  if (unlock && !locks.has(key)) throw wrongOutput('expected locked output');
  if (!unlock && locks.has(key) && !persistent) throw wrongOutput('output already locked');
  return key;
}

function wrongOutput(what: string): RpcError {
  return invalid(`Invalid parameter, ${what}`);
}
