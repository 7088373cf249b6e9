import { defineMethod } from '../method.ts';
import { psbtParam } from '../params/psbt-params.ts';
import { parsePsbt } from '../parse/psbt-argument.ts';
import { decodedPsbtResult, showPsbt } from '../results/psbt-result.ts';

export const decodepsbt = defineMethod({
  name: 'decodepsbt',
  category: 'Rawtransactions',
  summary: 'Show a PSBT.',
  params: [psbtParam],
  result: decodedPsbtResult,
  examples: ['decodepsbt "psbt"'],
  async run({ psbt }, context) {
    return showPsbt(await parsePsbt(psbt, context), context);
  },
});
