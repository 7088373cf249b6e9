import { bool, hex, num, options } from '../fields.ts';
import { fundingMaxFeeRateParam } from './fee-limits.ts';
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
} from './funding.ts';

export const addToWalletParam = bool(
  'add_to_wallet',
  'When false, the transaction is neither kept nor sent but returned',
  { default: true },
);

export const locktimeParam = num(
  'locktime',
  'The lock time. Unless it is 0, inputs get sequences that let it count',
  { defaultHint: 'about the height of the tip' },
);

export const psbtParam = bool(
  'psbt',
  'Return a PSBT in any case; the transaction is neither kept nor sent',
  { defaultHint: 'when signatures are missing' },
);

const cpfpParam = hex.optional(
  'cpfp',
  '(not with -profile=core) The id of an unconfirmed transaction that pays the wallet, at too low a rate: its largest coin of the wallet is spent,\n' +
    'and the fee is as high as it takes for both, with what else is unconfirmed before them, to reach the rate together (child pays for parent)',
  { beyondCore: true },
);

export const sendOptionsParam = options(
  'options',
  'How to pay',
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
