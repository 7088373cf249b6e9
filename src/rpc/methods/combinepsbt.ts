import { combinePsbts } from '../../psbt/combine.ts';
import type { KnownKeys } from '../../psbt/decode.ts';
import type { Psbt } from '../../psbt/psbt.ts';
import { invalid } from '../error.ts';
import { defineMethod } from '../method.ts';
import { psbtListParam } from '../params/psbt-params.ts';
import { formatPsbt, parsePsbt } from '../parse/psbt-argument.ts';
import { profileRules } from '../profile.ts';
import { psbtResult } from '../results/processed-psbt-result.ts';

export const combinepsbt = defineMethod({
  name: 'combinepsbt',
  category: 'Rawtransactions',
  summary:
    'Combine several PSBTs of one transaction (the Combiner of BIP174).\n' +
    'Of both versions (not with -profile=core) the first one has its way.',
  params: [psbtListParam],
  result: psbtResult,
  examples: [`combinepsbt '["mybase64_1", "mybase64_2"]'`],
  async run({ txs }, context) {
    if (txs.length === 0) {
      throw invalid("Parameter 'txs' cannot be empty");
    }
    const keys: KnownKeys = new Map();
    const psbts: Psbt[] = [];
    for (const tx of txs) psbts.push(await parsePsbt(tx, context, keys));
    const [first, ...others] = psbts;
    const isMixed = others.some(({ version }) => version !== first?.version);
    const isRefused = isMixed && !profileRules(context.profile).mixesPsbtVersions;
    const combined = first && !isRefused ? combinePsbts(first, ...others) : undefined;
    if (combined === undefined) {
      const misfit = others.findIndex((other) => first && !combinePsbts(first, other));
      throw invalid(
        'PSBTs not compatible (different transactions)',
        misfit < 0
          ? undefined
          : `Number ${misfit + 2} has other inputs or outputs than the first: it belongs to another payment, or was changed`,
      );
    }
    await context.pause?.();
    return formatPsbt(combined);
  },
});
