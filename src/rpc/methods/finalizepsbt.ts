import { encodeHex } from '../../encoding/hex.ts';
import { jsonObject } from '../../json/json.ts';
import { finalizeTask, withFinalScripts } from '../../psbt/finalize.ts';
import { runTask } from '../../signing/task.ts';
import { encodeTransaction } from '../../transaction/codec.ts';
import { requestedDetails } from '../explain/psbt-details.ts';
import { bool, hex, record, str } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { psbtParam } from '../params/psbt-params.ts';
import { formatPsbt, parsePsbt } from '../parse/psbt-argument.ts';
import { profileRules } from '../profile.ts';
import { psbtDetailsResult } from '../results/psbt-details-result.ts';
import { psbtError } from '../signing/process-approved.ts';

export const finalizepsbt = defineMethod({
  name: 'finalizepsbt',
  category: 'Rawtransactions',
  summary:
    'Turn the signatures of complete inputs into their final scripts (the Finalizer of BIP174).\n' +
    'If all inputs are complete, the transaction is returned, ready to broadcast.',
  params: [
    psbtParam,
    bool('extract', 'Return the transaction instead of a PSBT if it is complete', {
      default: true,
    }),
  ],
  result: record([
    str.optional('psbt', 'The PSBT in base64, if it is not extracted'),
    hex.optional('hex', 'The transaction, if it is extracted'),
    bool('complete', 'True if every input is complete'),
    psbtDetailsResult,
  ]),
  examples: ['finalizepsbt "psbt"'],
  async run(args, context) {
    const { secp256k1, pause } = context;
    const rules = profileRules(context.profile);
    const finalizing = {
      readsSilent: rules.readsSilentPayments,
      dropsProofs: !rules.keepsContradictions,
    };
    const given = await parsePsbt(args.psbt, context);
    const task = finalizeTask(given, secp256k1, finalizing, pause);
    const { psbt, complete, error } = await runTask(task);
    if (error !== undefined) throw psbtError(error);
    const transaction = complete && args.extract !== false ? withFinalScripts(psbt) : undefined;
    return jsonObject({
      ...(transaction
        ? { hex: encodeHex(encodeTransaction(transaction)) }
        : { psbt: formatPsbt(psbt) }),
      complete,
      details: await requestedDetails(psbt, context),
    });
  },
});
