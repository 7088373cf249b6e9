import {
  findMember,
  getMember,
  type Json,
  type JsonArray,
  type JsonObject,
  jsonNumber,
} from '../../json/json.ts';
import { formatAddress } from '../../script/address.ts';
import { formatSilentAddress } from '../../silent/silent-address.ts';
import { TRUC_VERSION } from '../../transaction/transaction.ts';
import { usualRequest } from '../../wallet/funding/fund-request.ts';
import type { Context } from '../context.ts';
import { invalid } from '../error.ts';
import { parseMaxDepth } from '../params/funding-params.ts';
import { fundingRules } from '../profile.ts';
import { parseMaxFeeRate } from '../signing/fee-limits.ts';
import { getBool, getInt32, readMember } from '../values.ts';
import { type FundingOptions, TRUC_MAX_WEIGHT, usualOptions } from './funding-options.ts';
import { parsePath } from './path.ts';
import type { UnsignedTransaction } from './transaction-arguments.ts';

/** Returns the outputs whose addresses share the rest. */
export function sharesOf(
  outputs: UnsignedTransaction['outputs'],
  sharing: ReadonlySet<string>,
  { network }: Context,
): ReadonlySet<number> {
  const shares = outputs.flatMap(({ scriptPubKey, silent }, index) => {
    const address = silent
      ? formatSilentAddress(silent, network)
      : formatAddress(scriptPubKey, network);
    return sharing.has(address ?? '') ? [index] : [];
  });
  return new Set(shares);
}

type Recipients = {
  readonly outputs: JsonArray;
  /** Addresses without an amount, which share the rest. */
  readonly sharing: ReadonlySet<string>;
};

export function readRecipients(recipients: JsonArray): Recipients {
  const sharing = new Set<string>();
  const outputs = recipients.map((recipient): Json => {
    if (typeof recipient !== 'string') return recipient;
    sharing.add(recipient);
    return { members: [[recipient, jsonNumber(0)]] };
  });
  if (sharing.size > 0) return { outputs, sharing };
  throw invalid('Must provide at least one address without a specified amount');
}

function parseMinDepth(value: Json): number {
  const depth = getInt32(value);
  if (depth >= 0) return depth;
  throw invalid(`Invalid minconf (minconf cannot be negative): ${depth}`);
}

export function refuseCombinations(options: JsonObject): void {
  const has = (key: string) => findMember(options, key) !== undefined;
  if (!has('inputs')) return;
  if (has('send_max')) throw invalid('Cannot combine send_max with specific inputs.');
  if (has('minconf') || has('maxconf')) {
    throw invalid('Cannot combine minconf or maxconf with specific inputs.');
  }
}

/** Parses how many confirmations the coins have. */
export function parseDepths(options: JsonObject): Pick<FundingOptions, 'minDepth' | 'maxDepth'> {
  const minDepth = readMember(options, 'minconf', parseMinDepth) ?? 0;
  const maxDepth = readMember(options, 'maxconf', (value) => parseMaxDepth(value, minDepth));
  return { minDepth, maxDepth };
}

/** Parses the options that limit the transaction and its coins. */
export function parseLimits(options: JsonObject, version: number, { profile }: Context) {
  const rules = fundingRules(profile);
  const most = rules.limitsFees ? getMember(options, 'maxfeerate') : null;
  const path = rules.argumentsBeyondCore ? getMember(options, 'path') : null;
  return {
    allowOtherInputs: findMember(options, 'inputs') === undefined,
    version,
    sizesPaths: rules.sizesPaths,
    maxTxWeight: version === TRUC_VERSION ? TRUC_MAX_WEIGHT : usualRequest.maxTxWeight,
    maxFeeRate: most === null ? undefined : parseMaxFeeRate(most),
    path: path === null ? undefined : parsePath(path),
    lockUnspents: readMember(options, 'lock_unspents', getBool) ?? usualOptions.lockUnspents,
  };
}
