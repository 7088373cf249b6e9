import type { Param } from '../method.ts';

export const psbtParam = {
  name: 'psbt',
  type: 'string',
  required: true,
  help: 'The PSBT in base64',
} as const satisfies Param;

export const psbtListParam = {
  name: 'txs',
  type: 'array',
  required: true,
  help: 'The PSBTs in base64',
  fields: [{ name: 'psbt', type: 'string', required: false, help: 'A PSBT in base64' }],
} as const satisfies Param;

export const psbtVersionParam = {
  name: 'psbt_version',
  type: 'number',
  required: false,
  default: 2,
  help: 'The version of the PSBT format: 2, or 0',
} as const satisfies Param;

export const psbtResult = '"str"    (string) The PSBT in base64';
