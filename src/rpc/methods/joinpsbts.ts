import { joinAsCore } from '../../psbt/join.ts';
import type { Psbt } from '../../psbt/psbt.ts';
import { invalid } from '../error.ts';
import { defineMethod } from '../method.ts';
import { psbtListParam } from '../params/psbt-params.ts';
import { formatPsbt, parsePsbt } from '../parse/psbt-argument.ts';
import { profileRules } from '../profile.ts';
import { psbtResult } from '../results/processed-psbt-result.ts';
import { shuffleWith } from '../shuffle.ts';

export const joinpsbts = defineMethod({
  name: 'joinpsbts',
  category: 'Rawtransactions',
  summary:
    'Join the inputs and outputs of several PSBTs in one transaction, in random order and in the version of the first\n' +
    '(with -profile=core of version 0 only). Signatures are removed, because they were for other transactions.',
  params: [psbtListParam],
  result: psbtResult,
  examples: [`joinpsbts '["mybase64_1", "mybase64_2"]'`],
  async run({ txs }, context) {
    const { mixesPsbtVersions } = profileRules(context.profile);
    if (txs.length <= 1) {
      throw invalid('At least two PSBTs are required to join PSBTs.');
    }
    const psbts: Psbt[] = [];
    for (const tx of txs) {
      const psbt = await parsePsbt(tx, context);
      if (psbt.version !== 0 && !mixesPsbtVersions) {
        throw invalid('joinpsbts only operates on version 0 PSBTs');
      }
      psbts.push(psbt);
    }
    const joined = joinAsCore(psbts, shuffleWith(context.random));
    await context.pause?.();
    if (!('error' in joined)) return formatPsbt(joined);
    if (joined.error === 'lock-times') {
      throw invalid('The lock times that inputs of these PSBTs ask for exclude each other');
    }
    const { txid, vout } = joined.outPoint;
    throw invalid(`Input ${txid}:${vout} exists in multiple PSBTs`);
  },
});
