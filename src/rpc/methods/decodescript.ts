import { emptyBytes } from '../../encoding/bytes.ts';
import { str } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { decodedScriptResult } from '../results/script-result.ts';
import { parseHexV } from '../values.ts';

export const decodescript = defineMethod({
  name: 'decodescript',
  category: 'Rawtransactions',
  summary: 'Decode a script, and show its P2SH and P2WSH addresses.',
  params: [str('hexstring', 'The script in hexadecimal')],
  result: decodedScriptResult,
  examples: ['decodescript "76a914000102030405060708090a0b0c0d0e0f1011121388ac"'],
  run({ hexstring }, context) {
    return decodedScriptResult.show(
      hexstring === '' ? emptyBytes : parseHexV(hexstring, 'argument'),
      context,
    );
  },
});
