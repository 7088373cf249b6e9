import type { Result } from '../method.ts';
import { warningsResult } from './wallet.ts';

/** What a signature does not prove. */
export const coinWarnings = {
  ...warningsResult,
  beyondCore: true,
  help: 'What should be known about the coins and the fee',
} as const satisfies Result;

/** Of inputs that are not in order, raw or in a PSBT: `shape/input-details.ts`. */
export const inputDetailFields = [
  { name: 'input', type: 'number', help: 'The number of the input' },
  { name: 'txid', type: 'hex', help: 'The transaction that it spends from' },
  { name: 'vout', type: 'number', help: 'The number of its output' },
  { name: 'scriptError', type: 'string', optional: true, help: "Core's name of the error" },
  {
    name: 'place',
    type: 'string',
    optional: true,
    help: 'The script that failed',
  },
  { name: 'opcode', type: 'string', optional: true, help: 'The operation that failed' },
  { name: 'opcodeIndex', type: 'number', optional: true, help: 'Its number from 0' },
  {
    name: 'stackDepth',
    type: 'number',
    optional: true,
    help: 'Elements on the stack when it was reached',
  },
  {
    name: 'missingPublicKeys',
    type: 'array',
    help: 'HASH160 of public keys that nobody gave',
    fields: [{ type: 'hex', help: '' }],
  },
  {
    name: 'missingKeys',
    type: 'array',
    help: 'Public keys whose private key nobody gave',
    fields: [{ type: 'hex', help: '' }],
  },
  {
    name: 'missingRedeemScript',
    type: 'hex',
    optional: true,
    help: 'HASH160 of the redeem script that nobody gave',
  },
  {
    name: 'missingWitnessScript',
    type: 'hex',
    optional: true,
    help: 'SHA-256 of the witness script that nobody gave',
  },
  { name: 'fix', type: 'string', help: 'What would most likely help' },
] as const satisfies readonly Result[];

/** More about the inputs that are not in order: `shape/input-details.ts`. */
const detailsResult = {
  name: 'details',
  type: 'array',
  optional: true,
  beyondCore: true,
  help: 'The same inputs in more words, when the option details is true',
  fields: [
    {
      type: 'object',
      help: '',
      fields: inputDetailFields,
    },
  ],
} as const satisfies Result;

/** What the methods that sign raw transactions answer. */
export const signingResult = {
  type: 'object',
  help: '',
  fields: [
    { name: 'hex', type: 'hex', help: 'The transaction with signatures' },
    { name: 'complete', type: 'bool', help: 'Whether every input is in order' },
    {
      name: 'errors',
      type: 'array',
      optional: true,
      help: 'The inputs that are not',
      fields: [
        {
          type: 'object',
          help: '',
          fields: [
            { name: 'txid', type: 'hex', help: 'The transaction that the input spends from' },
            { name: 'vout', type: 'number', help: 'The number of its output' },
            {
              name: 'witness',
              type: 'array',
              help: 'The witness',
              fields: [{ type: 'hex', help: '' }],
            },
            { name: 'scriptSig', type: 'hex', help: 'The signature script' },
            { name: 'sequence', type: 'number', help: 'The sequence number' },
            { name: 'error', type: 'string', help: 'What is wrong' },
          ],
        },
      ],
    },
    coinWarnings,
    detailsResult,
  ],
} as const satisfies Result;
