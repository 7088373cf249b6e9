import { encodeHex } from '../../encoding/hex.ts';
import { masterFingerprint } from '../../seed/accounts.ts';
import { english, type WordList, wordsOfEntropy } from '../../seed/bip39.ts';
import { type ChildKind, deriveChild } from '../../seed/bip85.ts';
import {
  type Evenness,
  entropyOfRolls,
  leastRolls,
  type Randomizer,
  type RollFault,
  type RollReport,
  readRolls,
  testRolls,
} from '../../seed/dice.ts';
import { findWords, lastWords } from '../../seed/phrase.ts';
import { rootKeyOf } from '../../seed/root-key.ts';
import { compactSeedQr, seedQrDigits } from '../../seed/seed-qr.ts';
import { phraseLengths } from '../../seed/split-words.ts';
import { qrMatrix, qrMatrixOfBytes } from '../../transport/qr-code.ts';
import { drawQr, SCREEN_BORDER } from '../cli/qr.ts';
import type { SubcommandCall, SubcommandResult } from '../cli/subcommands.ts';
import type { Failure } from '../options/parse-command-line.ts';
import { faultText, readPhraseOf, readSecrets, reportIrregularities } from './input.ts';

const WRONG_WORDS = { error: '-words must be 12, 15, 18, 21 or 24' };

/** Returns the one list that words are made from. Default: English. */
function listToMake({ options, lists }: SubcommandCall): WordList {
  return options.text('language') === undefined ? english : (lists[0] ?? english);
}

/** Runs `dice`: makes words from rolls. */
export async function dice(call: SubcommandCall): Promise<SubcommandResult> {
  const { options, terminal, context } = call;
  const kind: Randomizer = options.flag('coins') === true ? 'coin' : 'dice';
  const words = options.integer('words') ?? 24;
  if (!phraseLengths.includes(words)) return WRONG_WORDS;
  const rolls = await askRolls(call, kind, leastRolls(kind, words));
  if (typeof rolls !== 'string') return rolls;
  const entropy = entropyOfRolls(rolls, kind, words);
  if ('error' in entropy) return rollFailure(entropy, kind, words);
  const report = testRolls(rolls, kind);
  const worst = tellReport(report, kind, (line) => terminal.err(`${line}\n`));
  if (worst === 'biased' && options.flag('anyway') !== true) {
    entropy.fill(0);
    return {
      error:
        'Fair rolls come out like that less than once in 1,000 times, so no words were made. Take other dice and roll again, or -anyway',
    };
  }
  const list = listToMake(call);
  const made = wordsOfEntropy(entropy, list) ?? [];
  entropy.fill(0);
  const root = rootKeyOf({ words: made }, '');
  const lines = [made.join(list.language === 'japanese' ? '\u3000' : ' ')];
  if (root !== undefined) {
    lines.push(`master fingerprint ${encodeHex(masterFingerprint(root, context.secp256k1))}`);
    root.privateKey.wipe();
  }
  return lines;
}

/** Reads rolls, on a terminal line by line until there are enough. */
async function askRolls(
  { terminal }: SubcommandCall,
  kind: Randomizer,
  least: number,
): Promise<string | Failure> {
  const { readLine } = terminal;
  const asText = (read: string | RollFault) =>
    typeof read === 'string' ? read : rollFailure(read, kind, 0);
  if (readLine === undefined) return asText(readRolls(await terminal.readInput(), kind));
  let rolls = '';
  while (rolls.length < least) {
    const line = await readLine(`Rolls (${rolls.length} of ${least})> `);
    if (line === undefined) break;
    const read = readRolls(line, kind);
    if (typeof read === 'string') rolls += read;
    else terminal.err(`${rollFailure(read, kind, 0).error}: that line does not count\n`);
  }
  return rolls;
}

function rollFailure({ error, position }: RollFault, kind: Randomizer, words: number): Failure {
  if (error === 'digit') {
    const faces = kind === 'dice' ? 'the digits 1 to 6' : '0 and 1';
    return { error: `Roll ${position} is not valid. Rolls are ${faces}` };
  }
  const least = leastRolls(kind, words);
  return {
    error: `${words} words need ${least} rolls, and you have ${position}. Roll ${least - position} more`,
  };
}

const evennessWords: { readonly [K in Evenness]: string } = {
  even: 'as even as chance makes them',
  odd: 'uneven as once in 20 times',
  suspicious: 'uneven as once in 100 times',
  biased: 'uneven as less than once in 1,000 times',
};
const order: readonly Evenness[] = ['even', 'odd', 'suspicious', 'biased'];

