import { MAX_MONEY } from '../../encoding/amount.ts';
import { encodeHex } from '../../encoding/hex.ts';
import type { JsonArray, JsonObject } from '../../json/json.ts';
import type { Context } from '../context.ts';
import { invalid } from '../error.ts';
import {
  amountFromValue,
  checkObjectTypes,
  getBool,
  getInt64,
  getStr,
  readMember,
} from '../values.ts';
import { parseAddress } from './outputs.ts';

export function parseAddresses(addresses: JsonArray, { network }: Context): ReadonlySet<string> {
  const scripts = new Set<string>();
  for (const address of addresses) {
    const text = getStr(address);
    const hex = encodeHex(parseAddress(text, network));
    if (scripts.has(hex)) {
      throw invalid(`Invalid parameter, duplicated address: ${text}`);
    }
    scripts.add(hex);
  }
  return scripts;
}

export type Query = {
  readonly minimum: bigint;
  readonly maximum: bigint;
  readonly sum: bigint;
  /** 0: any number. */
  readonly count: number;
  readonly includeImmature: boolean;
};

export function parseQuery(options: JsonObject | undefined): Query {
  const given = options ?? { members: [] };
  checkObjectTypes(
    given,
    {
      minimumAmount: 'any',
      maximumAmount: 'any',
      minimumSumAmount: 'any',
      maximumCount: 'number',
      include_immature_coinbase: 'bool',
    },
    { allowNull: true, strict: true },
  );
  const amount = (key: string) => readMember(given, key, (value) => amountFromValue(value));
  return {
    minimum: amount('minimumAmount') ?? 0n,
    maximum: amount('maximumAmount') ?? MAX_MONEY,
    sum: amount('minimumSumAmount') ?? MAX_MONEY,
    count: Number(readMember(given, 'maximumCount', getInt64) ?? 0n),
    includeImmature: readMember(given, 'include_immature_coinbase', getBool) ?? false,
  };
}
