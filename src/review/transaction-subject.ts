import { emptyBytes } from '../encoding/bytes.ts';
import { estimateSignedSize } from '../signing/placeholders.ts';
import type { Transaction } from '../transaction/transaction.ts';
import { hidesScripts } from './hidden-scripts.ts';
import { describeLock } from './lock.ts';
import { type RawSpend, readRawSpends, type TransactionEvidence } from './raw-spends.ts';
import { agesIn, describeLocks, findUnmetLock } from './script-locks.ts';
import { itemsIn, noClaim, type Spend, type Subject } from './subject.ts';

/** Reads a raw transaction for review, signed or not. */
export function transactionSubject(transaction: Transaction, given: TransactionEvidence): Subject {
  const { coins, spends } = readRawSpends(transaction, given);
  return {
    transaction,
    spends: spends.map((spend, index) => spendOf(spend, transaction, index, given)),
    claims: transaction.outputs.map(() => noClaim),
    vsize: estimateSignedSize(transaction, coins, given.provider),
    fields: [],
    isKey: (xOnly) => given.secp256k1.isXOnlyPublicKey(xOnly),
    isModifiable: false,
    xpubs: [],
    modifiable: 0,
  };
}

function spendOf(
  { isLocked, scripts: known, ...raw }: RawSpend,
  transaction: Transaction,
  index: number,
  { secp256k1 }: TransactionEvidence,
): Spend {
  const { coin } = raw;
  const { scriptSig = emptyBytes, witness = [] } = transaction.inputs[index] ?? {};
  const leaves = known?.tapLeaves.map(({ script }) => script) ?? [];
  const scripts =
    coin && known ? [coin.scriptPubKey, known.redeemScript, known.witnessScript, ...leaves] : [];
  const isBare = scriptSig.length + witness.length === 0;
  return {
    ...raw,
    lock: coin
      ? describeLock(coin.scriptPubKey, {
          redeemScript: known?.redeemScript ?? emptyBytes,
          witnessScript: known?.witnessScript ?? emptyBytes,
          witness,
          leaves: leaves.length,
          internalKey: known?.tapInternalKey,
        })
      : 'unknown',
    misfits: [],
    named: [],
    items: itemsIn(scripts),
    ages: agesIn([...scripts, ...witness]),
    hidesScripts:
      coin && known && isBare ? hidesScripts(known, coin.scriptPubKey, secp256k1) : false,
    unmetLock:
      coin && known && isBare
        ? findUnmetLock(known, index, coin, transaction)
        : isLocked
          ? describeLocks(transaction, index)
          : undefined,
  };
}
