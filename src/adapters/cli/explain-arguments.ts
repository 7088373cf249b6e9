import { explainTypedDescriptor } from '../../descriptor/explain-typed.ts';
import type { Network } from '../../encoding/network.ts';
import { isJsonArray, isJsonNumber, isJsonObject, type Json } from '../../json/json.ts';
import { textsOf } from '../../json/texts.ts';
import type { RpcMethod } from '../../rpc/method.ts';
import { decodeAddress, foreignAddressHint } from '../../script/address.ts';
import { explainAddress } from '../../script/explain-address.ts';
import { satoshisInBtc } from './typed-arguments.ts';

/** Returns what is wrong with the first text that should be an address. */
export function addressHint(params: Json, network: Network): string | undefined {
  for (const text of textsOf(params)) {
    if (!('error' in decodeAddress(text, network))) continue;
    const other = foreignAddressHint(text, network, '');
    if (other !== '') return other;
    const why = explainAddress(text, network);
    if (why !== undefined) return why;
  }
  return undefined;
}

/** Returns the order of the arguments, if an address is in the place of another one. */
export function orderHint(
  { name, params: declared }: RpcMethod,
  params: Json,
  network: Network,
): string | undefined {
  const [first, second] = declared;
  const [, text] = isJsonArray(params) ? params : [];
  if (first?.name !== 'address' || typeof text !== 'string') return undefined;
  if ('error' in decodeAddress(text, network)) return undefined;
  const order = `ADDRESS ${second?.name.split('|')[0]?.toUpperCase()}`;
  return `The address is in the wrong place. Write: coldsign ${name} ${order}${declared[2]?.optional === true ? '' : ' ...'}`;
}

/** Returns how inputs are written, if a text begins as one. */
export function inputHint(params: Json): string | undefined {
  if (!/^\W*(txid|[0-9a-f]{64})/i.test([...textsOf(params)].join())) return undefined;
  return `Write each input with its output number, without quotes: '[{"txid": "...", "vout": 0}]'`;
}

function* numbersOf(value: Json): Iterable<string> {
  if (isJsonNumber(value)) yield value.number;
  else if (typeof value === 'string') yield value;
  else if (isJsonArray(value)) for (const item of value) yield* numbersOf(item);
  else if (isJsonObject(value)) for (const [, member] of value.members) yield* numbersOf(member);
}

/** Returns what is wrong with the first amount. */
export function amountHint(params: Json): string {
  const example = 'Write BTC as a number with a dot and at most 8 decimals, such as 0.002';
  for (const text of numbersOf(params)) {
    if (/^\d+$/.test(text) && Number(text) > 21_000_000) {
      return `${text} BTC is more than there is. If you mean satoshis, write ${satoshisInBtc(text)}`;
    }
    if (/^-\d/.test(text)) return `The amount ${text} is below 0. ${example}`;
    if (/^\d+[.,]?\d*\s*[a-z]*$/i.test(text) && !/^\d+(\.\d{1,8})?$/.test(text)) {
      return `“${text}” is not an amount. ${example}`;
    }
  }
  return example;
}

/** Returns a number that seems to be in satoshis, in BTC. */
export function unitHint(params: Json): string | undefined {
  const many = [...numbersOf(params)].find((text) => /^\d{4,}$/.test(text));
  return many === undefined
    ? undefined
    : `Amounts are in BTC. If you mean ${many} satoshis, write ${satoshisInBtc(many)}`;
}

/** Returns what is wrong with the first text that should be a descriptor. */
export function descriptorHint(params: Json): string | undefined {
  return [...textsOf(params)].map(explainTypedDescriptor).find((each) => each !== undefined);
}

/** Returns how a descriptor is written, if a text is only its key. */
export function keyHint(params: Json): string | undefined {
  return [...textsOf(params)].some((text) => /^[a-z]pub\w+$/i.test(text.trim()))
    ? 'This is a key, not a descriptor. Write wpkh(KEY/<0;1>/*) in single quotes. “coldsign decodewallet KEY” shows the descriptor of a ypub or zpub'
    : undefined;
}

/** Returns where the script is, if a text that should be one is an address. */
export function scriptHint(params: Json, network: Network): string | undefined {
  return [...textsOf(params)].some((text) => !('error' in decodeAddress(text, network)))
    ? 'This is an address, not a script in hexadecimal. “coldsign validateaddress ADDRESS” shows its script'
    : undefined;
}
