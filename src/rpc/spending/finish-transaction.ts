import type { Secp256k1 } from '../../crypto/secp256k1.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { findMember, type JsonObject, jsonObject } from '../../json/json.ts';
import { finalizeTask, withFinalScripts } from '../../psbt/finalize.ts';
import type { SignedPsbt } from '../../psbt/process-psbt.ts';
import { createPsbt, type Psbt } from '../../psbt/psbt.ts';
import { signaturesIn } from '../../psbt/signature-count.ts';
import type { SilentStandIns } from '../../psbt/silent-signing.ts';
import { unsignedTransaction } from '../../psbt/unsigned-transaction.ts';
import { walletOwners } from '../../review/own-wallet.ts';
import { psbtSubjectTask } from '../../review/psbt-subject.ts';
import { reviewTask } from '../../review/review.ts';
import type { Subject } from '../../review/subject.ts';
import { transactionSubject } from '../../review/transaction-subject.ts';
import { emptyProvider } from '../../signing/provider.ts';
import { runTask } from '../../signing/task.ts';
import { encodeTransaction } from '../../transaction/codec.ts';
import { outPointKey, type Transaction } from '../../transaction/transaction.ts';
import { transactionId } from '../../transaction/txid.ts';
import {
  canDiscourageFeeSniping,
  discourageFeeSniping,
  type TipOfNow,
} from '../../wallet/funding/anti-fee-sniping.ts';
import type { Funded } from '../../wallet/funding/fund-request.ts';
import { withOwnPayments } from '../../wallet/keys/silent-owner.ts';
import { applyUnsent } from '../../wallet/ledger/apply.ts';
import { waitingNotes } from '../../wallet/ledger/outbox.ts';
import { fillPsbt, fillPsbtTask, prepareSilent } from '../../wallet/psbt/fill-psbt.ts';
import { isLocked, type Wallet } from '../../wallet/wallet.ts';
import { findAges, requireChain } from '../chain.ts';
import type { Context } from '../context.ts';
import { requestedDetails } from '../explain/psbt-details.ts';
import { reportLocked } from '../locked-keys.ts';
import { formatPsbt } from '../parse/psbt-argument.ts';
import { profileRules } from '../profile.ts';
import { randomOf } from '../shuffle.ts';
import { askFor } from '../signing/approve.ts';
import { signerOf } from '../signing/external-signer.ts';
import { feeTiersOf } from '../signing/fee-limits.ts';
import {
  musigSourceOf,
  type PsbtSteps,
  processApproved,
  silentSigningOf,
} from '../signing/process-approved.ts';
import { externalKeys } from '../signing/signers.ts';
import { getBool, readMember } from '../values.ts';
import { rememberSigned } from '../wallet/remember.ts';
import { findInputCoins } from '../wallet/sign-with-wallet.ts';
import { requireNow, type WalletCall } from '../wallet/wallet-call.ts';
import { walletAges } from '../wallet/wallet-past.ts';
import { broadcast } from './broadcast.ts';
import { silentNotes, withSilentPayments } from './silent-payments.ts';

/** A funded transaction, and how to sign it. */
export type Signing = {
  readonly transaction: Transaction;
  /** The path to sign by; `undefined` for any path that the keys allow. */
  readonly path: number | undefined;
  /** Silent payments whose outputs have placeholder scripts. */
  readonly silent: SilentStandIns;
};

export type Finishing = {
  readonly call: WalletCall;
  readonly options: JsonObject;
  readonly context: Context;
};

type FundedAndSized = Pick<Funded, 'transaction' | 'fee' | 'vsize' | 'bumpFee'> &
  Pick<Signing, 'silent'>;

export async function readTip(context: Context): Promise<TipOfNow | undefined> {
  if (context.chain === undefined) return undefined;
  const chain = requireChain(context, 'A lock time');
  const { height, time } = await chain.tip();
  const peers = await chain.peers?.();
  const initialBlockDownload = peers?.initialBlockDownload ?? false;
  return { height, time, now: requireNow(context), initialBlockDownload };
}

/**
 * Signs as far as the wallet and its signer can, stores a complete transaction, and sends it. Core:
 * FinishTransaction (wallet/rpc/spend.cpp).
 */
export async function finishTransaction(
  signing: Signing,
  { call, options, context }: Finishing,
): Promise<JsonObject> {
  const { psbt, complete } = await signForWallet(signing, call, context);
  const isPsbtWanted = readMember(options, 'psbt', getBool) ?? false;
  const isKept = (readMember(options, 'add_to_wallet', getBool) ?? true) && !isPsbtWanted;
  const toSend = isKept ? complete : undefined;
  if (toSend !== undefined) {
    const notes = new Map([...waitingNotes, ...silentNotes(psbt, context)]);
    await keepAndSend(toSend, notes, call, context);
  }
  return jsonObject({
    psbt: toSend === undefined ? formatPsbt(psbt) : undefined,
    txid: complete && transactionId(complete),
    hex: toSend === undefined ? complete && encodeHex(encodeTransaction(complete)) : undefined,
    complete: complete !== undefined,
    details: complete === undefined ? await requestedDetails(psbt, context) : undefined,
  });
}

/**
 * Shows the funded transaction for approval, and to the policy, before signing. Returns `undefined`
 * if neither is given.
 */
export function lookBefore(
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
 * Stores a transaction and sends it. `notes`: notes of the outbox, and others to store with it.
 * Core: CommitTransaction.
 */
export async function keepAndSend(
  transaction: Transaction,
  notes: ReadonlyMap<string, string>,
  call: WalletCall,
  context: Context,
): Promise<void> {
  const { open, environment } = call;
  await open.update((wallet) => {
    const apply = { environment, now: requireNow(context) };
    const scripts = scriptsOf(transaction, wallet);
    const receiving = withOwnPayments(wallet, transaction, scripts, context.secp256k1);
    return { wallet: applyUnsent(receiving, transaction, notes, apply), value: undefined };
  });
  if (open.options.broadcasts) await broadcast(call, transaction, context);
}

/** Returns the scripts of the wallet's coins that a transaction spends. */
const scriptsOf = ({ inputs }: Transaction, { ledger }: Wallet) =>
  inputs.flatMap(
    ({ prevout }) => ledger.outputs.get(outPointKey(prevout))?.output.scriptPubKey ?? [],
  );

/**
 * Sets a lock time against fee sniping, unless the caller gave one. `tip` is `undefined` if the tip
 * is unknown.
 */
export function withLocktime(
  transaction: Transaction,
  tip: TipOfNow | undefined,
  { options, context }: Pick<Finishing, 'options' | 'context'>,
): Transaction {
  // The chosen path may require a lock time.
  const given = findMember(options, 'locktime') !== undefined || transaction.locktime !== 0;
  if (given || !canDiscourageFeeSniping(transaction)) return transaction;
  if (tip === undefined) return { ...transaction, locktime: 0 };
  return discourageFeeSniping(transaction, tip, randomOf(context.random));
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
function knownPsbt(
  { transaction, silent }: Pick<Signing, 'transaction' | 'silent'>,
  wallet: Wallet,
  context: Context,
): Psbt {
  const blank = createPsbt(transaction, 2);
  const filled = fillPsbt(wallet, blank, fillOptions(context.secp256k1));
  return withSilentPayments('error' in filled ? blank : filled.psbt, silent, context);
}

const fillOptions = (secp256k1: Secp256k1) => ({
  sign: false,
  finalize: true,
  bip32Derivs: true,
  secp256k1,
});
