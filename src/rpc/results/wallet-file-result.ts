import { urTypes } from '../../formats/ur-write.ts';
import { type ExportFormat, walletFormats } from '../../formats/wallet-file.ts';
import { list, str } from '../fields.ts';

/** Losses from reading or writing another program's file. */
export const lostResult = list('lost', 'Omitted content and warnings, one sentence each', [str()]);

export const firstAddressesResult = list(
  'addresses',
  'The address at the first position of each branch: receiving, then change; to compare with what the other program shows',
  [str()],
);

/** Export formats in the order of the help. */
export const exportFormats: readonly ExportFormat[] = [...walletFormats, ...urTypes];

/** Fields that name the program that wrote the file. */
export const programResults = [
  str('format', 'The format of the file', { values: walletFormats }),
  str('program', 'The program that wrote this format'),
  str.optional('name', 'The name of the wallet in the file'),
] as const;
