import type { Frames } from '../../transport/frames.ts';
import { qrMatrix } from '../../transport/qr-code.ts';
import type { SafeTerminal } from '../cli/escape.ts';
import { drawQr, SCREEN_BORDER } from '../cli/qr.ts';

const HOME = '\u001b[H';
const CLEAR = '\u001b[2J';
const HIDE_CURSOR = '\u001b[?25l';
const SHOW_CURSOR = '\u001b[?25h';

/** One code after the other, until a key is pressed. */
export async function animate(
  frames: Frames,
  interval: number,
  terminal: SafeTerminal,
): Promise<number> {
  const { keyWithin } = terminal;
  const steps = keyWithin === undefined ? frames.count : Number.POSITIVE_INFINITY;
  terminal.draw(CLEAR + HIDE_CURSOR);
  try {
    for (let step = 0; step < steps; step++) {
      const code = drawQr(qrMatrix(frames.at(step), { border: SCREEN_BORDER }), terminal.columns);
      if (code === undefined) return tooNarrow(terminal);
      const place =
        frames.count === 1 ? 'One code' : `Code ${step + 1}; ${frames.count} complete the message`;
      terminal.draw(`${HOME}${code}\n${place}. Any key ends this   `);
      if (await keyWithin?.(frames.count === 1 ? 60_000 : interval)) break;
    }
  } finally {
    terminal.draw(`${SHOW_CURSOR}\n`);
  }
  return 0;
}

function tooNarrow(terminal: SafeTerminal): number {
  terminal.draw('\n');
  terminal.err(
    'Error: The terminal is too narrow for the code: make it larger, or write images (-png=FILE)\n',
  );
  return 1;
}