function tellReport(
  { count, counts, faces, steps }: RollReport,
  kind: Randomizer,
  tell: (line: string) => void,
): Evenness {
  const first = kind === 'dice' ? 1 : 0;
  const each = counts.map((times, i) => `${i + first}: ${times}`).join(', ');
  tell(`${count} rolls (${each})`);
  tell(`Faces: ${evennessWords[faces]}. From one roll to the next: ${evennessWords[steps]}`);
  return order[Math.max(order.indexOf(faces), order.indexOf(steps))] ?? 'even';
}

/** Runs `last-word`: lists every word that completes a phrase. */
export async function lastWord(call: SubcommandCall): Promise<SubcommandResult> {
  const { options, terminal, lists } = call;
  const secrets = await readSecrets(options, terminal, { hasPassphrase: false });
  if ('error' in secrets) return secrets;
  const found = findWords(secrets.text, lists);
  if ('error' in found) return { error: faultText(found, options, terminal) };
  reportIrregularities(found, terminal);
  const [phrase, another] = found.candidates;
  if (another !== undefined) {
    const names = found.candidates.map(({ list }) => `-language=${list.language}`).join(' or ');
    return { error: `These words are in several lists. Choose one: ${names}` };
  }
  const lines = lastWords(phrase);
  if (lines === undefined) {
    return {
      error: `${phrase.words.length} words: last-word needs 11, 14, 17, 20 or 23`,
    };
  }
  terminal.err(
    `${lines.length} words make the checksum right. Choose one by chance, such as with dice\n`,
  );
  return lines;
}

/** Runs `child`: derives a secret (BIP85). */
export async function child(call: SubcommandCall): Promise<SubcommandResult> {
  const { options, context } = call;
  const kind = childKind(call);
  if ('error' in kind) return kind;
  const secrets = await readSecrets(call.options, call.terminal);
  if ('error' in secrets) return secrets;
  const phrase = readPhraseOf(secrets, call);
  if ('error' in phrase) return phrase;
  const root = rootKeyOf(phrase, secrets.passphrase);
  const made = root && deriveChild(root, kind, options.integer('index') ?? 0, context);
  root?.privateKey.wipe();
  return made === undefined
    ? {
        error:
          'This child does not exist. -index must be 0 to 2147483647, and -kind as in coldsign seed -?',
      }
    : [made];
}

function childKind(call: SubcommandCall): ChildKind | Failure {
  const { options } = call;
  const kind = options.text('kind') ?? 'words';
  switch (kind) {
    case 'words': {
      const words = options.integer('words') ?? 12;
      return phraseLengths.includes(words) ? { kind, words, list: listToMake(call) } : WRONG_WORDS;
    }
    case 'wif':
    case 'xprv':
      return { kind };
    case 'hex':
      return { kind, bytes: options.integer('bytes') ?? 32 };
    default:
      return { error: '-kind must be words, wif, xprv or hex' };
  }
}

/** Runs `qr`: prints a SeedQR. */
export async function seedQr(call: SubcommandCall): Promise<SubcommandResult> {
  const { options, terminal } = call;
  const secrets = await readSecrets(options, terminal, { hasPassphrase: false });
  if ('error' in secrets) return secrets;
  const phrase = readPhraseOf(secrets, call, { oneList: true });
  if ('error' in phrase) return phrase;
  if (phrase.list !== english) {
    terminal.err('Warning: Devices read a SeedQR with the English list\n');
  }
  const show = options.flag('show') === true;
  if (options.flag('compact') !== true) {
    const digits = seedQrDigits(phrase);
    return drawn(
      digits,
      show ? drawQr(qrMatrix(digits, { border: SCREEN_BORDER }), terminal.columns) : '',
      call,
    );
  }
  const bytes = compactSeedQr(phrase);
  if (bytes === undefined)
    return { error: 'The checksum of the words is wrong. Compare each word with your backup' };
  const result = drawn(
    encodeHex(bytes),
    show ? drawQr(qrMatrixOfBytes(bytes, SCREEN_BORDER), terminal.columns) : '',
    call,
  );
  bytes.fill(0);
  return result;
}

function drawn(
  text: string,
  code: string | undefined,
  { terminal }: SubcommandCall,
): SubcommandResult {
  if (code === undefined)
    return {
      error: 'The screen is too narrow for the code. Make the window wider, or the letters smaller',
    };
  if (code === '') return [text];
  if (!terminal.isScreen)
    return { error: '-show needs a screen. Without -show the code is printed as text' };
  terminal.draw(`${code}\n`);
  return [];
}
