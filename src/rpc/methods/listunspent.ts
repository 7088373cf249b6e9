import { createAncestryLookup } from '../../chain/ancestry.ts';
import { MAX_MONEY } from '../../encoding/amount.ts';
import { encodeHex } from '../../encoding/hex.ts';
import type { JsonArray, JsonObject } from '../../json/json.ts';
import { unspentCoins, type WalletCoin } from '../../wallet/ledger/coins.ts';
import { requireChain } from '../chain.ts';
import type { Context } from '../context.ts';
import { invalid } from '../error.ts';
import { type AncestryLookup, shapeCoin } from '../explain/unspent.ts';
import { amount, bool, hex, list, num, options, rows, str } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { parseAddress } from '../parse/outputs.ts';
import { parentDescriptors } from '../results/wallet-result.ts';
import {
  amountFromValue,
  checkObjectTypes,
  getBool,
  getInt32,
  getInt64,
  getStr,
  readMember,
} from '../values.ts';
import { requireSyncedWallet } from '../wallet/wallet-call.ts';

export const listunspent = defineMethod({
  name: 'listunspent',
  category: 'Wallet',
  summary: 'List the unspent outputs of the wallet.',
  params: [
    num('minconf', 'The minimum number of confirmations', { default: 1 }),
    num('maxconf', 'The maximum number of confirmations', { default: 9999999 }),
    list.optional('addresses', 'List only outputs that pay one of these addresses', [
      str.optional('address', 'An address'),
    ]),
    bool('include_unsafe', 'Include unconfirmed outputs that others could double-spend', {
      default: true,
    }),
    options(
      'query_options',
      'Filters for the outputs',
      [
        amount('minimumAmount', 'The minimum amount of an output in BTC', { default: 0 }),
        amount('maximumAmount', 'The maximum amount of an output in BTC', {
          defaultHint: 'no limit',
        }),
        num('maximumCount', 'The maximum number of outputs', { defaultHint: 'no limit' }),
        amount('minimumSumAmount', 'Stop when their total reaches this amount, in BTC', {
          defaultHint: 'no limit',
        }),
        bool('include_immature_coinbase', 'Include immature coinbase outputs', {
          default: false,
        }),
      ],
      { usage: 'query_options' },
    ),
  ],
  result: rows('', 'The coins', [
    hex('txid', 'The transaction'),
    num('vout', 'The number of its output'),
    str.optional('address', 'The address'),
    str.optional('label', 'The label of the address'),
    hex.optional('redeemScript', 'The redeem script of a P2SH output'),
    hex.optional('witnessScript', 'The witness script of a P2WSH output'),
    hex('scriptPubKey', 'The script that it pays'),
    amount('amount', 'The amount in BTC'),
    num('confirmations', 'Confirmations'),
    num.optional('ancestorcount', 'Unconfirmed: the number of ancestors, including itself'),
    num.optional('ancestorsize', 'Unconfirmed: the virtual size of the ancestors in bytes'),
    num.optional('ancestorfees', 'Unconfirmed: the fees of the ancestors in satoshi'),
    bool('spendable', 'Always true'),
    bool('solvable', 'True if the wallet knows how to spend it, apart from keys'),
    bool.optional('reused', 'True if its address was spent from before (avoid_reuse)'),
    str.optional('desc', 'A descriptor to spend it with'),
    parentDescriptors,
    bool('safe', 'True if it is safe to spend: confirmed, or unconfirmed change of the wallet'),
  ]),
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

function parseAddresses(addresses: JsonArray, { network }: Context): ReadonlySet<string> {
  const scripts = new Set<string>();
  for (const address of addresses) {
    const text = getStr(address);
    const hex = encodeHex(parseAddress(text, network));
    if (scripts.has(hex)) {
      throw invalid(`Invalid parameter, duplicated address: ${text}`);
    }
    scripts.add(hex);
  }
  return scripts;
}

type Query = {
  readonly minimum: bigint;
  readonly maximum: bigint;
  readonly sum: bigint;
  /** 0 for any number. */
  readonly count: number;
  readonly includeImmature: boolean;
};

function parseQuery(options: JsonObject | undefined): Query {
  const given = options ?? { members: [] };
  checkObjectTypes(
    given,
    {
      minimumAmount: 'any',
      maximumAmount: 'any',
      minimumSumAmount: 'any',
      maximumCount: 'number',
      include_immature_coinbase: 'bool',
    },
    { allowNull: true, strict: true },
  );
  const amount = (key: string) => readMember(given, key, (value) => amountFromValue(value));
  return {
    minimum: amount('minimumAmount') ?? 0n,
    maximum: amount('maximumAmount') ?? MAX_MONEY,
    sum: amount('minimumSumAmount') ?? MAX_MONEY,
    count: Number(readMember(given, 'maximumCount', getInt64) ?? 0n),
    includeImmature: readMember(given, 'include_immature_coinbase', getBool) ?? false,
  };
}
