import { expect, test } from 'vitest';
import type { Transaction } from '../../../src/transaction/transaction.ts';
import { transactionId } from '../../../src/transaction/txid.ts';
import { disconnectAbove } from '../../../src/wallet/ledger/disconnect.ts';
import {
  changeLedger,
  emptyLedger,
  isSpent,
  putTransaction,
  type TransactionState,
} from '../../../src/wallet/ledger/ledger.ts';
import { markMempoolConflicts } from '../../../src/wallet/ledger/mempool-conflicts.ts';
import type { Wallet } from '../../../src/wallet/wallet.ts';

const nowhere: TransactionState = { kind: 'inactive', abandoned: false };
const inBlock: TransactionState = {
  kind: 'confirmed',
  height: 7,
  blockHash: '77'.repeat(32),
  blockTime: 1,
  index: 0,
};

function spend(txid: string, vout: number, value = 1n, version = 2): Transaction {
  return {
    version,
    inputs: [
      { prevout: { txid, vout }, scriptSig: new Uint8Array(), sequence: 0xfffffffd, witness: [] },
    ],
    outputs: [
      { value, scriptPubKey: Uint8Array.of(0x51) },
      { value, scriptPubKey: Uint8Array.of(0x51) },
    ],
    locktime: 0,
  };
}

/** Creates a wallet with only these transactions, which owns all their outputs. */
function walletOf(...held: readonly (readonly [Transaction, TransactionState])[]): Wallet {
  const ledger = changeLedger(emptyLedger, (draft) => {
    for (const [order, [transaction, state]] of held.entries()) {
      const txid = transactionId(transaction);
      const times = { timeReceived: 1, time: 1 };
      const added = { txid, transaction, state, ...times, order, notes: new Map() };
      putTransaction(draft, added, () => true);
    }
  });
  // These functions read only the wallet's ledger.
  return { ledger } as Wallet;
}

const inMempool = (transaction: Transaction) => ({
  txid: transactionId(transaction),
  transaction,
});

const conflictsOf = (wallet: Wallet, transaction: Transaction) => [
  ...(wallet.ledger.transactions.get(transactionId(transaction))?.mempoolConflicts ?? []),
];

test('records conflicts in the mempool, including descendants, and forgets them', () => {
  const coin = 'aa'.repeat(32);
  const loser = spend(coin, 0);
  const child = spend(transactionId(loser), 0);
  const winner = spend(coin, 0, 2n);
  const wallet = walletOf([loser, nowhere], [child, nowhere]);
  const marked = markMempoolConflicts(wallet, [inMempool(winner)]);
  expect(conflictsOf(marked, loser)).toEqual([transactionId(winner)]);
  expect(conflictsOf(marked, child)).toEqual([transactionId(winner)]);
  expect(isSpent(wallet.ledger, `${coin}:0`)).toBe(true);
  expect(isSpent(marked.ledger, `${coin}:0`)).toBe(false);
  expect(markMempoolConflicts(marked, [inMempool(winner)])).toBe(marked);
  expect(markMempoolConflicts(marked, [])).toEqual(wallet);
});

test('a child of version 3 keeps its siblings out of the mempool', () => {
  const parent = spend('bb'.repeat(32), 0, 5n, 3);
  const first = spend(transactionId(parent), 0, 1n, 3);
  const second = spend(transactionId(parent), 1, 1n, 3);
  const wallet = walletOf([parent, { kind: 'mempool' }], [first, nowhere], [second, nowhere]);
  const marked = markMempoolConflicts(wallet, [inMempool(parent), inMempool(second)]);
  expect(conflictsOf(marked, first)).toEqual([transactionId(second)]);
  expect(conflictsOf(marked, second)).toEqual([]);
});

test('the reward of a stale block is abandoned with its descendants', () => {
  const reward = spend('00'.repeat(32), 0xffffffff);
  const payment = spend(transactionId(reward), 0);
  const other = spend('cc'.repeat(32), 0);
  const wallet = walletOf([reward, inBlock], [payment, nowhere], [other, inBlock]);
  const states = [...disconnectAbove(wallet, 6).ledger.transactions.values()].map(
    ({ state }) => state,
  );
  expect(states).toEqual([
    { kind: 'inactive', abandoned: true },
    { kind: 'inactive', abandoned: true },
    nowhere,
  ]);
});
