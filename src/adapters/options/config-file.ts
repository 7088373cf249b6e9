import { devNull, homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { decodeText } from '../../encoding/text-bytes.ts';
import { isCode, NO_FILE } from '../files/errors.ts';
import { commandOpenToOthers, placeOpenToOthers } from '../files/open-to-others.ts';
import { isFolder, readRegularFileSync } from '../files/regular-file.ts';
import { chooseNetwork } from './chain.ts';
import type { OptionSpec } from './option-specs.ts';
import { type ConfigText, type Failure, parseConfig } from './parse-command-line.ts';
import { findSetting, type SettingMap, type SettingValue, settingToText } from './settings.ts';

const NO_CONFIG: ConfigText = { sections: new Map(), warnings: [], slips: [] };

/** Returns the data directory, or `undefined` if a given one does not exist. */
export function dataDirectoryOf(value: SettingValue | undefined): string | undefined {
  if (value === undefined || value === '') return join(homedir(), '.coldsign');
  const path = resolve(settingToText(value));
  return isFolder(path) ? path : undefined;
}

/** Error that begins like bitcoind's. */
export const missingDirectory = (path: SettingValue | undefined): string =>
  `specified data directory "${path}" does not exist. Create it, or correct -datadir.`;

/**
 * Reads the config file that the command line names, or else `bitcoin.conf` in the data directory,
 * if present.
 */
export function readConfigFiles(
  commandLine: SettingMap,
  specs: readonly OptionSpec[],
): ConfigText | Failure {
  const find = (name: string) =>
    findSetting({ commandLine, config: new Map() }, name, { section: '' });
  const base = dataDirectoryOf(find('datadir'));
  if (base === undefined) return { error: missingDirectory(find('datadir')) };
  const given = find('conf');
  if (given === false) return NO_CONFIG;
  const name = given === undefined || given === '' ? 'bitcoin.conf' : settingToText(given);
  const path = isAbsolute(name) ? name : join(base, name);
  const text = readText(path);
  if (typeof text === 'object') return { error: `Config file "${path}" ${text.what}.` };
  if (text === undefined) {
    if (given === undefined) return NO_CONFIG;
    return { error: `specified config file "${path}" could not be opened.` };
  }
  const main = parseTrusted(text, path, specs);
  if ('error' in main) return main;
  if (find('includeconf') === false) return main;
  return includeConfigs({ ...main, path }, commandLine, base, specs);
}

/** Adds the files that the first one includes. These cannot include others. */
function includeConfigs(
  main: ConfigText & { readonly path: string },
  commandLine: SettingMap,
  base: string,
  specs: readonly OptionSpec[],
): ConfigText | Failure {
  const chain = chooseNetwork({ commandLine, config: main.sections });
  const sections = new Map(main.sections);
  const warnings = [...main.warnings];
  const slips = [...main.slips];
  const names = ['error' in chain ? '' : chain.name, ''].flatMap(
    (section) => main.sections.get(section)?.get('includeconf') ?? [],
  );
  for (const name of names.slice(names.lastIndexOf(false) + 1).map(settingToText)) {
    const path = isAbsolute(name) ? name : join(base, name);
    const text = readText(path);
    if (typeof text === 'object') return { error: `Included config file "${path}" ${text.what}.` };
    if (text === undefined) return { error: `Failed to include configuration file ${name}` };
    const more = parseTrusted(text, path, specs, main.path);
    if ('error' in more) return more;
    warnings.push(...more.warnings);
    slips.push(...more.slips);
    for (const [section, map] of more.sections)
      sections.set(section, mergeMaps(sections.get(section) ?? new Map(), map));
  }
  return { sections, warnings, slips };
}

/**
 * Parses options that start a program only from files that no other user could have written, and
 * not from files included by them.
 */
function parseTrusted(
  text: string,
  path: string,
  specs: readonly OptionSpec[],
  includedBy?: string,
): ConfigText | Failure {
  const parsed = parseConfig(text, path, specs);
  if ('error' in parsed) return parsed;
  const names = new Set([...parsed.sections.values()].flatMap((section) => [...section.keys()]));
  const spec = specs.find(({ name, startsProgram }) => startsProgram === true && names.has(name));
  if (spec === undefined) return parsed;
  const commands = [...parsed.sections.values()].flatMap((each) => each.get(spec.name) ?? []);
  const open =
    placeOpenToOthers(path) ??
    (includedBy && placeOpenToOthers(includedBy)) ??
    commands.map((each) => commandOpenToOthers(settingToText(each))).find(Boolean);
  return open === undefined
    ? parsed
    : {
        error: `${path} sets ${spec.name}, which starts a program, and others may write to ${open}: take that from them (chmod go-w, and chown if it is not yours), or give the option on the command line.`,
      };
}

function mergeMaps(first: SettingMap, second: SettingMap): SettingMap {
  const merged = new Map(first);
  for (const [name, values] of second) merged.set(name, [...(merged.get(name) ?? []), ...values]);
  return merged;
}

/** Returns `undefined` if the file cannot be read. */
function readText(path: string): string | undefined | { readonly what: string } {
  // The null device means no config file.
  if (path === devNull) return '';
  let bytes: Buffer;
  try {
    bytes = readRegularFileSync(path);
  } catch (error) {
    if (isCode(error, 'EISDIR')) return { what: 'is a directory' };
    if (isCode(error, NO_FILE)) return { what: 'is no file' };
    // Absent or not readable: the caller decides whether that matters.
    return undefined;
  }
  const text = decodeText(bytes);
  if (typeof text === 'string') return text;
  // Comments do not count, so they may be in any encoding.
  const lines = new TextDecoder().decode(bytes).split('\n');
  const isWrong = lines.some((line) => /\0|^[^#]*\ufffd/.test(line));
  return text.isBinary || isWrong ? { what: text.fault } : lines.join('\n');
}
