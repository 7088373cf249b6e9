import type { Secp256k1 } from '../../crypto/secp256k1.ts';
import { finalizeTask, withFinalScripts } from '../../psbt/finalize.ts';
import type { SignedPsbt } from '../../psbt/process-psbt.ts';
import { createPsbt, type Psbt } from '../../psbt/psbt.ts';
import { signaturesIn } from '../../psbt/signature-count.ts';
import type { SilentPlaceholders } from '../../psbt/silent-signing.ts';
import { unsignedTransaction } from '../../psbt/unsigned-transaction.ts';
import { runTask } from '../../signing/task.ts';
import type { Transaction } from '../../transaction/transaction.ts';
import { fillPsbt, fillPsbtTask } from '../../wallet/psbt/fill-psbt.ts';
import { isLocked, type Wallet } from '../../wallet/wallet.ts';
import type { Context } from '../context.ts';
import { reportLocked } from '../locked-keys.ts';
import { profileRules } from '../profile.ts';
import { signerOf } from '../signing/external-signer.ts';
import {
  musigSourceOf,
  type PsbtSteps,
  processApproved,
  silentSigningOf,
} from '../signing/process-approved.ts';
import { externalKeys } from '../signing/signers.ts';
import { rememberSigned } from '../wallet/remember.ts';
import type { WalletCall } from '../wallet/wallet-call.ts';
import { withSilentPayments } from './silent-payments.ts';

/** A funded transaction, and how to sign it. */
export type Signing = {
  readonly transaction: Transaction;
  /** The path to sign by; `undefined` for any path that the keys allow. */
  readonly path: number | undefined;
  /** Silent payments whose outputs have placeholder scripts. */
  readonly silent: SilentPlaceholders;
};

/**
 * Signs as far as the wallet and its signer can. `complete` is set if all signatures are present.
 */
export async function signForWallet(
  signing: Signing,
  call: WalletCall,
  context: Context,
): Promise<{ readonly psbt: Psbt; readonly complete: Transaction | undefined }> {
  const signed = await signPsbt(signing, call, context);
  if (!signed.complete) reportLocked(call.wallet, signaturesIn(signed.psbt) > 0, context);
  if (signaturesIn(signed.psbt) > 0 && profileRules(context.profile).reviews) {
    await rememberSigned(call.open, unsignedTransaction(signed.psbt) ?? signing.transaction);
  }
  const { secp256k1, pause } = context;
  const final = signed.complete
    ? signed
    : await runTask(finalizeTask(signed.psbt, secp256k1, {}, pause));
  return { psbt: final.psbt, complete: final.complete ? withFinalScripts(final.psbt) : undefined };
}

/**
 * Adds all that the wallet knows first, so that an external signer is asked only once, then signs
 * unless the wallet is locked.
 */
async function signPsbt(
  signing: Signing,
  { open }: WalletCall,
  context: Context,
): Promise<SignedPsbt> {
  const { secp256k1 } = context;
  const { value: wallet } = open;
  const sign = {
    sign: !isLocked(wallet),
    finalize: true,
    bip32Derivs: false,
    musig: musigSourceOf(context),
    silent: silentSigningOf(context),
    addExternalKeys: externalKeys(context),
    path: signing.path,
    secp256k1,
  };
  const steps: PsbtSteps = {
    fill: () => knownPsbt(signing, wallet, context),
    device: signerOf(wallet, sign, context),
    sign: (known, signer) => fillPsbtTask(wallet, known, sign, signer),
  };
  return processApproved(createPsbt(signing.transaction, 2), steps, context);
}

/** Creates a PSBT of a transaction with all that the wallet knows about it. */
export function knownPsbt(
  { transaction, silent }: Pick<Signing, 'transaction' | 'silent'>,
  wallet: Wallet,
  context: Context,
): Psbt {
  const blank = createPsbt(transaction, 2);
  const filled = fillPsbt(wallet, blank, fillOptions(context.secp256k1));
  return withSilentPayments('error' in filled ? blank : filled.psbt, silent, context);
}

export const fillOptions = (secp256k1: Secp256k1) => ({
  sign: false,
  finalize: true,
  bip32Derivs: true,
  secp256k1,
});
