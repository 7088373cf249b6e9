import { amount, bool, hex, list, num, record, str } from '../fields.ts';

/** Outputs that a raw transaction spends, as given by the caller. */
export const prevTxsParam = list.optional(
  'prevtxs',
  'The outputs that the transaction spends. Offline, this is the only source',
  [
    record.optional([
      hex('txid', 'The id of their transaction'),
      num('vout', 'The number of the output'),
      hex('scriptPubKey', 'The script of the output'),
      hex.optional('redeemScript', '(required for P2SH) The redeem script'),
      hex.optional('witnessScript', '(required for P2WSH and P2SH-P2WSH) The witness script'),
      amount.optional('amount', '(required for segwit inputs) The amount of the output in BTC'),
      hex.optional(
        'hex',
        '(not with -profile=core) The transaction that made the output. It proves the amount, which may\n' +
          'then be left out; a transaction with another id is refused',
        { beyondCore: true },
      ),
      str.optional(
        'desc',
        '(not with -profile=core) A descriptor of the output: gives its scripts, trees and keys.\n' +
          'The first 1000 positions of a ranged descriptor are searched.',
        { beyondCore: true },
      ),
      num(
        'path',
        '(not with -profile=core) The number of the only path of desc to sign, in the list of getdescriptorinfo',
        { beyondCore: true, defaultHint: 'any path that the keys allow' },
      ),
      list.optional(
        'preimages',
        '(not with -profile=core) The preimages for hash locks of the output',
        [hex.optional('preimage', 'A preimage')],
        { beyondCore: true },
      ),
      list.optional(
        'tapLeaves',
        '(for taproot, beyond Core) Scripts of the output that may be used to spend it',
        [
          record.optional([
            hex('script', 'The script'),
            hex('controlBlock', 'The control block: the Merkle path from the script to the output'),
          ]),
        ],
        { beyondCore: true },
      ),
    ]),
  ],
);

export const sighashTypeParam = str(
  'sighashtype',
  'The parts that the signatures commit to: "DEFAULT", "ALL", "NONE", "SINGLE", "ALL|ANYONECANPAY",\n' +
    '"NONE|ANYONECANPAY" or "SINGLE|ANYONECANPAY"',
  {
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
  },
);

export const isWitnessParam = bool(
  'iswitness',
  'The format: true reads only the format with witnesses, false only the one without.\n' +
    'A transaction without inputs can be valid in both.',
  { defaultHint: 'the format that makes sense' },
);

export const signingPathParam = num(
  'path',
  '(not with -profile=core) The number of the only path to sign, in the list of getdescriptorinfo, for inputs whose\n' +
    'descriptor is known and has that many paths',
  { beyondCore: true, defaultHint: 'any path that the keys allow' },
);
