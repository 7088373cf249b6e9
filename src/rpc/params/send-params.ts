import { bool, hex, num, options } from '../fields.ts';
import { fundingMaxFeeRateParam } from './fee-limits-params.ts';
import {
  addInputsParam,
  changeAddressParam,
  changePositionParam,
  changeTypeParam,
  coinParams,
  confTargetParam,
  estimateModeParam,
  feeRateParam,
  includeWatchingParam,
  lockUnspentsParam,
  maxTxWeightParam,
  pathParam,
  payersParam,
  presetInputsParam,
  replaceableParam,
  solvingDataParam,
} from './funding-params.ts';

export const addToWalletParam = bool(
  'add_to_wallet',
  'If false, return the transaction, and neither keep nor send it',
  { default: true },
);

export const locktimeParam = num(
  'locktime',
  'The lock time. Unless it is 0, inputs get sequences that make it effective',
  { defaultHint: 'about the height of the tip' },
);

export const psbtParam = bool(
  'psbt',
  'Return a PSBT in any case; the transaction is neither kept nor sent',
  { defaultHint: 'when signatures are missing' },
);

const cpfpParam = hex.optional(
  'cpfp',
  '(not with -profile=core) The id of an unconfirmed transaction that pays the wallet at too low a rate (child pays for parent).\n' +
    'The new transaction spends its largest coin, and pays so much fee that both, with their unconfirmed ancestors, reach the rate',
  { beyondCore: true },
);

export const sendOptionsParam = options(
  'options',
  'Options of the payment',
  [
    addInputsParam,
    ...coinParams,
    addToWalletParam,
    changeAddressParam,
    changePositionParam,
    changeTypeParam,
    cpfpParam,
    feeRateParam,
    includeWatchingParam,
    presetInputsParam,
    locktimeParam,
    lockUnspentsParam,
    psbtParam,
    payersParam,
    fundingMaxFeeRateParam,
    maxTxWeightParam,
    confTargetParam,
    estimateModeParam,
    pathParam,
    replaceableParam,
    solvingDataParam,
  ],
  { usage: 'options' },
);
