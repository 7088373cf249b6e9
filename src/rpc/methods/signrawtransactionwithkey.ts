import { defineMethod } from '../method.ts';
import { feeLimitParams } from '../params/fee-limits.ts';
import { prevTxsParam, sighashTypeParam } from '../params/signing.ts';
import { signingResult } from '../results/signing.ts';
import { addInputDetails } from '../shape/input-details.ts';
import { signWithKeys } from '../signing/sign-with-keys.ts';

export const signrawtransactionwithkey = defineMethod({
  name: 'signrawtransactionwithkey',
  category: 'Rawtransactions',
  summary:
    'Sign the inputs of a raw transaction with the given private keys and no others.\n' +
    'Signatures that are there already stay, and every input is verified at the end.',
  params: [
    { name: 'hexstring', type: 'string', required: true, help: 'The transaction in hexadecimal' },
    {
      name: 'privkeys',
      type: 'array',
      required: true,
      help: 'The private keys',
      fields: [{ name: 'privatekey', type: 'hex', required: false, help: 'A private key in WIF' }],
    },
    prevTxsParam,
    sighashTypeParam,
    ...feeLimitParams,
  ],
  result: signingResult,
  examples: [`signrawtransactionwithkey "myhex" '["key1","key2"]'`],
  async run(args, context) {
    const { outcome, result } = await signWithKeys(args, context);
    return context.details === true ? addInputDetails(result, outcome) : result;
  },
});
