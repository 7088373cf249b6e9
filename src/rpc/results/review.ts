import { findingIds } from '../../review/catalog.ts';
import type { Result } from '../method.ts';

const places = (name: string, help: string) =>
  ({ name, type: 'array', help, fields: [{ type: 'number', help: '' }] }) as const satisfies Result;

const texts = (name: string, help: string) =>
  ({ name, type: 'array', help, fields: [{ type: 'string', help: '' }] }) as const satisfies Result;

const ownerResult = {
  name: 'owner',
  type: 'object',
  optional: true,
  help: 'Whose it is, by what was derived anew from a descriptor of ours',
  fields: [
    {
      name: 'role',
      type: 'string',
      values: ['change', 'own'],
      help: 'For change, or for addresses',
    },
    { name: 'index', type: 'number', help: 'The position in the descriptor' },
    texts('paths', 'Its keys: the fingerprint of the master key, and the path from it'),
    { name: 'far', type: 'bool', help: 'Beyond the positions that wallets look through' },
  ],
} as const satisfies Result;

const findingResult = {
  name: 'findings',
  type: 'array',
  help: 'What is odd, the worst first (docs/review.md)',
  fields: [
    {
      type: 'object',
      help: '',
      fields: [
        { name: 'id', type: 'string', values: findingIds, help: 'Its name, in all versions' },
        {
          name: 'severity',
          type: 'string',
          values: ['stop', 'warn', 'note'],
          help: 'How bad it is',
        },
        { name: 'text', type: 'string', help: 'One sentence' },
        { name: 'advice', type: 'string', help: 'What to do' },
        places('inputs', 'The inputs that it is about'),
        places('outputs', 'The outputs that it is about'),
      ],
    },
  ],
} as const satisfies Result;

const inputResult = {
  type: 'object',
  help: '',
  fields: [
    { name: 'txid', type: 'hex', help: 'The transaction that made the coin' },
    { name: 'vout', type: 'number', help: 'The number of its output' },
    { name: 'amount', type: 'amount', optional: true, help: 'What it holds, in BTC' },
    {
      name: 'certainty',
      type: 'string',
      values: ['known', 'proven', 'committed', 'claimed'],
      help: 'How the amount is known',
    },
    { name: 'scriptPubKey', type: 'hex', optional: true, help: 'The script that locks it' },
    { name: 'lock', type: 'string', help: 'The same in words' },
    { name: 'sequence', type: 'number', help: 'Its sequence' },
    { name: 'sighash', type: 'number', optional: true, help: 'What signatures are asked to cover' },
    {
      name: 'signatures',
      type: 'array',
      help: 'Those that are there',
      fields: [
        {
          type: 'object',
          help: '',
          fields: [
            { name: 'pubkey', type: 'hex', help: 'Whose it is' },
            { name: 'sighash', type: 'number', help: 'What it covers' },
            { name: 'valid', type: 'bool', help: 'Whether it holds' },
          ],
        },
      ],
    },
    {
      name: 'verdict',
      type: 'string',
      optional: true,
      values: ['valid', 'invalid', 'unchecked'],
      help: 'Of final scripts',
    },
    ownerResult,
  ],
} as const satisfies Result;

const outputResult = {
  type: 'object',
  help: '',
  fields: [
    { name: 'amount', type: 'amount', help: 'What it pays, in BTC' },
    { name: 'address', type: 'string', optional: true, help: 'Its address' },
    { name: 'scriptPubKey', type: 'hex', help: 'The script that locks it' },
    {
      name: 'role',
      type: 'string',
      values: ['payment', 'change', 'own', 'data', 'burned', 'anyone', 'unknown'],
      help: 'What it is',
    },
    { name: 'label', type: 'string', optional: true, help: "The wallet's" },
    ownerResult,
    { name: 'claimed', type: 'bool', help: 'The PSBT names keys of ours, and it is not ours' },
    { name: 'dust', type: 'bool', help: 'Below what nodes pass on' },
    { name: 'used', type: 'bool', help: 'It was paid before' },
    {
      name: 'silent_payment',
      type: 'string',
      optional: true,
      help: 'The silent payment address (BIP352) that it pays',
    },
    {
      name: 'silent_payment_proven',
      type: 'bool',
      optional: true,
      help: 'Whether the proofs in the PSBT show that the script belongs to that address',
    },
    { name: 'resembles', type: 'string', optional: true, help: 'An address that it looks like' },
  ],
} as const satisfies Result;

export const reviewResult = {
  type: 'object',
  when: 'format is json',
  help: '',
  fields: [
    { name: 'id', type: 'hex', help: 'For the argument reviewed of what signs' },
    findingResult,
    { name: 'fee', type: 'amount', optional: true, help: 'In BTC, where all amounts are told' },
    {
      name: 'feerate',
      type: 'amount',
      optional: true,
      help: 'In BTC per 1,000 virtual bytes, where all amounts are told',
    },
    {
      name: 'fee_share',
      type: 'number',
      optional: true,
      help: 'The fee in percent of what is paid; of your part where others sign, too',
    },
    {
      name: 'fee_proof',
      type: 'string',
      values: ['proven', 'claimed', 'sessions', 'foreign', 'open', 'unknown'],
      help: 'Whether it is certain, and else why not',
    },
    places('fee_unproven_inputs', 'The inputs that this is about'),
    { name: 'fee_at_most', type: 'amount', optional: true, help: 'The most that it can be' },
    {
      name: 'vsize',
      type: 'number',
      help: 'Virtual bytes once it is signed: rather more than less',
    },
    { name: 'final', type: 'bool', help: 'Nothing is left to be signed' },
    { name: 'knows_owners', type: 'bool', help: 'A wallet or descriptors told what is ours' },
    { name: 'version', type: 'number', help: 'Of the transaction' },
    { name: 'locktime', type: 'number', help: 'Of the transaction' },
    texts('non_standard', "Why nodes would not pass it on, in Core's words"),
    texts('fields', 'Fields of the PSBT that are not known here'),
    { name: 'inputs', type: 'array', help: 'In order', fields: [inputResult] },
    { name: 'outputs', type: 'array', help: 'In order', fields: [outputResult] },
  ],
} as const satisfies Result;
