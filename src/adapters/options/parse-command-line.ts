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
    if (isMisread(entry, spec) && !isCore) return noValue(spec);
    append(settings, entry.name, value);
  }
  const included = settings.get('includeconf')?.at(-1);
  if (included !== undefined && included !== false)
    return { error: '-includeconf cannot be used from commandline' };
  return { settings, words: args.slice(index) };
}

/**
 * Returns true for a switch, or for a negated option, with a word as its value. Core reads
 * `-regtest=true` as off, and `-noregtest=true` as on.
 */
const isMisread = ({ negated, value = '' }: Entry, { argument }: OptionSpec): boolean =>
  (argument === undefined || negated) && !/^([+-]?\d+)?$/.test(value);

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
  /** Lines that do not do what they seem to. Core ignores or misreads them without a message. */
  readonly slips: readonly string[];
};

const knownSections = ['main', 'test', 'testnet4', 'signet', 'regtest'];

/** Options that choose the chain, which count above the first section only. */
const chainOptions = ['chain', 'regtest', 'signet', 'testnet', 'testnet4'];

/** Returns what is wrong with a line, without its value, which may be a password. */
function slipIn(entry: Entry, line: string, spec: OptionSpec): string | undefined {
  const { name } = spec;
  if (knownSections.includes(entry.section) && chainOptions.includes(name)) {
    return `${line} sets ${name} for [${entry.section}] only, where it does not choose the chain. Write it above the first section`;
  }
  if (!isMisread(entry, spec)) return undefined;
  return `${line} gives ${entry.negated ? 'no' : ''}${name} a word, which does not turn it on or off. Write ${name}=1 or ${name}=0`;
}

/** Returns what an unknown option is meant to be, if it differs only in its spelling. */
function slipInName(
  { name }: Entry,
  line: string,
  specs: readonly OptionSpec[],
): string | undefined {
  const plain = (text: string) => text.toLowerCase().replace(/[-_ ]/g, '');
  const same = specs.find((spec) => plain(spec.name) === plain(name))?.name;
  const near = nearestName(name, chainOptions);
  // Core has options that begin like these, such as signetchallenge.
  const typo = near && Math.abs(near.length - name.length) < 2 ? near : undefined;
  const meant = same ?? otherNames.get(plain(name)) ?? typo;
  return meant === undefined
    ? undefined
    : `${line} sets ${name}, which is not an option. Did you mean ${meant.includes('=') ? meant : `${meant}=`}?`;
}

/** Sections that other programs have, by their names in lower case. */
const otherSections = new Map([
  ['mainnet', 'main'],
  ['testnet', 'test'],
  ['testnet3', 'test'],
  ...knownSections.map((name) => [name, name] as const),
]);

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
  const slips: string[] = [];
  const note = (slip: string | undefined) => slip !== undefined && slips.push(slip);
  let prefix = '';
  for (const [index, raw] of text.split('\n').entries()) {
    const line = parseConfigLine(raw, index + 1, prefix);
    if (line === undefined) continue;
    if ('error' in line) return line;
    if ('section' in line) {
      prefix = line.section === '' ? '' : `${line.section}.`;
      if (knownSections.includes(line.section)) continue;
      warnings.push(`${path}:${index + 1} Section [${line.section}] is not recognized.`);
      const meant = otherSections.get(line.section.trim().toLowerCase());
      if (meant !== undefined) {
        note(`${path}:${index + 1} [${line.section}] is not a section. Write [${meant}]`);
      }
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
      note(slipInName(entry, `${path}:${index + 1}`, specs));
      continue;
    }
    note(slipIn(entry, `${path}:${index + 1}`, spec));
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
  return { sections, warnings, slips };
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
