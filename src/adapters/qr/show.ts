import { decodeSnapshot } from '../../chain/snapshot-codec.ts';
import { kernelSecp256k1 as secp256k1 } from '../../crypto/kernel-backend.ts';
import { convertPsbt } from '../../psbt/convert.ts';
import { decodePsbt } from '../../psbt/decode.ts';
import { encodePsbt } from '../../psbt/encode.ts';
import { smallestPsbt } from '../../psbt/smallest.ts';
import { type Carried, describeCarried } from '../../transport/carried.ts';
import { encodeByteString } from '../../transport/cbor.ts';
import { type DevicePreset, devices, findDevice } from '../../transport/devices.ts';
import type { Frames } from '../../transport/frames.ts';
import { mostInSquare } from '../../transport/qr-code.ts';
import { detect } from '../../transport/reader.ts';
import { encodeFrames, type FrameOptions, type Sent } from '../../transport/writer.ts';
import { type SafeTerminal, safeTerminal } from '../cli/escape.ts';
import { SCREEN_BORDER } from '../cli/qr.ts';
import type { Terminal } from '../cli/terminal.ts';
import { readRegularFileSync } from '../files/regular-file.ts';
import { loadOptions, type Options } from '../options/load.ts';
import type { Failure } from '../options/parse.ts';
import { commonOptions, formatOptions, type OptionSpec } from '../options/specs.ts';
import { version } from '../runtime/version.ts';
import { optionsFirst } from '../snapshot/words.ts';
import { animate } from './animate.ts';
import { writeImages } from './images.ts';

const dialects = ['ur', 'bbqr', 'specter', 'base43', 'text'] as const;

const showOptions: readonly OptionSpec[] = [
  ...commonOptions,
  {
    name: 'for',
    argument: '<device>',
    help: `For whom: ${devices.map(({ name }) => name).join(', ')}`,
  },
  {
    name: 'as',
    argument: '<dialect>',
    help: `${dialects.join(', ')} (default: ur, or what the device reads)`,
  },
  {
    name: 'length',
    argument: '<n>',
    help: 'Characters of one code (default: what the device reads, or what the screen has room for)',
  },
  {
    name: 'speed',
    argument: '<ms>',
    help: 'Milliseconds that a code stays (default: what the device reads, or 300)',
  },
  { name: 'full', help: 'Leave everything in a PSBT, and its version as it is' },
  {
    name: 'svg',
    argument: '<file>',
    help: 'Write images: FILE, or FILE-1.svg, FILE-2.svg and so on',
  },
  { name: 'png', argument: '<file>', help: 'The same as PNG' },
];

const SPEED = 300;
const LENGTH = 800;

/**
 * `coldsign show`: a PSBT, a transaction, a snapshot, a wallet or a text as QR codes. Resolves to
 * the exit status.
 */
export async function runShow(args: readonly string[], on: Terminal): Promise<number> {
  const terminal = safeTerminal(on, args);
  const fail = (error: string) => {
    terminal.err(`Error: ${error}\n`);
    return 1;
  };
  const loaded = loadOptions(optionsFirst(args), showOptions);
  if ('error' in loaded) return fail(loaded.error);
  const { options, words } = loaded;
  if (['help', 'h', '?'].some((name) => options.flag(name))) {
    terminal.out(`${usageText()}\n`);
    return 0;
  }
  const [file, ...more] = words;
  if (file === undefined || more.length > 0)
    return fail('coldsign show takes one file, or - for standard input');
  const given =
    file === '-' ? await terminal.readInput() : (readSnapshot(file) ?? terminal.readFile(file));
  if (given === undefined) return fail(`Could not read the file ${file}`);
  const prepared = await prepare(given, options, terminal);
  if ('error' in prepared) return fail(prepared.error);
  const { frames, interval } = prepared;
  for (const kind of ['svg', 'png'] as const) {
    const path = options.text(kind);
    if (path === undefined) continue;
    const written = writeImages(frames, kind, path);
    if ('error' in written) return fail(written.error);
    terminal.err(`${written.files} ${written.files === 1 ? 'image' : 'images'} written\n`);
  }
  if (options.text('svg') !== undefined || options.text('png') !== undefined) return 0;
  if (terminal.isScreen) return animate(frames, interval, terminal);
  for (let i = 0; i < frames.count; i++) terminal.out(`${frames.at(i)}\n`);
  return 0;
}

type Prepared = { readonly frames: Frames; readonly interval: number };

