import { MAX_MONEY } from '../../encoding/amount.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { findMember, getMember, type JsonArray, type JsonObject } from '../../json/json.ts';
import { decodeAddress } from '../../script/address.ts';
import type { Context } from '../context.ts';
import { invalid, invalidAddressOrKey } from '../error.ts';
import { amountFromValue, checkObjectTypes, getBool, getInt64, getStr } from '../values.ts';

export function parseAddresses(addresses: JsonArray, { network }: Context): ReadonlySet<string> {
  const scripts = new Set<string>();
  for (const address of addresses) {
    const text = getStr(address);
    const script = decodeAddress(text, network);
    if ('error' in script) {
      throw invalidAddressOrKey(`Invalid Bitcoin address: ${text}`);
    }
    const hex = encodeHex(script);
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
  const amount = (key: string, otherwise: bigint) =>
    findMember(given, key) === undefined ? otherwise : amountFromValue(getMember(given, key));
  const has = (key: string) => findMember(given, key) !== undefined;
  return {
    minimum: amount('minimumAmount', 0n),
    maximum: amount('maximumAmount', MAX_MONEY),
    sum: amount('minimumSumAmount', MAX_MONEY),
    count: has('maximumCount') ? Number(getInt64(getMember(given, 'maximumCount'))) : 0,
    includeImmature:
      has('include_immature_coinbase') && getBool(getMember(given, 'include_immature_coinbase')),
  };
}
