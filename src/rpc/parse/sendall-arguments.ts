import {
  findMember,
  type Json,
  type JsonArray,
  type JsonObject,
  jsonNumber,
} from '../../json/json.ts';
import { formatAddress } from '../../script/address.ts';
import { formatSilentAddress } from '../../silent/silent-address.ts';
import type { Context } from '../context.ts';
import { invalid } from '../error.ts';
import { getInt32 } from '../values.ts';
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

export function parseMinDepth(value: Json): number {
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
