import { encodeHex } from '../../encoding/hex.ts';
import { findMember, getMember, type JsonObject, jsonObject } from '../../json/json.ts';
import { finalizePsbt, withFinalScripts } from '../../psbt/finalize.ts';
import type { SignedPsbt } from '../../psbt/process-psbt.ts';
import { createPsbt, type Psbt } from '../../psbt/psbt.ts';
import { signaturesIn } from '../../psbt/signature-count.ts';
import { walletOwners } from '../../review/own-wallet.ts';
import { reviewSubject } from '../../review/review.ts';
import { transactionSubject } from '../../review/transaction-subject.ts';
import { emptyProvider } from '../../signing/provider.ts';
import { encodeTransaction } from '../../transaction/codec.ts';
import type { Transaction } from '../../transaction/transaction.ts';
import { transactionId } from '../../transaction/txid.ts';
import {
  canDiscourageFeeSniping,
  discourageFeeSniping,
  type TipOfNow,
} from '../../wallet/funding/anti-fee-sniping.ts';
import type { Funded } from '../../wallet/funding/fund-request.ts';
import { applyUnsent } from '../../wallet/ledger/apply.ts';
import { waitingNotes } from '../../wallet/ledger/outbox.ts';
import { fillPsbt, fillPsbtTask } from '../../wallet/psbt/fill-psbt.ts';
import { isLocked, type Wallet } from '../../wallet/wallet.ts';
import { requireChain } from '../chain.ts';
import type { Context } from '../context.ts';
import { formatPsbt } from '../parse/psbt.ts';
import { profileRules } from '../profile.ts';
import { addPsbtDetails } from '../shape/psbt-details.ts';
import { randomOf } from '../shuffle.ts';
import { askFor } from '../signing/approve.ts';
import { signerOf } from '../signing/external-signer.ts';
import { feeTiersOf } from '../signing/fee-limits.ts';
import { musigSourceOf, type PsbtSteps, processPsbt } from '../signing/process-psbt.ts';
import { externalKeys } from '../signing/signers.ts';
import { getBool } from '../values.ts';
import { deliver } from './deliver.ts';
import { rememberSigned } from './remember.ts';
import { findInputCoins } from './sign-with-wallet.ts';
import { requireNow, type WalletCall } from './wallet-call.ts';

export type Finishing = {
  readonly call: WalletCall;
  /** The path that is signed by; `undefined`: whichever the keys allow. */
  readonly path: number | undefined;
  readonly options: JsonObject;
  readonly context: Context;
};

type FundedAndSized = Pick<Funded, 'transaction' | 'fee' | 'vsize' | 'bumpFee'>;

export async function readTip(context: Context): Promise<TipOfNow | undefined> {
  if (context.chain === undefined) return undefined;
  const chain = requireChain(context, 'A lock time');
  const { height, time } = await chain.tip();
  const peers = await chain.peers?.();
  const initialBlockDownload = peers?.initialBlockDownload ?? false;
  return { height, time, now: requireNow(context), initialBlockDownload };
}

/**
 * Core: FinishTransaction (wallet/rpc/spend.cpp): signs as far as the wallet and its signer can,
 * keeps what is complete, and sends it.
 */
export async function finishTransaction(
  transaction: Transaction,
  { call, path, options, context }: Finishing,
): Promise<JsonObject> {
  const { psbt, complete } = await signForWallet(transaction, path, call, context);
  const isPsbtWanted = flag(options, 'psbt', false);
  const isKept = flag(options, 'add_to_wallet', true) && !isPsbtWanted;
  const toSend = isKept ? complete : undefined;
  if (toSend !== undefined) await keepAndSend(toSend, waitingNotes, call, context);
  const answer = jsonObject({
    psbt: toSend === undefined ? formatPsbt(psbt) : undefined,
    txid: complete && transactionId(complete),
    hex: toSend === undefined ? complete && encodeHex(encodeTransaction(complete)) : undefined,
    complete: complete !== undefined,
  });
  return complete === undefined ? addPsbtDetails(answer, psbt, context) : answer;
}

