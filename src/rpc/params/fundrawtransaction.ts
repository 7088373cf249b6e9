import type { Param } from '../method.ts';
import { inputFields } from './create-transaction.ts';
import { addInputsParam } from './funding.ts';
import { fundPsbtOptionsParam } from './walletcreatefundedpsbt.ts';

const [txid, vout] = inputFields;

const inputWeightsParam = {
  name: 'input_weights',
  type: 'array',
  required: false,
  help: 'Weights of inputs',
  fields: [
    {
      name: '',
      type: 'object',
      required: false,
      help: '',
      fields: [
        txid,
        vout,
        {
          name: 'weight',
          type: 'number',
          required: true,
          help: 'The weight of the input at most, outpoint and sequence included; a signature may have 73 bytes',
        },
      ],
    },
  ],
} as const satisfies Param;

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
