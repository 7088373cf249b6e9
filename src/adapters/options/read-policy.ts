import { parseFixedPoint, parseMoney } from '../../encoding/amount.ts';
import { decodeText } from '../../encoding/text-bytes.ts';
import {
  findMember,
  getMember,
  isJsonArray,
  isJsonNumber,
  isJsonObject,
  type Json,
  type JsonObject,
} from '../../json/json.ts';
import { parseJson } from '../../json/parse.ts';
import { findingIds, isFindingId } from '../../review/catalog.ts';
import { canConfirm, isHard, noPolicy, strictPolicy } from '../../review/policy.ts';
import type { AllowedOnce, Policy } from '../../review/policy-kinds.ts';
import {
  defaultFeeTiers,
  type FeeBounds,
  type FeeTiers,
  perVbyte,
} from '../../transaction/fee-bounds.ts';
import { readNamedFileSync } from '../files/regular-file.ts';
import type { Options } from './load.ts';
import type { Failure } from './parse-command-line.ts';

/** Reads `-policy`; `undefined` if it is not given. */
export function readPolicy(options: Options): Policy | undefined | Failure {
  const given = options.text('policy');
  if (given === undefined) return undefined;
  if (given === 'strict') return strictPolicy;
  if (given === 'none' || given === '0') return noPolicy;
  let bytes: Buffer;
  try {
    bytes = readNamedFileSync(given);
  } catch {
    // The file is missing, not readable, or a pipe. One message covers all causes.
    return { error: `-policy must be strict, none or a readable file, not “${given}”` };
  }
  const text = decodeText(bytes);
  if (typeof text === 'object') return { error: `“${given}” ${text.fault}` };
  const json = parseJson(text);
  if (json === undefined || !isJsonObject(json)) return wrong(given, 'it is not a JSON object');
  const twice = memberTwice(json);
  if (twice !== undefined) return wrong(given, `it sets ${twice} twice: remove one of them`);
  const known = ['strict', 'allow', 'refuse', 'fees'];
  const unknown = json.members.find(([name]) => !known.includes(name));
  if (unknown !== undefined)
    return wrong(given, `unknown member “${unknown[0]}”. The members are ${known.join(', ')}`);
  const [strict, allow, refuse] = ['strict', 'allow', 'refuse'].map((name) =>
    getMember(json, name),
  );
  if (strict !== null && typeof strict !== 'boolean')
    return wrong(given, 'strict must be true or false');
  const [always, once] = splitAllowed(allow ?? null);
  const allowOnce = once.flatMap(readOnce);
  if (allowOnce.length < once.length) {
    return wrong(
      given,
      'an object in allow names a finding that can be confirmed, and a review by its id: {"finding": "fee-too-high", "review": "…"}',
    );
  }
  const lists = [always, refuse].map((list) => readIds(list ?? null));
  const strange = lists.flatMap(({ strange: names }) => names)[0];
  if (strange !== undefined) {
    return wrong(given, `${strange} is not a finding. The findings are ${findingIds.join(', ')}`);
  }
  const hard = lists[0]?.ids.find(isHard);
  if (hard !== undefined) {
    return wrong(given, `${hard} cannot be allowed. Fix the transaction instead`);
  }
  const fees = readFeeTiers(findMember(json, 'fees'), options.text('maxtxfee'));
  if (typeof fees === 'string') return wrong(given, fees);
  const [allowed, refused] = lists;
  return {
    ...(fees && { fees }),
    strict: strict ?? true,
    allow: allowed?.ids ?? [],
    ...(allowOnce.length > 0 && { allowOnce }),
    refuse: refused?.ids ?? [],
  };
}

/** Splits `allow` into findings that are always allowed, and those allowed in one review. */
function splitAllowed(allow: Json): readonly [Json, readonly Json[]] {
  if (!isJsonArray(allow)) return [allow, []];
  return [allow.filter((each) => !isJsonObject(each)), allow.filter(isJsonObject)];
}

