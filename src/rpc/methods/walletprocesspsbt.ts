import { additionTo } from '../../psbt/signature-count.ts';
import type { Review } from '../../review/model.ts';
import {
  fillPsbtTask,
  prepareSilent,
  withPreviousTransactions,
} from '../../wallet/psbt/fill-psbt.ts';
import { bool } from '../fields.ts';
import { reportLocked } from '../locked-keys.ts';
import { defineMethod } from '../method.ts';
import { fillPsbtParams, psbtParam } from '../params/psbt-params.ts';
import { requirePath } from '../parse/path.ts';
import { parsePsbt } from '../parse/psbt-argument.ts';
import { parseOptionalSighash } from '../parse/sighash-argument.ts';
import { profileRules } from '../profile.ts';
import { processedPsbtResult, showProcessed } from '../results/processed-psbt-result.ts';
import { signsStoredTypes } from '../signing/approve.ts';
import { signerOf } from '../signing/external-signer.ts';
import { parseSigningLimits } from '../signing/fee-limits.ts';
import {
  musigSourceOf,
  type PsbtSteps,
  processApproved,
  silentSigningOf,
} from '../signing/process-approved.ts';
import { externalKeys } from '../signing/signers.ts';
import { descriptorsOf } from '../spending/chosen-branch.ts';
import { remember } from '../wallet/remember.ts';
import { walletPsbtSigning } from '../wallet/review-with-wallet.ts';
import { requireSyncedWallet, requireUnlocked } from '../wallet/wallet-call.ts';

export const walletprocesspsbt = defineMethod({
  name: 'walletprocesspsbt',
  category: 'Wallet',
  summary: 'Add data from the wallet to the inputs and outputs of a PSBT, and sign with its keys.',
  params: [
    psbtParam,
    bool('sign', 'Sign the PSBT, too. The wallet must be unlocked', { default: true }),
    ...fillPsbtParams,
  ],
  result: processedPsbtResult,
  examples: ['walletprocesspsbt "psbt"'],
  async run(args, context) {
    const { secp256k1 } = context;
    const { open } = await requireSyncedWallet(context);
    const psbt = await parsePsbt(args.psbt, context);
    const { value: wallet } = open;
    const limits = parseSigningLimits(args, context, { wallet: true });
    const options = {
      sign: args.sign !== false,
      sighashType: parseOptionalSighash(args.sighashtype),
      storedTypes: signsStoredTypes(limits, context),
      finalize: args.finalize !== false,
      bip32Derivs: args.bip32derivs !== false,
      dropsProofs: !profileRules(context.profile).keepsContradictions,
      musig: musigSourceOf(context),
      silent: args.sign === false ? undefined : silentSigningOf(context),
      addExternalKeys: externalKeys(context),
      path: args.path && requirePath(args.path, descriptorsOf(wallet)),
      secp256k1,
    };
    if (options.sign) requireUnlocked(wallet);
    const signs =
      options.sign &&
      (options.addExternalKeys !== undefined ||
        wallet.flags.externalSigner ||
        !wallet.flags.disablePrivateKeys);
    const { psbt: _, ...known } = walletPsbtSigning(wallet, psbt, context);
    let approved: Review | undefined;
    const onApproved = (review: Review) => {
      approved = review;
    };
    const steps: PsbtSteps = {
      fill: (given) => prepareSilent(wallet, withPreviousTransactions(given, wallet), options),
      approval: { ...known, limits, signs, onApproved, sighashType: options.sighashType },
      device: signerOf(wallet, options, context),
      sign: (filled, signer) => fillPsbtTask(wallet, filled, options, signer),
    };
    const done = await processApproved(psbt, steps, context);
    if (signs && !done.complete) {
      reportLocked(wallet, additionTo(psbt, done.psbt) !== 'nothing', context);
    }
    const isSigned = additionTo(psbt, done.psbt) === 'signatures';
    if (approved !== undefined && isSigned)
      await remember(open, approved, { ...context, isSigned });
    return showProcessed(done, context);
  },
});
