import { amount, options } from '../fields.ts';
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
  replaceableParam,
  solvingDataParam,
} from './funding-params.ts';

export const fundPsbtOptionsParam = options(
  'options',
  'Options of the payment',
  [
    addInputsParam,
    ...coinParams,
    { ...changeAddressParam, name: 'changeAddress' },
    { ...changePositionParam, name: 'changePosition' },
    changeTypeParam,
    { ...includeWatchingParam, name: 'includeWatching' },
    { ...lockUnspentsParam, name: 'lockUnspents' },
    feeRateParam,
    amount('feeRate', 'The fee rate in BTC/kvB', { defaultHint: 'estimated' }),
    { ...payersParam, name: 'subtractFeeFromOutputs' },
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
