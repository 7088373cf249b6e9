import { kernelSecp256k1 as secp256k1 } from '../../crypto/kernel-backend.ts';
import { convertPsbt } from '../../psbt/convert.ts';
import { decodePsbt } from '../../psbt/decode.ts';
import { encodePsbt } from '../../psbt/encode.ts';
import { smallestPsbt } from '../../psbt/smallest.ts';
import { decodeSnapshot } from '../../snapshot/snapshot-codec.ts';
import { encodeByteString } from '../../transport/cbor.ts';
import { type DevicePreset, devices, findDevice } from '../../transport/devices.ts';
import type { Frames } from '../../transport/frames.ts';
import { describePayload, type Payload } from '../../transport/payload.ts';
import { mostInSquare, qrMatrix } from '../../transport/qr-code.ts';
import { detect } from '../../transport/reader.ts';
import { encodeFrames, type FrameOptions, type Sent } from '../../transport/writer.ts';
import { type Command, type CommandCall, runCommand } from '../cli/command.ts';
import type { SafeTerminal } from '../cli/escape.ts';
import { plainText } from '../cli/payload-text.ts';
import { drawQr, SCREEN_BORDER } from '../cli/qr.ts';
import type { Terminal } from '../cli/terminal.ts';
import { readProblem, readRegularFileSync } from '../files/regular-file.ts';
import type { Options } from '../options/load.ts';
import { commonOptions, type OptionSpec, option } from '../options/option-specs.ts';
import type { Failure } from '../options/parse-command-line.ts';
import { writeImages } from './images.ts';

const dialects = ['ur', 'bbqr', 'specter', 'base43', 'text'] as const;

const showOptions: readonly OptionSpec[] = [
  ...commonOptions,
  option('for=<device>', `The receiver: ${devices.map(({ name }) => name).join(', ')}`),
  option('as=<dialect>', `${dialects.join(', ')} (default: ur, or what the device reads)`),
  option(
    'length=<n>',
    'Characters per code (default: what the device reads or the screen has room for)',
  ),
  option('speed=<ms>', 'Milliseconds per code (default: the speed of the device, or 300)'),
  option('full', 'Keep everything in a PSBT, and its version'),
  option('svg=<file>', 'Write images: FILE, or FILE-1.svg, FILE-2.svg and so on'),
  option('png=<file>', 'Write PNG images'),
];

const SPEED = 300;
const LENGTH = 800;

const command: Command = {
  about:
    'Shows a PSBT, transaction, snapshot, wallet file or text as QR codes for a device or program. Shows them on the screen until you press a key, writes images, or prints lines of text to a file or pipe.',
  usage: 'Usage: coldsign show [options] FILE|-',
  options: showOptions,
};

/**
 * Runs `coldsign show`: shows a PSBT, a transaction, a snapshot, a wallet or a text as QR codes.
 * Resolves to the exit status.
 */
export const runShow = (args: readonly string[], given: Terminal): Promise<number> =>
  runCommand(command, args, given, show);

async function show({ options, words, terminal }: CommandCall): Promise<number | Failure> {
  const [file, ...more] = words;
  if (file === undefined || more.length > 0)
    return { error: `show needs one file, or - for standard input\n${command.usage}` };
  const given =
    file === '-' ? await terminal.readInput() : (readSnapshot(file) ?? terminal.readFile(file));
  if (given === undefined) return { error: `Can’t read “${file}”: ${readProblem(file)}` };
  const problem = typeof given === 'string' ? problemOf(given) : undefined;
  if (problem !== undefined)
    return { error: `${file === '-' ? 'Standard input' : `“${file}”`} ${problem}` };
  const prepared = await prepare(given, options, terminal);
  if ('error' in prepared) return prepared;
  const { frames, interval } = prepared;
  for (const kind of ['svg', 'png'] as const) {
    const path = options.text(kind);
    if (path === undefined) continue;
    const written = writeImages(frames, kind, path);
    if ('error' in written) return written;
    const [first = '', ...others] = written.names;
    const last = others.length > 0 ? ` to ${others[others.length - 1]}` : '';
    terminal.err(`Images written: ${written.names.length} (${first}${last})\n`);
  }
  if (options.text('svg') !== undefined || options.text('png') !== undefined) return 0;
  if (terminal.isScreen) return animate(frames, interval, terminal);
  for (let i = 0; i < frames.count; i++) terminal.out(`${frames.at(i)}\n`);
  return 0;
}

type Prepared = { readonly frames: Frames; readonly interval: number };

/** Returns why a text cannot be shown. */
function problemOf(text: string): string | undefined {
  return text.trim() === '' ? 'is empty. Save or export it again' : undefined;
}