/** Shows what was funded to whoever is asked before signatures are made; `undefined`: nobody is. */
export function lookBefore(
  context: Context,
): ((funded: FundedAndSized, wallet: Wallet) => Promise<void>) | undefined {
  const { secp256k1, profile, approve, signer } = context;
  if (approve === undefined || !profileRules(profile).limitsFees) return undefined;
  return async ({ transaction, fee, vsize, bumpFee }, wallet) => {
    const { disablePrivateKeys, externalSigner } = wallet.flags;
    const signs = externalSigner || (!disablePrivateKeys && !isLocked(wallet));
    if (!signs && signer === undefined) return;
    const coins = await findInputCoins(transaction, wallet, undefined);
    const told = { coins, provider: emptyProvider, secp256k1 };
    const subject = { ...transactionSubject(transaction, told), vsize };
    const review = reviewSubject(subject, {
      network: context.network,
      known: coins,
      findOwners: walletOwners(wallet, secp256k1),
      // Coins of others were told to the funding alone.
      fee: BigInt(fee),
      fees: feeTiersOf(context),
      // As much as the same rate pays for beside this transaction.
      lifted: fee > bumpFee ? Math.ceil((bumpFee * vsize) / (fee - bumpFee)) : 0,
      now: { time: context.now?.() },
    });
    await askFor(review, context);
  };
}

/** As far as the wallet and its signer can; `complete`: with all its signatures. */
export async function signForWallet(
  transaction: Transaction,
  path: number | undefined,
  call: WalletCall,
  context: Context,
): Promise<{ readonly psbt: Psbt; readonly complete: Transaction | undefined }> {
  const signed = await signPsbt(createPsbt(transaction, 2), path, call, context);
  if (signaturesIn(signed.psbt) > 0 && profileRules(context.profile).reviews) {
    await rememberSigned(call.open, transaction);
  }
  const final = signed.complete ? signed : finalizePsbt(signed.psbt, context.secp256k1);
  return { psbt: final.psbt, complete: final.complete ? withFinalScripts(final.psbt) : undefined };
}

/** Core: CommitTransaction. `notes`: those of the outbox, and what else is kept beside it. */
export async function keepAndSend(
  transaction: Transaction,
  notes: ReadonlyMap<string, string>,
  call: WalletCall,
  context: Context,
): Promise<void> {
  const { open, environment } = call;
  await open.update((wallet) => {
    const apply = { environment, now: requireNow(context) };
    return { wallet: applyUnsent(wallet, transaction, notes, apply), value: undefined };
  });
  if (open.options.broadcasts) await deliver(call, transaction, context);
}

/** An option that is true or false. */
export function flag(options: JsonObject, key: string, otherwise: boolean): boolean {
  return findMember(options, key) === undefined ? otherwise : getBool(getMember(options, key));
}

/**
 * Against fee sniping, unless the caller gave a lock time. `tip`: `undefined` when nobody knows
 * one.
 */
export function withLocktime(
  transaction: Transaction,
  tip: TipOfNow | undefined,
  { options, context }: Pick<Finishing, 'options' | 'context'>,
): Transaction {
  // A path may ask for one.
  const given = findMember(options, 'locktime') !== undefined || transaction.locktime !== 0;
  if (given || !canDiscourageFeeSniping(transaction)) return transaction;
  if (tip === undefined) return { ...transaction, locktime: 0 };
  return discourageFeeSniping(transaction, tip, randomOf(context.random));
}

/**
 * First all that the wallet knows, so that an external signer is asked no more than once; then its
 * signatures, as far as the wallet is not locked.
 */
async function signPsbt(
  blank: Psbt,
  path: number | undefined,
  { open }: WalletCall,
  context: Context,
): Promise<SignedPsbt> {
  const { secp256k1 } = context;
  const { value: wallet } = open;
  const tell = { sign: false, finalize: true, bip32Derivs: true, secp256k1 };
  const sign = {
    sign: !isLocked(wallet),
    finalize: true,
    bip32Derivs: false,
    musig: musigSourceOf(context),
    addExternalKeys: externalKeys(context),
    path,
    secp256k1,
  };
  const steps: PsbtSteps = {
    fill: (psbt) => {
      const told = fillPsbt(wallet, psbt, tell);
      return 'error' in told ? psbt : told.psbt;
    },
    device: signerOf(wallet, sign, context),
    sign: (known, signer) => fillPsbtTask(wallet, known, sign, signer),
  };
  return processPsbt(blank, steps, context);
}
