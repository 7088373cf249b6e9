import { existsSync } from 'node:fs';
import type { OutboxFile } from '../files/outbox-folder.ts';
import type { SafeTerminal } from './escape.ts';
import { qrOfHex } from './qr.ts';

/** Prints where an unsent transaction is saved and, on a screen, its QR code. */
export function tellWaiting({ txid, hex, path }: OutboxFile, terminal: SafeTerminal): void {
  // It was sent in the meantime.
  if (!existsSync(path)) return;
  terminal.err(`Not broadcast yet: ${txid}. Saved to the outbox: ${path}\n`);
  if (!terminal.isScreen) return;
  const code = qrOfHex(hex, terminal.columns);
  terminal.draw(code === undefined ? 'Too large for a QR code on this screen.\n' : `${code}\n`);
}