/** Reads the bytes of a snapshot, which is not text. */
function readSnapshot(path: string): Sent | undefined {
  try {
    const bytes = readRegularFileSync(path);
    if ('error' in decodeSnapshot(bytes)) return undefined;
    return { kind: 'ur', type: 'bytes', cbor: encodeByteString(bytes) };
  } catch {
    // The caller reads it as text, which reports why it cannot be read.
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
    return {
      error: `Unknown device “${wanted}”. -for knows ${devices.map(({ name }) => `"${name}"`).join(', ')}`,
    };
  }
  const named = options.text('as');
  const as = named === undefined ? (device?.as ?? 'ur') : dialects.find((each) => each === named);
  if (as === undefined) return { error: `-as must be one of ${dialects.join(', ')}` };
  const [length, speed] = [options.integer('length'), options.integer('speed')];
  if (length !== undefined && !(length >= 20 && length <= 4296))
    return { error: '-length must be from 20 to 4296' };
  if (speed !== undefined && !(speed >= 50 && speed <= 60_000))
    return { error: '-speed must be from 50 to 60000' };
  const sent = typeof given === 'string' ? await readSent(given, options, device, terminal) : given;
  if ('error' in sent) return sent;
  const room = roomOn(terminal, options, as);
  if (typeof room !== 'number') return room;
  const maxLength = Math.min(length ?? device?.maxLength ?? LENGTH, room);
  const frames = encodeFrames(sent, { as, maxLength });
  if ('error' in frames) return frames;
  return { frames, interval: speed ?? device?.interval ?? SPEED };
}

/** Returns the number of characters in the largest code that fits on the screen. */
function roomOn(
  terminal: SafeTerminal,
  options: Options,
  as: FrameOptions['as'],
): number | Failure {
  const isDrawn =
    terminal.isScreen && ['svg', 'png'].every((name) => options.text(name) === undefined);
  if (!isDrawn) return Number.MAX_SAFE_INTEGER;
  const { columns, rows = 24 } = terminal;
  // The line below shows the progress of the animation.
  const side = Math.min(columns, 2 * (rows - 1));
  const room = mostInSquare(side, as === 'specter' || as === 'text' ? 'a' : 'A', SCREEN_BORDER);
  if (room >= LEAST_ROOM) return room;
  return {
    error:
      `This terminal has ${columns} columns and ${rows} lines, and a code that can be read needs 41 and 22: ` +
      'make it larger or its letters smaller, or write images (-png=FILE)',
  };
}

/** Room for a code of version 5. */
const LEAST_ROOM = 100;

async function readSent(
  text: string,
  options: Options,
  device: DevicePreset | undefined,
  terminal: SafeTerminal,
): Promise<Sent | Failure> {
  const plain = detect(plainText(text), secp256k1);
  const isPlain = plain.status === 'done' && ['psbt', 'transaction'].includes(plain.value.kind);
  const reading = isPlain ? plain : detect(text, secp256k1);
  if (reading.status === 'refused') return { error: reading.error.message };
  if (reading.status === 'partial')
    return { error: 'This is one frame of several. Use coldsign read to put them together' };
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

function sentOf(value: Payload): Sent | Failure {
  switch (value.kind) {
    case 'psbt':
    case 'transaction':
      return { kind: value.kind, bytes: value.bytes };
    case 'ur':
      return value;
    case 'private-key':
      return { error: 'This is a private key. coldsign does not show private keys on a screen' };
    case 'seed':
      return { error: `This is ${describePayload(value)}. Use coldsign seed for it` };
    case 'cbor':
    case 'binary':
      return {
        error: `This is ${describePayload(value)}. show needs a PSBT, transaction, snapshot, wallet file or text`,
      };
    default:
      return { kind: 'text', text: value.text };
  }
}

const HOME = '\u001b[H';
const CLEAR = '\u001b[2J';
const CLEAR_LINE = '\u001b[K';
const HIDE_CURSOR = '\u001b[?25l';
const SHOW_CURSOR = '\u001b[?25h';

/** Shows one code after another until a key is pressed. */
async function animate(frames: Frames, interval: number, terminal: SafeTerminal): Promise<number> {
  const { keyWithin } = terminal;
  const steps = keyWithin === undefined ? frames.count : Number.POSITIVE_INFINITY;
  let size = '';
  terminal.draw(HIDE_CURSOR);
  try {
    for (let step = 0; step < steps; step++) {
      // Ask each time, because the window may be resized.
      const { columns, rows = 24 } = terminal;
      const code = drawQr(qrMatrix(frames.at(step), { border: SCREEN_BORDER }), columns);
      if (code === undefined || code.split('\n').length >= rows) return tooSmall(terminal);
      const start = size === `${columns} ${rows}` ? HOME : CLEAR + HOME;
      size = `${columns} ${rows}`;
      const place = frames.count === 1 ? 'One code' : `Code ${step + 1}, ${frames.count} needed`;
      // A line that wraps would scroll the code.
      const line = `${place}. Any key stops`.slice(0, columns - 1);
      terminal.draw(`${start}${code}\n${line}${CLEAR_LINE}`);
      if (await keyWithin?.(frames.count === 1 ? 60_000 : interval)) break;
    }
  } finally {
    terminal.draw(`${SHOW_CURSOR}\n`);
  }
  return 0;
}

function tooSmall(terminal: SafeTerminal): number {
  terminal.draw('\n');
  terminal.err(
    'Error: The terminal is too small for the code. Make it larger, or write images (-png=FILE)\n',
  );
  return 1;
}
