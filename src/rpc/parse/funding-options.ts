import { createFlatSigningProvider } from '../../descriptor/flat-signing-provider.ts';
import type { Satoshis } from '../../encoding/amount.ts';
import type { Bytes } from '../../encoding/bytes.ts';
import { findMember, getMember, type Json, type JsonObject } from '../../json/json.ts';
import { decodeAddress } from '../../script/address.ts';
import type { SilentRecipient } from '../../silent/silent-address.ts';
import { TRUC_VERSION, type Txid } from '../../transaction/transaction.ts';
import { type FundingRequest, usualRequest } from '../../wallet/funding/fund-request.ts';
import { invalid, invalidAddressOrKey } from '../error.ts';
import type { Param } from '../method.ts';
import { parseChoice } from '../params/funding-params.ts';
import { sendOptionsParam } from '../params/send-params.ts';
import { parseMaxFeeRate } from '../signing/fee-limits.ts';
import {
  amountFromValue,
  checkObjectTypes,
  type FieldTypes,
  fieldTypesOf,
  getBool,
  getInt32,
  getStr,
  parseHashV,
} from '../values.ts';
import { findOutputType } from './descriptor-argument.ts';
import { type FeeArguments, type FeeTarget, parseFeeArguments } from './fee-arguments.ts';
import { parseInputWeights } from './inputs.ts';
import { parsePath } from './path.ts';
import {
  CHANGE_STAND_IN,
  parseSilentAddress,
  type SilentReading,
} from './silent-address-argument.ts';
import { parseSolvingData } from './solving-data.ts';

/** Facts that are read before the options. */
export type FundingBasis = {
  /** Null if there are none. */
  readonly inputs: Json;
  /** True if the inputs only give weights of existing inputs. */
  readonly inputsAreWeights?: boolean;
  /** The default if the option is not given. */
  readonly allowOtherInputs: boolean;
  readonly recipientCount: number;
  readonly version: number;
  readonly fee: FeeArguments;
  /** True if an explicit fee rate applies even below the minimum. */
  readonly overrideFeeRate: boolean;
  /** True if `include_watching` has an effect. */
  readonly includeWatchingMatters: boolean;
  readonly sizesPaths: boolean;
  /** True if `cpfp` is an option: for `send`, except in the profile `core`. */
  readonly takesParent?: boolean;
  /** True if options that Core does not have are accepted. */
  readonly argumentsBeyondCore: boolean;
  /** `-walletrbf` and `-avoidpartialspends`. */
  readonly signalRbf: boolean;
  readonly avoidPartialSpends: boolean;
  readonly avoidReuse?: boolean;
};

export type FundingOptions = Omit<FundingRequest, 'recipients' | 'preset' | 'locktime'> &
  Omit<FeeTarget, 'feeRate'> & {
    readonly lockUnspents: boolean;
    /** The silent payment address for change. `changeScript` is its placeholder. */
    readonly silentChange: SilentRecipient | undefined;
    /** Limit in satoshi per 1,000 virtual bytes; 0 means no limit. */
    readonly maxFeeRate: Satoshis | undefined;
    /** The unconfirmed transaction to pay for as well, if any. */
    readonly parent: Txid | undefined;
    /** Weights by `outPointKey`. */
    readonly weights: ReadonlyMap<string, number>;
  };

/** policy/truc_policy.h, TRUC_MAX_WEIGHT. */
export const TRUC_MAX_WEIGHT = 40_000;

/** The options beside the request of a call that names none. */
export const usualOptions: Omit<FundingOptions, keyof FundingRequest> = {
  confirmTarget: undefined,
  estimateMode: 'unset',
  maxFeeRate: undefined,
  silentChange: undefined,
  lockUnspents: false,
  parent: undefined,
  weights: new Map(),
};

/** Returns the types of the accepted options. Core accepts in each method those of all methods. */
function knownTypes({ argumentsBeyondCore, takesParent = false }: FundingBasis): FieldTypes {
  const declared: readonly Param[] = sendOptionsParam.fields;
  const isKnown = ({ name, beyondCore }: Param) =>
    beyondCore === undefined || (name === 'cpfp' ? takesParent : argumentsBeyondCore);
  const types = fieldTypesOf(declared.filter(isKnown));
  const older = newNames.map(([old, use]) => [old, types[use] ?? 'any'] as const);
  return {
    ...types,
    ...Object.fromEntries(older),
    includeWatching: 'bool',
    input_weights: 'array',
  };
}

