import { walletOwners } from '../../review/own-wallet.ts';
import { psbtSubjectTask } from '../../review/psbt-subject.ts';
import { reviewTask } from '../../review/review.ts';
import type { Subject } from '../../review/subject.ts';
import { transactionSubject } from '../../review/transaction-subject.ts';
import { emptyProvider } from '../../signing/miniscript-provider.ts';
import { runTask } from '../../signing/task.ts';
import type { Funded } from '../../wallet/funding/fund-request.ts';
import { withOwnPayments } from '../../wallet/keys/silent-owner.ts';
import { prepareSilent } from '../../wallet/psbt/fill-psbt.ts';
import { isLocked, type Wallet } from '../../wallet/wallet.ts';
import type { Context } from '../context.ts';
import { profileRules } from '../profile.ts';
import { askFor, findAges } from '../signing/approve.ts';
import { feeTiersOf } from '../signing/fee-limits.ts';
import { silentSigningOf } from '../signing/process-approved.ts';
import { findInputCoins } from '../wallet/sign-with-wallet.ts';
import { walletAges } from '../wallet/wallet-past.ts';
import { fillOptions, knownPsbt, type Signing } from './sign-for-wallet.ts';
import { scriptsOf } from './store-and-send.ts';

type FundedAndSized = Pick<Funded, 'transaction' | 'fee' | 'vsize' | 'bumpFee'> &
  Pick<Signing, 'silent'>;

/**
 * Shows the funded transaction for approval, and to the policy, before signing. Returns `undefined`
 * if neither is given.
 */
export function reviewFunded(
  context: Context,
): ((funded: FundedAndSized, wallet: Wallet) => Promise<void>) | undefined {
  const { secp256k1, profile, approve, policy, signer, pause } = context;
  if (approve === undefined && policy === undefined) return undefined;
  if (!profileRules(profile).limitsFees) return undefined;
  return async (funded, wallet) => {
    const { transaction, fee, vsize, bumpFee } = funded;
    const { disablePrivateKeys, externalSigner } = wallet.flags;
    const signs = externalSigner || (!disablePrivateKeys && !isLocked(wallet));
    if (!signs && signer === undefined) return;
    const coins = await findInputCoins(transaction, wallet, undefined);
    const given = { coins, provider: emptyProvider, secp256k1 };
    const subject =
      (await silentSubject(funded, wallet, context)) ?? transactionSubject(transaction, given);
    const scripts = scriptsOf(transaction, wallet);
    const receiving = withOwnPayments(wallet, subject.transaction, scripts, secp256k1);
    const task = reviewTask(
      { ...subject, vsize },
      {
        network: context.network,
        known: coins,
        findOwners: walletOwners(receiving, secp256k1),
        // The fee is given, because only funding knows coins of others.
        fee: BigInt(fee),
        fees: feeTiersOf(context),
        // The additional fee that the same rate costs for the parents.
        lifted: fee > bumpFee ? Math.ceil((bumpFee * vsize) / (fee - bumpFee)) : 0,
        ages: await findAges(context, subject.transaction, walletAges(wallet, transaction)),
        now: { time: context.now?.() },
      },
      pause,
    );
    const review = await runTask(task);
    await askFor(review, context);
  };
}

/** Computes the scripts of silent payments first, so that the review shows them as proven. */
async function silentSubject(
  { transaction, silent }: Pick<Signing, 'transaction' | 'silent'>,
  wallet: Wallet,
  context: Context,
): Promise<Subject | undefined> {
  if (silent.size === 0) return undefined;
  const { secp256k1, pause } = context;
  const known = knownPsbt({ transaction, silent }, wallet, context);
  const options = { ...fillOptions(secp256k1), silent: silentSigningOf(context), sign: true };
  const paid = isLocked(wallet) ? known : prepareSilent(wallet, known, options);
  return runTask(psbtSubjectTask(paid, secp256k1, pause));
}
