import { createPsbt } from '../../psbt/psbt.ts';
import { silentPlaceholders } from '../../wallet/funding/fund-request.ts';
import { defineMethod } from '../method.ts';
import { createTransactionParams } from '../params/create-transaction-params.ts';
import { psbtVersionParam } from '../params/psbt-params.ts';
import { formatPsbt, parsePsbtVersion } from '../parse/psbt-argument.ts';
import { silentOutputs } from '../parse/silent-address-argument.ts';
import { parseUnsignedTransaction } from '../parse/transaction-arguments.ts';
import { profileRules } from '../profile.ts';
import { psbtResult } from '../results/processed-psbt-result.ts';
import { withSilentPayments } from '../spending/silent-payments.ts';

export const createpsbt = defineMethod({
  name: 'createpsbt',
  category: 'Rawtransactions',
  summary:
    'Create a PSBT that spends the given inputs to the given outputs (the Creator of BIP174).',
  params: [...createTransactionParams, psbtVersionParam],
  result: psbtResult,
  examples: [`createpsbt '[{"txid":"mytxid","vout":0}]' '[{"address":0.01}]'`],
  run(args, context) {
    const replaceable = args.replaceable ?? profileRules(context.profile).replaceable;
    const { outputs, ...rest } = parseUnsignedTransaction(
      { ...args, replaceable },
      silentOutputs(context),
    );
    const version = parsePsbtVersion(args.psbt_version);
    const psbt = createPsbt({ ...rest, outputs }, version);
    const recipients = outputs.map(({ silent, ...output }) => ({ output, silent }));
    return formatPsbt(withSilentPayments(psbt, silentPlaceholders(recipients), context));
  },
});
