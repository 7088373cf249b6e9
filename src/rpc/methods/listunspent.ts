import { createAncestryLookup } from '../../chain/ancestry.ts';
import { MAX_MONEY } from '../../encoding/amount.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { unspentCoins, type WalletCoin } from '../../wallet/ledger/coins.ts';
import { requireChain } from '../chain.ts';
import type { Context } from '../context.ts';
import { defineMethod } from '../method.ts';
import { parseAddresses, parseQuery, type Query } from '../parse/unspent-query.ts';
import { parentDescriptors } from '../results/wallet.ts';
import { type AncestryLookup, shapeCoin } from '../shape/unspent.ts';
import { getInt32 } from '../values.ts';
import { requireSyncedWallet } from '../wallet/wallet-call.ts';

export const listunspent = defineMethod({
  name: 'listunspent',
  category: 'Wallet',
  summary: 'The unspent outputs of the wallet.',
  params: [
    {
      name: 'minconf',
      type: 'number',
      required: false,
      default: 1,
      help: 'The least number of confirmations',
    },
    {
      name: 'maxconf',
      type: 'number',
      required: false,
      default: 9999999,
      help: 'The greatest number of confirmations',
    },
    {
      name: 'addresses',
      type: 'array',
      required: false,
      help: 'Only those that pay one of these addresses',
      fields: [{ name: 'address', type: 'string', required: false, help: 'An address' }],
    },
    {
      name: 'include_unsafe',
      type: 'bool',
      required: false,
      default: true,
      help: 'Also unconfirmed ones that somebody else may take back',
    },
    {
      name: 'query_options',
      type: 'options',
      required: false,
      usage: 'query_options',
      help: 'Which outputs to list',
      fields: [
        {
          name: 'minimumAmount',
          type: 'amount',
          required: false,
          default: 0,
          help: 'The least amount of an output in BTC',
        },
        {
          name: 'maximumAmount',
          type: 'amount',
          required: false,
          defaultHint: 'no limit',
          help: 'The greatest amount of an output in BTC',
        },
        {
          name: 'maximumCount',
          type: 'number',
          required: false,
          defaultHint: 'no limit',
          help: 'How many outputs',
        },
        {
          name: 'minimumSumAmount',
          type: 'amount',
          required: false,
          defaultHint: 'no limit',
          help: 'Stop when they are worth this much together, in BTC',
        },
        {
          name: 'include_immature_coinbase',
          type: 'bool',
          required: false,
          default: false,
          help: 'Also outputs of blocks that are too young to be spent',
        },
      ],
    },
  ],
  result: {
    type: 'array',
    help: 'The coins',
    fields: [
      {
        type: 'object',
        help: '',
        fields: [
          { name: 'txid', type: 'hex', help: 'The transaction' },
          { name: 'vout', type: 'number', help: 'The number of its output' },
          { name: 'address', type: 'string', optional: true, help: 'The address' },
          { name: 'label', type: 'string', optional: true, help: 'The label of the address' },
          {
            name: 'redeemScript',
            type: 'hex',
            optional: true,
            help: 'Of P2SH: the script behind it',
          },
          {
            name: 'witnessScript',
            type: 'hex',
            optional: true,
            help: 'Of P2WSH: the script behind it',
          },
          { name: 'scriptPubKey', type: 'hex', help: 'The script that it pays' },
          { name: 'amount', type: 'amount', help: 'The amount in BTC' },
          { name: 'confirmations', type: 'number', help: 'Confirmations' },
          {
            name: 'ancestorcount',
            type: 'number',
            optional: true,
            help: 'Unconfirmed: transactions that it builds on, with itself',
          },
          {
            name: 'ancestorsize',
            type: 'number',
            optional: true,
            help: 'Unconfirmed: their virtual bytes',
          },
          {
            name: 'ancestorfees',
            type: 'number',
            optional: true,
            help: 'Unconfirmed: their fees in satoshi',
          },
          { name: 'spendable', type: 'bool', help: 'Always true' },
          {
            name: 'solvable',
            type: 'bool',
            help: 'Whether the wallet knows how to spend it, keys aside',
          },
          {
            name: 'reused',
            type: 'bool',
            optional: true,
            help: 'Whether its address was spent from before (avoid_reuse)',
          },
          {
            name: 'desc',
            type: 'string',
            optional: true,
            help: 'A descriptor to spend it with',
          },
          parentDescriptors,
          { name: 'safe', type: 'bool', help: 'Whether it can be built on' },
        ],
      },
    ],
  },
  examples: ['listunspent', `listunspent 6 9999999 '["address"]'`],
  async run(args, context) {
    const minDepth = args.minconf === undefined ? 1 : getInt32(args.minconf);
    const maxDepth = args.maxconf === undefined ? 9999999 : getInt32(args.maxconf);
    const addresses = parseAddresses(args.addresses ?? [], context);
    const query = parseQuery(args.query_options);
    const { wallet, open } = await requireSyncedWallet(context);
    const filter = {
      minDepth,
      maxDepth,
      includeUnsafe: args.include_unsafe ?? true,
      includeImmature: query.includeImmature,
      spendZeroConfChange: open.options.spendZeroConfChange,
    };
    const coins = pick(unspentCoins(wallet, filter), query);
    const ancestry = await ancestryOf(coins, context);
    return coins
      .filter(({ output }) => addresses.size === 0 || addresses.has(encodeHex(output.scriptPubKey)))
      .map((coin) => shapeCoin(coin, wallet, context, ancestry));
  },
});

function pick(coins: Iterable<WalletCoin>, query: Query): readonly WalletCoin[] {
  const picked: WalletCoin[] = [];
  let sum = 0n;
  for (const coin of coins) {
    const { value } = coin.output;
    if (value < query.minimum || value > query.maximum) continue;
    picked.push(coin);
    sum += value;
    if (query.sum !== MAX_MONEY && sum >= query.sum) break;
    if (query.count > 0 && picked.length >= query.count) break;
  }
  return picked;
}

async function ancestryOf(coins: readonly WalletCoin[], context: Context): Promise<AncestryLookup> {
  const unconfirmed = coins.some(({ depth }) => depth === 0);
  if (!unconfirmed || context.chain === undefined) return createAncestryLookup([]);
  const { entries } = await requireChain(context, 'listunspent').mempool();
  return createAncestryLookup(entries);
}
