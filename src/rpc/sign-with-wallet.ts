import type { ChainSource } from '../chain/source.ts';
import type { SighashType } from '../sighash/sighash-type.ts';
import { asksOnce } from '../signing/external-signer.ts';
import type { SigningOutcome } from '../signing/job.ts';
import { joinProviders } from '../signing/provider.ts';
import { signingSteps } from '../signing/steps.ts';
import { type Coin, outPointKey, type Transaction } from '../transaction/transaction.ts';
import { walletSigners } from '../wallet/sign.ts';
import type { Wallet } from '../wallet/wallet.ts';
import type { Context } from './context.ts';
import { outsideKeys, withHands } from './hands.ts';

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
  context: Context,
): Promise<SigningOutcome> {
  const { secp256k1, onProgress, signer } = context;
  let outcome: SigningOutcome = { transaction, complete: false, errors: [] };
  // As Core: a wallet without descriptors has nobody to look at the inputs, and so no errors.
  if (wallet.descriptors.size === 0) return outcome;
  const outside = outsideKeys(context);
  const patient = signer
    ? { ...context, signer: { ...signer, sign: asksOnce(signer.sign) } }
    : context;
  for (const own of walletSigners(wallet, transaction, coins, secp256k1)) {
    const provider = outside ? joinProviders(own, outside) : own;
    const progress = onProgress && { onProgress };
    const { transaction: signed } = outcome;
    const job = { transaction: signed, coins, provider, sighashType, secp256k1, ...progress };
    outcome = await withHands(patient, signingSteps(job));
    if (outcome.complete) break;
  }
  return outcome;
}
