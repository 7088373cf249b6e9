import { findingIds } from '../../review/catalog.ts';
import { amount, bool, hex, list, num, object, record, rows, str } from '../fields.ts';

const places = (name: string, help: string) => list(name, help, [num()]);

const texts = (name: string, help: string) => list(name, help, [str()]);

const ownerResult = object.optional('owner', 'The owner, derived from your descriptors', [
  str('role', 'The role: change or receiving', { values: ['change', 'own'] }),
  num('index', 'The position in the descriptor'),
  texts('paths', 'The keys of the output, each as master fingerprint and path'),
  bool('far', 'True if the position is beyond the gap limit that wallets search'),
]);

const findingResult = rows('findings', 'Findings, the worst first (docs/review.md)', [
  str('id', 'The id of the finding, stable across versions', { values: findingIds }),
  str('severity', 'The severity of the finding', { values: ['stop', 'warn', 'note'] }),
  str('text', 'One sentence'),
  str('advice', 'The advice'),
  places('inputs', 'The inputs that it is about'),
  places('outputs', 'The outputs that it is about'),
]);

const inputResult = record([
  hex('txid', 'The transaction that made the coin'),
  num('vout', 'The number of its output'),
  amount.optional('amount', 'The amount of the coin, in BTC'),
  str('certainty', 'The source of the amount', {
    values: ['known', 'proven', 'committed', 'claimed'],
  }),
  hex.optional('scriptPubKey', 'The script that locks it'),
  str('lock', 'The sequence lock in words'),
  num('sequence', 'The sequence of the input'),
  num.optional('sighash', 'The sighash type that signatures must use'),
  rows('signatures', 'The signatures that the input has', [
    hex('pubkey', 'The public key that signed'),
    num('sighash', 'The sighash type of the signature'),
    bool('valid', 'True if the signature is valid'),
  ]),
  str.optional('verdict', 'The result of running the final scripts', {
    values: ['valid', 'invalid', 'unchecked'],
  }),
  object.optional('cosigners', 'The cosigners of a multisig script', [
    num('required', 'The number of keys that must sign'),
    rows('keys', 'All keys, in the order of the script', [
      str.optional('fingerprint', 'The fingerprint of its master key, as the PSBT claims'),
      bool('own', 'True if it is your key'),
      bool('signed', 'True if its signature is present and valid'),
    ]),
  ]),
  ownerResult,
]);

const outputResult = record([
  amount('amount', 'The amount of the output, in BTC'),
  str.optional('address', 'The address'),
  hex('scriptPubKey', 'The script that locks it'),
  str('role', 'The kind of output', {
    values: ['payment', 'change', 'own', 'data', 'burned', 'anyone', 'unknown'],
  }),
  str.optional('label', "The wallet's"),
  ownerResult,
  bool('claimed', 'True if the PSBT names your keys, but the output is not yours'),
  bool('dust', 'Below what nodes pass on'),
  bool('used', 'True if the address was paid before'),
  str.optional('silent_payment', 'The silent payment address (BIP352) that it pays'),
  bool.optional(
    'silent_payment_proven',
    'True if the proofs in the PSBT show that the script belongs to this address',
  ),
  str.optional('resembles', 'An address that it looks like'),
]);

export const reviewResult = record(
  [
    hex('id', 'The id of the review, for the argument "reviewed" of signing methods'),
    findingResult,
    amount.optional('fee', 'The fee in BTC, if all amounts are known'),
    amount.optional('feerate', 'The fee rate in BTC/kvB, if all amounts are known'),
    num.optional(
      'fee_share',
      'The fee in percent of the payments, or of your share if others sign, too',
    ),
    str('fee_proof', 'The proof of the fee, or the reason why it is not certain', {
      values: ['proven', 'claimed', 'sessions', 'foreign', 'open', 'unknown'],
    }),
    places('fee_unproven_inputs', 'The inputs whose amounts are not proven'),
    amount.optional('fee_at_most', 'The most that it can be'),
    num('vsize', 'The estimated virtual size of the signed transaction in bytes'),
    bool('final', 'Nothing is left to be signed'),
    bool('knows_owners', 'True if a wallet or descriptors show which keys and scripts are yours'),
    num('version', 'The version of the transaction'),
    num('locktime', 'The lock time of the transaction'),
    texts('non_standard', "The reason why nodes would not relay it, in Core's words"),
    texts('fields', 'Unknown fields of the PSBT'),
    list('inputs', 'The inputs in order', [inputResult]),
    list('outputs', 'The outputs in order', [outputResult]),
  ],
  { when: 'format is json' },
);
