import { type OutputType, outputTypes } from '../../descriptor/descriptor.ts';
import { explainDescriptor } from '../../descriptor/explain-descriptor.ts';
import { type ParsedDescriptors, parseDescriptor } from '../../descriptor/parse.ts';
import type { DescriptorContext } from '../../descriptor/parser.ts';
import { isJsonArray, isJsonNumber, type Json } from '../../json/json.ts';
import { invalid, invalidAddressOrKey } from '../error.ts';
import { getInt64 } from '../values.ts';

/** Parses a descriptor. Throws -5 with the reason if it is invalid. */
export function parseDescriptorArgument(
  text: string,
  context: DescriptorContext,
  options?: { readonly requireChecksum: boolean },
): ParsedDescriptors {
  const parsed = parseDescriptor(text, context, options);
  if ('error' in parsed) throw invalidAddressOrKey(parsed.error, explainDescriptor(text));
  return parsed;
}

/** First and last position, both inclusive. */
export type Range = { readonly begin: number; readonly end: number };

const LARGEST_RANGE = 1_000_000n;

/** Parses an end, or [begin,end]. Core: ParseDescriptorRange. */
export function parseDescriptorRange(value: Json): Range {
  const { begin, end } = parseRange(value);
  if (begin < 0n) throw invalid('Range should be greater or equal than 0');
  if (end >> 31n !== 0n) throw invalid('End of range is too high');
  if (end >= begin + LARGEST_RANGE) throw invalid('Range is too large');
  return { begin: Number(begin), end: Number(end) };
}

function parseRange(value: Json): { readonly begin: bigint; readonly end: bigint } {
  if (isJsonNumber(value)) return { begin: 0n, end: getInt64(value) };
  const [first, second, ...more] = isJsonArray(value) ? value : [];
  const pair = first !== undefined && second !== undefined && more.length === 0;
  if (!pair || !isJsonNumber(first) || !isJsonNumber(second)) {
    throw invalid('Range must be specified as end or as [begin,end]');
  }
  const [begin, end] = [getInt64(first), getInt64(second)];
  if (begin > end) {
    throw invalid('Range specified as [begin,end] must not have begin after end');
  }
  return { begin, end };
}

/** The argument `address_type`. */
export function parseAddressType(text: string): OutputType {
  const type = findOutputType(text);
  if (type !== undefined) return type;
  throw invalidAddressOrKey(`Unknown address type '${text}'`);
}

/** Core: ParseOutputType. */
export function findOutputType(text: string): OutputType | undefined {
  return outputTypes.find((type) => type === text);
}
