import { findMember, type Json, type JsonObject } from '../../json/json.ts';
import type { CoinLimits } from '../../wallet/funding/coin-limits.ts';
import { invalid } from '../error.ts';
import { amount, bool, list, num, object, record, str } from '../fields.ts';
import type { Param } from '../method.ts';
import { getInt32 } from '../values.ts';
import { inputFields } from './create-transaction-params.ts';

export const confTargetParam = num(
  'conf_target',
  'The number of blocks within which it should be confirmed',
  {
    defaultHint: '-txconfirmtarget',
  },
);

export const estimateModeParam = str(
  'estimate_mode',
  'The mode of fee estimation: "unset", "economical" or "conservative". Unset is economical if the\n' +
    'transaction is replaceable, else conservative.',
  { values: ['unset', 'economical', 'conservative'], default: 'unset' },
);

export const feeRateParam = amount('fee_rate', 'The fee rate in sat/vB', {
  defaultHint: 'estimated',
});

export const presetInputsParam = list.optional('inputs', 'Coins to spend in any case', [
  record.optional([
    ...inputFields,
    num(
      'weight',
      'The maximum weight of the input, including outpoint and sequence; a signature may have 73 bytes',
      { defaultHint: 'from what the wallet and solving_data know' },
    ),
  ]),
]);

export const addInputsParam = bool('add_inputs', 'Add coins of the wallet if they are needed', {
  defaultHint: 'false when "inputs" are given, else true',
});

export const changeAddressParam = str('change_address', 'The address for change', {
  defaultHint: 'a new one of the wallet',
});

export const changePositionParam = num('change_position', 'The place of change among the outputs', {
  defaultHint: 'random',
});

export const changeTypeParam = str(
  'change_type',
  'The type of the change address: "legacy", "p2sh-segwit", "bech32" or "bech32m"',
  { values: ['legacy', 'p2sh-segwit', 'bech32', 'bech32m'], defaultHint: '-changetype' },
);

export const includeWatchingParam = bool(
  'include_watching',
  '(no effect with -profile=core) Include coins of a watch-only wallet',
  { defaultHint: 'true for a watch-only wallet' },
);

export const lockUnspentsParam = bool('lock_unspents', 'Lock the coins that are spent', {
  default: false,
});

export const payersParam = list.optional(
  'subtract_fee_from_outputs',
  'Outputs, by their number before change is added or by address, that the fee is taken from in equal parts',
  [
    num.optional('vout_index', 'The number of an output'),
    str.optional('address', 'The address of an output', { beyondCore: true }),
  ],
);

function parseMinDepth(value: Json): number {
  const depth = getInt32(value);
  if (depth < 0) throw invalid('Negative minconf');
  return depth;
}

export function parseMaxDepth(value: Json, minDepth = 0): number {
  const depth = getInt32(value);
  if (depth >= minDepth) return depth;
  throw invalid(`maxconf can't be lower than minconf: ${depth} < ${minDepth}`);
}

/**
 * Options that go to the choice of coins as they are, each with its parser, in the order in which
 * they are checked. A parser gets the limits before its own. All methods that choose coins take
 * them; docs/architecture.md lists what a new option needs.
 */
export const choiceRows = [
  {
    param: num('minconf', 'The minimum number of confirmations of coins to spend', { default: 0 }),
    parse: (value: Json) => ({ minDepth: parseMinDepth(value) }),
  },
  {
    param: num('maxconf', 'The maximum number of confirmations of coins to spend', {
      defaultHint: 'no limit',
    }),
    parse: (value: Json, { minDepth }: CoinLimits) => ({
      maxDepth: parseMaxDepth(value, minDepth),
    }),
  },
] as const satisfies readonly ChoiceRow[];

type ChoiceRow = {
  readonly param: Param;
  readonly parse: (value: Json, before: CoinLimits) => CoinLimits;
};

type ParamsOf<Rows extends readonly ChoiceRow[]> = {
  readonly [At in keyof Rows]: Rows[At]['param'];
};

/** Options that restrict which coins are selected. */
export const coinParams = [
  bool(
    'include_unsafe',
    'Include unconfirmed coins from others and of replacements. The transaction becomes invalid if they disappear',
    { default: false },
  ),
  // `map` forgets which row is where.
  ...(choiceRows.map(({ param }) => param) as unknown as ParamsOf<typeof choiceRows>),
] as const;

/** Parses the options of `choiceRows`. */
export function parseChoice(options: JsonObject): CoinLimits {
  const limits: CoinLimits = {};
  for (const { param, parse } of choiceRows) {
    const value = findMember(options, param.name);
    if (value !== undefined) Object.assign(limits, parse(value, limits));
  }
  return limits;
}

export const maxTxWeightParam = num('max_tx_weight', 'The maximum weight of the transaction', {
  default: 400000,
});

export const pathParam = num(
  'path',
  '(not with -profile=core) The number of the path by which coins are spent, in the list of getdescriptorinfo: sequences, lock time and\n' +
    'fee follow from it, and coins that are too young for it are not chosen',
  { beyondCore: true, defaultHint: 'any path that the keys allow' },
);

export const replaceableParam = bool(
  'replaceable',
  'Let the transaction be replaced by one with a higher fee (BIP125)',
  { defaultHint: '-walletrbf' },
);

const textList = (name: string, item: string, help: string) =>
  list.optional(name, help, [str.optional(item)]);

export const solvingDataParam = object.optional(
  'solving_data',
  'Data for the size of inputs that spend coins of others',
  [
    textList('pubkeys', 'pubkey', 'Public keys'),
    textList('scripts', 'script', 'Redeem and witness scripts'),
    textList('descriptors', 'descriptor', 'Descriptors, with checksum'),
  ],
);
