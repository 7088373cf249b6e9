import { kernelSecp256k1 as secp256k1 } from '../../crypto/kernel-backend.ts';
import { encodeBase64 } from '../../encoding/base64.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { describePayload, type Payload } from '../../transport/payload.ts';
import { createFrameReader, detect, type Reading } from '../../transport/reader.ts';
import { encodeFrames } from '../../transport/writer.ts';
import { type Command, type CommandCall, runCommand } from '../cli/command.ts';
import type { Terminal } from '../cli/terminal.ts';
import { systemMessage } from '../files/errors.ts';
import { readRegularFile } from '../files/regular-file.ts';
import { commonOptions } from '../options/option-specs.ts';
import type { Failure } from '../options/parse-command-line.ts';
import type { ThreadEntry } from '../threads/thread-entry.ts';
import { inspectPicture, type PictureProblem } from './inspect-picture.ts';

const command: Command = {
  about:
    'Reads QR codes from PNG or JPEG pictures in any order, or from a scanner that types one line per code. Prints PSBTs in base64, transactions in hexadecimal, and wallets as one UR.',
  usage: 'Usage: coldsign read PICTURE...\nor:    coldsign read -',
  options: commonOptions,
};

/**
 * Runs `coldsign read`: prints the content of codes in pictures, or of texts of codes, one per
 * line. Resolves to the exit status.
 */
export const runRead = (
  args: readonly string[],
  given: Terminal,
  program: ThreadEntry,
): Promise<number> => runCommand(command, args, given, (call) => read(call, program));

async function read(
  { words, terminal }: CommandCall,
  program: ThreadEntry,
): Promise<number | Failure> {
  if (words.length === 0)
    return {
      error: `read needs pictures, or - for lines of text on standard input\n${command.usage}`,
    };
  const reader = createFrameReader(secp256k1);
  let last: Reading | undefined;
  for (const { name, texts } of await textsOf(words, terminal, program)) {
    if ('error' in texts) {
      terminal.err(`${name}: ${texts.error}\n`);
      continue;
    }
    for (const text of texts.found) {
      last = typeof text === 'string' ? reader.receive(text) : detect(text, secp256k1);
      if (last.status === 'done') return tell(last.value, terminal);
      if (last.status === 'refused') terminal.err(`${name}: ${last.error.message}\n`);
    }
  }
  return {
    error:
      last === undefined
        ? 'No QR code was read. Take a picture of every code, closer and in better light'
        : whatIsMissing(last),
  };
}

function whatIsMissing(last: Reading): string {
  const { received, total, missing } = last;
  const isGivenUp = last.status === 'refused' && last.error.startAgain;
  if (received === 0 || isGivenUp)
    return 'No part of the message could be read. Take all pictures again';
  const numbers = missing.length > 0 && missing.length <= 20 ? `: ${missing.join(', ')}` : '';
  const which = missing.length > 0 ? `codes are missing${numbers}` : 'more codes are needed';
  return `${received} of ${total} were read, and ${which}. Take pictures of the others, too`;
}

type Source = {
  readonly name: string;
  readonly texts: { readonly found: readonly (string | Uint8Array)[] } | Failure;
};

async function textsOf(
  words: readonly string[],
  terminal: Terminal,
  program: ThreadEntry,
): Promise<readonly Source[]> {
  const sources: Source[] = [];
  for (const name of words) {
    if (name === '-') {
      const lines = (await terminal.readInput())
        .split(/\r?\n/)
        .filter((line) => line.trim() !== '');
      sources.push(
        ...lines.map((line, i) => ({ name: `line ${i + 1}`, texts: { found: [line] } })),
      );
    } else sources.push({ name, texts: await readPicture(name, program) });
  }
  return sources;
}

const MOST_BYTES = 100_000_000;

const problems: { readonly [P in PictureProblem]: string } = {
  'no-picture':
    'not a PNG or JPEG picture, or damaged, or above 40 megapixels. For a PSBT file use coldsign review',
  'no-code': 'no QR code found in it; take the picture again, closer and in better light',
  'too-much': 'decoding it takes too much time or memory; take the picture again',
};

/**
 * Decodes a picture on a separate thread, because pictures come from others, and decoders are
 * large.
 */
async function readPicture(path: string, program: ThreadEntry): Promise<Source['texts']> {
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = await readRegularFile(path, MOST_BYTES);
  } catch (error) {
    return { error: systemMessage(error) };
  }
  const answer = await inspectPicture(bytes, program);
  if ('error' in answer) return { error: problems[answer.error] };
  return { found: [answer.bytes ?? answer.text] };
}

function tell(value: Payload, terminal: Terminal): number | Failure {
  terminal.err(`${describePayload(value)}\n`);
  switch (value.kind) {
    case 'psbt':
      terminal.out(`${encodeBase64(value.bytes)}\n`);
      return 0;
    case 'transaction':
    case 'binary':
    case 'cbor':
      terminal.out(`${encodeHex(value.bytes)}\n`);
      return 0;
    case 'ur': {
      const whole = encodeFrames(value, { as: 'ur', maxLength: Number.MAX_SAFE_INTEGER });
      if ('error' in whole) return whole;
      terminal.out(`${whole.at(0)}\n`);
      return 0;
    }
    case 'seed':
      return { error: 'This is a seed, which coldsign read does not show. Use coldsign seed' };
    case 'private-key':
      return {
        error:
          'This is a private key. coldsign does not show private keys on a screen. Use it as -keys=FILE',
      };
    default:
      terminal.out(`${value.text}\n`);
      return 0;
  }
}
