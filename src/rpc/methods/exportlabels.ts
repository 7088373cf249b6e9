import { printLabels } from '../../formats/labels.ts';
import { str } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { requireWallet } from '../wallet/wallet-call.ts';
import { labelsOf } from '../wallet/wallet-labels.ts';

export const exportlabels = defineMethod({
  name: 'exportlabels',
  category: 'Wallet',
  summary:
    'Export all labels of the wallet in BIP329 format, one per line, and its permanently locked coins. Beyond Core.\n' +
    'Labels reveal who pays whom: delete the file after use.',
  params: [],
  result: str('', 'The text of the file'),
  examples: ['exportlabels'],
  run: (_, context) => printLabels(labelsOf(requireWallet(context).wallet)).trimEnd(),
});
