import { isJsonObject } from '../json/json.ts';
import { parseJson } from '../json/parse.ts';
import { detectKeyText } from './key-text.ts';

/** The script type that Electrum writes before a private key. */
const SCRIPT_TYPE = /^(?:p2pkh|p2wpkh|p2wpkh-p2sh|p2pk|p2sh|p2wsh|p2wsh-p2sh):(?=[59KLc])/;
/** A key and the time when it was made, as MultiBit and bitcoinj write them. */
const DATED = /^([59KLc]\w{50,51})(?:\s+\d{4}-\d\d-\d\d[T ][\d:]+Z?)$/;

/**
 * Returns the keys of an export of Electrum (text, CSV or JSON) or MultiBit, one a line; other
 * texts unchanged.
 */
export function exportedKeys(text: string): string {
  const dated = keysInExport(text);
  if (dated.length > 0 && /^#|\s\d{4}-/m.test(text)) return dated.join('\n');
  const json = text.startsWith('{') ? parseJson(text) : undefined;
  const members = json !== undefined && isJsonObject(json) ? json.members : [];
  const listed = members.map(([, value]) => (typeof value === 'string' ? value : ''));
  const rows = text.split(/\r?\n/).filter((row) => row.trim() !== '');
  const isCsv = /^"?address"?\s*,\s*"?private_key"?$/i.test(rows[0]?.trim() ?? '');
  const cells = isCsv ? rows.slice(1).map((row) => row.split(',')[1] ?? '') : rows;
  const keys = (listed.length > 0 ? listed : cells).map((each) => each.replace(/"/g, '').trim());
  const isExport = isCsv || keys.some((key) => SCRIPT_TYPE.test(key));
  const plain = keys.map((key) => key.replace(SCRIPT_TYPE, ''));
  return isExport && plain.every((key) => detectKeyText(key)?.kind === 'wif')
    ? plain.join('\n')
    : text;
}

/** Returns the keys of a text that has only keys, with or without times, and comments. */
export function keysInExport(text: string): readonly string[] {
  const rows = text.split(/\r?\n/).map((row) => row.trim());
  const keys = rows
    .filter((row) => row !== '' && !row.startsWith('#'))
    .map((row) => DATED.exec(row)?.[1] ?? row);
  return keys.every((key) => detectKeyText(key)?.kind === 'wif') ? keys : [];
}
