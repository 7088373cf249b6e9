import type { Secp256k1 } from '../../crypto/secp256k1.ts';
import type { Satoshis } from '../../encoding/amount.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { type Json, jsonAmount, jsonNumber, jsonObject } from '../../json/json.ts';
import { formatAddress } from '../../script/address.ts';
import { isUnspendable } from '../../script/script.ts';
import { isCoinbase } from '../../transaction/check.ts';
import { compareTxids, outPointKey, type TxOut } from '../../transaction/transaction.ts';
import { witnessTransactionId } from '../../transaction/txid.ts';
import { isChange } from '../../wallet/keys/addresses.ts';
import { publicDescriptorText } from '../../wallet/keys/providers.ts';
import { createTrust, isImmature } from '../../wallet/ledger/coins.ts';
import { depthOf, type WalletTransaction } from '../../wallet/ledger/ledger.ts';
import { findOwners, isMine, type Wallet } from '../../wallet/wallet.ts';

type Members = { readonly [member: string]: Json | undefined };

export type TransactionView = {
  readonly wallet: Wallet;
  readonly secp256k1: Secp256k1;
  readonly spendZeroConfChange: boolean;
};

const tipOf = ({ lastBlock }: Wallet): number => lastBlock?.height ?? 0;

/** Returns what the transaction takes from the wallet, in satoshi. Core: GetDebit. */
export function debitOf({ ledger }: Wallet, { transaction }: WalletTransaction): Satoshis {
  let debit = 0n;
  for (const { prevout } of transaction.inputs) {
    debit += ledger.outputs.get(outPointKey(prevout))?.output.value ?? 0n;
  }
  return debit;
}

/**
 * Returns what the transaction pays the wallet, including change. An immature block reward counts
 * as 0. Core: CachedTxGetCredit.
 */
export function creditOf(wallet: Wallet, source: WalletTransaction): Satoshis {
  if (isImmature(source, tipOf(wallet))) return 0n;
  const { ledger } = wallet;
  const { txid, transaction } = source;
  let credit = 0n;
  for (const [vout, { value }] of transaction.outputs.entries()) {
    if (ledger.outputs.has(outPointKey({ txid, vout }))) credit += value;
  }
  return credit;
}

export function outputSum({ transaction }: WalletTransaction): Satoshis {
  return transaction.outputs.reduce((sum, { value }) => sum + value, 0n);
}

/** Shapes the state of a transaction. Core: WalletTxToJSON. */
export function describeTransaction(
  { wallet, spendZeroConfChange }: TransactionView,
  source: WalletTransaction,
): Members {
  const { state, notes, transaction, txid } = source;
  const note = (name: string) => notes.get(name);
  return {
    confirmations: jsonNumber(depthOf(source, tipOf(wallet))),
    ...(isCoinbase(transaction) && { generated: true }),
    ...(state.kind === 'confirmed'
      ? {
          blockhash: state.blockHash,
          blockheight: jsonNumber(state.height),
          blockindex: jsonNumber(state.index),
          blocktime: jsonNumber(state.blockTime),
        }
      : { trusted: createTrust(wallet.ledger, spendZeroConfChange)(source) }),
    txid,
    wtxid: witnessTransactionId(transaction),
    alternate_wtxids: [],
    walletconflicts: conflictsOf(wallet, source),
    mempoolconflicts: [...(source.mempoolConflicts ?? [])].sort(compareTxids),
    time: jsonNumber(source.time),
    timereceived: jsonNumber(source.timeReceived),
    comment: note('comment'),
    to: note('to'),
    replaces_txid: note('replaces_txid'),
    replaced_by_txid: note('replaced_by_txid'),
  };
}

/** Lists other transactions of the wallet that spend the same coins. Core: GetConflicts. */
function conflictsOf(
  { ledger }: Wallet,
  { txid, transaction }: WalletTransaction,
): readonly string[] {
  const others = new Set<string>();
  for (const { prevout } of transaction.inputs) {
    for (const other of ledger.spenders.get(outPointKey(prevout)) ?? []) {
      if (other !== txid) others.add(other);
    }
  }
  return [...others].sort(compareTxids);
}

export type EntryOptions = {
  /** Limits the list to amounts received at addresses with this label. */
  readonly label?: string | undefined;
  /** True to describe the transaction in each entry. */
  readonly long: boolean;
  /** True to also list change. */
  readonly includeChange?: boolean;
  /** True to list receipts even if the transaction can no longer confirm. */
  readonly includeConflicted?: boolean;
};

/** Lists what a transaction sends and receives, one entry per output. Core: ListTransactions. */
export function transactionEntries(
  view: TransactionView,
  source: WalletTransaction,
  { label, long, includeChange = false, includeConflicted = false }: EntryOptions,
): readonly Json[] {
  const { wallet } = view;
  const debit = debitOf(wallet, source);
  const about = long ? describeTransaction(view, source) : {};
  const fee = outputSum(source) - debit;
  const listed = [...source.transaction.outputs.entries()].filter(([, output]) =>
    debit > 0n
      ? includeChange || !isChangeOutput(wallet, output)
      : isMine(wallet, encodeHex(output.scriptPubKey)),
  );
  const sent =
    debit > 0n && label === undefined
      ? listed.map(([vout, output]) =>
          jsonObject({
            ...addressMember(wallet, output),
            category: 'send',
            amount: jsonAmount(-output.value),
            label: labelOf(wallet, output),
            vout: jsonNumber(vout),
            fee: jsonAmount(fee),
            ...about,
            abandoned: isAbandoned(source),
          }),
        )
      : [];
  const received = listed
    .filter(([, output]) => isMine(wallet, encodeHex(output.scriptPubKey)))
    .filter(([, output]) => label === undefined || (labelOf(wallet, output) ?? '') === label)
    .map(([vout, output]) =>
      jsonObject({
        ...addressMember(wallet, output),
        parent_descs: findOwners(wallet, encodeHex(output.scriptPubKey)).flatMap(
          ({ owner }) => publicDescriptorText(owner, wallet, view.secp256k1) ?? [],
        ),
        category: receivedAs(wallet, source),
        amount: jsonAmount(output.value),
        label: labelOf(wallet, output),
        vout: jsonNumber(vout),
        abandoned: isAbandoned(source),
        ...about,
      }),
    );
  return includeConflicted || depthOf(source, tipOf(wallet)) >= 0 ? [...sent, ...received] : sent;
}

/** Core: OutputIsChange. */
export function isChangeOutput(wallet: Wallet, output: TxOut): boolean {
  const script = encodeHex(output.scriptPubKey);
  return isMine(wallet, script) && isChange(wallet, script, hasAddress(wallet, output));
}

function isAbandoned({ state }: WalletTransaction): boolean {
  return state.kind === 'inactive' && state.abandoned;
}

function hasAddress({ network }: Wallet, { scriptPubKey }: TxOut): boolean {
  return formatAddress(scriptPubKey, network) !== undefined;
}

function addressMember({ network }: Wallet, { scriptPubKey }: TxOut): Members {
  if (isUnspendable(scriptPubKey)) return {};
  return { address: formatAddress(scriptPubKey, network) };
}

function labelOf({ labels }: Wallet, { scriptPubKey }: TxOut): string | undefined {
  return labels.get(encodeHex(scriptPubKey))?.label;
}

function receivedAs(wallet: Wallet, source: WalletTransaction): string {
  if (!isCoinbase(source.transaction)) return 'receive';
  if (depthOf(source, tipOf(wallet)) < 1) return 'orphan';
  return isImmature(source, tipOf(wallet)) ? 'immature' : 'generate';
}
