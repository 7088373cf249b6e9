import type { Result } from '../method.ts';

const words = (name: string, help: string) =>
  ({ name, type: 'array', help, fields: [{ type: 'string', help: '' }] }) as const satisfies Result;

const transactionFields = [
  { name: 'data', type: 'hex', help: 'The transaction' },
  { name: 'txid', type: 'hex', help: 'Its id' },
  { name: 'hash', type: 'hex', help: 'Its id with witnesses' },
  {
    name: 'depends',
    type: 'array',
    help: 'Transactions that must stand before it, by their number in the list, counted from 1',
    fields: [{ type: 'number', help: '' }],
  },
  { name: 'fee', type: 'number', help: 'Its fee in satoshi' },
  { name: 'sigops', type: 'number', help: 'Its cost in signature operations' },
  { name: 'weight', type: 'number', help: 'Its weight units' },
] as const satisfies readonly Result[];

/** What getblocktemplate answers: `shapeBlockTemplate`, or the verdict on a proposal. */
export const blockTemplateResult = [
  {
    when: 'a proposal could follow the tip',
    type: 'null',
    help: '',
  },
  {
    when: 'a proposal could not',
    type: 'string',
    help: 'Why not (BIP 22)',
  },
  {
    when: 'otherwise',
    type: 'object',
    help: '',
    fields: [
      words('capabilities', 'What the server can do'),
      { name: 'version', type: 'number', help: "The block's version" },
      words('rules', 'Soft forks that hold; with "!" in front where a miner has to know them'),
      {
        name: 'vbavailable',
        type: 'dictionary',
        help: 'Soft forks that can be signalled for',
        fields: [{ name: 'rulename', type: 'number', help: 'The bit of the version' }],
      },
      { name: 'vbrequired', type: 'number', help: 'Bits of the version that have to be set' },
      { name: 'previousblockhash', type: 'hex', help: 'The hash of the tip' },
      {
        name: 'transactions',
        type: 'array',
        help: 'The transactions after the coinbase, in their order',
        fields: [{ type: 'object', help: '', fields: transactionFields }],
      },
      {
        name: 'coinbaseaux',
        type: 'dictionary',
        help: "What the coinbase's scriptSig should have",
        fields: [{ name: 'key', type: 'hex', help: '' }],
      },
      {
        name: 'coinbasevalue',
        type: 'number',
        help: 'What the coinbase may pay, fees included, in satoshi',
      },
      { name: 'longpollid', type: 'string', help: 'To wait for a better template with' },
      { name: 'target', type: 'hex', help: "What the block's hash may be at most" },
      { name: 'mintime', type: 'time', help: "The least time that the block's head may carry" },
      words('mutable', 'What a miner may change'),
      { name: 'noncerange', type: 'hex', help: 'The first and the last nonce' },
      { name: 'sigoplimit', type: 'number', help: 'Limit of the cost in signature operations' },
      { name: 'sizelimit', type: 'number', help: 'Limit of the bytes' },
      { name: 'weightlimit', type: 'number', optional: true, help: 'Limit of the weight units' },
      { name: 'curtime', type: 'time', help: 'The time to put into the head' },
      { name: 'bits', type: 'hex', help: 'The compact target' },
      { name: 'height', type: 'number', help: "The block's height" },
      {
        name: 'signet_challenge',
        type: 'hex',
        optional: true,
        help: 'On signet: the script that the block has to satisfy',
      },
      {
        name: 'default_witness_commitment',
        type: 'hex',
        optional: true,
        help: "The script of the coinbase's output that commits to the witnesses",
      },
    ],
  },
] as const satisfies readonly Result[];
