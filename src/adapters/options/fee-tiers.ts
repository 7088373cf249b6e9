import { parseFixedPoint, parseMoney } from '../../encoding/amount.ts';
import { isJsonNumber, isJsonObject, type Json, type JsonObject } from '../../json/json.ts';
import {
  defaultFeeTiers,
  type FeeBounds,
  type FeeTiers,
  perVbyte,
} from '../../transaction/fee-bounds.ts';

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
 * Reads `fees` of a policy file: what is left out stays as it is, and a stop as -maxtxfee says.
 * `undefined`: there is none; text: what is wrong with it.
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
