import { encodeHex } from '../../encoding/hex.ts';
import { importWallet } from '../../formats/import.ts';
import type { Json, JsonArray, JsonObject } from '../../json/json.ts';
import { joinRings, type KeyRing, type RingContext, wipeRing } from '../../keys/key-ring.ts';
import { readKeys as readKeyText } from '../../keys/read-keys.ts';
import type { KeyFault } from '../../keys/read-private-keys.ts';
import { ringDoubts } from '../../keys/wallet-keys.ts';
import { invalid } from '../../rpc/error.ts';
import { runMethod } from '../../rpc/execute.ts';
import type { RpcMethod } from '../../rpc/method.ts';
import { readProblem } from '../files/regular-file.ts';
import {
  chosenAccount,
  chosenLists,
  fileSecrets,
  inputLines,
  type NextLine,
  phraseAdvice,
  readSecrets,
  type Secrets,
} from '../seed/input.ts';
import { missingFile } from './file-slips.ts';
import { namesFile, warnIfUnclosed } from './file-text.ts';
import type { CommandContext } from './payload-text.ts';

/** Signs a message with `-keys` instead of a wallet. */
export async function signTextByKeys(
  method: RpcMethod,
  params: JsonArray | JsonObject,
  carrying: CommandContext,
): Promise<Json> {
  const { context, options } = carrying;
  const messageKeys = await readRings(options.list('keys'), carrying);
  return withKeys(messageKeys, () => runMethod(method, params, { ...context, messageKeys }));
}

/**
 * Reads the keys that each `-keys` names as one ring: files, hidden input or piped input. Errors
 * never repeat the keys.
 */
export async function readRings(words: readonly string[], carrying: Reading): Promise<KeyRing> {
  const rings: KeyRing[] = [];
  const nextLine = inputLines(carrying.terminal);
  let isUsed = carrying.options.flag('passphrase') !== true;
  for (const word of words) {
    const given = await readGiven(word, { ...carrying, nextLine });
    isUsed ||= given.isKey !== true;
    rings.push(await readOpened(word, given, { ...carrying, nextLine }));
  }
  if (!isUsed)
    throw invalid('-passphrase is for seed words. -keys has none: leave out -passphrase');
  const ring = joinRings(rings);
  for (const doubt of ringDoubts(ring, carrying.context)) {
    carrying.terminal.err(`Warning: ${doubt}\n`);
  }
  return ring;
}

type Reading = Pick<CommandContext, 'options' | 'terminal'> & { readonly context: RingContext };

/** `nextLine`: reads passphrases that are piped in. */
type RingReading = Reading & { readonly nextLine: NextLine };

/** Reads keys like `readRings`. Throws if they include no private key of this network. */
export async function readSigningKeys(
  words: readonly string[],
  carrying: CommandContext,
): Promise<KeyRing> {
  const ring = await readRings(words, carrying);
  if (ring.canSign) return ring;
  throw invalid(
    `“${words.join('”, “')}” has no private key, so it can’t sign. Use -keys with seed words or a private key`,
  );
}

/** Calls a function with keys, which are overwritten afterwards. */
export async function withKeys<T>(ring: KeyRing, use: () => Promise<T> | T): Promise<T> {
  try {
    return await use();
  } finally {
    wipeRing(ring);
  }
}

/**
 * Returns true if the word may be repeated, because it is a path and not keys typed in its place.
 */
const isPath = (word: string): boolean =>
  /^[^\s()[\]]{1,30}$|^[^\s()[\]]*[./\\][^\s()[\]]*$/.test(word);

