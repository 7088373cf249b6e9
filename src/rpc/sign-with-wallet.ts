import { coinFinder } from '../chain/find-coins.ts';
import type { ChainSource } from '../chain/source.ts';
import type { SighashType } from '../sighash/sighash-type.ts';
import { asksOnce } from '../signing/external-signer.ts';
import type { SigningOutcome } from '../signing/job.ts';
import { signingSteps } from '../signing/steps.ts';
import { type Coin, outPointKey, type Transaction } from '../transaction/transaction.ts';
import { walletSigners } from '../wallet/sign.ts';
import type { Wallet } from '../wallet/wallet.ts';
import type { Context } from './context.ts';
import { outsideKeys, withHands } from './hands.ts';

/**
 * The coins of these inputs: the chain's and those that the mempool makes, spent in it or not (a replacement spends the same);
 * where there is no chain, the wallet's own.
 */
export async function findInputCoins(
  { inputs }: Transaction,
  wallet: Wallet,
  chain: ChainSource | undefined,
): Promise<ReadonlyMap<string, Coin>> {
  const outPoints = inputs.map(({ prevout }) => prevout);
  if (chain !== undefined) return coinFinder(chain)(outPoints);
  const coins = new Map<string, Coin>();
  for (const outPoint of outPoints) {
    const key = outPointKey(outPoint);
    const own = wallet.ledger.outputs.get(key)?.output;
    if (own !== undefined) coins.set(key, { amount: own.value, scriptPubKey: own.scriptPubKey });
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
    const provider = outside ? outside(own) : own;
    const progress = onProgress && { onProgress };
    const { transaction: signed } = outcome;
    const job = { transaction: signed, coins, provider, sighashType, secp256k1, ...progress };
    outcome = await withHands(patient, signingSteps(job));
    if (outcome.complete) break;
  }
  return outcome;
}
