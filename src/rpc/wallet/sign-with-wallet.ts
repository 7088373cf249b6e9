import { coinFinder } from '../../chain/find-coins.ts';
import type { ChainSource } from '../../chain/source.ts';
import type { PrivateKey } from '../../crypto/private-key.ts';
import type { Bytes } from '../../encoding/bytes.ts';
import { isSameValue } from '../../encoding/same-value.ts';
import { walletOwners } from '../../review/own-wallet.ts';
import type { SighashType } from '../../sighash/sighash-type.ts';
import { asksOnce } from '../../signing/external-signer.ts';
import type { SigningOutcome } from '../../signing/job.ts';
import { joinProviders, type SigningProvider } from '../../signing/provider.ts';
import { signTransactionTask } from '../../signing/sign-transaction.ts';
import { runTask } from '../../signing/task.ts';
import type { Coin, Transaction } from '../../transaction/transaction.ts';
import { signingPathOf } from '../../wallet/keys/providers.ts';
import { ownCoins } from '../../wallet/ledger/ledger.ts';
import { walletSigners } from '../../wallet/psbt/signing-providers.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import type { Context } from '../context.ts';
import { reportLocked } from '../locked-keys.ts';
import type { RawSigning } from '../signing/approve.ts';
import { approveRaw } from '../signing/approve-raw.ts';
import type { SigningLimits } from '../signing/fee-limits.ts';
import { externalKeys, runSigning } from '../signing/signers.ts';
import { walletPast } from './wallet-past.ts';

/**
 * Finds the coins of these inputs: from the chain and the mempool, even if spent in the mempool (a
 * replacement spends them too). Without a chain, only the wallet's own.
 */
export async function findInputCoins(
  { inputs }: Transaction,
  wallet: Wallet,
  chain: ChainSource | undefined,
): Promise<ReadonlyMap<string, Coin>> {
  if (chain === undefined) return ownCoins(wallet.ledger, inputs);
  return coinFinder(chain)(inputs.map(({ prevout }) => prevout));
}

/**
 * Returns all that the wallet's descriptors know about coins, and which keys there are. It cannot
 * sign: derived keys are overwritten.
 */
export function walletProvider(wallet: Wallet, { secp256k1, pause }: Pausing) {
  return async (
    transaction: Transaction,
    coins: ReadonlyMap<string, Coin>,
  ): Promise<SigningProvider> => {
    const derived: PrivateKey[] = [];
    try {
      const signers = walletSigners(wallet, transaction, coins, secp256k1, derived, pause);
      return (await runTask(signers)).reduce(joinProviders);
    } finally {
      for (const key of derived) key.wipe();
    }
  };
}

type Pausing = Pick<Context, 'secp256k1' | 'pause'>;

/** The transaction a wallet is asked to sign, with its coins. */
export type WalletSigning = Pick<
  RawSigning,
  'transaction' | 'coins' | 'previous' | 'known' | 'onApproved'
> & {
  readonly sighashType: SighashType;
  /** The path to sign by; `undefined` for any path that the keys allow. */
  readonly path: number | undefined;
  readonly limits: SigningLimits | undefined;
};

export type SignedWithWallet = {
  readonly outcome: SigningOutcome;
  /** Warnings about the coins and the fee. */
  readonly warnings: readonly string[];
};

/**
 * Signs the transaction with one descriptor after another until it is complete. Core:
 * CWallet::SignTransaction.
 */
export async function signWithWallet(
  wallet: Wallet,
  signing: WalletSigning,
  context: Context,
): Promise<SignedWithWallet> {
  const { transaction, coins, sighashType, path, limits } = signing;
  const { secp256k1, signer } = context;
  let outcome: SigningOutcome = { transaction, complete: false, errors: [] };
  // Like Core, a wallet without descriptors does not check inputs and reports no errors.
  if (wallet.descriptors.size === 0) return { outcome, warnings: [] };
  const addExternalKeys = externalKeys(context);
  const patient = signer
    ? { ...context, signer: { ...signer, sign: asksOnce(signer.sign) } }
    : context;
  const pathOf =
    path === undefined
      ? undefined
      : (script: Bytes) => signingPathOf(script, path, wallet, secp256k1);
  const derived: PrivateKey[] = [];
  const findOwners = walletOwners(wallet, secp256k1);
  const signs = signer !== undefined || !wallet.flags.disablePrivateKeys;
  const past = walletPast(wallet, transaction);
  try {
    const found = walletSigners(wallet, transaction, coins, secp256k1, derived, context.pause);
    const providers = (await runTask(found)).map((each): SigningProvider => ({ ...each, pathOf }));
    const provider = providers.reduce(joinProviders);
    const asked = { ...signing, ...past, provider, findOwners, signs };
    const warnings = await approveRaw(asked, limits, context);
    for (const own of providers) {
      const signers = addExternalKeys ? addExternalKeys(own) : own;
      const { transaction: signed } = outcome;
      const job = { transaction: signed, coins, provider: signers, sighashType, secp256k1 };
      outcome = await runSigning(patient, (by) => signTransactionTask(job, by));
      if (outcome.complete) break;
    }
    if (!outcome.complete) {
      reportLocked(wallet, !isSameValue(outcome.transaction, transaction), context);
    }
    return { outcome, warnings };
  } finally {
    for (const key of derived) key.wipe();
  }
}
