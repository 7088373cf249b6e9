import { bool, list, options, record, str } from '../fields.ts';
import { inputFields, payeeField, versionParam } from './create-transaction-params.ts';
import { fundingMaxFeeRateParam } from './fee-limits-params.ts';
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
} from './funding-params.ts';
import { addToWalletParam, locktimeParam, psbtParam } from './send-params.ts';

export const sendAllRecipientsParam = list(
  'recipients',
  'The recipients: addresses, which share the rest equally, and objects with an amount.\n' +
    'No address may occur twice, and at least one must have no amount.',
  [str('address', 'An address that receives an equal share of the rest'), payeeField],
);

const [, ...depthParams] = coinParams;

export const sendAllOptionsParam = options(
  'options',
  'Options of the payment',
  [
    addToWalletParam,
    feeRateParam,
    { ...includeWatchingParam, defaultHint: 'no effect', help: 'No effect' },
    {
      ...presetInputsParam,
      help: 'The coins to spend, instead of all. Not with send_max, minconf or maxconf',
      fields: [record.optional(inputFields)],
    },
    locktimeParam,
    lockUnspentsParam,
    psbtParam,
    bool('send_max', 'Exclude coins that cost more to spend than they are worth', {
      default: false,
    }),
    ...depthParams,
    versionParam,
    fundingMaxFeeRateParam,
    confTargetParam,
    estimateModeParam,
    pathParam,
    replaceableParam,
    { ...solvingDataParam, help: 'No effect' },
  ],
  { usage: 'options' },
);
