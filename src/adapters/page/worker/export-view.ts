import { exportWallet } from '../../../formats/export.ts';
import type { ExportFormat } from '../../../formats/wallet-file.ts';
import { ringDescriptors } from '../../../keys/key-ring.ts';
import { failure } from './failures.ts';
import { ringContext, ringOf, type Session } from './session.ts';
import { contextOf, now } from './session-context.ts';

/** The watch-only program, or the format of the file. */
export type Watcher = 'Sparrow' | 'Electrum' | 'Bitcoin Core' | 'Phone' | 'Descriptor';

/** A wallet without private keys, for a watch-only program. */
export type ExportView = {
  readonly text: string;
  readonly extension: string;
  /** Text for a QR code that the program's camera reads; absent if it reads none. */
  readonly code: string | undefined;
  /** Parts of the wallet that the file lacks, a sentence each. */
  readonly lost: readonly string[];
};

/** Formats of the file and of the QR code. */
const FORMATS: { readonly [W in Watcher]: readonly [ExportFormat, ExportFormat | undefined] } = {
  Sparrow: ['sparrow', 'ur'],
  Electrum: ['electrum', 'slip132'],
  'Bitcoin Core': ['core', undefined],
  Phone: ['descriptors', 'crypto-account'],
  Descriptor: ['descriptors', 'descriptors'],
};

/** `isNew`: the wallet has never been used, so that Bitcoin Core need not search older blocks. */
export function exportAccount(
  session: Session,
  descriptor: string,
  watcher: Watcher,
  isNew = false,
): ExportView {
  const [format, codeFormat] = FORMATS[watcher];
  const write = (each: ExportFormat) =>
    exportWallet(
      { name: 'coldsign', descriptors: [descriptor], ...(isNew && { timestamp: now() }) },
      each,
      contextOf(session),
    );
  const written = write(format);
  if ('error' in written) throw failure(`There is no file for ${watcher}: ${written.error}.`);
  const code = codeFormat && write(codeFormat);
  const { text, extension, lost } = written;
  const isShort = code !== undefined && !('error' in code) && !code.text.trim().includes('\n');
  return { text, extension, lost, code: isShort ? code.text.trim() : undefined };
}

/** Exports all open keys as private descriptors. Everyone who reads the file can spend. */
export function exportPrivate(session: Session): string {
  const texts = ringDescriptors(ringOf(session), [], ringContext(session)).map(({ text }) => text);
  return `${texts.join('\n')}\n`;
}
