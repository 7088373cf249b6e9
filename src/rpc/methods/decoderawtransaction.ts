import { RpcCode, RpcError } from '../error.ts';
import { defineMethod } from '../method.ts';
import { decodeHexTransaction } from '../parse/raw-transaction.ts';
import { shapeTransaction } from '../shape/transaction.ts';

export const decoderawtransaction = defineMethod({
  name: 'decoderawtransaction',
  category: 'Rawtransactions',
  summary: 'Show a raw transaction.',
  params: [
    { name: 'hexstring', type: 'string', required: true, help: 'The transaction in hexadecimal' },
    {
      name: 'iswitness',
      type: 'bool',
      required: false,
      defaultHint: 'whichever makes sense',
      help:
        'Whether it is in the form with witnesses: true tries this form only, false the other one only.\n' +
        'The forms can be mistaken for each other when there are no inputs.',
    },
  ],
  result:
    '{\n' +
    '  "txid" : "hex",                (string) The id\n' +
    '  "hash" : "hex",                (string) The id with witnesses\n' +
    '  "version" : n,                 (numeric)\n' +
    '  "size" : n,                    (numeric) Bytes\n' +
    '  "vsize" : n,                   (numeric) Weight units by four, rounded up\n' +
    '  "weight" : n,                  (numeric) Weight units\n' +
    '  "locktime" : n,                (numeric)\n' +
    '  "vin" : [                      (array) The inputs\n' +
    '    {\n' +
    '      "coinbase" : "hex",        (string, optional) What a coinbase has instead of the next three\n' +
    '      "txid" : "hex",            (string, optional) The transaction that it spends from\n' +
    '      "vout" : n,                (numeric, optional) The number of its output\n' +
    '      "scriptSig" : {            (object, optional)\n' +
    '        "asm" : "str",           (string) In words\n' +
    '        "hex" : "hex"            (string)\n' +
    '      },\n' +
    '      "txinwitness" : [          (array, optional)\n' +
    '        "hex",                   (string)\n' +
    '        ...\n' +
    '      ],\n' +
    '      "sequence" : n             (numeric)\n' +
    '    },\n' +
    '    ...\n' +
    '  ],\n' +
    '  "vout" : [                     (array) The outputs\n' +
    '    {\n' +
    '      "value" : n,               (numeric) The amount in BTC\n' +
    '      "n" : n,                   (numeric) The number of the output\n' +
    '      "scriptPubKey" : {         (object)\n' +
    '        "asm" : "str",           (string) In words\n' +
    '        "desc" : "str",          (string) Its descriptor\n' +
    '        "hex" : "hex",           (string)\n' +
    '        "address" : "str",       (string, optional) Its address\n' +
    '        "type" : "str"           (string) Which kind of script it is\n' +
    '      }\n' +
    '    },\n' +
    '    ...\n' +
    '  ]\n' +
    '}',
  examples: ['decoderawtransaction "hexstring"'],
  run({ hexstring, iswitness }, context) {
    const transaction = decodeHexTransaction(hexstring, {
      witness: iswitness ?? true,
      legacy: !(iswitness ?? false),
    });
    if (transaction !== undefined) return shapeTransaction(transaction, context);
    throw new RpcError(RpcCode.DESERIALIZATION_ERROR, 'TX decode failed');
  },
});
