import { amount, bool, hex, list, num, object, record, rows, str, time } from '../fields.ts';

/** An output script as `shapeScript` shows it. */
export const scriptFields = [
  str('asm', 'The script in words'),
  str('desc', 'The descriptor, as far as it can be inferred from the script'),
  hex('hex', 'The script'),
  str.optional('address', 'The address'),
  str('type', 'The type of the script'),
] as const;

/** An output script under a name of its own. */
export const scriptResult = (name: string, help: string) => object(name, help, scriptFields);

/** Defines a scriptSig that is shown by its bytes only. */
export const scriptSigResult = (name: string, help: string) =>
  object.optional(name, help, [
    str('asm', 'The script in words, including sighash types of signatures'),
    hex('hex', 'The script'),
  ]);

const inputFields = [
  hex.optional('coinbase', 'The coinbase data, instead of the next three members'),
  hex.optional('txid', 'The transaction that it spends from'),
  num.optional('vout', 'The number of its output'),
  scriptSigResult('scriptSig', 'The signature script'),
  list.optional('txinwitness', 'The witness', [hex('', 'An element of the stack')]),
  num('sequence', 'The sequence number'),
] as const;

const outputFields = [
  amount('value', 'The amount in BTC'),
  num('n', 'The number of the output'),
  scriptResult('scriptPubKey', 'The script that it pays'),
] as const;

const isChange = bool.optional('ischange', 'True if the output is change of the wallet');

const prevout = object.optional('prevout', 'The output that it spends (verbosity 2)', [
  bool('generated', 'True if the output is from a coinbase transaction'),
  num('height', 'The height of its block'),
  amount('value', 'The amount in BTC'),
  scriptResult('scriptPubKey', 'The script that it pays'),
]);

/**
 * A transaction as `shapeTransaction` shows it. `ofWallet`: its change is marked; `ofNode`: what it
 * spends is shown.
 */
export const transactionFields = ({
  ofWallet = false,
  ofNode = false,
}: {
  readonly ofWallet?: boolean;
  readonly ofNode?: boolean;
}) =>
  [
    hex('txid', 'The id'),
    hex('hash', 'The id with witnesses'),
    num('version', 'The version'),
    num('size', 'The size in bytes'),
    num('vsize', 'Virtual size in bytes: a quarter of the weight, rounded up'),
    num('weight', 'Weight units'),
    num('locktime', 'The lock time: a height, or a time from 500000000 on'),
    rows('vin', 'The inputs', [...inputFields, ...(ofNode ? [prevout] : [])]),
    rows('vout', 'The outputs', [...outputFields, ...(ofWallet ? [isChange] : [])]),
  ] as const;

/** The results of getrawtransaction. */
export const rawTransactionResults = [
  str('', 'The transaction in hexadecimal', { when: 'verbosity is 0' }),
  record(
    [
      bool.optional('in_active_chain', 'True if the specified block is in the best chain'),
      num.optional(
        'vsize_adjusted',
        'In the mempool: virtual size in bytes, adjusted for signature operations',
      ),
      ...transactionFields({ ofNode: true }),
      amount.optional('fee', 'The fee in BTC (verbosity 2)'),
      hex('hex', 'The transaction'),
      hex.optional('blockhash', 'The hash of its block'),
      num.optional('confirmations', 'The number of confirmations'),
      time.optional('time', 'The time of its block'),
      time.optional('blocktime', 'The same as "time"'),
    ],
    { when: 'verbosity is 1 or 2' },
  ),
] as const;
