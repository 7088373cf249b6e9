import { emptyBytes } from '../../encoding/bytes.ts';
import { record, str } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { scriptFields, scriptResult } from '../results/transaction.ts';
import { shapeDecodedScript } from '../shape/script.ts';
import { parseHexV } from '../values.ts';

export const decodescript = defineMethod({
  name: 'decodescript',
  category: 'Rawtransactions',
  summary: 'Decode a script, and show its P2SH and P2WSH addresses.',
  params: [str('hexstring', 'The script in hexadecimal')],
  result: record([
    str('asm', 'The script in words'),
    str('desc', 'The descriptor'),
    str.optional('address', 'The address'),
    str('type', 'The type of the script'),
    str.optional('p2sh', 'The address of a P2SH output around it'),
    {
      ...scriptResult('segwit', 'The witness output around it'),
      optional: true,
      fields: [
        ...scriptFields,
        str('p2sh-segwit', 'The address of a P2SH output around the witness output'),
      ],
    },
  ]),
  examples: ['decodescript "76a914000102030405060708090a0b0c0d0e0f1011121388ac"'],
  run({ hexstring }, context) {
    return shapeDecodedScript(
      hexstring === '' ? emptyBytes : parseHexV(hexstring, 'argument'),
      context,
    );
  },
});
