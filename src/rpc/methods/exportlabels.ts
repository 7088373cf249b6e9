import { formatLabels } from '../../formats/labels.ts';
import { str } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { labelsOf } from '../wallet/labels.ts';
import { requireWallet } from '../wallet/wallet-call.ts';

export const exportlabels = defineMethod({
  name: 'exportlabels',
  category: 'Wallet',
  summary:
    'All labels of the wallet as BIP329 has them, a line each, and its coins that are locked for good. Beyond Core.\n' +
    'They tell who pays whom: delete the file when it was read.',
  params: [],
  result: str('', 'The text of the file'),
  examples: ['exportlabels'],
  run: (_, context) => formatLabels(labelsOf(requireWallet(context).wallet)).trimEnd(),
});
