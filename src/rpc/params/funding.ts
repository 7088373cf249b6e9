import type { Param } from '../method.ts';
import { inputFields } from './create-transaction.ts';

export const confTargetParam = {
  name: 'conf_target',
  type: 'number',
  required: false,
  defaultHint: '-txconfirmtarget',
  help: 'In how many blocks it should be confirmed',
} as const satisfies Param;

export const estimateModeParam = {
  name: 'estimate_mode',
  type: 'string',
  required: false,
  values: ['unset', 'economical', 'conservative'],
  default: 'unset',
  help:
    'How the fee is estimated: "unset", "economical" or "conservative". Unset is economical when the transaction\n' +
    'can be replaced, else conservative.',
} as const satisfies Param;

export const feeRateParam = {
  name: 'fee_rate',
  type: 'amount',
  required: false,
  defaultHint: 'estimated',
  help: 'The fee rate in sat/vB',
} as const satisfies Param;

export const presetInputsParam = {
  name: 'inputs',
  type: 'array',
  required: false,
  help: 'Coins to spend in any case',
  fields: [
    {
      name: '',
      type: 'object',
      required: false,
      help: '',
      fields: [
        ...inputFields,
        {
          name: 'weight',
          type: 'number',
          required: false,
          defaultHint: 'from what the wallet and solving_data know',
          help: 'The weight of the input at most, outpoint and sequence included; a signature may have 73 bytes',
        },
      ],
    },
  ],
} as const satisfies Param;

export const addInputsParam = {
  name: 'add_inputs',
  type: 'bool',
  required: false,
  defaultHint: 'false when "inputs" are given, else true',
  help: 'Choose coins of the wallet as far as they are needed',
} as const satisfies Param;

export const changeAddressParam = {
  name: 'change_address',
  type: 'string',
  required: false,
  defaultHint: 'a new one of the wallet',
  help: 'Where change goes',
} as const satisfies Param;

export const changePositionParam = {
  name: 'change_position',
  type: 'number',
  required: false,
  defaultHint: 'random',
  help: 'The place of change among the outputs',
} as const satisfies Param;

export const changeTypeParam = {
  name: 'change_type',
  type: 'string',
  required: false,
  values: ['legacy', 'p2sh-segwit', 'bech32', 'bech32m'],
  defaultHint: '-changetype',
  help: 'The type of the change address: "legacy", "p2sh-segwit", "bech32" or "bech32m"',
} as const satisfies Param;

export const includeWatchingParam = {
  name: 'include_watching',
  type: 'bool',
  required: false,
  defaultHint: 'true for a watch-only wallet',
  help: '(no effect with -profile=core) Whether coins of a watch-only wallet are chosen',
} as const satisfies Param;

export const lockUnspentsParam = {
  name: 'lock_unspents',
  type: 'bool',
  required: false,
  default: false,
  help: 'Lock the coins that are spent',
} as const satisfies Param;

export const payersParam = {
  name: 'subtract_fee_from_outputs',
  type: 'array',
  required: false,
  help: 'Outputs, by their number before change is added or by address, that the fee is taken from in equal parts',
  fields: [
    { name: 'vout_index', type: 'number', required: false, help: 'The number of an output' },
    {
      name: 'address',
      type: 'string',
      beyondCore: true,
      required: false,
      help: 'The address of an output',
    },
  ],
} as const satisfies Param;

/** Which coins may be chosen. */
export const coinParams = [
  {
    name: 'include_unsafe',
    type: 'bool',
    required: false,
    default: false,
    help: 'Also unconfirmed coins from others and of replacements: the transaction dies with them',
  },
  {
    name: 'minconf',
    type: 'number',
    required: false,
    default: 0,
    help: 'Only coins with so many confirmations at least',
  },
  {
    name: 'maxconf',
    type: 'number',
    required: false,
    defaultHint: 'no limit',
    help: 'Only coins with so many confirmations at most',
  },
] as const satisfies readonly Param[];

export const maxTxWeightParam = {
  name: 'max_tx_weight',
  type: 'number',
  required: false,
  default: 400000,
  help: 'The weight of the transaction at most',
} as const satisfies Param;

export const pathParam = {
  name: 'path',
  type: 'number',
  beyondCore: true,
  required: false,
  defaultHint: 'whichever the keys allow',
  help:
    '(not with -profile=core) The path that coins are spent by, by its number in the list of getdescriptorinfo: sequences, lock time and\n' +
    'fee follow from it, and coins that are too young for it are not chosen',
} as const satisfies Param;

export const replaceableParam = {
  name: 'replaceable',
  type: 'bool',
  required: false,
  defaultHint: '-walletrbf',
  help: 'Let the transaction be replaced by one with a higher fee (BIP125)',
} as const satisfies Param;

const textList = (name: string, item: string, help: string) =>
  ({
    name,
    type: 'array',
    required: false,
    help,
    fields: [{ name: item, type: 'string', required: false, help: '' }],
  }) as const satisfies Param;

export const solvingDataParam = {
  name: 'solving_data',
  type: 'object',
  required: false,
  help: 'What tells the size of inputs that spend coins of others',
  fields: [
    textList('pubkeys', 'pubkey', 'Public keys'),
    textList('scripts', 'script', 'Redeem and witness scripts'),
    textList('descriptors', 'descriptor', 'Descriptors, with checksum'),
  ],
} as const satisfies Param;
