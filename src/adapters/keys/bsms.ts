import { randomBytes } from 'node:crypto';
import {
  type BsmsFile,
  type BsmsWallet,
  createBsmsKey,
  createBsmsWallet,
  openBsmsWallet,
} from '../../formats/bsms-setup.ts';
import { type MultiScript, multiScripts } from '../../formats/standard-wallet.ts';
import { isTestNetwork } from '../../keys/slip132.ts';
import {
  type CommandGroup,
  runSubcommand,
  type SubcommandCall,
  type SubcommandResult,
} from '../cli/subcommands.ts';
import type { Terminal } from '../cli/terminal.ts';
import { writeDurably } from '../files/durable-write.ts';
import { systemMessage } from '../files/errors.ts';
import { readProblem } from '../files/regular-file.ts';
import { commonOptions, type OptionSpec, option } from '../options/option-specs.ts';
import type { Failure } from '../options/parse-command-line.ts';
import { phraseOptions } from '../seed/seed-options.ts';
import { type KeysCall, keysOption, withRing } from './keys-command.ts';

const bsmsOptions: readonly OptionSpec[] = [
  ...commonOptions,
  keysOption,
  ...phraseOptions,
  option(
    'token=<token>',
    'The token of the session, in hexadecimal or decimal (default: no encryption). wallet: repeat it, in the order of the files, if each signer has a different one',
  ),
  option(
    'path=<path>',
    'key: the path of the key (default: m/48h/0h/ACCOUNTh/2h, or 1h for sh-wsh)',
  ),
  option('name=<text>', 'key: a note for the coordinator, such as “Anna’s paper”'),
  option('script=<script>', 'key, wallet: wsh (default), sh-wsh or sh'),
  option('unsorted', 'wallet: keep the keys in the order of the files (multi, not sortedmulti)'),
  option('extended', 'token: make a token of 128 bits instead of 64'),
  option('out=<file>', 'Write the record to a file, which must not exist'),
];

const SCRIPT_NAMES: { readonly [name: string]: MultiScript } = Object.fromEntries(
  multiScripts.map((script) => [script.replace('(', '-').replace(')', ''), script]),
);

function scriptOf({ options }: SubcommandCall): { readonly script: MultiScript } | Failure {
  const script = SCRIPT_NAMES[options.text('script') ?? 'wsh'];
  return script === undefined ? { error: '-script must be wsh, sh-wsh or sh' } : { script };
}

/** Runs `token`, for a coordinator. */
async function token({ options }: SubcommandCall): Promise<SubcommandResult> {
  const hex = randomBytes(options.flag('extended') === true ? 16 : 8).toString('hex');
  return [hex, `decimal ${BigInt(`0x${hex}`)}`];
}

/** Runs `key`, round 1 of a signer. */
async function key(call: KeysCall): Promise<SubcommandResult> {
  const { options, ring, account, context } = call;
  const [token] = options.list('token');
  const [path] = options.list('path');
  const script = scriptOf(call);
  if ('error' in script) return script;
  const coin = isTestNetwork(context.network) ? 1 : 0;
  const usual = { sh: 'm/45h', 'sh(wsh)': '1h', wsh: '2h' }[script.script];
  const standard = usual === 'm/45h' ? usual : `m/48h/${coin}h/${account}h/${usual}`;
  const request = { keys: ring, path: path ?? standard, description: options.text('name'), token };
  const made = createBsmsKey(request, context);
  if ('error' in made) return fault(made);
  return handOut([made], call, [`Key ${made.key}`, 'Send this record to the coordinator.']);
}

/** Runs `wallet`, round 2 of the coordinator. */
async function wallet(call: SubcommandCall): Promise<SubcommandResult> {
  const { options, context, words } = call;
  const [policy = '', ...files] = words;
  const [, required, total] = /^(\d{1,2})(?:-?of-?|\/)(\d{1,2})$/i.exec(policy) ?? [];
  if (total === undefined)
    return { error: 'Write how many keys sign, such as 2-of-3, then the files' };
  const script = scriptOf(call);
  if ('error' in script) return script;
  const records: string[] = [];
  for (const file of files) {
    const record = readRecord(file, call);
    if (typeof record !== 'string') return record;
    records.push(record);
  }
  const made = createBsmsWallet(
    {
      records,
      tokens: options.list('token'),
      required: Number(required),
      total: Number(total),
      ...script,
      sorted: options.flag('unsorted') !== true,
    },
    context,
  );
  if ('error' in made) return fault(made);
  return handOut(made.files, call, [
    ...confirmation(made),
    'Send the record to all signers. They compare the first address before anyone pays it.',
  ]);
}

