import type { Psbt, PsbtInput, PsbtOutput, RawField } from '../../../src/psbt/psbt.ts';
import type { FindingId } from '../../../src/review/catalog.ts';
import { silentPsbt } from '../generate/silent-payments.ts';
import { type Case, type Row, rows } from './rows.ts';

export const silentOne = silentPsbt({ kinds: ['wpkh', 'tr'], outputs: [[1, 1]], shares: 'global' });
export const silentEach = silentPsbt({
  kinds: ['wpkh', 'tr'],
  outputs: [[1, 1]],
  shares: 'inputs',
});
export const silentPending = silentPsbt({ kinds: ['wpkh'], outputs: [[1, 1]], shares: 'none' });
export const withInput = (psbt: Psbt, at: number, part: Partial<PsbtInput>): Psbt => ({
  ...psbt,
  inputs: psbt.inputs.map((input, index) => (index === at ? { ...input, ...part } : input)),
});
export const withOutputs = (
  psbt: Psbt,
  change: (output: PsbtOutput, at: number) => PsbtOutput,
): Psbt => ({
  ...psbt,
  outputs: psbt.outputs.map(change),
});
export const silentLabel: RawField = { key: Uint8Array.of(0x0a), value: Uint8Array.of(3, 0, 0, 0) };
type SilentRow = readonly [
  name: string,
  psbt: Psbt,
  fee?: Case['fee'],
  findings?: readonly FindingId[],
];
const silentRow = ([name, psbt, fee = 'proven', findings]: SilentRow): Row => {
  const rest = { descriptors: undefined, fee };
  return findings === undefined ? [name, psbt, rest] : [name, psbt, findings, rest];
};

/** Makes cases of silent payments, without descriptors. */
export const silentRows = (has: readonly SilentRow[], others: readonly SilentRow[]) =>
  rows(has.map(silentRow), others.map(silentRow));
export const silentPaying = (
  kinds: Parameters<typeof silentPsbt>[0]['kinds'],
  shares: 'global' | 'inputs',
  ...outputs: readonly [number, number][]
) => silentPsbt({ kinds, outputs, shares });
