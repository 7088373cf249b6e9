import type { Bytes } from '../../encoding/bytes.ts';
import { encodeHex } from '../../encoding/hex.ts';
import type { Network } from '../../encoding/network.ts';
import { isJsonObject, type Json, type JsonMember } from '../../json/json.ts';
import { decodeAddress } from '../../script/address.ts';
import { nullDataScript } from '../../script/builders.ts';
import { isSilentAddress, type SilentRecipient } from '../../silent/silent-address.ts';
import type { TxOut } from '../../transaction/transaction.ts';
import type { Context } from '../context.ts';
import { invalid, invalidAddressOrKey, type RpcError } from '../error.ts';
import { profileRules } from '../profile.ts';
import { amountFromValue, getArray, parseHexV, valueText } from '../values.ts';

/**
 * Parses an array of objects with one key each, or one object. Core: `AddOutputs`
 * (rpc/rawtransaction_util.cpp).
 */
export function parseOutputs(outputs: Json, reading: OutputReading): ParsedOutput[] {
  return parseOutputMembers(normalizeOutputs(outputs), reading);
}

/** The context for reading outputs. Without `readSilent`, silent payment addresses are invalid. */
export type OutputReading = Pick<Context, 'network'> & {
  readonly readSilent?: (address: string) => SilentAddressRead | undefined;
};

/** A silent payment address (BIP352), and a script of the same size as the one to be computed. */
export type SilentAddressRead = {
  readonly recipient: SilentRecipient;
  readonly placeholder: Bytes;
};

/**
 * An output with its address if it is a silent payment (`silent`). Until signing, its script is a
 * placeholder of the same size.
 */
export type ParsedOutput = TxOut & { readonly silent?: SilentRecipient };

/**
 * Converts both forms to one list of keys and values, in order and with repeated keys. Core:
 * `NormalizeOutputs`.
 */
export function normalizeOutputs(outputs: Json): readonly JsonMember[] {
  if (outputs === null) throw invalid('Invalid parameter, output argument must be non-null');
  if (isJsonObject(outputs)) return outputs.members;
  return getArray(outputs).map((output) => {
    if (!isJsonObject(output)) {
      throw invalid('Invalid parameter, key-value pair not an object as expected');
    }
    const [member, ...others] = output.members;
    if (member === undefined || others.length > 0) {
      throw invalid('Invalid parameter, key-value pair must contain exactly one key');
    }
    return member;
  });
}

/**
 * Parses outputs. Values are looked up by key, so the first of a repeated key counts. Core:
 * `ParseOutputs`.
 */
export function parseOutputMembers(
  members: readonly JsonMember[],
  reading: OutputReading,
): ParsedOutput[] {
  const first = new Map<string, Json>();
  for (const [key, value] of members) if (!first.has(key)) first.set(key, value);
  const seen = new Set<string>();
  return members.map(([key]) => {
    const value = first.get(key) ?? null;
    return key === 'data' ? parseData(value, seen) : parsePayment(key, value, seen, reading);
  });
}

function parseData(value: Json, seen: Set<string>): TxOut {
  if (seen.has('data')) throw invalid('Invalid parameter, duplicate key: data');
  seen.add('data');
  const data = parseHexV(valueText(value), 'Data');
  return { value: 0n, scriptPubKey: nullDataScript(data) };
}

/** Parses the amount before the address, as Core does. */
function parsePayment(
  address: string,
  amount: Json,
  seen: Set<string>,
  reading: OutputReading,
): ParsedOutput {
  const value = amountFromValue(amount);
  const silent = reading.readSilent?.(address);
  const scriptPubKey = silent?.placeholder ?? parseAddress(address, reading.network);
  const script = encodeHex(scriptPubKey);
  if (seen.has(script)) throw invalid(`Invalid parameter, duplicated address: ${address}`);
  seen.add(script);
  return { value, scriptPubKey, ...(silent && { silent: silent.recipient }) };
}

export function parseAddress(address: string, network: Network): Bytes {
  const scriptPubKey = decodeAddress(address, network);
  if ('error' in scriptPubKey) {
    throw invalidAddressOrKey(`Invalid Bitcoin address: ${address}`);
  }
  return scriptPubKey;
}

/** Reads outputs of a transaction without a PSBT, rejecting silent payment addresses. */
export const plainOutputs = (
  { network, profile }: Pick<Context, 'network' | 'profile'>,
  instead: string,
): OutputReading => ({
  network,
  readSilent(address) {
    if (!profileRules(profile).readsSilentPayments || !isSilentAddress(address)) return undefined;
    throw silentRefusal(instead);
  },
});

export const silentRefusal = (instead: string): RpcError =>
  invalidAddressOrKey(
    'A silent payment address cannot be paid here: only the signer of the coins can compute its script',
    instead,
  );
