import { bool, list, options, record, str } from '../fields.ts';
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

export const sendAllRecipientsParam = list(
  'recipients',
  'Who is paid: addresses, which divide what is left in equal parts, and objects with an amount. No address may come twice,\n' +
    'and one at least must be without an amount.',
  [str('address', 'An address that gets its part'), payeeField],
);

const [, ...depthParams] = coinParams;

export const sendAllOptionsParam = options(
  'options',
  'How to pay',
  [
    addToWalletParam,
    feeRateParam,
    { ...includeWatchingParam, defaultHint: 'no effect', help: 'No effect' },
    {
      ...presetInputsParam,
      help: 'Just these coins, instead of all. Not with send_max, minconf or maxconf',
      fields: [record.optional(inputFields)],
    },
    locktimeParam,
    lockUnspentsParam,
    psbtParam,
    bool('send_max', 'Leave out coins that cost more to spend than they bring', { default: false }),
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
