import {
  findMember,
  isJsonArray,
  isJsonObject,
  type Json,
  jsonNumber,
  jsonObject,
} from '../json/json.ts';
import { parseJson } from '../json/parse.ts';
import { printJson } from '../json/print.ts';
import { countAt, listAt, textAt } from './json-file.ts';
import type { DescriptorPart, FormatFailure, WalletParts } from './wallet-file.ts';

/**
 * Reads the result of `listdescriptors`, the argument of importdescriptors, or a list of
 * descriptors.
 */
export function readCore(text: string): WalletParts | FormatFailure | undefined {
  const json = /^\s*[[{]/.test(text) ? parseJson(text) : undefined;
  if (json === undefined) return undefined;
  // Accept a server's complete response.
  const inner = isJsonObject(json)
    ? (json.members.find(([name]) => name === 'result')?.[1] ?? json)
    : json;
  const rows = isJsonArray(inner) ? inner : isJsonObject(inner) ? listAt(inner, 'descriptors') : [];
  const descriptors = rows.flatMap((row) => readRow(row) ?? []);
  if (descriptors.length === 0) return undefined;
  const lost = rows.length - descriptors.length;
  return {
    format: 'core',
    program: 'Bitcoin Core',
    name: isJsonObject(inner) ? textAt(inner, 'wallet_name') : undefined,
    descriptors,
    lost: lost === 0 ? [] : [`${lost} entries that hold no descriptor`],
  };
}

function readRow(row: Json): DescriptorPart | undefined {
  if (typeof row === 'string') return /^[a-z]+\(/.test(row) ? { text: row } : undefined;
  if (!isJsonObject(row)) return undefined;
  const text = textAt(row, 'desc');
  if (text === undefined) return undefined;
  return {
    text,
    timestamp: countAt(row, 'timestamp'),
    isChange: findMember(row, 'internal') === true,
  };
}

/**
 * Formats the argument of `importdescriptors`. Without a timestamp, Bitcoin Core searches all
 * blocks, because a wallet that was used before would otherwise look empty.
 */
export function formatCore(
  descriptors: readonly { readonly text: string; readonly isActive: boolean }[],
  timestamp: number | undefined,
): string {
  const rows = descriptors.map(({ text, isActive }) =>
    jsonObject({
      desc: text,
      timestamp: jsonNumber(timestamp ?? 0),
      ...(isActive && { active: true }),
    }),
  );
  return `${printJson(rows, 2)}\n`;
}
