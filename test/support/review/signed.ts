import type { Psbt } from '../../../src/psbt/psbt.ts';
import { COSIGNER, keyAt, MULTI_PATH, multi, secretNative } from './accounts.ts';
import { type PsbtSpec, signedBy, usual } from './payments.ts';

const secretOfCosigner = multi.replace(
  keyAt(COSIGNER, MULTI_PATH),
  keyAt(COSIGNER, MULTI_PATH, true),
);
export const signedByCosigner = (spec: PsbtSpec, sighashType?: number): Psbt => {
  const psbt = signedBy(secretOfCosigner, spec, { sighashType });
  return { ...psbt, inputs: psbt.inputs.map((each) => ({ ...each, sighashType: undefined })) };
};
export const halfSigned = signedBy(secretNative, usual);
