import { urTypes } from '../../formats/ur-write.ts';
import type { ExportFormat, WalletFormat } from '../../formats/wallet-file.ts';
import type { Result } from '../method.ts';

/** What reading or writing a file of another program has left out. */
export const lostResult = {
  name: 'lost',
  type: 'array',
  help: 'What was left out, or looks wrong: a sentence each',
  fields: [{ type: 'string', help: '' }],
} as const satisfies Result;

export const firstAddressesResult = {
  name: 'addresses',
  type: 'array',
  help: 'The address at the first position of each branch: receiving, then change; to compare with what the other program shows',
  fields: [{ type: 'string', help: '' }],
} as const satisfies Result;

/** In the order of the help. */
const walletFormats: readonly WalletFormat[] = [
  'descriptors',
  'core',
  'sparrow',
  'specter',
  'coldcard',
  'electrum',
  'caravan',
  'bsms',
  'policy',
  'ur',
  'slip132',
];

/** What wallets are written as; in the order of the help. */
export const exportFormats: readonly ExportFormat[] = [...walletFormats, ...urTypes];

/** Of which program the file is. */
export const programResults = [
  {
    name: 'format',
    type: 'string',
    values: walletFormats,
    help: 'The format of the file',
  },
  { name: 'program', type: 'string', help: 'Whose format that is, in words' },
  { name: 'name', type: 'string', optional: true, help: 'What the file calls the wallet' },
] as const satisfies readonly Result[];
