import { isRange, isSingleType } from '../../descriptor/descriptor.ts';
import type { ParsedDescriptors } from '../../descriptor/parse.ts';
import type { DescriptorContext } from '../../descriptor/parser.ts';
import {
  parseSilentDescriptor,
  type SilentDescriptor,
} from '../../descriptor/silent-descriptor.ts';
import {
  findMember,
  getMember,
  isJsonNumber,
  type Json,
  type JsonObject,
  jsonType,
} from '../../json/json.ts';
import { MOST_LABELS } from '../../wallet/keys/silent-receipts.ts';
import {
  invalid,
  invalidAddressOrKey,
  RpcCode,
  RpcError,
  typeError,
  walletError,
} from '../error.ts';
import { getBool, getInt64, getStr, readMember } from '../values.ts';
import { parseDescriptorArgument, parseDescriptorRange } from './descriptor-argument.ts';

/** One entry of importdescriptors, parsed as far as possible without the wallet. */
export type DescriptorRequest = ParsedDescriptors & {
  /** The text as given. */
  readonly text: string;
  readonly active: boolean;
  readonly internal: boolean;
  readonly label: string;
  readonly rangeStart: number;
  /** Exclusive. */
  readonly rangeEnd: number;
  readonly nextIndex: number;
};

/** Returns seconds since 1970; `now` is the median time of the tip. Core: GetImportTimestamp. */
export function parseImportTimestamp(request: Json, now: number): bigint {
  const members = typeof request === 'object' && request !== null && 'members' in request;
  const timestamp = members ? findMember(request, 'timestamp') : undefined;
  if (timestamp === undefined) {
    throw typeError('Missing required timestamp field for key');
  }
  if (timestamp === 'now') return BigInt(now);
  if (isJsonNumber(timestamp)) return getInt64(timestamp);
  throw typeError(
    `Expected number or "now" timestamp value for key. got type ${jsonType(timestamp)}`,
  );
}

/** Core: LabelFromValue. */
export function parseLabel(value: Json): string {
  if (value === null) return '';
  const label = getStr(value);
  if (label === '*') throw new RpcError(RpcCode.WALLET_INVALID_LABEL_NAME, 'Invalid label name');
  return label;
}

/** Parses an entry in Core's order of checks. Core: the first half of ProcessDescriptorImport. */
export function parseDescriptorRequest(
  request: JsonObject,
  context: DescriptorContext,
  keypoolSize: number,
  warnings: string[],
): DescriptorRequest {
  const has = (key: string) => findMember(request, key) !== undefined;
  if (!has('desc')) throw invalid('Descriptor not found.');
  const text = getStr(getMember(request, 'desc'));
  const active = readMember(request, 'active', getBool) ?? false;
  const label = parseLabel(getMember(request, 'label'));
  const parsed = parseDescriptorArgument(text, context, { requireChecksum: true });
  const [first] = parsed.descriptors;
  const isMultipath = parsed.descriptors.length > 1;
  if (has('internal') && isMultipath) {
    throw invalidAddressOrKey("Cannot have multipath descriptor while also specifying 'internal'");
  }
  const internal = readMember(request, 'internal', getBool) ?? false;
  const range = parsePositions(request, isRange(first), keypoolSize, warnings);
  if (active && !isRange(first)) throw invalid('Active descriptors must be ranged');
  if (isMultipath && has('label')) throw invalid('Multipath descriptors should not have a label');
  if (isRange(first) && has('label')) throw invalid('Ranged descriptors should not have a label');
  if (internal && has('label')) throw invalid('Internal addresses should not have a label');
  if (active && !isSingleType(first)) {
    throw walletError('Combo descriptors cannot be set to active');
  }
  return { ...parsed, ...range, text, active, internal, label };
}

/** Parses an entry with sp(). The end of its range is the highest label that was given out. */
export function parseSilentRequest(
  request: JsonObject,
  context: DescriptorContext,
): { readonly silent: SilentDescriptor; readonly labels: number } {
  const silent = parseSilentDescriptor(getStr(getMember(request, 'desc')), context, {
    requireChecksum: true,
  });
  if ('error' in silent) throw invalidAddressOrKey(silent.error);
  for (const name of ['active', 'internal']) {
    if (readMember(request, name, getBool)) {
      throw invalid(
        `sp() cannot be ${name}`,
        'Leave it out: sp() has one address and labels of it.',
      );
    }
  }
  for (const name of ['next_index', 'label']) {
    if (findMember(request, name) !== undefined) {
      throw invalid(
        `sp() takes no ${name}`,
        'Leave it out: "range" says which labels were given out.',
      );
    }
  }
  const labels = readMember(request, 'range', parseDescriptorRange)?.end ?? 0;
  if (labels <= MOST_LABELS) return { silent, labels };
  throw invalid(
    `sp() takes labels up to ${MOST_LABELS}`,
    'Each label is looked for in every scan.',
  );
}

type Positions = Pick<DescriptorRequest, 'rangeStart' | 'rangeEnd' | 'nextIndex'>;

function parsePositions(
  request: JsonObject,
  ranged: boolean,
  keypoolSize: number,
  warnings: string[],
): Positions {
  if (!ranged) {
    if (findMember(request, 'range') === undefined)
      return { rangeStart: 0, rangeEnd: 1, nextIndex: 0 };
    throw invalid('Range should not be specified for an un-ranged descriptor');
  }
  const given = readMember(request, 'range', parseDescriptorRange);
  if (given === undefined) warnings.push('Range not given, using default keypool range');
  const { begin, end } = given ?? { begin: 0, end: keypoolSize - 1 };
  const nextIndex = readMember(request, 'next_index', getInt64) ?? BigInt(begin);
  if (nextIndex < BigInt(begin) || nextIndex > BigInt(end)) {
    throw invalid('next_index is out of range');
  }
  return { rangeStart: begin, rangeEnd: end + 1, nextIndex: Number(nextIndex) };
}
