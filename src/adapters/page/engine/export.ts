import { exportWallet } from '../../../formats/export.ts';
import type { ExportFormat } from '../../../formats/wallet-file.ts';
import { contextOf, failure, type Session } from './session.ts';

/** Who watches, and with what. */
export type Watcher = 'Sparrow' | 'Electrum' | 'Bitcoin Core' | 'Phone' | 'Descriptor';

/** A wallet without private keys, for a program that watches. */
export type ExportView = {
  readonly text: string;
  readonly extension: string;
  /** What its camera reads; absent: it has none. */
  readonly code: string | undefined;
  /** What the wallet has and the file has not. */
  readonly lost: readonly string[];
};

/** Of the file, and of the code. */
const FORMATS: { readonly [W in Watcher]: readonly [ExportFormat, ExportFormat | undefined] } = {
  Sparrow: ['sparrow', 'ur'],
  Electrum: ['electrum', 'slip132'],
  'Bitcoin Core': ['core', undefined],
  Phone: ['descriptors', 'crypto-account'],
  Descriptor: ['descriptors', 'descriptors'],
};

export function exportAccount(session: Session, descriptor: string, watcher: Watcher): ExportView {
  if (!session.descriptors.includes(descriptor)) throw failure('There is no such account.');
  const [format, codeFormat] = FORMATS[watcher];
  const write = (each: ExportFormat) =>
    exportWallet({ name: 'coldsign', descriptors: [descriptor] }, each, contextOf(session));
  const written = write(format);
  if ('error' in written) throw failure(`For ${watcher} there is no such file: ${written.error}.`);
  const code = codeFormat && write(codeFormat);
  const { text, extension, lost } = written;
  const isShort = code !== undefined && !('error' in code) && !code.text.trim().includes('\n');
  return { text, extension, lost, code: isShort ? code.text.trim() : undefined };
}
