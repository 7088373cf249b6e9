import type { Network, NetworkName } from '../../encoding/network.ts';
import type { Profile } from '../../rpc/context.ts';
import { profileRules } from '../../rpc/profile.ts';
import { chooseNetwork } from './chain.ts';
import { dataDirectoryOf, missingDirectory, readConfigFiles } from './config-file.ts';
import type { OptionReader, OptionSpec } from './option-specs.ts';
import { type Failure, parseCommandLine } from './parse-command-line.ts';
import {
  findSetting,
  listSettings,
  onlyInDefaultSection,
  type Settings,
  type SettingValue,
  settingToBoolean,
  settingToInteger,
  settingToText,
} from './settings.ts';

/** The options of the command line and the config file, for the chain that they select. */
export type Options = OptionReader & {
  readonly network: Network;
  readonly profile: Profile;
  /** Absolute path of the data directory, without the chain's folder. */
  readonly dataDirectory: string;
  readonly isNegated: (name: string) => boolean;
};

export const asksHelp = (options: Options): boolean =>
  ['help', 'h', '?'].some((name) => options.flag(name));

export type Loaded = {
  readonly options: Options;
  readonly words: readonly string[];
  readonly warnings: readonly string[];
};

/**
 * Reads the command line, then the config file that it names. Errors are bitcoind's messages
 * without `Error: `. They do not repeat values, which may be secret.
 */
export function loadOptions(
  args: readonly string[],
  specs: readonly OptionSpec[],
): Loaded | Failure {
  const line = parseCommandLine(args, specs);
  if ('error' in line) return { error: `Error parsing command line arguments: ${line.error}` };
  const config = readConfigFiles(line.settings, specs);
  if ('error' in config) return { error: `Error reading configuration file: ${config.error}` };
  const settings: Settings = { commandLine: line.settings, config: config.sections };
  const network = chooseNetwork(settings);
  if ('error' in network) return network;
  const misplaced = misplacedOption(settings, specs, network.name);
  if (misplaced !== undefined) return { error: misplaced };
  const options = readOptions(settings, specs, network);
  if ('error' in options) return options;
  const [slip] = config.slips;
  if (slip !== undefined && profileRules(options.profile).refusesConfigSlips) {
    return { error: `Error reading configuration file: ${slip}.` };
  }
  return { options, words: line.words, warnings: config.warnings };
}

function readOptions(
  settings: Settings,
  specs: readonly OptionSpec[],
  network: Network,
): Options | Failure {
  const scope = (name: string) => ({
    section: network.name,
    ignoreDefaultSection:
      network.name !== 'main' && specs.find((spec) => spec.name === name)?.networkOnly === true,
  });
  const find = (name: string) => findSetting(settings, name, scope(name));
  const read =
    <T>(convert: (value: SettingValue) => T) =>
    (name: string) => {
      const value = find(name);
      return value === undefined ? undefined : convert(value);
    };
  const text = read(settingToText);
  const profile = text('profile') ?? 'default';
  if (profile !== 'default' && profile !== 'core')
    return { error: `Unknown profile ${profile}. The profiles are default and core.` };
  const dataDirectory = dataDirectoryOf(find('datadir'));
  if (dataDirectory === undefined) return { error: missingDirectory(find('datadir')) };
  return {
    network,
    profile,
    dataDirectory,
    text,
    flag: read(settingToBoolean),
    integer: read(settingToInteger),
    list: (name) => listSettings(settings, name, scope(name)).map(settingToText),
    isNegated: (name) => find(name) === false,
  };
}

function misplacedOption(
  settings: Settings,
  specs: readonly OptionSpec[],
  chain: NetworkName,
): string | undefined {
  if (chain === 'main') return undefined;
  const spec = specs.find(
    ({ name, networkOnly }) => networkOnly === true && onlyInDefaultSection(settings, name, chain),
  );
  return spec === undefined
    ? undefined
    : `Config setting for -${spec.name} only applied on ${chain} network when in [${chain}] section.`;
}
