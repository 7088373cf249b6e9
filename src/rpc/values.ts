import { formatAmount, isMoneyRange, parseFixedPoint, type Satoshis } from '../encoding/amount.ts';
import type { Bytes } from '../encoding/bytes.ts';
import { decodeHex } from '../encoding/hex.ts';
import { utf8Length } from '../encoding/utf8.ts';
import {
  findMember,
  getMember,
  isJsonArray,
  isJsonNumber,
  isJsonObject,
  type Json,
  type JsonArray,
  type JsonNumber,
  type JsonObject,
  type JsonType,
  jsonType,
} from '../json/json.ts';
import type { Txid } from '../transaction/transaction.ts';
import { invalid, miscError, type RpcError, typeError } from './error.ts';
import type { Param } from './method.ts';

/** UniValue's `type_error`. */
function wrongType(value: Json, expected: JsonType): RpcError {
  return typeError(`JSON value of type ${jsonType(value)} is not of expected type ${expected}`);
}

export function getStr(value: Json): string {
  if (typeof value !== 'string') throw wrongType(value, 'string');
  return value;
}

export function getBool(value: Json): boolean {
  if (typeof value !== 'boolean') throw wrongType(value, 'bool');
  return value;
}

export function getArray(value: Json): JsonArray {
  if (!isJsonArray(value)) throw wrongType(value, 'array');
  return value;
}

export function getObject(value: Json): JsonObject {
  if (!isJsonObject(value)) throw wrongType(value, 'object');
  return value;
}

export function getNumber(value: Json): JsonNumber {
  if (!isJsonNumber(value)) throw wrongType(value, 'number');
  return value;
}

/**
 * UniValue's `getInt<Int>`: only digits, without fraction or exponent. An unsigned type allows no
 * minus sign.
 */
function getInteger(value: Json, min: bigint, max: bigint): bigint {
  const { number } = getNumber(value);
  const form = min < 0n ? /^-?[0-9]{1,20}$/ : /^[0-9]{1,20}$/;
  // C++ skips leading zeros; JSON has none, so twenty digits hold every 64-bit integer.
  const integer = form.test(number) ? BigInt(number) : undefined;
  if (integer === undefined || integer < min || integer > max) {
    throw miscError('JSON integer out of range');
  }
  return integer;
}

/** `getInt<int>`. */
export function getInt32(value: Json): number {
  return Number(getInteger(value, -(2n ** 31n), 2n ** 31n - 1n));
}

/** `getInt<uint32_t>`. */
export function getUint32(value: Json): number {
  return Number(getInteger(value, 0n, 2n ** 32n - 1n));
}

/** `getInt<int64_t>`. */
export function getInt64(value: Json): bigint {
  return getInteger(value, -(2n ** 63n), 2n ** 63n - 1n);
}

/**
 * Returns the text of a scalar, as UniValue's `getValStr`: true is `1`, any other value is empty.
 */
export function valueText(value: Json): string {
  if (typeof value === 'string') return value;
  if (value === true) return '1';
  return isJsonNumber(value) ? value.number : '';
}

/** Parses 64 hexadecimal digits, as lower case. */
export function parseHashV(value: Json, name: string): Txid {
  const text = getStr(value);
  if (/^[0-9a-fA-F]{64}$/.test(text)) return text.toLowerCase();
  const length = utf8Length(text);
  if (length !== 64) {
    throw invalid(`${name} must be of length 64 (not ${length}, for '${text}')`);
  }
  throw invalid(`${name} must be hexadecimal string (not '${text}')`);
}

export function parseHashO(object: JsonObject, key: string): Txid {
  return parseHashV(getMember(object, key), key);
}

/** Parses non-empty hex. A value that is not a string counts as empty. */
export function parseHexV(value: Json, name: string): Bytes {
  const text = typeof value === 'string' ? value : '';
  const bytes = decodeHex(text);
  if (bytes === undefined || bytes.length === 0) {
    throw invalid(`${name} must be hexadecimal string (not '${text}')`);
  }
  return bytes;
}

export function parseHexO(object: JsonObject, key: string): Bytes {
  return parseHexV(getMember(object, key), key);
}

/**
 * Parses an amount in BTC from the text of a number or string. `decimals` as in Core (3 for sat/vB
 * fee rates).
 */
export function amountFromValue(value: Json, decimals = 8): Satoshis {
  if (typeof value !== 'string' && !isJsonNumber(value)) {
    throw typeError('Amount is not a number or string');
  }
  if (isJsonNumber(value) && value.bigint) throw bigintAmount(value, decimals);
  const amount = parseFixedPoint(valueText(value), decimals);
  if (amount === undefined) throw typeError('Invalid amount');
  if (!isMoneyRange(amount)) throw typeError('Amount out of range');
  return amount;
}

/**
 * Elsewhere in JavaScript a bigint is satoshi. Read as BTC it would be 100,000,000 times too much.
 */
function bigintAmount({ number }: JsonNumber, decimals: number): RpcError {
  const instead =
    decimals === 8
      ? `it is in BTC, not in satoshi: write '${formatAmount(BigInt(number))}' for ${number} satoshi`
      : `write it as a number or a string: '${number}'`;
  return typeError(`Amount must not be a bigint (${number}n); ${instead}`);
}

/** Parses a member, null included. Returns `undefined` if there is none. */
export function readMember<T>(
  object: JsonObject,
  key: string,
  parse: (value: Json) => T,
): T | undefined {
  const value = findMember(object, key);
  return value === undefined ? undefined : parse(value);
}

/** Field to type; `any` is not checked. */
export type FieldTypes = { readonly [field: string]: JsonType | 'any' };

/** Returns the types of declared members. Amounts and fee rates may be numbers or strings. */
export function fieldTypesOf(params: readonly Param[]): FieldTypes {
  return Object.fromEntries(params.map(({ name, type }) => [name, fieldType(type)]));
}

function fieldType(type: Param['type']): JsonType | 'any' {
  switch (type) {
    case 'hex':
      return 'string';
    case 'dictionary':
    case 'options':
      return 'object';
    case 'amount':
    case 'range':
      return 'any';
    default:
      return type;
  }
}

/**
 * Checks field types in the order of their names, like Core's `RPCTypeCheckObj` with its sorted
 * map. `allowNull`: fields may be absent or null. `strict`: no other keys.
 */
export function checkObjectTypes(
  object: JsonObject,
  types: FieldTypes,
  { allowNull = false, strict = false }: { allowNull?: boolean; strict?: boolean } = {},
): void {
  const isWrong = (field: string): boolean => {
    const value = getMember(object, field);
    if (value === null) return !allowNull;
    return types[field] !== 'any' && types[field] !== jsonType(value);
  };
  const [first] = Object.keys(types).filter(isWrong).sort();
  if (first !== undefined) {
    const type = jsonType(getMember(object, first));
    throw typeError(
      type === 'null'
        ? `Missing ${first}`
        : `JSON value of type ${type} for field ${first} is not of expected type ${types[first]}`,
    );
  }
  if (!strict) return;
  for (const [key] of object.members) {
    if (!Object.keys(types).includes(key)) {
      throw typeError(`Unexpected key ${key}`);
    }
  }
}