async function readGiven(
  word: string,
  { context, options, terminal, nextLine }: RingReading,
): Promise<Secrets> {
  if (!['', '0', '1', undefined].includes(options.text('passphrase'))) {
    throw invalid(
      'Never type a passphrase on the command line, because the shell keeps it. Write only -passphrase, and coldsign asks for it. Clear your shell history now',
    );
  }
  const text = word === '-' ? undefined : terminal.readFile(word, 'seed');
  const several = word.split(/[,;]/);
  if (
    text === undefined &&
    several.length > 1 &&
    several.every((each) => namesFile(each, terminal))
  ) {
    const each = several.map((file) => `-keys=${file}`).join(' ');
    throw invalid(`Write -keys once for each file: ${each}`);
  }
  if (word !== '-' && text === undefined) {
    const hint = isPath(word) ? missingFile(word, terminal) : undefined;
    if (hint !== undefined && /[./\\]/.test(word)) {
      throw invalid(`Can’t read the key file “${word}”: ${readProblem(word)}. ${hint}`);
    }
    throw invalid(
      `Can’t read ${isPath(word) ? `the key file “${word}”: ${readProblem(word)}` : 'a key file of that name'}. Use -keys=FILE, or -keys=- to type the keys. If you typed keys or words here, clear your shell history now`,
    );
  }
  warnIfUnclosed(word, text, terminal);
  const isSealed = (each: string): boolean => {
    const wallet = importWallet(each, context, { secrets: true });
    return 'error' in wallet && wallet.needsPassword === true;
  };
  const secrets =
    text === undefined
      ? await readSecrets(options, terminal, {
          asked: 'Seed words, private key or descriptor',
          option: '-keys=',
        })
      : await fileSecrets(text, `“${word}”`, { options, terminal, nextLine, isSealed });
  if ('error' in secrets) throw invalid(secrets.error);
  if (text === undefined && secrets.text.trim() === '') throw invalid(NO_KEYS);
  return secrets;
}

const NO_KEYS = 'No keys. Add them with -keys=FILE, or write them to standard input';

/** Reads the keys of one `-keys`, and asks for the password if they are encrypted. */
async function readOpened(word: string, given: Secrets, carrying: RingReading): Promise<KeyRing> {
  const { terminal } = carrying;
  const name = word === '-' ? 'The keys' : `“${word}”`;
  let ring = readRing(word, given, carrying);
  const isAsked = given.passphrase === '' && terminal.readSecret !== undefined;
  for (let i = 0; i < MOST_PASSWORDS && isAsked && needsPassword(ring); i++) {
    if (i > 0) terminal.err(`${name}: ${ring.error}\n`);
    const password = await terminal.readSecret(
      `Password of ${word === '-' ? 'the keys' : name} (not shown)> `,
    );
    if (password === undefined || password === '') break;
    ring = readRing(word, { ...given, passphrase: password }, carrying);
  }
  if (!('error' in ring)) return opened(word, ring, carrying);
  const isMissing = needsPassword(ring) && given.passphrase === '' && !isAsked;
  const file = word === '-' ? undefined : word;
  const hint = isMissing ? `. ${NEEDS_PASSWORD}` : phraseAdvice(ring.error, file);
  throw invalid(`${name}: ${ring.error}${hint}`);
}

const needsPassword = (ring: KeyRing | KeyFault): ring is KeyFault =>
  'error' in ring && ring.needsPassword === true;

/** Attempts before the command ends. */
const MOST_PASSWORDS = 3;
const NEEDS_PASSWORD =
  'Use -passphrase, and write the password in the line after the key, or give it on standard input';

function readRing(
  word: string,
  { text, passphrase }: Secrets,
  carrying: Reading,
): KeyRing | KeyFault {
  const { context, options, terminal } = carrying;
  const lists = chosenLists(options);
  const account = chosenAccount(options);
  if (typeof account !== 'number') throw invalid(account.error);
  if (text.startsWith('cHNidP'))
    throw invalid(`${word === '-' ? 'This' : `“${word}”`} is a PSBT. -keys=FILE is for your keys`);
  if ('error' in lists) throw invalid(lists.error);
  return readKeyText(text, {
    ...context,
    passphrase,
    lists,
    account,
    corrections: terminal.readSecret !== undefined || options.flag('suggest') === true,
    readWallet: (file, password) => importWallet(file, context, { password, secrets: true }),
  });
}

/** Shows what is worth knowing about keys that were opened. */
function opened(word: string, ring: KeyRing, { terminal }: Reading): KeyRing {
  for (const note of [...(ring.facts ?? []), ...ring.notes]) terminal.err(`Note: ${note}\n`);
  if (word === '-' && terminal.readSecret !== undefined) {
    // A mistyped passphrase opens another wallet, which the fingerprint reveals.
    for (const { origin, key } of ring.masters) {
      if (origin !== undefined && key.depth === 0)
        terminal.err(`Master fingerprint ${encodeHex(origin.fingerprint)}\n`);
    }
  }
  return ring;
}
