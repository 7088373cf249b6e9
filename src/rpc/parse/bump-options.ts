import { findMember, getMember, isJsonArray, type Json, type JsonObject } from '../../json/json.ts';
import type { Context } from '../context.ts';
import { invalid } from '../error.ts';
import { fundingRules } from '../profile.ts';
import { checkObjectTypes, type FieldTypes, getBool, getUint32, readMember } from '../values.ts';
import {
  type FeeArguments,
  type FeeTarget,
  feeOptions,
  parseFeeArguments,
} from './fee-arguments.ts';
import { type ParsedOutput, parseOutputs } from './outputs.ts';
import { parsePath } from './path.ts';
import { parsePsbtVersion } from './psbt-argument.ts';
import { silentOutputs } from './silent-address-argument.ts';

/** The options of bumpfee and psbtbumpfee. */
export type BumpOptions = {
  readonly feeArguments: FeeArguments;
  readonly fee: FeeTarget;
  readonly signalRbf: boolean;
  /** Empty to keep those of the replaced transaction. */
  readonly outputs: readonly ParsedOutput[];
  readonly originalChangeIndex: number | undefined;
  readonly psbtVersion: 0 | 2;
  /** Null if not given. */
  readonly maxFeeRate: Json;
  /** See `FundingRequest`. */
  readonly path: number | undefined;
};

const fields: FieldTypes = {
  confTarget: 'number',
  conf_target: 'number',
  fee_rate: 'any',
  replaceable: 'bool',
  estimate_mode: 'string',
  outputs: 'any',
  original_change_index: 'number',
  psbt_version: 'number',
};

/** Core: bumpfee_helper (wallet/rpc/spend.cpp), with its order of checks. */
export function parseBumpOptions(options: JsonObject, context: Context): BumpOptions {
  const { limitsFees, argumentsBeyondCore } = fundingRules(context.profile);
  const known: FieldTypes = {
    ...fields,
    ...(limitsFees && { maxfeerate: 'any' }),
    ...(argumentsBeyondCore && { path: 'number' }),
  };
  checkObjectTypes(options, known, { allowNull: true, strict: true });
  const has = (key: string) => findMember(options, key) !== undefined;
  if (has('confTarget') && has('conf_target')) {
    throw invalid(
      'confTarget and conf_target options should not both be set. Use conf_target (confTarget is deprecated).',
    );
  }
  const feeArguments = {
    ...feeOptions(options),
    ...(has('confTarget') && { conf_target: getMember(options, 'confTarget') }),
  };
  const signalRbf = readMember(options, 'replaceable', getBool) ?? true;
  const fee = parseFeeArguments(feeArguments);
  const outputs = parseNewOutputs(getMember(options, 'outputs'), context);
  return {
    feeArguments,
    fee,
    signalRbf,
    outputs,
    originalChangeIndex: readMember(options, 'original_change_index', getUint32),
    psbtVersion: parsePsbtVersion(findMember(options, 'psbt_version')),
    maxFeeRate: getMember(options, 'maxfeerate'),
    path: readMember(options, 'path', parsePath),
  };
}

function parseNewOutputs(outputs: Json, context: Context): readonly ParsedOutput[] {
  if (outputs === null) return [];
  if (isJsonArray(outputs) && outputs.length === 0) {
    throw invalid('Invalid parameter, output argument cannot be an empty array');
  }
  return parseOutputs(outputs, silentOutputs(context));
}
