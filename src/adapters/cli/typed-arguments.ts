import {
  getMember,
  isJsonObject,
  type Json,
  type JsonArray,
  type JsonMember,
  type JsonObject,
} from '../../json/json.ts';
import { parseJson } from '../../json/parse.ts';
import { printJson } from '../../json/print.ts';
import type { Param, RpcMethod } from '../../rpc/method.ts';

/** The word that should have been JSON, and the parameter it is for. */
export type NotJson = { readonly error: string; readonly param: Param | undefined };

/** The arguments of a call. */
export type TypedArguments = { readonly params: JsonArray | JsonObject } | NotJson;

/**
 * Parses the words after a method as bitcoin-cli does (rpc/client.cpp): strings as typed,
 * everything else as JSON. An unknown method gets strings.
 */
export function readPositionalArguments(
  method: RpcMethod | undefined,
  words: readonly string[],
): TypedArguments {
  const params: Json[] = [];
  for (const [i, word] of words.entries()) {
    const param = method?.params[i];
    const value = readWord(param, word);
    if (value === undefined) return { error: word, param };
    params.push(value);
  }
  return { params };
}

/**
 * Parses -named words: `name=value`. Words without a name become the leading positional arguments
 * (`args`).
 */
export function readNamedArguments(
  method: RpcMethod | undefined,
  words: readonly string[],
): TypedArguments {
  const named = new Map<string, Json>();
  const leading: Json[] = [];
  for (const word of words) {
    const equals = word.indexOf('=');
    const name = word.slice(0, Math.max(equals, 0));
    const param = equals < 0 ? undefined : findParam(method, name);
    const next = method?.params[leading.length];
    const whole = equals < 0 || (param === undefined && isWholeWord(next, word));
    const value = whole ? readWord(next, word) : readWord(param, word.slice(equals + 1));
    if (value === undefined) {
      return { error: whole ? word : word.slice(equals + 1), param: whole ? next : param };
    }
    if (whole) leading.push(value);
    // The last value of a repeated name counts, at the position of the first.
    else named.set(name, value);
  }
  const members: JsonMember[] = [...named];
  return { params: { members: leading.length > 0 ? [...members, ['args', leading]] : members } };
}

/**
 * Returns true if a word with an equals sign is a positional argument, because no known name
 * precedes the sign.
 */
function isWholeWord(next: Param | undefined, word: string): boolean {
  if (next === undefined) return false;
  return isText(next) ? next.freeText === true : parseJson(word) !== undefined;
}

/** Finds a parameter by any of its names, including members of an options argument. */
function findParam(method: RpcMethod | undefined, name: string): Param | undefined {
  const params = method?.params ?? [];
  const options = params.flatMap((param) => (param.type === 'options' ? (param.fields ?? []) : []));
  return [...params, ...options].find((param) => param.name.split('|').includes(name));
}

/** Returns a warning for a secret that was typed as an argument, or `undefined`. */
export function typedSecret(
  method: RpcMethod | undefined,
  typed: readonly string[],
  isNamed: boolean,
): string | undefined {
  const isSecret = ({ name, secret }: Param, i: number) =>
    secret === true &&
    typed.some((word, at) => isTyped(word, isNamed ? name : undefined, at === i));
  const found = method?.params.find(isSecret);
  if (found === undefined || method === undefined) return undefined;
  const [name = ''] = found.name.split('|');
  const safe = TAKES_PASSPHRASE.includes(method.name)
    ? `coldsign -stdinwalletpassphrase ${method.name}, which asks for it`
    : `coldsign -stdin ${method.name}, which reads arguments from standard input, one per line`;
  return `You typed the ${name}, which the shell now keeps in its history. Delete it there. Next time, use ${safe}`;
}

/** `name`: the parameter if arguments are named. `isHere`: the position fits. */
function isTyped(word: string, name: string | undefined, isHere: boolean): boolean {
  const head = word.slice(0, word.indexOf('='));
  if (name === undefined || !word.includes('=')) return isHere && /^[^@]/.test(word);
  return name.split('|').includes(head) && /=[^@]/.test(word);
}

/** Methods whose first argument is the passphrase. */
export const TAKES_PASSPHRASE = ['walletpassphrase', 'walletpassphrasechange', 'encryptwallet'];

/** Returns the error for a word after -passphrase that is not a file, without repeating it. */
export function passphraseValue(
  args: readonly string[],
  isKnown: (word: string) => boolean,
): string | undefined {
  const at = args.findIndex(
    (word, i) => /^--?(stdinwallet)?passphrase$/.test(word) && isUnknown(args[i + 1], isKnown),
  );
  if (at < 0) return undefined;
  const option = args[at]?.replace(/^-+/, '-');
  return `${option} takes no value: coldsign asks for the passphrase. If you typed it here, the shell keeps it in its history: delete it there now. If you meant a file, check its name`;
}

const isUnknown = (word: string | undefined, isKnown: (word: string) => boolean): boolean =>
  word !== undefined && !/^-/.test(word) && !isKnown(word);

/** A larger amount without a dot is probably in satoshis. */
const MANY_BTC = 1000;

/** Names of parameters with amounts to pay. */
const PAID = ['outputs', 'amounts', 'amount'];

/** Returns a warning if outputs pay round numbers of BTC that look like satoshis. */
export function satoshiWarning(
  method: RpcMethod | undefined,
  params: JsonArray | JsonObject,
): string | undefined {
  const at = method?.params.findIndex(({ name }) => PAID.includes(name)) ?? -1;
  const name = method?.params[at]?.name;
  if (name === undefined) return undefined;
  const paid = isJsonObject(params) ? getMember(params, name) : params[at];
  const amounts = printJson(paid ?? null).match(/(?<=^"?|:\s*"?)\d{4,}(?="?\s*[,}]|"?$)/g) ?? [];
  const large = amounts.find((amount) => Number(amount) >= MANY_BTC && amount.length < 9);
  return large === undefined
    ? undefined
    : `An output pays ${large} BTC. Amounts are in BTC: if you mean ${large} satoshis, write ${satoshisInBtc(large)}`;
}

/** The options that choose a network, for an error whose last words ask to choose one. */
export const CHOOSES_NETWORK = /choose its network$/;
export const NETWORK_OPTIONS =
  'The options for the network are -chain=main, -testnet4, -signet, -testnet and -regtest';

/** Returns an error with the options that its last words ask for. */
export const withOptions = (error: string): string =>
  CHOOSES_NETWORK.test(error) ? `${error}. ${NETWORK_OPTIONS}` : error;

/** Returns satoshis as a decimal number of BTC. */
export function satoshisInBtc(satoshis: string): string {
  const digits = satoshis.padStart(9, '0');
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`.replace(/0+$/, '').replace(/\.$/, '');
}

function isText(param: Param): boolean {
  return param.type === 'string' || param.type === 'hex';
}

function readWord(param: Param | undefined, word: string): Json | undefined {
  return param === undefined || isText(param) ? word : parseJson(word);
}
