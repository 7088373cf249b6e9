import { explainLabels, readLabels } from '../../formats/labels.ts';
import { jsonNumber, jsonObject } from '../../json/json.ts';
import { deserializationError } from '../error.ts';
import { num, record, str } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { profileRules } from '../profile.ts';
import { lostResult } from '../results/wallet-file-result.ts';
import { requireUnlocked, requireWallet } from '../wallet/wallet-call.ts';
import { withLabels } from '../wallet/wallet-labels.ts';

export const importlabels = defineMethod({
  name: 'importlabels',
  category: 'Wallet',
  summary:
    'Import BIP329 labels of addresses, transactions, inputs, outputs and keys. Beyond Core.\n' +
    'Outputs marked as not spendable are locked, spendable ones are unlocked. Members that a line omits stay unchanged.',
  params: [
    str(
      'file',
      'The text of the file, one JSON object per line; on the command line @FILE reads it',
      {
        freeText: true,
      },
    ),
  ],
  result: record([num('labels', 'The number of imported labels'), lostResult]),
  examples: ['importlabels "$(cat labels.jsonl)"'],
  async run({ file }, context) {
    const { open, wallet: current } = requireWallet(context);
    const read = readLabels(file);
    if (read === undefined) {
      throw deserializationError('No line of this is a label of BIP329', explainLabels(file));
    }
    if (profileRules(context.profile).labelsNeedPassphrase) requireUnlocked(current);
    return open.update((wallet) => {
      const { wallet: labelled, imported, lost } = withLabels(wallet, read.labels);
      const value = jsonObject({ labels: jsonNumber(imported), lost: [...read.lost, ...lost] });
      return { wallet: labelled, value };
    });
  },
});
