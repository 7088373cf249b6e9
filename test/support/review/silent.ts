import * as curve from 'tiny-secp256k1';
import { encodeDer } from '../../../src/crypto/der.ts';
import { hash160 } from '../../../src/crypto/hash.ts';
import { concatBytes } from '../../../src/encoding/bytes.ts';
import type { Psbt, PsbtInput, PsbtOutput, RawField } from '../../../src/psbt/psbt.ts';
import { unsignedTransaction } from '../../../src/psbt/unsigned-transaction.ts';
import type { FindingId } from '../../../src/review/catalog.ts';
import { p2pkhScript } from '../../../src/script/builders.ts';
import { createSighashCache } from '../../../src/sighash/cache.ts';
import { silentKey, silentPsbt } from '../generate/silent-payments.ts';
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

/** Adds the signature of input 0, a P2WPKH coin, made by tiny-secp256k1. No field names its type. */
export function signedSilent(psbt: Psbt, sighashType: number): Psbt {
  const transaction = unsignedTransaction(psbt);
  const publicKey = curve.pointFromScalar(silentKey(0), true);
  if (transaction === undefined || publicKey === null) throw new Error('nothing to sign');
  const coins = psbt.inputs.map(({ witnessUtxo }) => witnessUtxo);
  const script = p2pkhScript(hash160(publicKey));
  const cache = createSighashCache(transaction, coins);
  const digest = cache.ecdsaDigest(0, script, sighashType, 'witness_v0');
  const der = encodeDer(curve.sign(digest, silentKey(0)));
  const signature = concatBytes(der, Uint8Array.of(sighashType));
  return withInput(psbt, 0, { partialSignatures: [{ publicKey, signature }] });
}

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