/** Core: FundTransaction (wallet/rpc/spend.cpp), with its order of checks. */
export function parseFundingOptions(
  options: JsonObject,
  basis: FundingBasis,
  context: SilentReading,
): FundingOptions {
  checkObjectTypes(options, knownTypes(basis), { allowNull: true, strict: true });
  const read = readerOf(options);
  const allowOtherInputs = read(['add_inputs'], getBool) ?? basis.allowOtherInputs;
  const change = read(['change_address', 'changeAddress'], (value) =>
    parseChangeAddress(value, context),
  );
  const changeScript = change?.script;
  const changePosition = read(['change_position', 'changePosition'], (value) =>
    parseChangePosition(value, basis.recipientCount),
  );
  const changeType = read(['change_type'], (value) => parseChangeType(value, changeScript));
  const lockUnspents =
    read(['lock_unspents', 'lockUnspents'], getBool) ?? usualOptions.lockUnspents;
  const includeUnsafe = read(['include_unsafe'], getBool) ?? usualRequest.includeUnsafe;
  const feePerKvb = read(['feeRate'], (value) => parseOldFeeRate(value, options));
  const replaceable = read(['replaceable'], getBool);
  const choice = parseChoice(options);
  const fee = parseFeeArguments(basis.fee);
  const feeRate = fee.feeRate ?? feePerKvb;
  const solving = read(['solving_data'], (value) => parseSolvingData(value, context));
  const includeWatching = read(['include_watching', 'includeWatching'], (value) => value);
  const weights = parseInputWeights(basis.inputs, basis.inputsAreWeights === true);
  const maxTxWeight = read(['max_tx_weight'], getInt32) ?? usualRequest.maxTxWeight;
  const maxFeeRate = read(['maxfeerate'], parseMaxFeeRate);
  const parent = read(['cpfp'], (value) => parseHashV(getStr(value), 'cpfp'));
  const path = read(['path'], parsePath);
  if (basis.recipientCount === 0) throw invalid('TX must have at least one output');
  return {
    ...fee,
    allowOtherInputs,
    includeUnsafe,
    ...choice,
    changeScript,
    silentChange: change?.silent,
    changeType,
    changePosition,
    feeRate,
    overrideFeeRate: basis.overrideFeeRate || feePerKvb !== undefined,
    // A caller who sets a fee rate may want to raise it later.
    signalRbf: replaceable ?? (fee.feeRate !== undefined || basis.signalRbf),
    avoidPartialSpends: basis.avoidPartialSpends,
    avoidReuse: basis.avoidReuse,
    maxTxWeight:
      basis.version === TRUC_VERSION ? Math.min(maxTxWeight, TRUC_MAX_WEIGHT) : maxTxWeight,
    version: basis.version,
    sizesPaths: basis.sizesPaths,
    solving: solving ?? createFlatSigningProvider(),
    lockUnspents,
    maxFeeRate,
    parent,
    path,
    weights,
    includeWatching: !basis.includeWatchingMatters || includeWatching !== false,
  };
}

/** Returns a reader of the first of several names that is present, null included. */
function readerOf(options: JsonObject) {
  return <T>(names: readonly string[], parse: (value: Json) => T): T | undefined => {
    const name = names.find((key) => findMember(options, key) !== undefined);
    return name === undefined ? undefined : parse(getMember(options, name));
  };
}

type Change = { readonly script: Bytes; readonly silent?: SilentRecipient };

function parseChangeAddress(value: Json, context: SilentReading): Change {
  const silent = parseSilentAddress(getStr(value), context, CHANGE_STAND_IN);
  if (silent !== undefined) return { script: silent.placeholder, silent: silent.recipient };
  const script = decodeAddress(getStr(value), context.network);
  if (!('error' in script)) return { script };
  throw invalidAddressOrKey('Change address must be a valid bitcoin address');
}

function parseChangePosition(value: Json, recipientCount: number): number {
  const position = getInt32(value);
  if (position >= 0 && position <= recipientCount) return position;
  throw invalid('changePosition out of bounds');
}

function parseChangeType(value: Json, changeScript: Bytes | undefined) {
  if (changeScript !== undefined) {
    throw invalid('Cannot specify both change address and address type options');
  }
  const text = getStr(value);
  const type = findOutputType(text);
  if (type !== undefined) return type;
  throw invalidAddressOrKey(`Unknown change type '${text}'`);
}

/** Parses the old `feeRate` option, in BTC per 1,000 vbytes. */
function parseOldFeeRate(value: Json, options: JsonObject): number {
  const has = (key: string) => findMember(options, key) !== undefined;
  if (has('fee_rate')) {
    throw invalid('Cannot specify both fee_rate (sat/vB) and feeRate (BTC/kvB)');
  }
  if (has('conf_target')) {
    throw invalid(
      'Cannot specify both conf_target and feeRate. Please provide either a confirmation target in blocks for automatic fee estimation, or an explicit fee rate.',
    );
  }
  if (has('estimate_mode')) throw invalid('Cannot specify both estimate_mode and feeRate');
  return Number(amountFromValue(value));
}

/** Core: PreventOutdatedOptions. */
const newNames: readonly (readonly [old: string, use: string])[] = [
  ['feeRate', 'fee_rate (sat/vB)'],
  ['changeAddress', 'change_address'],
  ['changePosition', 'change_position'],
  ['lockUnspents', 'lock_unspents'],
  ['subtractFeeFromOutputs', 'subtract_fee_from_outputs'],
];

export function refuseOldNames(options: JsonObject): void {
  for (const [old, use] of newNames) {
    if (findMember(options, old) !== undefined) throw invalid(`Use ${use} instead of ${old}`);
  }
}

/** Core: weights of inputs are given with the inputs. */
export function refuseInputWeights(options: JsonObject): void {
  if (findMember(options, 'input_weights') === undefined) return;
  throw invalid('Input weights should be specified in inputs rather than in options.');
}
