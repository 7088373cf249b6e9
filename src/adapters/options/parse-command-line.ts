import { nearestName } from './nearest.ts';
import type { OptionSpec } from './option-specs.ts';
import { type SettingMap, type SettingValue, settingToBoolean } from './settings.ts';

export type Failure = { readonly error: string };

export type CommandLine = {
  readonly settings: SettingMap;
  /** Words from the first non-option on. */
  readonly words: readonly string[];
};

/**
 * Parses options up to the first word that is not an option. An unknown option is an error
 * (common/args.cpp).
 */
export function parseCommandLine(
  args: readonly string[],
  specs: readonly OptionSpec[],
): CommandLine | Failure {
  const settings = new Map<string, SettingValue[]>();
  const isCore = args.some((each) => /^--?profile=core$/.test(each));
  let index = 0;
  for (; index < args.length; index++) {
    const arg = args[index] ?? '';
    if (!arg.startsWith('-') || arg === '-') break;
    const entry = splitOption(specs, arg.replace(/^--?/, ''));
    const spec = specs.find(({ name }) => name === entry.name);
    // Repeat only the option's name, because the value may be a password or a key.
    if (spec === undefined || entry.section !== '') {
      const meant = isCore || spec !== undefined ? '' : suggestOption(entry.name, specs);
      return { error: `Invalid parameter ${arg.split('=')[0]}${meant}` };
    }
    const value = interpret(entry, spec);
    if (typeof value === 'object') return value;
    if (isMisread(value, spec) && !isCore) return noValue(spec);
    append(settings, entry.name, value);
  }
  const included = settings.get('includeconf')?.at(-1);
  if (included !== undefined && included !== false)
    return { error: '-includeconf cannot be used from commandline' };
  return { settings, words: args.slice(index) };
}

/** Returns true for a switch with a word as its value: Core reads `-regtest=true` as off. */
const isMisread = (value: SettingValue, { argument }: OptionSpec): boolean =>
  argument === undefined && typeof value === 'string' && !/^([+-]?\d+)?$/.test(value);

/** Returns an error that does not repeat the value, which may be a passphrase. */
function noValue({ name }: OptionSpec): Failure {
  const typed = name.includes('passphrase')
    ? '. Never type words or passphrases on the command line, because the shell keeps them. Clear your shell history now'
    : '';
  return { error: `-${name} takes no value: write -${name}, or -no${name} to turn it off${typed}` };
}

/** Common names for options that have another name. */
const otherNames = new Map([
  ['mainnet', 'chain=main'],
  ['main', 'chain=main'],
  ['test', 'testnet'],
  ['network', 'chain'],
  ['wallet-dir', 'walletdir'],
]);

/** Returns `. Did you mean -keys?`, or an empty text if no option has a similar name. */
export function suggestOption(name: string, specs: readonly OptionSpec[]): string {
  const shown = specs.filter(({ hidden }) => hidden !== true).map((spec) => spec.name);
  const meant = otherNames.get(name) ?? nearestName(name, shown);
  return meant === undefined ? '' : `. Did you mean -${meant}?`;
}

export type ConfigText = {
  readonly sections: ReadonlyMap<string, SettingMap>;
  /** Warnings about unknown options and sections, which are ignored. */
  readonly warnings: readonly string[];
};

const knownSections = ['main', 'test', 'testnet4', 'signet', 'regtest'];

/**
 * Parses a config file: `name=value` lines, `[section]` heads or `section.name=value`, and comments
 * after `#` (common/config.cpp).
 */
export function parseConfig(
  text: string,
  path: string,
  specs: readonly OptionSpec[],
): ConfigText | Failure {
  const sections = new Map<string, Map<string, SettingValue[]>>();
  const warnings: string[] = [];
  let prefix = '';
  for (const [index, raw] of text.split('\n').entries()) {
    const line = parseConfigLine(raw, index + 1, prefix);
    if (line === undefined) continue;
    if ('error' in line) return line;
    if ('section' in line) {
      prefix = line.section === '' ? '' : `${line.section}.`;
      if (!knownSections.includes(line.section))
        warnings.push(`${path}:${index + 1} Section [${line.section}] is not recognized.`);
      continue;
    }
    const entry = splitOption(specs, line.key, line.value);
    if (entry.name === 'conf')
      return {
        error:
          'conf cannot be set in the configuration file; use includeconf= if you want to include additional config files',
      };
    const spec = specs.find(({ name }) => name === entry.name);
    if (spec === undefined) {
      warnings.push(`Ignoring unknown configuration value ${line.key}`);
      continue;
    }
    if (spec.commandLineOnly === true)
      return {
        error: `${path}:${index + 1} sets ${spec.name}, which counts on the command line only`,
      };
    const value = interpret(entry, spec);
    if (typeof value === 'object') return value;
    const section = sections.get(entry.section) ?? new Map<string, SettingValue[]>();
    sections.set(entry.section, section);
    append(section, entry.name, value);
  }
  return { sections, warnings };
}

type ConfigLine =
  | { readonly section: string }
  | { readonly key: string; readonly value: string }
  | Failure;

function parseConfigLine(raw: string, number: number, prefix: string): ConfigLine | undefined {
  const hash = raw.indexOf('#');
  const line = trim(hash === -1 ? raw : raw.slice(0, hash));
  if (line === '') return undefined;
  if (line.startsWith('[') && line.endsWith(']')) return { section: line.slice(1, -1) };
  if (line.startsWith('-'))
    return {
      error: `parse error on line ${number}: ${line.split('=')[0]}, options in configuration file must be specified without leading -`,
    };
  const equals = line.indexOf('=');
  if (equals === -1) {
    const hint = /^no\S*$/.test(line)
      ? `, if you intended to specify a negated option, use ${line}=1 instead`
      : '';
    // Words after the first may be a password.
    return { error: `parse error on line ${number}: ${line.split(/[ \t]/)[0]}${hint}` };
  }
  const key = prefix + trim(line.slice(0, equals));
  if (hash !== -1 && key.includes('rpcpassword'))
    return {
      error: `parse error on line ${number}, using # in rpcpassword can be ambiguous and should be avoided`,
    };
  return { key, value: trim(line.slice(equals + 1)) };
}

type Entry = {
  readonly section: string;
  readonly name: string;
  readonly negated: boolean;
  readonly value: string | undefined;
};

/**
 * Splits `section.noname=value`. Core takes every leading `no` for a negation, but some of
 * coldsign's options begin with it.
 */
function splitOption(specs: readonly OptionSpec[], text: string, given?: string): Entry {
  const equals = given === undefined ? text.indexOf('=') : -1;
  const key = equals === -1 ? text : text.slice(0, equals);
  const dot = key.indexOf('.');
  const name = key.slice(dot + 1);
  const negated = name.startsWith('no') && !specs.some((spec) => spec.name === name);
  return {
    section: dot === -1 ? '' : key.slice(0, dot),
    name: negated ? name.slice(2) : name,
    negated,
    value: equals === -1 ? given : text.slice(equals + 1),
  };
}

function interpret(entry: Entry, spec: OptionSpec): SettingValue | Failure {
  if (!entry.negated) return entry.value ?? '';
  if (spec.notNegatable === true)
    return { error: `Negating of -${spec.name} is meaningless and therefore forbidden` };
  return entry.value !== undefined && !settingToBoolean(entry.value);
}

function append(map: Map<string, SettingValue[]>, name: string, value: SettingValue): void {
  const values = map.get(name);
  if (values === undefined) map.set(name, [value]);
  else values.push(value);
}

function trim(text: string): string {
  return text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '');
}
