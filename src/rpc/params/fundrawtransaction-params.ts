import { list, num, record } from '../fields.ts';
import type { Param } from '../method.ts';
import { inputFields } from './create-transaction-params.ts';
import { addInputsParam } from './funding-params.ts';
import { fundPsbtOptionsParam } from './walletcreatefundedpsbt-params.ts';

const [txid, vout] = inputFields;

const inputWeightsParam = list.optional('input_weights', 'Weights of inputs', [
  record.optional([
    txid,
    vout,
    num(
      'weight',
      'The maximum weight of the input, including outpoint and sequence; a signature may have 73 bytes',
    ),
  ]),
]);

const [, ...others] = fundPsbtOptionsParam.fields;

export const fundRawOptionsParam = {
  ...fundPsbtOptionsParam,
  fields: [
    {
      ...addInputsParam,
      defaultHint: 'true',
    },
    ...others,
    inputWeightsParam,
  ],
} as const satisfies Param;
