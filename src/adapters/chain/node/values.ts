import { decodeHex } from '../../../encoding/hex.ts';
import type { NodeAnswer } from './client.ts';

/**
 * An object of a node's answer, whose members are not checked yet. The functions below throw an
 * error that names what was expected.
 */
export type Fields = { readonly [key: string]: unknown };

export function asObject(value: unknown, what: string): Fields {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    // Checked: an object whose members are still unknown.
    return value as Fields;
  }
  throw unexpected(what);
}

export function asList(value: unknown, what: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw unexpected(what);
}

export function asText(value: unknown, what: string): string {
  if (typeof value === 'string') return value;
  throw unexpected(what);
}

export function asNumber(value: unknown, what: string): number {
  if (typeof value === 'number') return value;
  throw unexpected(what);
}

export function asBytes(value: unknown, what: string): Uint8Array {
  const bytes = typeof value === 'string' ? decodeHex(value) : undefined;
  if (bytes === undefined) throw unexpected(what);
  return bytes;
}

/**
 * Converts BTC to satoshi. A double represents every amount up to 21 million BTC with an error
 * below a satoshi.
 */
export function asSatoshis(value: unknown, what: string): bigint {
  return BigInt(Math.round(asNumber(value, what) * 1e8));
}

/** Returns the result. Throws if the answer is an error of the node. */
export function resultOf(answer: NodeAnswer | undefined, what: string): unknown {
  if (answer === undefined) throw unexpected(what);
  if ('result' in answer) return answer.result;
  throw new Error(`${what}: ${answer.error.message} (${answer.error.code})`);
}

export function unexpected(what: string): Error {
  return new Error(`the node's answer has no ${what} as it must be`);
}
