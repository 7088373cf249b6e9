import type { ChainSource } from '../chain/source.ts';
import type { SighashType } from '../sighash/sighash-type.ts';
import type { SigningOutcome } from '../signing/job.ts';
import { signTransaction, signTransactionWith } from '../signing/sign-transaction.ts';
import { type Coin, outPointKey, type Transaction } from '../transaction/transaction.ts';
import { walletSigners } from '../wallet/sign.ts';
import type { Wallet } from '../wallet/wallet.ts';
import type { Context } from './context.ts';

/** The coins of these inputs: the chain's, the mempool's over them, and where there is no chain the wallet's own. */
export async function findInputCoins(
  { inputs }: Transaction,
  wallet: Wallet,
  chain: ChainSource | undefined,
): Promise<ReadonlyMap<string, Coin>> {
  const outPoints = inputs.map(({ prevout }) => prevout);
  const coins = new Map<string, Coin>();
  const keep = (key: string, amount: bigint, scriptPubKey: Uint8Array) =>
    coins.set(key, { amount, scriptPubKey });
  if (chain === undefined) {
    for (const outPoint of outPoints) {
      const own = wallet.ledger.outputs.get(outPointKey(outPoint))?.output;
      if (own !== undefined) keep(outPointKey(outPoint), own.value, own.scriptPubKey);
    }
    return coins;
  }
  for (const [key, { amount, scriptPubKey }] of await chain.findCoins(outPoints)) {
    keep(key, amount, scriptPubKey);
  }
  const { entries } = await chain.mempool();
  const byTxid = new Map(entries.map((entry) => [entry.txid, entry.transaction]));
  for (const outPoint of outPoints) {
    const made = byTxid.get(outPoint.txid)?.outputs[outPoint.vout];
    if (made !== undefined) keep(outPointKey(outPoint), made.value, made.scriptPubKey);
  }
  for (const { transaction } of entries) {
    for (const { prevout } of transaction.inputs) coins.delete(outPointKey(prevout));
  }
  return coins;
}

/** Core: CWallet::SignTransaction: descriptor after descriptor over the whole transaction, until it is complete. */
export async function signWithWallet(
  wallet: Wallet,
  transaction: Transaction,
  coins: ReadonlyMap<string, Coin>,
  sighashType: SighashType,
  { secp256k1, onProgress, workers }: Context,
): Promise<SigningOutcome> {
  let outcome: SigningOutcome = { transaction, complete: false, errors: [] };
  // As Core: a wallet without descriptors has nobody to look at the inputs, and so no errors.
  if (wallet.descriptors.size === 0) return outcome;
  for (const provider of walletSigners(wallet, transaction, coins, secp256k1)) {
    const progress = onProgress && { onProgress };
    const { transaction: signed } = outcome;
    const job = { transaction: signed, coins, provider, sighashType, secp256k1, ...progress };
    outcome = workers ? await signTransactionWith(job, { workers }) : signTransaction(job);
    if (outcome.complete) break;
  }
  return outcome;
}
