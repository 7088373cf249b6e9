import type { Param } from '../method.ts';
import { outPointField } from './create-transaction.ts';

const formatParam = {
  name: 'format',
  type: 'string',
  required: false,
  values: ['legacy', 'simple', 'full', 'proof-of-funds'],
  defaultHint:
    'legacy for an address of a key hash (P2PKH); simple for native segwit, full for the rest or with locks, proof-of-funds with utxos',
  help: 'How it is signed: by the key (legacy, as Bitcoin Core), or by the script of the address (the other three, BIP322)',
} as const satisfies Param;

const lockParams = [
  {
    name: 'locktime',
    type: 'number',
    required: false,
    default: 0,
    help: 'For a script with a lock: the signature holds from this height or time (seconds since 1970) on',
  },
  {
    name: 'sequence',
    type: 'number',
    required: false,
    default: 0,
    help: 'For a script with a relative lock: how old a coin has to be (BIP68), as older() has it',
  },
] as const satisfies readonly Param[];

const options = {
  name: 'options',
  type: 'options',
  required: false,
  beyondCore: true,
  usage: 'options',
  help: '(not with -profile=core) How to sign',
} as const;

/** How a key signs a message. */
export const keyMessageOptionsParam = {
  ...options,
  fields: [
    {
      name: 'address',
      type: 'string',
      required: false,
      defaultHint: 'that of the hash of the key (P2PKH)',
      help: 'The address of the key that is signed for',
    },
    formatParam,
    ...lockParams,
  ],
} as const satisfies Param;

/** How a wallet signs a message. */
export const walletMessageOptionsParam = {
  ...options,
  fields: [
    formatParam,
    ...lockParams,
    {
      name: 'utxos',
      type: 'array',
      required: false,
      default: '[]',
      help: 'Coins of the wallet that are proven with it',
      fields: [outPointField],
    },
  ],
} as const satisfies Param;
