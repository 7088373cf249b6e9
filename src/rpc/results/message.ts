import type { Result } from '../method.ts';

const coinResult: Result = {
  type: 'object',
  help: '',
  fields: [
    { name: 'txid', type: 'hex', help: 'The transaction' },
    { name: 'vout', type: 'number', help: 'The number of its output' },
    { name: 'amount', type: 'amount', help: 'What it holds' },
    { name: 'scriptPubKey', type: 'hex', help: 'What locks it' },
    {
      name: 'address',
      type: 'string',
      optional: true,
      help: 'The address of that script, if it has one',
    },
    {
      name: 'proven',
      type: 'bool',
      help: 'Whether amount and script are proven: by the transaction that made it, or by the chain; else they are a claim that anybody can make',
    },
    {
      name: 'unspent',
      type: 'bool',
      optional: true,
      help: 'Whether the chain has it unspent; absent where there is no chain to ask',
    },
  ],
};

/** What `verifymessage` says when more than yes or no is asked for. */
export const messageVerdictResult: Result = {
  type: 'object',
  when: 'with verbose',
  beyondCore: true,
  help: '',
  fields: [
    {
      name: 'state',
      type: 'string',
      values: ['valid', 'inconclusive', 'invalid'],
      help: 'valid: under the conditions below. inconclusive: the script is for rules of the future',
    },
    {
      name: 'format',
      type: 'string',
      optional: true,
      values: ['legacy', 'simple', 'full', 'proof-of-funds'],
      help: 'How it is signed; absent: it is no signature',
    },
    { name: 'reason', type: 'string', optional: true, help: 'Why it is not valid' },
    {
      name: 'locktime',
      type: 'number',
      help: 'The height or time (seconds since 1970) from which on it holds; 0: now',
    },
    {
      name: 'sequence',
      type: 'number',
      help: 'How old a coin of the address has to be before the signer can spend it (BIP68); 0: of any age',
    },
    {
      name: 'utxos',
      type: 'array',
      help: 'The coins that the signer says to have besides; they may not be all that he has',
      fields: [coinResult],
    },
  ],
};
