import type { Param } from '../method.ts';
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

export const addToWalletParam = {
  name: 'add_to_wallet',
  type: 'bool',
  required: false,
  default: true,
  help: 'When false, the transaction is neither kept nor sent but returned',
} as const satisfies Param;

export const locktimeParam = {
  name: 'locktime',
  type: 'number',
  required: false,
  defaultHint: 'about the height of the tip',
  help: 'The lock time. Unless it is 0, inputs get sequences that let it count',
} as const satisfies Param;

export const psbtParam = {
  name: 'psbt',
  type: 'bool',
  required: false,
  defaultHint: 'when signatures are missing',
  help: 'Return a PSBT in any case; the transaction is neither kept nor sent',
} as const satisfies Param;

const cpfpParam = {
  name: 'cpfp',
  type: 'hex',
  beyondCore: true,
  required: false,
  help:
    '(not with -profile=core) The id of an unconfirmed transaction that pays the wallet, at too low a rate: its largest coin of the wallet is spent,\n' +
    'and the fee is as high as it takes for both, with what else is unconfirmed before them, to reach the rate together (child pays for parent)',
} as const satisfies Param;

export const sendOptionsParam = {
  name: 'options',
  type: 'options',
  required: false,
  usage: 'options',
  help: 'How to pay',
  fields: [
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
} as const satisfies Param;
