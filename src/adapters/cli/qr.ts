import { encodeQR } from 'qr';

/** What the largest code holds of digits and capital letters at the lowest correction. */
const MOST_LETTERS = 4296;
const BLACK_ON_WHITE = '\u001b[30;107m';
const RESET = '\u001b[0m';

/** Hexadecimal text as a QR code of half blocks for a terminal; `undefined` when it is too much for one, or too wide. */
export function qrOfHex(hex: string, columns: number): string | undefined {
  if (hex.length > MOST_LETTERS) return undefined;
  const rows = encodeQR(hex.toUpperCase(), 'raw', {
    encoding: 'alphanumeric',
    ecc: 'low',
    border: 2,
  });
  if ((rows[0]?.length ?? 0) > columns) return undefined;
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
