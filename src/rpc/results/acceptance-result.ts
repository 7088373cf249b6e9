import { amount, bool, hex, list, num, object, rows, str } from '../fields.ts';

const ADJUSTED = 'Virtual size in bytes, adjusted for signature operations';

/** Fields of a transaction that a mempool accepts. */
export const acceptedFields = [
  num.optional('vsize_adjusted', ADJUSTED),
  num.optional('vsize', ADJUSTED),
  num.optional('vsize_bip141', 'Virtual size in bytes: a quarter of the weight, rounded up'),
  object.optional('fees', 'The fees that the transaction pays', [
    amount('base', 'The fee in BTC'),
    amount('effective-feerate', 'The effective fee rate in BTC/kvB'),
    list('effective-includes', 'The wtxids of the transactions that this fee rate includes', [
      hex('', 'The id with witnesses of a transaction'),
    ]),
  ]),
] as const;

/** The mempool's verdict on each transaction. */
export const acceptanceResult = rows('', 'One result for each transaction, in order', [
  hex('txid', 'The id of the transaction'),
  hex('wtxid', 'The id with witnesses'),
  str.optional('package-error', 'The reason why the package is not accepted'),
  bool.optional(
    'allowed',
    'True if the mempool would accept it. Absent if it was not fully checked, because another transaction failed or, without a node, because too little is known',
  ),
  ...acceptedFields,
  str.optional('reject-reason', 'The reason why it is not accepted'),
  str.optional('reject-details', 'Details of the reason'),
  bool.optional('offline', 'True if coldsign checked it without a node', { beyondCore: true }),
  list.optional('unchecked', 'The checks that could not be made here', [str('', 'A sentence')], {
    beyondCore: true,
  }),
]);
