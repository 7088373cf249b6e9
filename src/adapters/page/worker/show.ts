import { type DevicePreset, devices } from '../../../transport/devices.ts';
import { qrMatrix } from '../../../transport/qr-code.ts';
import { encodeFrames, type Sent } from '../../../transport/writer.ts';
import { failure } from './failures.ts';

/** A code: its side in modules, and the dark modules as a path. */
export type CodeView = { readonly side: number; readonly path: string };

export type FramesView = {
  readonly count: number;
  /** Milliseconds that each one stays. */
  readonly interval: number;
  readonly codes: readonly CodeView[];
};

/** Limit of codes: more would be too many to film, and a file is easier. */
const MOST_CODES = 600;
/** Factor of the frames of a mixed animation: the mixtures make up for missed frames. */
const EXTRA = 2;

/** Shows the text itself in one code, as programs read keys and descriptors. */
const PLAIN: DevicePreset = {
  name: 'plain',
  as: 'text',
  maxLength: 2900,
  interval: 1000,
  needsPreviousTransactions: false,
};

/** Draws all codes of an animation, in the format of a device or program. */
export function drawFrames(shown: Sent, reader: string): FramesView {
  const device = [PLAIN, ...devices].find(({ name }) => name === reader);
  if (device === undefined) throw failure('There is no such reader.');
  const { as, maxLength } = device;
  const frames = encodeFrames(shown, { as, maxLength });
  if ('error' in frames) throw failure(`${frames.error}.`);
  const isMixed = device.as === 'ur' && frames.count > 1;
  const count = isMixed ? frames.count * EXTRA : frames.count;
  if (count > MOST_CODES) {
    throw failure(`Too large for QR (${frames.count} frames). Save it as a file instead.`);
  }
  const codes = Array.from({ length: count }, (_, step) => drawCode(frames.at(step)));
  return { count: frames.count, interval: device.interval, codes };
}

function drawCode(text: string): CodeView {
  const matrix = qrMatrix(text);
  if (matrix === undefined) throw failure('This is too long for a QR code. Copy it instead.');
  const rows = matrix.map((row, y) =>
    row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join(''),
  );
  return { side: matrix.length, path: rows.join('') };
}
