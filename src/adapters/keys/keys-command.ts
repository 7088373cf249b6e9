import { nextTurn } from '../../encoding/next-turn.ts';
import { type KeyRing, noKeys, type RingContext, wipeRing } from '../../keys/key-ring.ts';
import {
  type FindProgress,
  findAccount,
  type KeyAccount,
  listAccounts,
} from '../../keys/ring-accounts.ts';
import { ringWallets } from '../../keys/ring-wallets.ts';
import { explainAddress } from '../../script/explain-address.ts';
import { firstAddresses } from '../../seed/accounts.ts';
import { readRings } from '../cli/sign-keys.ts';
import {
  type CommandGroup,
  runSubcommand,
  type SubcommandCall,
  type SubcommandResult,
} from '../cli/subcommands.ts';
import type { Terminal } from '../cli/terminal.ts';
import { commonOptions, type OptionSpec, option } from '../options/option-specs.ts';
import type { Failure } from '../options/parse-command-line.ts';
import { phraseOptions } from '../seed/seed-options.ts';
import { coinsProblem, listCoins } from './coins-command.ts';

/** Option for the files with the keys of a command. */
export const keysOption = option(
  'keys=<file|->',
  'A file of seed words, private keys or wallets, or - to type or pipe them in. May be repeated',
);

const keysOptions: readonly OptionSpec[] = [
  ...commonOptions,
  keysOption,
  ...phraseOptions,
  option(
    'path=<path>',
    'A path such as m/48h/0h/0h/2h, instead of the standard accounts (find: in addition to them). May be repeated',
  ),
  option('private', 'export: with private keys. Anyone who reads them can spend'),
  option('snapshot=<file>', 'coins: A file that coldsign snapshot made for these keys'),
  option('untrustedsnapshot', 'coins: Use the snapshot even if no trusted key has signed it'),
  option('address=<address>', 'coins: The address that a list of coins was asked for'),
];

/** A call with the keys of `-keys`. */
export type KeysCall = SubcommandCall & { readonly ring: KeyRing };

/**
 * Opens the keys of `-keys` for a command, and wipes them. `problemIn` finds faults before a person
 * types keys.
 */
export const withRing =
  (
    run: (call: KeysCall) => Promise<SubcommandResult>,
    problemIn: (call: SubcommandCall) => Promise<Failure | undefined>,
  ) =>
  async (call: SubcommandCall): Promise<SubcommandResult> => {
    const problem = await problemIn(call);
    if (problem !== undefined) return problem;
    const files = call.options.list('keys');
    const ring = await readRings(files.length === 0 ? ['-'] : files, call);
    try {
      return await run({ ...call, ring });
    } finally {
      wipeRing(ring);
    }
  };

function chosen({ ring, options, context, account }: KeysCall, secrets = false) {
  const paths = options.list('path');
  const accounts = listAccounts(
    ring,
    { account, secrets, ...(paths.length > 0 && { paths }) },
    context,
  );
  const isEmpty = !('error' in accounts) && accounts.length === 0;
  return isEmpty
    ? {
        error:
          'These keys have no accounts: give words, an xprv or a zprv. A single private key signs with sign and sweep',
      }
    : accounts;
}

/** Checks the paths. */
async function pathProblem({ options, account, context }: SubcommandCall) {
  const listed = listAccounts(noKeys, { account, paths: options.list('path') }, context);
  return 'error' in listed ? listed : undefined;
}

/** Runs `list`, whose output can be compared with another program. */
async function list(call: KeysCall): Promise<SubcommandResult> {
  const accounts = chosen(call);
  if (
    'error' in accounts &&
    call.ring.descriptors.length > 0 &&
    call.options.list('path').length === 0
  ) {
    return walletLines(call);
  }
  if ('error' in accounts) return accounts;
  return accounts.flatMap((account) => [...linesOf(account, call.context), '']);
}

/** Number of wallets that are listed one by one. */
const MOST_LISTED = 20;

/** Lists wallets and single keys, which are no accounts: their number, and the first of them. */
function walletLines({ ring, context }: KeysCall): readonly string[] {
  const { kinds, first } = ringWallets(ring, MOST_LISTED, context);
  const more = ring.descriptors.length - first.length;
  return [
    `Wallets and keys: ${[...kinds].map(([kind, count]) => `${count} ${kind}()`).join(', ')}`,
    '',
    ...first.flatMap(({ descriptors, addresses }) => [...descriptors, ...addresses, '']),
    ...(more > 0 ? [`${more} more. To look for one, use “coldsign keys find ADDRESS”`] : []),
  ];
}

