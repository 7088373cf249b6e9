import { existsSync } from 'node:fs';
import type { OutboxFile } from '../files/outbox-folder.ts';
import { qrOfHex } from './qr.ts';
import type { Terminal } from './terminal.ts';

/** Where a transaction lies that nobody has sent yet; on a screen also its QR code. */
export function tellWaiting({ txid, hex, path }: OutboxFile, terminal: Terminal): void {
  // Sent meanwhile.
  if (!existsSync(path)) return;
  terminal.err(`Not sent yet: ${txid} lies in the outbox, ${path}\n`);
  if (!terminal.isScreen) return;
  const code = qrOfHex(hex, terminal.columns);
  terminal.err(code === undefined ? 'It is too large for a QR code here.\n' : `${code}\n`);
}
