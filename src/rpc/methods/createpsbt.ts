import { createPsbt } from '../../psbt/psbt.ts';
import { defineMethod } from '../method.ts';
import { createTransactionParams } from '../params/create-transaction.ts';
import { psbtVersionParam } from '../params/psbt.ts';
import { formatPsbt, parsePsbtVersion } from '../parse/psbt.ts';
import { parseUnsignedTransaction } from '../parse/transaction.ts';
import { profileRules } from '../profile.ts';
import { psbtResult } from '../results/psbt.ts';

export const createpsbt = defineMethod({
  name: 'createpsbt',
  category: 'Rawtransactions',
  summary:
    'Create a PSBT that spends the given inputs to the given outputs (the Creator of BIP174).',
  params: [...createTransactionParams, psbtVersionParam],
  result: psbtResult,
  examples: [`createpsbt '[{"txid":"mytxid","vout":0}]' '[{"address":0.01}]'`],
  run(args, { network, profile }) {
    const replaceable = args.replaceable ?? profileRules(profile).replaceable;
    const transaction = parseUnsignedTransaction({ ...args, replaceable }, network);
    return formatPsbt(createPsbt(transaction, parsePsbtVersion(args.psbt_version)));
  },
});