/** The bytes of a snapshot, which is no text. */
function readSnapshot(path: string): Sent | undefined {
  try {
    const bytes = readRegularFileSync(path);
    if ('error' in decodeSnapshot(bytes)) return undefined;
    return { kind: 'ur', type: 'bytes', cbor: encodeByteString(bytes) };
  } catch {
    // Whoever reads it as text says why it cannot be read.
    return undefined;
  }
}

async function prepare(
  given: Sent | string,
  options: Options,
  terminal: SafeTerminal,
): Promise<Prepared | Failure> {
  const wanted = options.text('for');
  const device = wanted === undefined ? undefined : findDevice(wanted);
  if (wanted !== undefined && device === undefined) {
    return { error: `-for knows ${devices.map(({ name }) => `"${name}"`).join(', ')}` };
  }
  const named = options.text('as');
  const as = named === undefined ? (device?.as ?? 'ur') : dialects.find((each) => each === named);
  if (as === undefined) return { error: `-as is one of ${dialects.join(', ')}` };
  const [length, speed] = [options.integer('length'), options.integer('speed')];
  if (length !== undefined && !(length >= 20 && length <= 4296))
    return { error: '-length is 20 to 4296' };
  if (speed !== undefined && !(speed >= 50 && speed <= 60_000))
    return { error: '-speed is 50 to 60000' };
  const sent = typeof given === 'string' ? await readSent(given, options, device, terminal) : given;
  if ('error' in sent) return sent;
  const room = roomOn(terminal, options, as);
  if (typeof room !== 'number') return room;
  const maxLength = Math.min(length ?? device?.maxLength ?? LENGTH, room);
  const frames = encodeFrames(sent, { as, maxLength });
  if ('error' in frames) return frames;
  return { frames, interval: speed ?? device?.interval ?? SPEED };
}

/** Characters of the largest code that the screen has room for. */
function roomOn(
  terminal: SafeTerminal,
  options: Options,
  as: FrameOptions['as'],
): number | Failure {
  const isDrawn =
    terminal.isScreen && ['svg', 'png'].every((name) => options.text(name) === undefined);
  if (!isDrawn) return Number.MAX_SAFE_INTEGER;
  const { columns, rows = 24 } = terminal;
  // A line below says where the animation stands.
  const side = Math.min(columns, 2 * (rows - 1));
  const room = mostInSquare(side, as === 'specter' || as === 'text' ? 'a' : 'A', SCREEN_BORDER);
  if (room >= LEAST_ROOM) return room;
  return {
    error:
      `This terminal has ${columns} columns and ${rows} lines, and a code that can be read needs 41 and 22: ` +
      'make it larger or its letters smaller, or write images (-png=FILE)',
  };
}

/** A code of version 5. */
const LEAST_ROOM = 100;

async function readSent(
  text: string,
  options: Options,
  device: DevicePreset | undefined,
  terminal: SafeTerminal,
): Promise<Sent | Failure> {
  const reading = detect(text, secp256k1);
  if (reading.status === 'refused') return { error: reading.error.message };
  if (reading.status === 'partial')
    return { error: 'This is one frame of several: coldsign read puts them together' };
  const { value } = reading;
  if (value.kind === 'psbt' && options.flag('full') !== true) {
    const psbt = decodePsbt(value.bytes, secp256k1);
    if ('error' in psbt) return { error: psbt.error };
    const smaller = smallestPsbt(psbt, { segwit: device?.needsPreviousTransactions === false });
    const bytes = encodePsbt(convertPsbt(smaller.psbt, 0) ?? smaller.psbt);
    const left = smaller.withoutProof + smaller.taproot;
    if (left > 0)
      terminal.err(
        `Note: ${left} previous ${left === 1 ? 'transaction was' : 'transactions were'} left out; -full keeps them\n`,
      );
    if (bytes !== undefined) return { kind: 'psbt', bytes };
  }
  return sentOf(value);
}

function sentOf(value: Carried): Sent | Failure {
  switch (value.kind) {
    case 'psbt':
    case 'transaction':
      return { kind: value.kind, bytes: value.bytes };
    case 'ur':
      return value;
    case 'private-key':
      return { error: 'This is a private key. It is not shown on a screen' };
    case 'seed':
      return { error: `This is ${describeCarried(value)}: it belongs to coldsign seed, not here` };
    case 'cbor':
    case 'binary':
      return { error: `This is ${describeCarried(value)}` };
    default:
      return { kind: 'text', text: value.text };
  }
}

function usageText(): string {
  return `coldsign v${version}

A PSBT, a transaction, a snapshot, a wallet file or a text as QR codes, for a device or a program: on the screen until a key is pressed, as images, or as lines of text where the output is a file or a pipe.

Usage: coldsign show [options] FILE|-

${formatOptions(showOptions)}`;
}