/** Parses a confirmable finding and the id of a review; empty for any other value. */
function readOnce(entry: Json): readonly AllowedOnce[] {
  if (!isJsonObject(entry) || entry.members.length !== 2) return [];
  const [finding, review] = [getMember(entry, 'finding'), getMember(entry, 'review')];
  if (typeof finding !== 'string' || typeof review !== 'string') return [];
  const id = readReviewId(review);
  if (!isFindingId(finding) || !canConfirm(finding) || id === undefined) return [];
  return [{ finding, review: id }];
}

/** Parses the id of a review, also in the groups in which reviews show it. */
export function readReviewId(text: string): string | undefined {
  const id = text.replace(/\s/g, '').toLowerCase();
  return /^[0-9a-f]{64}$/.test(id) ? id : undefined;
}

/** Finds a repeated member at any depth, because it is unclear which of two values counts. */
function memberTwice(json: Json): string | undefined {
  if (!isJsonObject(json)) return undefined;
  const names = json.members.map(([name]) => name);
  const here = names.find((name, i) => names.indexOf(name) < i);
  return (
    here ?? json.members.map(([, value]) => memberTwice(value)).find((name) => name !== undefined)
  );
}

const wrong = (path: string, why: string): Failure => ({ error: `-policy=${path}: ${why}` });

function readIds(list: Json) {
  const texts = isJsonArray(list) ? list.map(String) : list === null ? [] : [String(list)];
  return {
    ids: texts.filter(isFindingId),
    strange: texts.filter((text) => !isFindingId(text)),
  };
}

/** The tiers by their names in a policy file. */
const TIERS = { warn: 'high', strict: 'veryHigh', stop: 'tooHigh' } as const;

/** The members of a tier: what they set, and how many decimals count. */
const BOUNDS = {
  rate: ['maxFeeRate', 3],
  share: ['maxShare', 0],
  amount: ['maxFee', 8],
  estimate: ['maxTimesEstimate', 0],
  small: ['smallFee', 0],
  ordinary: ['ordinaryFee', 0],
} as const satisfies { readonly [name: string]: readonly [keyof FeeBounds, number] };

/**
 * Reads `fees` of a policy file. A number that is left out keeps its default, and the stop comes
 * from -maxtxfee. Returns `undefined` if there is no `fees`, and a sentence if it is wrong.
 */
export function readFeeTiers(
  json: Json | undefined,
  maxTxFee: string | undefined,
): FeeTiers | string | undefined {
  if (json === undefined) return undefined;
  if (!isJsonObject(json)) return 'fees must be an object with warn, strict and stop';
  const most = maxTxFee === undefined ? undefined : parseMoney(maxTxFee);
  const tooHigh = {
    ...defaultFeeTiers.tooHigh,
    ...(most !== undefined && { maxFee: most }),
  };
  let tiers: FeeTiers = { ...defaultFeeTiers, tooHigh };
  for (const [name, given] of json.members) {
    if (!isName(TIERS, name)) return `fees has no member ${name}: use warn, strict or stop`;
    const bounds = isJsonObject(given) && readBounds(given, tiers[TIERS[name]]);
    if (bounds === false) return `fees.${name} must be an object`;
    if (typeof bounds === 'string') return `fees.${name}.${bounds}`;
    tiers = { ...tiers, [TIERS[name]]: bounds };
  }
  return tiers;
}

function readBounds({ members }: JsonObject, before: FeeBounds): FeeBounds | string {
  let bounds = before;
  for (const [name, given] of members) {
    if (!isName(BOUNDS, name)) {
      return `${name} is unknown: use ${Object.keys(BOUNDS).join(', ')}`;
    }
    const [key, decimals] = BOUNDS[name];
    const value = isJsonNumber(given) ? parseFixedPoint(given.number, decimals) : undefined;
    if (value === undefined || value < 0n) {
      return `${name} must be a number of at least 0, with at most ${decimals} decimals`;
    }
    bounds = { ...bounds, [key]: key === 'maxFeeRate' ? perVbyte(value) : value };
  }
  return bounds;
}

const isName = <T extends object>(table: T, name: string): name is string & keyof T =>
  Object.keys(table).includes(name);
