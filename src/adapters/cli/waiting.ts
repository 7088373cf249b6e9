import { existsSync } from 'node:fs';
import type { OutboxFile } from '../files/outbox-folder.ts';
import type { SafeTerminal } from './escape.ts';
import { qrOfHex } from './qr.ts';

/** Where a transaction lies that nobody has sent yet; on a screen also its QR code. */
export function tellWaiting({ txid, hex, path }: OutboxFile, terminal: SafeTerminal): void {
  // Sent meanwhile.
  if (!existsSync(path)) return;
  terminal.err(`Not sent yet: ${txid} lies in the outbox, ${path}\n`);
  if (!terminal.isScreen) return;
  const code = qrOfHex(hex, terminal.columns);
  terminal.draw(code === undefined ? 'It is too large for a QR code here.\n' : `${code}\n`);
}
