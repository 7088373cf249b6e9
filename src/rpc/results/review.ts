import { findingIds } from '../../review/catalog.ts';
import { amount, bool, hex, list, num, object, record, rows, str } from '../fields.ts';

const places = (name: string, help: string) => list(name, help, [num()]);

const texts = (name: string, help: string) => list(name, help, [str()]);

const ownerResult = object.optional('owner', 'The owner, derived from own descriptors', [
  str('role', 'For change, or for addresses', { values: ['change', 'own'] }),
  num('index', 'The position in the descriptor'),
  texts('paths', 'Its keys: the fingerprint of the master key, and the path from it'),
  bool('far', 'Beyond the positions that wallets look through'),
]);

const findingResult = rows('findings', 'Findings, the worst first (docs/review.md)', [
  str('id', 'Its name, in all versions', { values: findingIds }),
  str('severity', 'How bad it is', { values: ['stop', 'warn', 'note'] }),
  str('text', 'One sentence'),
  str('advice', 'What to do'),
  places('inputs', 'The inputs that it is about'),
  places('outputs', 'The outputs that it is about'),
]);

const inputResult = record([
  hex('txid', 'The transaction that made the coin'),
  num('vout', 'The number of its output'),
  amount.optional('amount', 'What it holds, in BTC'),
  str('certainty', 'How the amount is known', {
    values: ['known', 'proven', 'committed', 'claimed'],
  }),
  hex.optional('scriptPubKey', 'The script that locks it'),
  str('lock', 'The same in words'),
  num('sequence', 'Its sequence'),
  num.optional('sighash', 'What signatures are asked to cover'),
  rows('signatures', 'Those that are there', [
    hex('pubkey', 'Whose it is'),
    num('sighash', 'What it covers'),
    bool('valid', 'Whether it holds'),
  ]),
  str.optional('verdict', 'Of final scripts', { values: ['valid', 'invalid', 'unchecked'] }),
  object.optional('cosigners', 'Of a multisig script', [
    num('required', 'How many keys have to sign'),
    rows('keys', 'All keys, in the order of the script', [
      str.optional('fingerprint', 'Of its master key, as the PSBT claims'),
      bool('own', 'Whether it is an own key'),
      bool('signed', 'Whether its signature is there and valid'),
    ]),
  ]),
  ownerResult,
]);

const outputResult = record([
  amount('amount', 'What it pays, in BTC'),
  str.optional('address', 'Its address'),
  hex('scriptPubKey', 'The script that locks it'),
  str('role', 'What it is', {
    values: ['payment', 'change', 'own', 'data', 'burned', 'anyone', 'unknown'],
  }),
  str.optional('label', "The wallet's"),
  ownerResult,
  bool('claimed', 'The PSBT names own keys, but it is not an own output'),
  bool('dust', 'Below what nodes pass on'),
  bool('used', 'It was paid before'),
  str.optional('silent_payment', 'The silent payment address (BIP352) that it pays'),
  bool.optional(
    'silent_payment_proven',
    'Whether the proofs in the PSBT show that the script belongs to that address',
  ),
  str.optional('resembles', 'An address that it looks like'),
]);

export const reviewResult = record(
  [
    hex('id', 'For the argument reviewed of what signs'),
    findingResult,
    amount.optional('fee', 'In BTC, if all amounts are known'),
    amount.optional('feerate', 'In BTC per 1,000 virtual bytes, if all amounts are known'),
    num.optional(
      'fee_share',
      'The fee in percent of what is paid; of your part where others sign, too',
    ),
    str('fee_proof', 'Whether it is certain, and else why not', {
      values: ['proven', 'claimed', 'sessions', 'foreign', 'open', 'unknown'],
    }),
    places('fee_unproven_inputs', 'The inputs that this is about'),
    amount.optional('fee_at_most', 'The most that it can be'),
    num('vsize', 'Virtual bytes once it is signed: rather more than less'),
    bool('final', 'Nothing is left to be signed'),
    bool('knows_owners', 'A wallet or descriptors show which keys and scripts are own ones'),
    num('version', 'Of the transaction'),
    num('locktime', 'Of the transaction'),
    texts('non_standard', "Why nodes would not pass it on, in Core's words"),
    texts('fields', 'Fields of the PSBT that are not known here'),
    list('inputs', 'In order', [inputResult]),
    list('outputs', 'In order', [outputResult]),
  ],
  { when: 'format is json' },
);
