import { amount, bool, hex, list, num, object, rows, str } from '../fields.ts';

/** Fields of a transaction that a mempool accepts. */
export const acceptedFields = [
  num.optional('vsize_adjusted', 'Its virtual bytes; signature operations may count for more'),
  num.optional('vsize', 'The same virtual bytes'),
  num.optional('vsize_bip141', 'Weight units by four, rounded up'),
  object.optional('fees', 'What it pays', [
    amount('base', 'The fee in BTC'),
    amount('effective-feerate', 'The fee rate in BTC/kvB that counts'),
    list('effective-includes', 'Whose fees and sizes are in that rate', [
      hex('', 'The id with witnesses of a transaction'),
    ]),
  ]),
] as const;

/** The mempool's verdict on each transaction. */
export const acceptanceResult = rows('', 'One for each transaction, in their order', [
  hex('txid', 'The id of the transaction'),
  hex('wtxid', 'The id with witnesses'),
  str.optional('package-error', 'Why several are not taken together'),
  bool.optional(
    'allowed',
    'Whether it would be taken. Absent: not looked at to the end, because of another one or, without a node, because too little is known',
  ),
  ...acceptedFields,
  str.optional('reject-reason', 'Why it is not taken'),
  str.optional('reject-details', 'More about it'),
  bool.optional('offline', 'True: no node was asked, it was judged here', { beyondCore: true }),
  list.optional('unchecked', 'What could not be judged here', [str('', 'A sentence')], {
    beyondCore: true,
  }),
]);
