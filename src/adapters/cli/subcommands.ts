import { kernelSecp256k1 } from '../../crypto/kernel-backend.ts';
import type { RingContext } from '../../keys/key-ring.ts';
import { RpcError } from '../../rpc/error.ts';
import type { WordList } from '../../seed/bip39.ts';
import type { Options } from '../options/load.ts';
import { nearestName } from '../options/nearest.ts';
import { type OptionSpec, wrapText } from '../options/option-specs.ts';
import type { Failure } from '../options/parse-command-line.ts';
import { chosenAccount, chosenLists } from '../seed/input.ts';
import { answerAbout, loadCommand } from './command.ts';
import { type SafeTerminal, safeTerminal } from './escape.ts';
import { namesFile } from './file-text.ts';
import type { Terminal } from './terminal.ts';
import { withOptions } from './typed-arguments.ts';

/** The environment of a subcommand. */
export type SubcommandCall = {
  readonly options: Options;
  /** The words after its name. */
  readonly words: readonly string[];
  readonly terminal: SafeTerminal;
  readonly context: RingContext;
  /** The word lists of `-language`, or all. */
  readonly lists: readonly WordList[];
  /** The number of `-account`. */
  readonly account: number;
};

/** The lines for standard output. */
export type SubcommandResult = readonly string[] | Failure;

/** A command after the name of a group, such as `check` in `coldsign seed check`. */
type Subcommand = {
  /** The words that it takes, such as `ADDRESS`, `M-of-N FILE...` or `[FILE...]`. */
  readonly words?: string;
  readonly summary: string;
  readonly run: (call: SubcommandCall) => Promise<SubcommandResult>;
};

/** Commands with options in common. */
export type CommandGroup = {
  readonly name: string;
  readonly about: string;
  readonly options: readonly OptionSpec[];
  readonly commands: { readonly [name: string]: Subcommand };
};

const NEVER_TYPE =
  'Never type words or passphrases on the command line, because the shell keeps them. coldsign asks for them, or reads standard input. If they are secret, clear your shell history now';

/** Programs and devices that people name, although the output is the same for all. */
const PROGRAMS = [
  ...['Sparrow', 'Specter', 'Electrum', 'Coldcard', 'Caravan', 'Nunchuk', 'BlueWallet'],
  ...['Keystone', 'Jade', 'SeedSigner', 'Passport', 'Trezor', 'Ledger', 'BitBox', 'Liana'],
  ...['json', 'descriptors', 'xpub', 'zpub', 'core', 'bitcoin-core'],
];

/** Runs a command of a group and returns the exit status. Errors never repeat what was typed. */
export async function runSubcommand(
  group: CommandGroup,
  args: readonly string[],
  given: Terminal,
): Promise<number> {
  const terminal = safeTerminal(given, args);
  try {
    const result = await answer(group, args, terminal);
    if (!('error' in result)) {
      if (result.length > 0) terminal.out(`${result.join('\n')}\n`);
      return 0;
    }
    terminal.err(`Error: ${withOptions(result.error)}\n`);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    terminal.err(`Error: ${withOptions(error.message)}\n`);
  }
  return 1;
}

async function answer(
  group: CommandGroup,
  args: readonly string[],
  terminal: SafeTerminal,
): Promise<SubcommandResult> {
  const loaded = loadCommand(args, group.options);
  if ('error' in loaded) return loaded;
  const { options } = loaded;
  const { about, options: specs } = group;
  const answer = answerAbout({ about, usage: usagesOf(group), options: specs }, options);
  if (answer !== undefined) return [answer];
  const [name = '', ...words] = loaded.words;
  const command = Object.hasOwn(group.commands, name) ? group.commands[name] : undefined;
  if (command === undefined) return unknown(group, name, words.length > 1);
  const wanted = (command.words?.split(' ') ?? []).filter((each) => !each.startsWith('['));
  const isList = command.words?.includes('...') === true;
  const isTyped = !['', '0', '1', undefined].includes(options.text('passphrase'));
  const extra = isList ? [] : words.slice(wanted.length);
  const [file = ''] = extra.map((each) => each.replace(/^@/, ''));
  // Words may be secret, so they are not looked for among the files.
  if (!isTyped && extra.length === 1 && !/\s/.test(file) && namesFile(file, terminal)) {
    const use =
      group.name === 'seed'
        ? `coldsign seed ${name} < ${file}`
        : `coldsign ${group.name} ${name} -keys=${file}`;
    return { error: `“${file}” is a file. Write: ${use}` };
  }
  const program = extra.length === 1 && nearestName(file, PROGRAMS);
  const hasPassphrase = isTyped || options.flag('passphrase') === true;
  if (program && group.name === 'keys' && !hasPassphrase) {
    return { error: `keys ${name} is the same for all programs. Leave out “${program}”` };
  }
  if (isTyped || extra.length > 0) return { error: NEVER_TYPE };
  if (words.length < wanted.length) {
    return {
      error: `${name} needs ${command.words}\n${usageOf(group, name)}. See coldsign ${group.name} -?`,
    };
  }
  const lists = chosenLists(options);
  if ('error' in lists) return lists;
  const account = chosenAccount(options);
  if (typeof account !== 'number') return account;
  const misread = group.options.find(
    ({ name, argument }) => argument === '<n>' && !/^-?\d+$/.test(options.text(name) ?? '0'),
  );
  if (misread !== undefined) return { error: `-${misread.name} must be a whole number` };
  const context = { network: options.network, secp256k1: kernelSecp256k1 };
  return command.run({ options, words, terminal, context, lists, account });
}

function unknown({ name, commands }: CommandGroup, typed: string, isLong: boolean): Failure {
  const known = Object.keys(commands);
  const meant = nearestName(typed, known);
  const wrong = typed === '' ? 'Missing command' : `Unknown command${isLong ? '' : ` “${typed}”`}`;
  const guess = meant === undefined ? '' : `. Did you mean “${meant}”?`;
  const warning = isLong ? `${guess === '' ? '. ' : ' '}${NEVER_TYPE}` : '';
  return {
    error: `${wrong}${guess}${warning}\nUsage: coldsign ${name} ${known.join('|')}. See coldsign ${name} -?`,
  };
}

const usageOf = ({ name, commands }: CommandGroup, command: string): string =>
  `Usage: coldsign ${[name, command, commands[command]?.words].filter(Boolean).join(' ')}`;

const usagesOf = (group: CommandGroup): string =>
  Object.entries(group.commands)
    .map(([name, { summary }], i) => {
      const usage = `${usageOf(group, name)} [options]`;
      const line = i === 0 ? usage : usage.replace('Usage:', 'or:   ');
      return `${line}\n${wrapText(summary, 71, '         ')}`;
    })
    .join('\n');
