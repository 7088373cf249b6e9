import type { Bytes } from '../../encoding/bytes.ts';
import { getMember, type Json, type JsonObject } from '../../json/json.ts';
import type { MessageFormat } from '../../message/signature-text.ts';
import { decodeAddress } from '../../script/address.ts';
import { solveScript } from '../../script/templates.ts';
import type { OutPoint } from '../../transaction/transaction.ts';
import type { Context } from '../context.ts';
import { invalid, invalidAddressOrKey, typeError } from '../error.ts';
import { profileRules } from '../profile.ts';
import { checkObjectTypes, getArray, getBool, getStr, getUint32 } from '../values.ts';
import { parseOutPoint } from './inputs.ts';

/**
 * Parses an address to sign for. Core accepts only addresses of public key hashes, since a key
 * signs.
 */
export function parseSigningAddress(
  address: string,
  { network, profile }: Pick<Context, 'network' | 'profile'>,
): Bytes {
  const script = decodeAddress(address, network);
  if ('error' in script) throw invalidAddressOrKey('Invalid address');
  if (solveScript(script).kind !== 'pubkeyhash' && !profileRules(profile).messagesByScript) {
    throw typeError('Address does not refer to key');
  }
  return script;
}

/** Options for signing a message. */
export type MessageOptions = {
  readonly format: MessageFormat | undefined;
  /** False to leave out the prefix of a simple signature. */
  readonly prefix: boolean;
  readonly locktime: number;
  readonly sequence: number;
  readonly utxos: readonly OutPoint[];
  readonly address: string | undefined;
};

/** Options of a call that has none. */
export const defaultMessageOptions: MessageOptions = {
  format: undefined,
  prefix: true,
  locktime: 0,
  sequence: 0,
  utxos: [],
  address: undefined,
};

const FORMATS: readonly MessageFormat[] = ['legacy', 'simple', 'full', 'proof-of-funds'];

/** Parses the options; `names` lists those the method supports. */
export function parseMessageOptions(
  options: JsonObject | undefined,
  names: readonly ('address' | 'utxos')[],
): MessageOptions {
  const given: JsonObject = options ?? { members: [] };
  const types = {
    format: 'string',
    prefix: 'bool',
    locktime: 'number',
    sequence: 'number',
  } as const;
  const more = {
    ...(names.includes('address') && { address: 'string' as const }),
    ...(names.includes('utxos') && { utxos: 'array' as const }),
  };
  checkObjectTypes(given, { ...types, ...more }, { allowNull: true, strict: true });
  const read = <T>(name: string, parse: (value: Json) => T): T | undefined => {
    const value = getMember(given, name);
    return value === null ? undefined : parse(value);
  };
  return {
    format: read('format', (value) => parseFormat(getStr(value))),
    prefix: read('prefix', getBool) ?? true,
    locktime: read('locktime', getUint32) ?? 0,
    sequence: read('sequence', getUint32) ?? 0,
    utxos: read('utxos', getArray)?.map(parseOutPoint) ?? [],
    address: read('address', getStr),
  };
}

function parseFormat(text: string): MessageFormat {
  const format = FORMATS.find((name) => name === text);
  if (format !== undefined) return format;
  throw invalid(`'${text}' is no format of signed messages. They are ${FORMATS.join(', ')}`);
}
