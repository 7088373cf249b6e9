import { encodeHex } from '../encoding/hex.ts';
import { findMember, getMember, type JsonObject, jsonObject } from '../json/json.ts';
import { extractTransaction, finalizePsbt } from '../psbt/finalize.ts';
import { createPsbt, type Psbt } from '../psbt/psbt.ts';
import { encodeTransaction } from '../transaction/codec.ts';
import type { Transaction } from '../transaction/transaction.ts';
import { transactionId } from '../transaction/txid.ts';
import {
  canDiscourageFeeSniping,
  discourageFeeSniping,
  type TipOfNow,
} from '../wallet/anti-fee-sniping.ts';
import { applyUnsent } from '../wallet/apply.ts';
import { type FilledPsbt, fillPsbt } from '../wallet/fill-psbt.ts';
import type { Funded } from '../wallet/fund-request.ts';
import type { Change } from '../wallet/host.ts';
import { waitingNotes } from '../wallet/outbox.ts';
import { isLocked, type Wallet, type WalletEnvironment } from '../wallet/wallet.ts';
import { requireChain } from './chain.ts';
import type { Context } from './context.ts';
import { formatPsbt } from './parse/psbt.ts';
import { musigSourceOf, psbtError } from './process-psbt.ts';
import { randomOf } from './shuffle.ts';
import { getBool } from './values.ts';
import { requireNow } from './wallets.ts';

export type Finished = {
  readonly answer: JsonObject;
  /** In the wallet now, and to be sent. */
  readonly toSend: Transaction | undefined;
};

export type Finishing = {
  readonly options: JsonObject;
  /** `undefined`: nobody knows one. */
  readonly tip: TipOfNow | undefined;
  readonly environment: WalletEnvironment;
  readonly context: Context;
};

export async function readTip(context: Context): Promise<TipOfNow | undefined> {
  if (context.chain === undefined) return undefined;
  const chain = requireChain(context, 'A lock time');
  const { height, time } = await chain.tip();
  const peers = await chain.peers?.();
  const initialBlockDownload = peers?.initialBlockDownload ?? false;
  return { height, time, now: requireNow(context), initialBlockDownload };
}

/** Core: FinishTransaction (wallet/rpc/spend.cpp): signs as far as the wallet can, and keeps what is complete. */
export function finishTransaction(funded: Funded, finishing: Finishing): Change<Finished> {
  const { options, environment, context } = finishing;
  const { wallet } = funded;
  const blank = createPsbt(withLocktime(funded.transaction, finishing), 2);
  const signed = signPsbt(wallet, blank, context);
  const final = signed.complete ? signed : finalizePsbt(signed.psbt, context.secp256k1);
  const transaction = final.complete ? extractTransaction(final.psbt) : undefined;
  const isPsbtWanted = flag(options, 'psbt', false);
  const isKept = flag(options, 'add_to_wallet', true) && !isPsbtWanted;
  const toSend = isKept ? transaction : undefined;
  const answer = jsonObject({
    psbt: toSend === undefined ? formatPsbt(final.psbt) : undefined,
    txid: transaction && transactionId(transaction),
    hex:
      toSend === undefined ? transaction && encodeHex(encodeTransaction(transaction)) : undefined,
    complete: transaction !== undefined,
  });
  if (toSend === undefined) return { wallet, value: { answer, toSend } };
  const apply = { environment, now: requireNow(context) };
  return { wallet: applyUnsent(wallet, toSend, waitingNotes, apply), value: { answer, toSend } };
}

function flag(options: JsonObject, key: string, otherwise: boolean): boolean {
  return findMember(options, key) === undefined ? otherwise : getBool(getMember(options, key));
}

function withLocktime(transaction: Transaction, { options, tip, context }: Finishing): Transaction {
  const given = findMember(options, 'locktime') !== undefined;
  if (given || !canDiscourageFeeSniping(transaction)) return transaction;
  if (tip === undefined) return { ...transaction, locktime: 0 };
  return discourageFeeSniping(transaction, tip, randomOf(context.random));
}

/** First all that the wallet knows, then its signatures, as far as it is not locked. */
function signPsbt(wallet: Wallet, blank: Psbt, context: Context): FilledPsbt {
  const { secp256k1 } = context;
  const tell = { sign: false, finalize: true, bip32Derivs: true };
  const told = fillPsbt(wallet, blank, tell, secp256k1);
  const sign = {
    sign: !isLocked(wallet),
    finalize: true,
    bip32Derivs: false,
    musig: musigSourceOf(context),
  };
  const signed = fillPsbt(wallet, 'fault' in told ? blank : told.psbt, sign, secp256k1);
  if ('fault' in signed) throw psbtError(signed.fault);
  return signed;
}
