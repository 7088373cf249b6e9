import { decodeSnapshot, snapshotErrorWords } from '../../../chain/snapshot-codec.ts';
import { createSnapshotSource } from '../../../chain/snapshot-source.ts';
import { judgeSnapshot, provenanceWords } from '../../../chain/snapshot-trust.ts';
import { formatUtc } from '../../../encoding/utc.ts';
import {
  findMember,
  getMember,
  isJsonNumber,
  isJsonObject,
  type Json,
} from '../../../json/json.ts';
import { getbalances } from '../../../rpc/methods/getbalances.ts';
import { rescanblockchain } from '../../../rpc/methods/rescanblockchain.ts';
import { walletcreatefundedpsbt } from '../../../rpc/methods/walletcreatefundedpsbt.ts';
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
  if ('refused' in judged) throw failure(`This snapshot ${judged.reason}.`);
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
  };
}

function numberOf(object: Json, name: string): string {
  const value = isJsonObject(object) ? findMember(object, name) : undefined;
  return value !== undefined && isJsonNumber(value) ? value.number : '0';
}

export type Payment = {
  readonly address: string;
  /** In BTC, as it was typed. */
  readonly amount: string;
  /** In sat/vB; empty: as the snapshot estimates. */
  readonly feeRate: string;
};

/** A PSBT that pays, which then lies where something to sign is carried in. */
export async function makePayment(session: Session, payment: Payment): Promise<void> {
  const { address, amount, feeRate } = payment;
  const answer = await callMethod(session, walletcreatefundedpsbt, {
    inputs: [],
    outputs: [{ [address.trim()]: amount.trim() }],
    options: feeRate.trim() === '' ? {} : { fee_rate: feeRate.trim() },
  });
  const psbt = findMember(answer, 'psbt');
  if (typeof psbt !== 'string') throw failure('No payment was made.');
  takeText(session, psbt);
}
