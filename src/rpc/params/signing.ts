import type { Param } from '../method.ts';

/** What the caller tells about the outputs that a raw transaction spends. */
export const prevTxsParam = {
  name: 'prevtxs',
  type: 'array',
  required: false,
  help: 'The outputs that the transaction spends. Offline nothing else tells them',
  fields: [
    {
      name: '',
      type: 'object',
      required: false,
      help: '',
      fields: [
        { name: 'txid', type: 'hex', required: true, help: 'The id of their transaction' },
        { name: 'vout', type: 'number', required: true, help: 'The number of the output' },
        { name: 'scriptPubKey', type: 'hex', required: true, help: 'The script of the output' },
        {
          name: 'redeemScript',
          type: 'hex',
          required: false,
          help: '(required for P2SH) The redeem script',
        },
        {
          name: 'witnessScript',
          type: 'hex',
          required: false,
          help: '(required for P2WSH and P2SH-P2WSH) The witness script',
        },
        {
          name: 'amount',
          type: 'amount',
          required: false,
          help: '(required for segwit inputs) The amount of the output in BTC',
        },
        {
          name: 'hex',
          type: 'hex',
          beyondCore: true,
          required: false,
          help:
            '(not with -profile=core) The transaction that made the output. It proves the amount, which may\n' +
            'then be left out; a transaction with another id is refused',
        },
        {
          name: 'desc',
          type: 'string',
          beyondCore: true,
          required: false,
          help:
            '(not with -profile=core) A descriptor of the output: tells scripts, trees and the keys in it.\n' +
            'Of a ranged one the first 1000 positions are looked at.',
        },
        {
          name: 'path',
          type: 'number',
          beyondCore: true,
          required: false,
          defaultHint: 'whichever the keys allow',
          help: '(not with -profile=core) The only path of desc that is signed, by its number in the list of getdescriptorinfo',
        },
        {
          name: 'preimages',
          type: 'array',
          beyondCore: true,
          required: false,
          help: '(not with -profile=core) What hash locks of the output ask for',
          fields: [{ name: 'preimage', type: 'hex', required: false, help: 'A preimage' }],
        },
        {
          name: 'tapLeaves',
          type: 'array',
          beyondCore: true,
          required: false,
          help: '(for taproot, beyond Core) Scripts of the output that may be used to spend it',
          fields: [
            {
              name: '',
              type: 'object',
              required: false,
              help: '',
              fields: [
                { name: 'script', type: 'hex', required: true, help: 'The script' },
                {
                  name: 'controlBlock',
                  type: 'hex',
                  required: true,
                  help: 'The way from the script to the output',
                },
              ],
            },
          ],
        },
      ],
    },
  ],
} as const satisfies Param;

export const sighashTypeParam = {
  name: 'sighashtype',
  type: 'string',
  required: false,
  values: [
    'DEFAULT',
    'ALL',
    'NONE',
    'SINGLE',
    'ALL|ANYONECANPAY',
    'NONE|ANYONECANPAY',
    'SINGLE|ANYONECANPAY',
  ],
  defaultHint: 'DEFAULT for taproot, else ALL',
  help:
    'What the signatures commit to: "DEFAULT", "ALL", "NONE", "SINGLE", "ALL|ANYONECANPAY",\n' +
    '"NONE|ANYONECANPAY" or "SINGLE|ANYONECANPAY"',
} as const satisfies Param;

export const isWitnessParam = {
  name: 'iswitness',
  type: 'bool',
  required: false,
  defaultHint: 'whichever makes sense',
  help:
    'Whether it is in the form with witnesses: true tries this form only, false the other one only.\n' +
    'The forms can be mistaken for each other when there are no inputs.',
} as const satisfies Param;

export const signingPathParam = {
  name: 'path',
  type: 'number',
  beyondCore: true,
  required: false,
  defaultHint: 'whichever the keys allow',
  help:
    '(not with -profile=core) The only path that is signed, by its number in the list of getdescriptorinfo: of inputs whose\n' +
    'descriptor is known and has so many',
} as const satisfies Param;
