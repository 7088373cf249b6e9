import { decodeHex } from '../../encoding/hex.ts';
import type { Json } from '../../json/json.ts';
import { finalizeTask, withFinalScripts } from '../../psbt/finalize.ts';
import { spentCoins } from '../../psbt/psbt-session.ts';
import { runTask } from '../../signing/task.ts';
import { isComplete } from '../../signing/verify-inputs.ts';
import type { Coin, Transaction, Txid } from '../../transaction/transaction.ts';
import { transactionId } from '../../transaction/txid.ts';
import { applyUnsent } from '../../wallet/ledger/apply.ts';
import { keepsItsCoins, type Ledger, ownCoins } from '../../wallet/ledger/ledger.ts';
import { markSentElsewhere, outboxOf, sentElsewhereNotes } from '../../wallet/ledger/outbox.ts';
import type { Wallet, WalletEnvironment } from '../../wallet/wallet.ts';
import type { Context } from '../context.ts';
import { invalid, invalidAddressOrKey } from '../error.ts';
import { parsePsbt } from '../parse/psbt-argument.ts';
import { parseRawTransaction } from '../parse/raw-transaction.ts';
import { getStr, parseHashV } from '../values.ts';
import { requireNow } from '../wallet/wallet-call.ts';

/**
 * A transaction that was sent elsewhere: an id in the outbox, or the transaction with the coins it
 * spends.
 */
export type SentElsewhere =
  | { readonly txid: Txid }
  | { readonly transaction: Transaction; readonly coins: ReadonlyMap<string, Coin> };

/** The shortest transaction: 10 bytes, 41 for an input and 9 for an output, in hex digits. */
const LEAST_DIGITS = 2 * 60;

/** Parses an id, a transaction in hexadecimal, or a completely signed PSBT. */
export async function parseSentElsewhere(value: Json, context: Context): Promise<SentElsewhere> {
  const text = getStr(value);
  if (text.length < LEAST_DIGITS) return { txid: parseHashV(text, 'txid') };
  if (decodeHex(text) !== undefined) {
    return { transaction: parseRawTransaction(text), coins: new Map() };
  }
  const given = await parsePsbt(text, context);
  const { psbt, complete } = await runTask(
    finalizeTask(given, context.secp256k1, {}, context.pause),
  );
  const transaction = complete ? withFinalScripts(psbt) : undefined;
  if (transaction !== undefined) return { transaction, coins: spentCoins(psbt) };
  throw invalid('The PSBT lacks signatures, so it cannot have been sent');
}

/** Records it in the wallet. Throws if it cannot have been sent, or is not the wallet's payment. */
export function noteSentElsewhere(
  wallet: Wallet,
  sent: SentElsewhere,
  environment: WalletEnvironment,
  context: Context,
): Wallet {
  if ('txid' in sent) return markWaiting(wallet, sent.txid);
  const { transaction } = sent;
  const txid = transactionId(transaction);
  const { ledger } = wallet;
  const own = ownCoins(ledger, transaction.inputs);
  if (own.size === 0) {
    throw invalid(
      `Transaction ${txid} spends nothing of this wallet: what pays it shows in the chain`,
    );
  }
  // The wallet's own facts about its coins override the caller's.
  if (!isComplete(transaction, new Map([...sent.coins, ...own]), context.secp256k1)) {
    throw invalid(
      `Transaction ${txid} is not validly signed, or spends coins of others that only its PSBT contains: no node would have accepted it`,
    );
  }
  const known = ledger.transactions.get(txid);
  if (known !== undefined && keepsItsCoins(known))
    return markSentElsewhere(wallet, new Set([txid]));
  for (const key of own.keys()) refuseContested(key, ledger);
  const options = { environment, now: requireNow(context) };
  const notes = new Map([...(known?.notes ?? []), ...sentElsewhereNotes]);
  return applyUnsent(wallet, transaction, notes, options);
}

function refuseContested(key: string, { spenders, transactions }: Ledger): void {
  const rivals = (spenders.get(key) ?? []).flatMap((id) => transactions.get(id) ?? []);
  const rival = rivals.find(keepsItsCoins);
  if (rival === undefined) return;
  throw invalid(
    `Output ${key} is spent by transaction ${rival.txid}. If that one was not sent, abandontransaction gives it up first`,
  );
}

function markWaiting(wallet: Wallet, txid: Txid): Wallet {
  if (outboxOf(wallet).some((waiting) => waiting.txid === txid)) {
    return markSentElsewhere(wallet, new Set([txid]));
  }
  throw invalidAddressOrKey(`Transaction ${txid} is not in the outbox`);
}
