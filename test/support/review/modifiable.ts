import type { Psbt } from '../../../src/psbt/psbt.ts';
import { secretNative } from './accounts.ts';
import { buildPsbt, type PsbtSpec, signedBy, usual } from './payments.ts';

/** Sets flags of BIP370. */
export const flagged = (txModifiable: number, psbt: Psbt): Psbt => ({ ...psbt, txModifiable });
const usualByV2: PsbtSpec = { ...usual, psbtVersion: 2 };
export const signedV2 = (sighashType?: number) =>
  signedBy(secretNative, usualByV2, { sighashType });
export const unsignedV2 = buildPsbt(usualByV2);
export const singleAnyone = [
  'sighash-single',
  'sighash-anyone-can-pay',
  'psbt-modifiable',
] as const;