/** Checks the options of `key`. */
async function keyProblem(call: SubcommandCall): Promise<Failure | undefined> {
  const isRepeated = ['token', 'path'].some((name) => call.options.list(name).length > 1);
  if (isRepeated) return { error: 'Give one -token and one -path' };
  const script = scriptOf(call);
  return 'error' in script ? script : undefined;
}

/** Checks the file and the options of `check`. */
async function recordProblem(call: SubcommandCall): Promise<Failure | undefined> {
  if (call.options.list('token').length > 1) return { error: 'Give one -token' };
  const text = readRecord(call.words[0] ?? '', call);
  return typeof text === 'string' ? undefined : text;
}

/** Runs `check`, round 2 of a signer. */
async function check(call: KeysCall): Promise<SubcommandResult> {
  const { options, ring, context } = call;
  const [file = ''] = call.words;
  const [token] = options.list('token');
  const text = readRecord(file, call);
  if (typeof text !== 'string') return text;
  const opened = openBsmsWallet(text, { keys: ring, token }, context);
  if ('error' in opened) return fault(opened);
  const saved = options.text('out');
  const record: BsmsFile = { text: opened.record, extension: 'bsms' };
  const failed = saved === undefined ? undefined : await save(saved, record);
  if (failed !== undefined) return failed;
  const plain = saved ?? (text.trim() === opened.record ? file : 'FILE, from -out=FILE');
  return [
    ...confirmation(opened),
    'Compare all of this with the other signers, by another way than the record came.',
    `Then register the wallet: add -keys=${plain} to sign and review.`,
  ];
}

/** Lines that BIP129 wants displayed: the first address, and everything in the policy. */
function confirmation(made: BsmsWallet): readonly string[] {
  const { firstAddress, restrictions, required, total, positions, wallet: described } = made;
  return [
    `First address ${firstAddress}`,
    required === undefined ? `${total} keys` : `${required} of ${total} keys sign`,
    ...(positions.length > 0 ? [`Your key is number ${positions.join(' and ')} of ${total}`] : []),
    `Paths ${restrictions}`,
    ...described.descriptors.map(({ descriptor }) => descriptor),
    ...[...described.doubts, ...described.lost].map((lost) => `Note: ${lost}`),
  ];
}

function readRecord(file: string, { terminal }: SubcommandCall): string | Failure {
  const text = terminal.readFile(file);
  return text?.trim() ?? { error: `Can’t read “${file}”: ${readProblem(file)}` };
}

const fault = ({ error }: Failure): Failure => ({
  error: error.replace(/^[a-z]/, (first) => first.toUpperCase()),
});

/** Prints one record, with `lines` on standard error, or writes each record to a file. */
async function handOut(
  files: readonly BsmsFile[],
  { options, terminal }: SubcommandCall,
  lines: readonly string[],
): Promise<SubcommandResult> {
  const out = options.text('out');
  const [only, ...more] = files;
  if (out === undefined) {
    if (only === undefined || more.length > 0) {
      return { error: 'Each signer gets another file: write them with -out=FILE' };
    }
    terminal.err(`${lines.join('\n')}\n`);
    return [only.text];
  }
  const base = out.replace(/\.(bsms|dat)$/i, '');
  const names = files.map(({ extension }, i) =>
    more.length === 0 ? `${base}.${extension}` : `${base}-${i + 1}.${extension}`,
  );
  for (const [i, file] of files.entries()) {
    const failed = await save(names[i] ?? out, file);
    if (failed !== undefined) return failed;
  }
  return [...lines, `Saved to ${names.join(', ')}`];
}

async function save(path: string, { text }: BsmsFile): Promise<Failure | undefined> {
  try {
    await writeDurably(path, [Buffer.from(text)], { exclusive: true });
    return undefined;
  } catch (error) {
    const why = systemMessage(error);
    return { error: `${path} could not be written: ${why}` };
  }
}

const bsmsCommands: CommandGroup = {
  name: 'bsms',
  about:
    'Sets up a wallet with several signers (BSMS, BIP129). Round 1: each signer makes a key record. Round 2: the coordinator makes the wallet from them, and each signer checks it.',
  options: bsmsOptions,
  commands: {
    token: { summary: 'Coordinator: make a token, which encrypts the records', run: token },
    key: { summary: 'Signer, round 1: make a signed key record', run: withRing(key, keyProblem) },
    wallet: {
      words: 'M-of-N FILE...',
      summary: 'Coordinator, round 2: check the key records, and make the wallet from them',
      run: wallet,
    },
    check: {
      words: 'FILE',
      summary: 'Signer, round 2: check that your key is in the wallet, and show what to compare',
      run: withRing(check, recordProblem),
    },
  },
};

/** Runs `coldsign bsms` and returns the exit status. */
export const runBsms = (args: readonly string[], terminal: Terminal): Promise<number> =>
  runSubcommand(bsmsCommands, args, terminal);
