import { isHidden } from '../../rpc/help-text.ts';
import type { RpcMethod } from '../../rpc/method.ts';
import { formatOptions, wrapText } from '../options/option-specs.ts';
import { version } from '../runtime/version.ts';
import { cliOptions } from './cli-options.ts';
import { type Command, commands, type Group, usageOf } from './commands.ts';

/** The groups in the order of the help. */
const groups: { readonly [G in Group]: string } = {
  Sign: 'Sign',
  Check: 'Check',
  Wallets: 'Wallets',
  Keys: 'Keys',
  Carry: 'Move: PSBTs, coins and wallets between machines',
  Serve: 'Serve',
  Raw: 'Raw: the other methods of Bitcoin Core',
};

/** Methods outside the wallet category that belong in another group than Raw. */
const placed: { readonly [method: string]: Group } = {
  signrawtransactionwithkey: 'Sign',
  descriptorprocesspsbt: 'Sign',
  finalizepsbt: 'Sign',
  signmessagewithprivkey: 'Sign',
  signmessage: 'Sign',
  walletprocesspsbt: 'Sign',
  signrawtransactionwithwallet: 'Sign',
  validateaddress: 'Check',
  verifymessage: 'Check',
  testmempoolaccept: 'Check',
  analyzepsbt: 'Check',
  getdescriptorinfo: 'Keys',
  deriveaddresses: 'Keys',
  gethdkeys: 'Keys',
  derivehdkey: 'Keys',
  addhdkey: 'Keys',
  importwallet: 'Carry',
  exportwallet: 'Carry',
  exportwatchonlywallet: 'Carry',
  importlabels: 'Carry',
  exportlabels: 'Carry',
  listoutbox: 'Carry',
  sendoutbox: 'Carry',
};

const HEAD = `coldsign v${version}: create, review and sign Bitcoin transactions offline

Usage: coldsign [options] COMMAND [arguments]
       coldsign [options] -named METHOD [name=value]...
       coldsign help COMMAND     Explain a command (or: coldsign COMMAND -?)`;

const FILES = 'Write @FILE to read an argument from a file, and @@ for a leading @.';

/** Commands to begin with. */
const FIRST = ['review', 'sign', 'check', 'combine', 'sweep', 'seed', 'keys'];

/** Returns what `coldsign` alone prints. */
export function shortHelp(): string {
  const first = commands.filter(({ name }) => FIRST.includes(name));
  const lines = first.map(({ name, summary }) => `  ${name.padEnd(10)}${summary}`);
  return `${HEAD.split('\n')[0]}\n\n${lines.join('\n')}\n\ncoldsign help lists every command, coldsign -? every option.`;
}

/** Returns what `coldsign -?` prints: the commands of coldsign and all options. */
export function usageText(): string {
  return [
    HEAD,
    '       coldsign help             List every command',
    '',
    listOf(commands) + FILES,
    '',
    'Options:',
    '',
    formatOptions(cliOptions).trimEnd(),
  ].join('\n');
}

/** Returns what `coldsign help` prints: every command and method with one line, in groups. */
export function commandList(methods: readonly RpcMethod[]): string {
  const listed = methods
    .filter((method) => !isHidden(method) && !commands.some(({ name }) => name === method.name))
    .map(({ name, category, summary }) => ({
      name,
      group: placed[name] ?? (category === 'Wallet' ? 'Wallets' : 'Raw'),
      summary: firstSentence(summary),
    }));
  return [
    HEAD,
    '       coldsign -?               List all options',
    '',
    listOf([...commands, ...listed]) + FILES,
  ].join('\n');
}

type Listed = Pick<Command, 'name' | 'group' | 'summary'>;

const WIDTH = 32;

function listOf(all: readonly Listed[]): string {
  return Object.entries(groups)
    .map(([group, title]) => ({ title, members: all.filter((each) => each.group === group) }))
    .filter(({ members }) => members.length > 0)
    .map(({ title, members }) => {
      const lines = members.map(({ name, summary }) => {
        const text = wrapText(summary, 80 - WIDTH, ' '.repeat(WIDTH)).trimStart();
        return `  ${name}`.padEnd(WIDTH) + text;
      });
      return `${title}\n${lines.join('\n')}\n\n`;
    })
    .join('');
}

/** Returns the first sentence of a summary, without its dot. */
function firstSentence(summary: string): string {
  const [first = ''] = summary.replace(/\s+/g, ' ').split(/[.;:](?: |$)/);
  return first;
}

/** Returns what `coldsign help sign` prints: usage, explanation, options, examples. */
export function commandHelp({ name, summary, help, options, examples }: Command): string {
  const specs = cliOptions.filter((spec) => options?.includes(spec.name) === true);
  return [
    `${summary}.`,
    usageOf(name),
    ...(help === undefined ? [] : [wrapText(help, 80, '')]),
    ...(specs.length > 0 ? [`Options:\n\n${formatOptions(specs).trimEnd()}`] : []),
    ...(examples && examples.length > 0
      ? [`Examples:\n${examples.map((words) => `  coldsign ${words}`).join('\n')}`]
      : []),
    'coldsign -? lists all options.',
  ].join('\n\n');
}