function linesOf({ name, path, key, slip132, descriptor }: KeyAccount, context: RingContext) {
  const addresses =
    descriptor === undefined
      ? []
      : firstAddresses(
          { descriptor: descriptor.replace(/<0;1>/g, '0').replace(/#.*$/, '') },
          3,
          context,
        );
  const isPlain = key.endsWith(slip132);
  return [
    name === path ? path : `${name} ${path}`,
    key,
    ...(isPlain ? [] : [slip132]),
    ...(descriptor === undefined ? [] : [descriptor]),
    ...addresses.map((address, i) => `${i} ${address}`),
  ];
}

/** Runs `export`: prints accounts as JSON for watch-only wallets and cosigners. */
async function exportAccounts(call: KeysCall): Promise<SubcommandResult> {
  const secrets = call.options.flag('private') === true;
  const accounts = chosen(call, secrets);
  if ('error' in accounts) return accounts;
  if (secrets) {
    call.terminal.err(
      'Warning: Anyone who reads this output can spend. Pipe it into the other program, and keep no file of it\n',
    );
  }
  const descriptors = accounts.flatMap(({ descriptor }) =>
    descriptor === undefined
      ? []
      : [{ desc: descriptor, active: true, timestamp: 0, range: [0, 999] }],
  );
  return [JSON.stringify({ accounts, descriptors }, null, 2)];
}

/** Runs `find`: prints which account has an address or an xpub. */
async function find(call: KeysCall): Promise<SubcommandResult> {
  const { ring, words, options, context, terminal } = call;
  const onProgress = ({ done, total }: FindProgress) => {
    if (terminal.isScreen) terminal.draw(`\r${Math.floor((100 * done) / total)} % searched`);
  };
  const found = await findAccount(
    ring,
    words[0] ?? '',
    { paths: options.list('path'), onProgress },
    // Lets Ctrl-C interrupt between two steps.
    { ...context, pause: nextTurn },
  );
  if (terminal.isScreen) terminal.draw('\r\u001b[K');
  if (found === undefined) {
    return {
      error:
        'Not found in the accounts 0 to 19 of BIP44, BIP49, BIP84 and BIP86, 1000 positions each. It may have another passphrase, another path (-path=m/...), or be a wallet of several keys (add its file with -keys)',
    };
  }
  if ('error' in found) return found;
  const { branch, index } = found;
  const place =
    branch === undefined || index === undefined
      ? []
      : [`Position ${branch}/${index} (${branch === 0 ? 'receiving' : 'change'})`];
  return found.name === 'wallet'
    ? [...place, 'of the wallet that was given with -keys']
    : [...place, ...linesOf(found, context)];
}

/** Checks the address and the paths. */
async function targetProblem({ options, words, context }: SubcommandCall) {
  const found = await findAccount(noKeys, words[0] ?? '', { paths: options.list('path') }, context);
  if (found === undefined || !('error' in found)) return undefined;
  const isForeign = found.error.includes(' is an address of ');
  const why = isForeign ? undefined : explainAddress(words[0] ?? '', context.network);
  return why === undefined ? found : { error: why };
}

const keysCommands: CommandGroup = {
  name: 'keys',
  about:
    'Shows the accounts of seed words and private keys. Type keys without showing them, or read them from files or standard input (-keys).',
  options: keysOptions,
  commands: {
    list: {
      summary: 'List the standard accounts, or those of -path: keys, descriptors, first addresses',
      run: withRing(list, pathProblem),
    },
    find: {
      words: 'ADDRESS',
      summary: 'Find the account and position of an address, or the account of an xpub',
      run: withRing(find, targetProblem),
    },
    coins: {
      words: '[FILE...]',
      summary:
        'List which addresses have coins: in transactions, in a list of Esplora, Electrum or a node, or in -snapshot',
      run: withRing(listCoins, coinsProblem),
    },
    export: {
      summary:
        'Print the accounts as JSON: descriptors for importdescriptors, keys with origin, SLIP-132 forms',
      run: withRing(exportAccounts, pathProblem),
    },
  },
};

/** Runs `coldsign keys` and returns the exit status. */
export const runKeys = (args: readonly string[], terminal: Terminal): Promise<number> =>
  runSubcommand(keysCommands, args, terminal);
