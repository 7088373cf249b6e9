import type { Param } from '../method.ts';
import { feeLimitParams } from './fee-limits.ts';
import { sighashTypeParam, signingPathParam } from './signing.ts';

export const psbtParam = {
  name: 'psbt',
  type: 'string',
  required: true,
  freeText: true,
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

export const scanObjectsParam = {
  name: 'descriptors',
  type: 'array',
  required: false,
  help: 'Output descriptors',
  fields: [
    { name: '', type: 'string', required: false, help: 'A descriptor' },
    {
      name: '',
      type: 'object',
      required: false,
      help: '',
      fields: [
        { name: 'desc', type: 'string', required: true, help: 'A descriptor' },
        {
          name: 'range',
          type: 'range',
          required: false,
          default: 1000,
          help: 'Of a ranged one: the last position, or [begin,end]',
        },
      ],
    },
  ],
} as const satisfies Param;

/** How PSBTs are filled: the last arguments of walletprocesspsbt and descriptorprocesspsbt. */
export const fillPsbtParams = [
  sighashTypeParam,
  {
    name: 'bip32derivs',
    type: 'bool',
    required: false,
    default: true,
    help: 'Whether to tell where keys come from (BIP32)',
  },
  {
    name: 'finalize',
    type: 'bool',
    required: false,
    default: true,
    help: 'Whether inputs that are complete get their final scripts',
  },
  ...feeLimitParams,
  signingPathParam,
] as const satisfies readonly Param[];
