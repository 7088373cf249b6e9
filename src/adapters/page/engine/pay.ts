import { decodeSnapshot, snapshotErrorWords } from '../../../chain/snapshot-codec.ts';
import { createSnapshotSource } from '../../../chain/snapshot-source.ts';
import { judgeSnapshot, provenanceWords } from '../../../chain/snapshot-trust.ts';
import { formatAmount, parseFixedPoint, type Satoshis } from '../../../encoding/amount.ts';
import { formatUtc } from '../../../encoding/utc.ts';
import {
  findMember,
  getMember,
  isJsonArray,
  isJsonNumber,
  isJsonObject,
  type Json,
} from '../../../json/json.ts';
import { formatRate } from '../../../review/amounts.ts';
import { getbalances } from '../../../rpc/methods/getbalances.ts';
import { listunspent } from '../../../rpc/methods/listunspent.ts';
import { rescanblockchain } from '../../../rpc/methods/rescanblockchain.ts';
import { walletcreatefundedpsbt } from '../../../rpc/methods/walletcreatefundedpsbt.ts';
import { defaultWalletOptions } from '../../../wallet/options.ts';
import { takeText } from './intake.ts';
import { callMethod, failure, type Session } from './session.ts';

/** What the open wallet has, by a snapshot. */
export type FundsView = {
  /** In BTC. */
  readonly balance: string;
  readonly height: number;
  /** UTC. */
  readonly time: string;
  /** Who signed the snapshot, and what to doubt. */
  readonly notes: readonly string[];
  /** In sat/vB, where no rate is typed. Absent: the snapshot has no estimate. */
  readonly feeRate: string | undefined;
  /** What may be spent, the largest first. */
  readonly coins: readonly CoinView[];
};

/** An output that the wallet may spend. */
export type CoinView = {
  /** As `txid:vout`. */
  readonly outpoint: string;
  readonly value: Satoshis;
  /** Absent: its script has none. */
  readonly address: string | undefined;
  readonly confirmations: string;
};

/** The snapshot that was carried in, for the open wallet. */
export async function openSnapshot(session: Session): Promise<FundsView> {
  const { carried, network } = session;
  if (carried?.kind !== 'binary') throw failure('This is no snapshot of coldsign.');
  const decoded = decodeSnapshot(carried.bytes);
  if ('error' in decoded) throw failure(`This file ${snapshotErrorWords(decoded)}.`);
  const { snapshot } = decoded;
  if (snapshot.network !== network.name) {
    throw failure(
      `This snapshot is of ${snapshot.network}, and the open wallet of ${network.name}.`,
    );
  }
  const judged = judgeSnapshot(decoded, [], { anyway: true });
  if ('error' in judged) throw failure(`This snapshot ${judged.words}.`);
  session.chain = createSnapshotSource(snapshot, judged);
  await callMethod(session, rescanblockchain, {});
  const mine = getMember(await callMethod(session, getbalances, {}), 'mine');
  const signed = provenanceWords(judged);
  const now = Math.floor(Date.now() / 1000);
  return {
    balance: numberOf(mine, 'trusted'),
    height: snapshot.tip.height,
    time: formatUtc(snapshot.tip.time),
    notes: [
      ...(signed === undefined ? [] : [signed]),
      ...judged.notices,
      ...(session.chain.notices?.(now) ?? []),
    ],
    feeRate: await estimateOf(session),
    coins: await listCoins(session),
  };
}

/** As funding asks for it where no rate is named. */
async function estimateOf({ chain }: Session): Promise<string | undefined> {
  const found = await chain?.estimateFee(defaultWalletOptions.confirmTarget, 'economical');
  if (found === undefined || !('feeRate' in found) || found.feeRate <= 0n) return undefined;
  return formatRate(found.feeRate);
}

async function listCoins(session: Session): Promise<readonly CoinView[]> {
  const listed = findMember(await callMethod(session, listunspent, {}), 'answer') ?? null;
  const coins = isJsonArray(listed) ? listed.filter(isJsonObject) : [];
  const viewed = coins.map((coin) => {
    const address = findMember(coin, 'address');
    return {
      outpoint: `${findMember(coin, 'txid')}:${numberOf(coin, 'vout')}`,
      value: parseFixedPoint(numberOf(coin, 'amount'), 8) ?? 0n,
      address: typeof address === 'string' ? address : undefined,
      confirmations: numberOf(coin, 'confirmations'),
    };
  });
  return viewed.sort((a, b) => (a.value < b.value ? 1 : -1));
}

function numberOf(object: Json, name: string): string {
  const value = isJsonObject(object) ? findMember(object, name) : undefined;
  return value !== undefined && isJsonNumber(value) ? value.number : '0';
}

/** As it was typed. */
export type Payment = {
  readonly payees: readonly {
    readonly address: string;
    /** In BTC. */
    readonly amount: string;
    /** The fee is taken out of what this one gets. */
    readonly paysFee: boolean;
  }[];
  /** In sat/vB; empty: as the snapshot estimates. */
  readonly feeRate: string;
  /** As `txid:vout`: these and no others; none: the wallet chooses, as `send` does. */
  readonly coins: readonly string[];
};

/** A PSBT that pays, which then lies where something to sign is carried in. */
export async function makePayment(session: Session, payment: Payment): Promise<void> {
  const { payees, feeRate, coins } = payment;
  const outputs = payees.map(readOutput);
  if (feeRate.trim() === '' && (await estimateOf(session)) === undefined) {
    throw failure('This snapshot has no fee estimate. Enter a fee rate in sat/vB, such as 2.5.');
  }
  const inputs = coins.map((coin) => {
    const [txid = '', vout] = coin.split(':');
    return { txid, vout: Number(vout) };
  });
  const payers = payees.flatMap(({ paysFee }, index) => (paysFee ? [index] : []));
  const answer = await callMethod(session, walletcreatefundedpsbt, {
    inputs,
    outputs,
    options: {
      subtractFeeFromOutputs: payers,
      ...(feeRate.trim() !== '' && { fee_rate: feeRate.trim() }),
    },
  });
  const psbt = findMember(answer, 'psbt');
  if (typeof psbt !== 'string') throw failure('No payment was made.');
  takeText(session, psbt);
}

/** In BTC: so much without a point is rather an amount in satoshi, of which 330 are dust. */
const LEAST_SATOSHI = 330n;

const isLikelySatoshi = (amount: string): boolean =>
  /^\d{3,16}$/.test(amount) && BigInt(amount) >= LEAST_SATOSHI;

function readOutput({ address, amount }: Payment['payees'][number]) {
  if (address.trim() === '') throw failure('A recipient has no address yet.');
  const isWritten = /^\d*\.?\d+$/.test(amount.trim());
  if (!isWritten) throw failure('An amount is a number of BTC with a point, such as 0.001.');
  if (isLikelySatoshi(amount.trim())) {
    const btc = formatAmount(BigInt(amount.trim()));
    throw failure(
      `${amount.trim()} BTC? The amount is in BTC. If you mean ${amount.trim()} satoshi, enter ${btc}. Otherwise enter ${amount.trim()}.0.`,
    );
  }
  return { [address.replace(/\s/g, '')]: amount.trim().replace(/^\./, '0.') };
}
