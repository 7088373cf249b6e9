export type { SighashCache } from '../sighash/cache.ts';
export { createSighashCache } from '../sighash/cache.ts';
export { transactionChecker } from '../sighash/checker.ts';
export type { SighashType } from '../sighash/sighash-type.ts';
export { parseSighashType, Sighash } from '../sighash/sighash-type.ts';
