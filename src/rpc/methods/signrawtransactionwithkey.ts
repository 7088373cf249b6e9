import { hex, list, str } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { feeLimitParams } from '../params/fee-limits-params.ts';
import { prevTxsParam, sighashTypeParam } from '../params/signing-params.ts';
import { signingResult } from '../results/signing-result.ts';
import { signWithKeys } from '../signing/sign-with-keys.ts';

export const signrawtransactionwithkey = defineMethod({
  name: 'signrawtransactionwithkey',
  category: 'Rawtransactions',
  summary:
    'Sign the inputs of a raw transaction with the given private keys and no others.\n' +
    'Existing signatures are kept, and every input is verified at the end.',
  params: [
    str('hexstring', 'The transaction in hexadecimal'),
    list('privkeys', 'The private keys', [hex.optional('privatekey', 'A private key in WIF')]),
    prevTxsParam,
    sighashTypeParam,
    ...feeLimitParams,
  ],
  result: signingResult,
  examples: [`signrawtransactionwithkey "myhex" '["key1","key2"]'`],
  run: signWithKeys,
});
