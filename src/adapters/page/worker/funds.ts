import { formatAmount, type Satoshis } from '../../../encoding/amount.ts';
import { formatUtc } from '../../../encoding/utc.ts';
import { formatAddress } from '../../../script/address.ts';
import { decodeSnapshot, snapshotErrorMessage } from '../../../snapshot/snapshot-codec.ts';
import { createSnapshotSource } from '../../../snapshot/snapshot-source.ts';
import { judgeSnapshot, provenanceText } from '../../../snapshot/snapshot-trust.ts';
import { decodeAnyTransaction } from '../../../transaction/decode-any.ts';
import { outPointKey } from '../../../transaction/transaction.ts';
import { DEFAULT_MAX_DEPTH } from '../../../wallet/funding/fund-request.ts';
import { balancesOf } from '../../../wallet/ledger/balances.ts';
import { unspentCoins } from '../../../wallet/ledger/coins.ts';
import type { OpenWallet } from '../../../wallet-host/open-wallet.ts';
import { failure } from './failures.ts';
import { addListed, readListed } from './listed-coins.ts';
import { estimateOf, openForPayments } from './open-payments.ts';
import { chainOf } from './opened-coins.ts';
import { endReview, otherNetwork, type Session } from './session.ts';
import { now } from './session-context.ts';

/** Funds of the open wallet, according to a snapshot. */
export type FundsView = {
  /** Balance in BTC. */
  readonly balance: string;
  /** The newest block, and its time in UTC. Absent if only transactions were opened. */
  readonly block: { readonly height: number; readonly time: string } | undefined;
  /** Signer of the snapshot, and doubts about it. */
  readonly notes: readonly string[];
  /**
   * Estimated fee rate in sat/vB, used if no rate is typed. Absent if the snapshot has no estimate.
   */
  readonly feeRate: string | undefined;
  /** Coins that may be spent, the largest first. */
  readonly coins: readonly CoinView[];
};

/** An output that the wallet may spend. */
export type CoinView = {
  /** Outpoint as `txid:vout`. */
  readonly outpoint: string;
  readonly value: Satoshis;
  /** Absent if its script has no address. */
  readonly address: string | undefined;
  readonly confirmations: string;
};

/** Opens the imported snapshot for the open wallet. */
export async function openSnapshot(session: Session): Promise<FundsView> {
  const { payload, network } = session;
  if (payload?.kind !== 'binary')
    throw failure('This is not a snapshot. “coldsign snapshot” makes one.');
  const decoded = decodeSnapshot(payload.bytes);
  if ('error' in decoded) throw failure(`This file ${snapshotErrorMessage(decoded)}.`);
  const { snapshot } = decoded;
  if (snapshot.network !== network.name) throw otherNetwork([snapshot.network], session);
  const judged = judgeSnapshot(decoded, [], { anyway: true });
  if ('error' in judged) throw failure(`This snapshot ${judged.words}.`);
  session.chain = createSnapshotSource(snapshot, judged);
  endReview(session);
  const signed = provenanceText(judged);
  const { height, time } = snapshot.tip;
  return viewFunds(session, { height, time: formatUtc(time) }, [
    ...(signed === undefined ? [] : [signed]),
    ...judged.notices,
    ...(session.chain.notices?.(now()) ?? []),
  ]);
}

/**
 * Adds the last import to what is known about the coins of the keys: a transaction that paid them,
 * a list of coins in JSON, or the address that such a list is for.
 */
export async function openPaid(session: Session): Promise<FundsView> {
  const { payload, network } = session;
  if (payload?.kind === 'json' || payload?.kind === 'address') {
    const needed = addListed(session, payload.kind, payload.text);
    if (needed !== undefined) throw failure(needed);
  } else {
    const transaction =
      payload?.kind === 'transaction'
        ? decodeAnyTransaction(payload.bytes, { witness: true, legacy: true })
        : undefined;
    if (transaction === undefined) throw failure('Open a transaction that paid your keys.');
    session.paid = [...session.paid, transaction];
  }
  const { coins: listed, missing } = readListed(session);
  const known = listed.map(({ outpoint, value, scriptPubKey }) => {
    return [outpoint, { value, scriptPubKey, height: 1, coinbase: false }] as const;
  });
  session.chain = chainOf(session.paid, network.name, now(), known);
  endReview(session);
  const more = missing === undefined ? [] : [missing];
  if (listed.length > 0) {
    await openForPayments(session);
    const total = listed.reduce((sum, { value }) => sum + value, 0n);
    return {
      balance: formatAmount(total),
      block: undefined,
      feeRate: undefined,
      coins: listed,
      notes: [`These are the coins of the list that you opened. ${UNSPENT}`, ...more],
    };
  }
  return viewFunds(session, undefined, [
    `These are the coins of the transactions that you opened. ${UNSPENT}`,
    ...more,
  ]);
}

const UNSPENT = 'Check with an explorer that they are still unspent.';

async function viewFunds(
  session: Session,
  block: FundsView['block'],
  notes: readonly string[],
): Promise<FundsView> {
  const open = await openForPayments(session);
  return {
    block,
    notes,
    balance: formatAmount(balancesOf(open.value, open.options).trusted),
    feeRate: await estimateOf(session),
    coins: listCoins(open),
  };
}

function listCoins({ value: wallet, options }: OpenWallet): readonly CoinView[] {
  const { spendZeroConfChange } = options;
  const filter = { minDepth: 1, maxDepth: DEFAULT_MAX_DEPTH, includeUnsafe: true };
  const coins = [...unspentCoins(wallet, { ...filter, spendZeroConfChange })];
  const viewed = coins.map(({ outPoint, output, depth }) => ({
    outpoint: outPointKey(outPoint),
    value: output.value,
    address: formatAddress(output.scriptPubKey, wallet.network),
    confirmations: `${depth}`,
  }));
  return viewed.sort((a, b) => (a.value < b.value ? 1 : -1));
}
