import { bool, list, num, range, record, str } from '../fields.ts';
import { feeLimitParams } from './fee-limits-params.ts';
import { sighashTypeParam, signingPathParam } from './signing-params.ts';

export const psbtParam = str('psbt', 'The PSBT in base64', { freeText: true });

export const psbtListParam = list('txs', 'The PSBTs in base64', [
  str.optional('psbt', 'A PSBT in base64'),
]);

export const psbtVersionParam = num('psbt_version', 'The version of the PSBT format: 2, or 0', {
  default: 2,
});

const scanObjects = [
  str.optional('', 'A descriptor'),
  record.optional([
    str('desc', 'A descriptor'),
    range('range', 'The last position, or [begin,end], of a ranged descriptor', { default: 1000 }),
  ]),
] as const;

/** Descriptors to scan for. */
export const scanObjectsParam = list('descriptors', 'Output descriptors', scanObjects);
export const optionalScanObjectsParam = list.optional(
  'descriptors',
  'Output descriptors',
  scanObjects,
);

/** The last arguments of walletprocesspsbt and descriptorprocesspsbt: how to fill a PSBT. */
export const fillPsbtParams = [
  sighashTypeParam,
  bool('bip32derivs', 'Include the origins of keys (BIP32)', { default: true }),
  bool('finalize', 'Finalize inputs that are complete', { default: true }),
  ...feeLimitParams,
  signingPathParam,
] as const;
