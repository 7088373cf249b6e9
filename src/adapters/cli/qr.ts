import { type QrMatrix, qrMatrix } from '../../transport/qr-code.ts';

const BLACK_ON_WHITE = '\u001b[30;107m';
const RESET = '\u001b[0m';
/** Half of the quiet zone is enough, because screens are bright around a code. */
export const SCREEN_BORDER = 2;

/**
 * Draws hexadecimal text as a QR code for a terminal. Returns `undefined` if the text is too long
 * or the code too wide.
 */
export function qrOfHex(hex: string, columns: number): string | undefined {
  return drawQr(qrMatrix(hex.toUpperCase(), { border: SCREEN_BORDER }), columns);
}

/**
 * Draws with half blocks, two points per character. Returns `undefined` if the code is too wide.
 */
export function drawQr(rows: QrMatrix | undefined, columns: number): string | undefined {
  if (rows === undefined || (rows[0]?.length ?? 0) > columns) return undefined;
  const lines: string[] = [];
  for (let y = 0; y < rows.length; y += 2) {
    const line = (rows[y] ?? []).map((top, x) => halfBlock(top, rows[y + 1]?.[x] ?? false));
    lines.push(`${BLACK_ON_WHITE}${line.join('')}${RESET}`);
  }
  return lines.join('\n');
}

function halfBlock(top: boolean, bottom: boolean): string {
  if (top) return bottom ? '\u2588' : '\u2580';
  return bottom ? '\u2584' : ' ';
}
