import type { FeeEstimate } from '../chain/node-answers.ts';
import { boolean, choice, text, writeMany } from '../encoding/fields.ts';
import type { Reader } from '../encoding/reader.ts';
import type { Writer } from '../encoding/writer.ts';
import { readList } from '../transaction/codec.ts';
import { perKvb, perVbyte } from '../transaction/fee-bounds.ts';
import type { FeeMode, SnapshotFees } from './snapshot.ts';

/**
 * Fees in a snapshot:
 *
 *     mempool minimum (8), relay minimum (8)
 *     for each mode (unset, economical, conservative): count, and for each run of targets with the same answer:
 *         how many targets, what it was found for: a number of blocks (0) or as many more as the target (1), the number (8);
 *         a rate (0): it (8); none (1): errors (count, and for each: length, UTF-8)
 */
export function writeFees(writer: Writer, { estimates, ...fees }: SnapshotFees): void {
  writer.i64(fees.mempoolMinimum).i64(fees.relayMinimum);
  for (const mode of ['unset', 'economical', 'conservative'] as const) {
    writeMany(writer, runsOf(estimates[mode]), (run) => writeRun(writer, run));
  }
}

/** Highest target that the RPC accepts. */
const MOST_TARGETS = 1008;

export function readFees(reader: Reader): SnapshotFees {
  const [mempoolMinimum, relayMinimum] = [reader.i64(), reader.i64()];
  const read = (): readonly FeeEstimate[] => {
    const all: FeeEstimate[] = [];
    for (const { length, estimate, moving } of readList(reader, readRun)) {
      if (all.length + length > MOST_TARGETS) reader.fail();
      if (reader.failed) break;
      for (let i = 0; i < length; i++) {
        all.push({ ...estimate, blocks: estimate.blocks + (moving ? all.length + 1 : 0) });
      }
    }
    return all;
  };
  const estimates: { readonly [M in FeeMode]: readonly FeeEstimate[] } = {
    unset: read(),
    economical: read(),
    conservative: read(),
  };
  return { estimates, mempoolMinimum, relayMinimum };
}

type Run = {
  readonly length: number;
  /** `blocks` is the number of blocks or, if `moving`, how far it exceeds the target. */
  readonly estimate: FeeEstimate;
  readonly moving: boolean;
};

function runsOf(estimates: readonly FeeEstimate[]): readonly Run[] {
  const runs: Run[] = [];
  for (let at = 0; at < estimates.length; ) {
    const fixed = runFrom(estimates, at, false);
    const moving = runFrom(estimates, at, true);
    const run = fixed.length >= moving.length ? fixed : moving;
    runs.push(run);
    at += run.length;
  }
  return runs;
}

function runFrom(estimates: readonly FeeEstimate[], from: number, moving: boolean): Run {
  const shifted = (at: number): FeeEstimate | undefined => {
    const estimate = estimates[at];
    return estimate && { ...estimate, blocks: estimate.blocks - (moving ? at + 1 : 0) };
  };
  const first = shifted(from) ?? { errors: [], blocks: 0 };
  let length = 1;
  while (isSame(shifted(from + length), first)) length++;
  return { length, estimate: first, moving };
}

function isSame(a: FeeEstimate | undefined, b: FeeEstimate): boolean {
  if (a === undefined || a.blocks !== b.blocks) return false;
  if ('feeRate' in a) return 'feeRate' in b && a.feeRate === b.feeRate;
  return !('feeRate' in b) && a.errors.join('\n') === b.errors.join('\n');
}

const outcome = choice(['rate', 'errors']);

function writeRun(writer: Writer, { length, estimate, moving }: Run): void {
  writer.compactSize(length);
  boolean.write(writer, moving);
  writer.i64(BigInt(estimate.blocks));
  outcome.write(writer, 'feeRate' in estimate ? 'rate' : 'errors');
  if ('feeRate' in estimate) writer.i64(perKvb(estimate.feeRate));
  else writeMany(writer, estimate.errors, (error) => text.write(writer, error));
}

function readRun(reader: Reader): Run {
  const length = reader.compactSize();
  const moving = boolean.read(reader);
  const blocks = Number(reader.i64());
  const estimate: FeeEstimate =
    outcome.read(reader) === 'rate'
      ? { feeRate: perVbyte(reader.i64()), blocks }
      : { errors: readList(reader, text.read), blocks };
  return { length, estimate, moving };
}
