import type { Network } from '../../encoding/network.ts';
import { findingIds } from '../../review/catalog.ts';
import { reviewId } from '../../review/id.ts';
import type {
  Cosigner,
  Cosigners,
  Finding,
  Owner,
  Review,
  ReviewedInput,
  ReviewedOutput,
  ReviewedSignature,
} from '../../review/model.ts';
import { formatAddress } from '../../script/address.ts';
import { perKvb } from '../../transaction/fee-bounds.ts';
import { shape } from '../declare-shape.ts';
import { amount, bool, hex, list, num, object, rows, str } from '../fields.ts';

const owner = shape<Owner>([
  str('role', 'The role: change or receiving', (o) => o.role, { values: ['change', 'own'] }),
  num('index', 'The position in the descriptor', (o) => o.index),
  list(
    'paths',
    'The keys of the output, each as master fingerprint and path',
    [str()],
    (o) => o.paths,
  ),
  bool('far', 'True if the position is beyond the gap limit that wallets search', (o) => o.isFar),
]);

const finding = shape<Finding>([
  str('id', 'The id of the finding, stable across versions', (f) => f.id, { values: findingIds }),
  str('severity', 'The severity of the finding', (f) => f.severity, {
    values: ['stop', 'warn', 'note'],
  }),
  str('text', 'One sentence', (f) => f.text),
  str('advice', 'The advice', (f) => f.advice),
  list('inputs', 'The inputs that it is about', [num()], (f) => f.inputs),
  list('outputs', 'The outputs that it is about', [num()], (f) => f.outputs),
]);

const signature = shape<ReviewedSignature>([
  hex('pubkey', 'The public key that signed', (s) => s.publicKey),
  num('sighash', 'The sighash type of the signature', (s) => s.sighashType),
  bool('valid', 'True if the signature is valid', (s) => s.isValid),
]);

const cosigner = shape<Cosigner>([
  str.optional(
    'fingerprint',
    'The fingerprint of its master key, as the PSBT claims',
    (c) => c.fingerprint,
  ),
  bool('own', 'True if it is your key', (c) => c.isOwn),
  bool('signed', 'True if its signature is present and valid', (c) => c.hasSigned),
]);

const cosigners = shape<Cosigners>([
  num('required', 'The number of keys that must sign', (c) => c.required),
  rows('keys', 'All keys, in the order of the script', cosigner, (c) => c.keys),
]);

const input = shape<ReviewedInput>([
  hex('txid', 'The transaction that made the coin', (i) => i.outPoint.txid),
  num('vout', 'The number of its output', (i) => i.outPoint.vout),
  amount.optional('amount', 'The amount of the coin, in BTC', (i) => i.value),
  str('certainty', 'The source of the amount', (i) => i.certainty, {
    values: ['known', 'proven', 'committed', 'claimed'],
  }),
  hex.optional('scriptPubKey', 'The script that locks it', (i) => i.scriptPubKey),
  str('lock', 'The sequence lock in words', (i) => i.lock),
  num('sequence', 'The sequence of the input', (i) => i.sequence),
  num.optional('sighash', 'The sighash type that signatures must use', (i) => i.sighashType),
  rows('signatures', 'The signatures that the input has', signature, (i) => i.signatures),
  str.optional('verdict', 'The result of running the final scripts', (i) => i.verdict, {
    values: ['valid', 'invalid', 'unchecked'],
  }),
  object.optional('cosigners', 'The cosigners of a multisig script', cosigners, (i) => i.cosigners),
  object.optional('owner', 'The owner, derived from your descriptors', owner, (i) => i.owner),
]);

const output = shape<ReviewedOutput, Network>([
  amount('amount', 'The amount of the output, in BTC', (o) => o.value),
  str.optional('address', 'The address', (o, network) => formatAddress(o.scriptPubKey, network)),
  hex('scriptPubKey', 'The script that locks it', (o) => o.scriptPubKey),
  str('role', 'The kind of output', (o) => o.role, {
    values: ['payment', 'change', 'own', 'data', 'burned', 'anyone', 'unknown'],
  }),
  str.optional('label', "The wallet's", (o) => o.label),
  object.optional('owner', 'The owner, derived from your descriptors', owner, (o) => o.owner),
  bool(
    'claimed',
    'True if the PSBT names your keys, but the output is not yours',
    (o) => o.isClaimed,
  ),
  bool('dust', 'Below what nodes pass on', (o) => o.isDust),
  bool('used', 'True if the address was paid before', (o) => o.isUsed),
  str.optional(
    'silent_payment',
    'The silent payment address (BIP352) that it pays',
    (o) => o.silentPayment?.address,
  ),
  bool.optional(
    'silent_payment_proven',
    'True if the proofs in the PSBT show that the script belongs to this address',
    (o) => o.silentPayment?.isProven,
  ),
  str.optional(
    'resembles',
    'An address that it looks like',
    (o, network) => o.resembles && formatAddress(o.resembles, network),
  ),
]);

export const reviewResult = shape<Review, Network>(
  [
    hex('id', 'The id of the review, for the argument "reviewed" of signing methods', reviewId),
    rows('findings', 'Findings, the worst first (docs/review.md)', finding, (r) => r.findings),
    amount.optional('fee', 'The fee in BTC, if all amounts are known', (r) =>
      r.isWhole ? r.fee : undefined,
    ),
    amount.optional('feerate', 'The fee rate in BTC/kvB, if all amounts are known', (r) =>
      r.isWhole ? perKvb(r.feeRate) : undefined,
    ),
    num.optional(
      'fee_share',
      'The fee in percent of the payments, or of your share if others sign, too',
      ({ isWhole, feeShare }) =>
        isWhole && feeShare !== undefined ? { number: (feeShare / 100).toFixed(2) } : undefined,
    ),
    str(
      'fee_proof',
      'The proof of the fee, or the reason why it is not certain',
      (r) => r.feeProof.kind,
      {
        values: ['proven', 'claimed', 'sessions', 'foreign', 'open', 'unknown'],
      },
    ),
    list(
      'fee_unproven_inputs',
      'The inputs whose amounts are not proven',
      [num()],
      (r) => r.feeProof.inputs,
    ),
    amount.optional('fee_at_most', 'The most that it can be', (r) => r.feeProof.atMost),
    num('vsize', 'The estimated virtual size of the signed transaction in bytes', (r) => r.vsize),
    bool('final', 'True if it is fully signed', (r) => r.isFinal),
    bool(
      'knows_owners',
      'True if a wallet or descriptors show which keys and scripts are yours',
      (r) => r.knowsOwners,
    ),
    num('version', 'The version of the transaction', (r) => r.transaction.version),
    num('locktime', 'The lock time of the transaction', (r) => r.transaction.locktime),
    list(
      'non_standard',
      "The reason why nodes would not relay it, in Core's words",
      [str()],
      (r) => r.nonStandard,
    ),
    list('fields', 'Unknown fields of the PSBT', [str()], (r) => r.fields),
    rows('inputs', 'The inputs in order', input, (r) => r.inputs),
    rows('outputs', 'The outputs in order', output, (r) => r.outputs),
  ],
  { when: 'format is json' },
);
