import type { Bytes } from '../../encoding/bytes.ts';
import { encodeHex } from '../../encoding/hex.ts';
import type { Psbt } from '../../psbt/psbt.ts';
import type { CoinAges, Evidence } from '../../review/evidence.ts';
import { type PastCoin, type Payee, payeesDigest } from '../../review/past.ts';
import {
  type OutPoint,
  outPointKey,
  type Transaction,
  type TxOut,
} from '../../transaction/transaction.ts';
import { readHistory, type SeenCoin } from '../../wallet/history.ts';
import { isFromMe, keepsItsCoins, type Ledger, ownCoins } from '../../wallet/ledger/ledger.ts';
import { isMine, type Wallet } from '../../wallet/wallet.ts';
import { silentAddressesOf } from '../spending/silent-payments.ts';

/** Collects what a wallet has signed, sent and received before, for a review. */
export function walletPast(
  wallet: Wallet,
  { inputs, outputs }: Pick<Psbt, 'inputs' | 'outputs'> | Transaction,
): Pick<Evidence, 'past' | 'spent' | 'knownScripts' | 'ages'> {
  const past = settled(readHistory(wallet), wallet);
  const spent = new Map(
    inputs.map(({ prevout }) => [outPointKey(prevout), spendersOf(wallet, prevout)]),
  );
  const keys = new Set(spent.keys());
  const pays = new Set(outputs.map(scriptOf));
  const signed = signedScripts(past, keys, pays);
  const knownScripts = [...paidScripts(wallet.ledger, keys, pays), ...signed];
  return { past, spent, knownScripts, ages: walletAges(wallet, { inputs }) };
}

/** Returns the heights of the wallet's coins, and of the newest block that it has seen. */
export function walletAges(
  { ledger, lastBlock }: Wallet,
  { inputs }: { readonly inputs: readonly { readonly prevout: OutPoint }[] },
): CoinAges | undefined {
  if (lastBlock === undefined) return undefined;
  const heights = inputs.flatMap(({ prevout }) => {
    const state = ledger.transactions.get(prevout.txid)?.state;
    return state?.kind === 'confirmed' ? [[outPointKey(prevout), state.height] as const] : [];
  });
  return { tip: lastBlock.height, heights: new Map(heights) };
}

/**
 * Marks coins that a confirmed transaction has spent, so that earlier signatures for them no longer
 * matter.
 */
function settled(
  past: ReadonlyMap<string, SeenCoin> | undefined,
  { ledger: { spenders, transactions } }: Wallet,
): ReadonlyMap<string, PastCoin> | undefined {
  const isConfirmed = (txid: string) => transactions.get(txid)?.state.kind === 'confirmed';
  const note = ([key, coin]: readonly [string, SeenCoin]) =>
    [key, { ...coin, isSettled: spenders.get(key)?.some(isConfirmed) ?? false }] as const;
  return past && new Map([...past].map(note));
}

const scriptOf = ({ scriptPubKey }: Pick<TxOut, 'scriptPubKey'>) => encodeHex(scriptPubKey);

/** Returns the wallet's own coins that a transaction signs for, as the history keeps them. */
export function signedCoins(
  wallet: Wallet,
  { inputs, outputs }: Transaction,
): ReadonlyMap<string, SeenCoin> {
  const paid = paidTo(outputs, wallet);
  const own = [...ownCoins(wallet.ledger, inputs)];
  return new Map(own.map(([key, { value }]) => [key, { ...paid, value }]));
}

/** Returns transactions of the wallet that spend a coin, sent or waiting in the outbox. */
function spendersOf(wallet: Wallet, prevout: OutPoint): readonly PastCoin[] {
  const { spenders, transactions } = wallet.ledger;
  const txids = spenders.get(outPointKey(prevout)) ?? [];
  return txids.flatMap((txid) => {
    const spender = transactions.get(txid);
    if (spender === undefined || !keepsItsCoins(spender)) return [];
    const silent = silentAddressesOf(spender);
    const outputs = spender.transaction.outputs.map((output, vout) => ({
      ...output,
      silentAddress: silent.get(vout),
    }));
    return { ...paidTo(outputs, wallet), value: undefined };
  });
}

function paidTo(outputs: readonly Payee[], wallet: Wallet): Omit<PastCoin, 'value'> {
  const payments = outputs.filter((output) => !isMine(wallet, scriptOf(output)));
  const payees = payeesDigest(payments.map((each) => ({ ...each, owner: undefined })));
  return { payees, isSigned: true, payments };
}

/**
 * Returns scripts paid by signed transactions that may be missing from the ledger. Signing the same
 * payment again does not count as address reuse.
 */
function signedScripts(
  past: ReadonlyMap<string, PastCoin> | undefined,
  spends: ReadonlySet<string>,
  pays: ReadonlySet<string>,
) {
  const paid = new Map<string, readonly Payee[]>();
  for (const [key, { payees, payments }] of past ?? []) {
    // Coins that were only reviewed have no payments, and must not hide those of the same payees.
    if (payments === undefined) continue;
    const again = spends.has(key) ? payments.filter((each) => !pays.has(scriptOf(each))) : payments;
    paid.set(payees, again);
  }
  return [...paid.values()].flat().map(({ scriptPubKey }) => scriptPubKey);
}

/**
 * Returns scripts that the wallet has paid and its own addresses that were paid, once each. Outputs
 * of foreign transactions to others are excluded, because an attacker who sends a little money
 * could choose them. A replacement, which spends the same coins and pays the same scripts, does not
 * pay again. `spends` has outpoints (`outPointKey`), `pays` scripts in hex.
 */
function paidScripts(
  { transactions, outputs }: Ledger,
  spends: ReadonlySet<string>,
  pays: ReadonlySet<string>,
): readonly Bytes[] {
  const scripts = new Map<string, Bytes>();
  for (const { transaction, txid, state } of transactions.values()) {
    const isSent = isFromMe({ outputs }, { transaction });
    const isReplaced =
      state.kind !== 'confirmed' &&
      transaction.inputs.some(({ prevout }) => spends.has(outPointKey(prevout)));
    for (const [vout, { scriptPubKey }] of transaction.outputs.entries()) {
      if (!isSent && !outputs.has(outPointKey({ txid, vout }))) continue;
      const script = encodeHex(scriptPubKey);
      if (!isReplaced || !pays.has(script)) scripts.set(script, scriptPubKey);
    }
  }
  return [...scripts.values()];
}
