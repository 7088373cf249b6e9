import type { Param } from '../method.ts';
import { inputFields, payeeField, versionParam } from './create-transaction.ts';
import { fundingMaxFeeRateParam } from './fee-limits.ts';
import {
  coinParams,
  confTargetParam,
  estimateModeParam,
  feeRateParam,
  includeWatchingParam,
  lockUnspentsParam,
  pathParam,
  presetInputsParam,
  replaceableParam,
  solvingDataParam,
} from './funding.ts';
import { addToWalletParam, locktimeParam, psbtParam } from './send.ts';

export const sendAllRecipientsParam = {
  name: 'recipients',
  type: 'array',
  required: true,
  help:
    'Who is paid: addresses, which divide what is left in equal parts, and objects with an amount. No address may come twice,\n' +
    'and one at least must be without an amount.',
  fields: [
    { name: 'address', type: 'string', required: true, help: 'An address that gets its part' },
    payeeField,
  ],
} as const satisfies Param;

const [, ...depthParams] = coinParams;

export const sendAllOptionsParam = {
  name: 'options',
  type: 'options',
  required: false,
  usage: 'options',
  help: 'How to pay',
  fields: [
    addToWalletParam,
    feeRateParam,
    { ...includeWatchingParam, defaultHint: 'no effect', help: 'No effect' },
    {
      ...presetInputsParam,
      help: 'Just these coins, instead of all. Not with send_max, minconf or maxconf',
      fields: [{ name: '', type: 'object', required: false, help: '', fields: inputFields }],
    },
    locktimeParam,
    lockUnspentsParam,
    psbtParam,
    {
      name: 'send_max',
      type: 'bool',
      required: false,
      default: false,
      help: 'Leave out coins that cost more to spend than they bring',
    },
    ...depthParams,
    versionParam,
    fundingMaxFeeRateParam,
    confTargetParam,
    estimateModeParam,
    pathParam,
    replaceableParam,
    { ...solvingDataParam, help: 'No effect' },
  ],
} as const satisfies Param;
