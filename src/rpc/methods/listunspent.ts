import { type Ancestry, createAncestryLookup } from '../../chain/ancestry.ts';
import { ripemd160 } from '../../crypto/hash.ts';
import { formatDescriptor } from '../../descriptor/format.ts';
import { formatAmount, MAX_MONEY } from '../../encoding/amount.ts';
import type { Bytes } from '../../encoding/bytes.ts';
import { encodeHex } from '../../encoding/hex.ts';
import {
  findMember,
  getMember,
  type Json,
  type JsonArray,
  type JsonObject,
  jsonNumber,
  jsonObject,
} from '../../json/json.ts';
import { decodeAddress, formatAddress } from '../../script/address.ts';
import { solveScript } from '../../script/templates.ts';
import type { SigningProvider } from '../../signing/provider.ts';
import { publicDescriptorText, solvingProvider } from '../../wallet/keys/providers.ts';
import {
  spendingDescriptor,
  unspentCoins,
  usedScripts,
  type WalletCoin,
} from '../../wallet/ledger/coins.ts';
import { findOwners, type Wallet } from '../../wallet/wallet.ts';
import { requireChain } from '../chain.ts';
import type { Context } from '../context.ts';
import { RpcCode, RpcError } from '../error.ts';
import { defineMethod } from '../method.ts';
import { parentDescriptors } from '../results/wallet.ts';
import type { AddressMembers } from '../shape/address.ts';
import {
  amountFromValue,
  checkObjectTypes,
  getBool,
  getInt32,
  getInt64,
  getStr,
} from '../values.ts';
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

function parseAddresses(addresses: JsonArray, { network }: Context): ReadonlySet<string> {
  const scripts = new Set<string>();
  for (const address of addresses) {
    const text = getStr(address);
    const script = decodeAddress(text, network);
    if ('error' in script) {
      throw new RpcError(RpcCode.INVALID_ADDRESS_OR_KEY, `Invalid Bitcoin address: ${text}`);
    }
    const hex = encodeHex(script);
    if (scripts.has(hex)) {
      throw new RpcError(
        RpcCode.INVALID_PARAMETER,
        `Invalid parameter, duplicated address: ${text}`,
      );
    }
    scripts.add(hex);
  }
  return scripts;
}

type Query = {
  readonly minimum: bigint;
  readonly maximum: bigint;
  readonly sum: bigint;
  /** 0: any number. */
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
  const amount = (key: string, otherwise: bigint) =>
    findMember(given, key) === undefined ? otherwise : amountFromValue(getMember(given, key));
  const has = (key: string) => findMember(given, key) !== undefined;
  return {
    minimum: amount('minimumAmount', 0n),
    maximum: amount('maximumAmount', MAX_MONEY),
    sum: amount('minimumSumAmount', MAX_MONEY),
    count: has('maximumCount') ? Number(getInt64(getMember(given, 'maximumCount'))) : 0,
    includeImmature:
      has('include_immature_coinbase') && getBool(getMember(given, 'include_immature_coinbase')),
  };
}

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

type AncestryLookup = (txid: string) => Ancestry;

async function ancestryOf(coins: readonly WalletCoin[], context: Context): Promise<AncestryLookup> {
  const unconfirmed = coins.some(({ depth }) => depth === 0);
  if (!unconfirmed || context.chain === undefined) return createAncestryLookup([]);
  const { entries } = await requireChain(context, 'listunspent').mempool();
  return createAncestryLookup(entries);
}

function shapeCoin(
  { outPoint, output, depth, safe }: WalletCoin,
  wallet: Wallet,
  context: Context,
  ancestry: AncestryLookup,
): Json {
  const { secp256k1 } = context;
  const script = encodeHex(output.scriptPubKey);
  const address = formatAddress(output.scriptPubKey, wallet.network);
  const descriptor = spendingDescriptor(wallet, output.scriptPubKey, secp256k1);
  const provider = solvingProvider(wallet, script, secp256k1);
  const owners = findOwners(wallet, script);
  return jsonObject({
    txid: outPoint.txid,
    vout: jsonNumber(outPoint.vout),
    ...(address !== undefined && {
      address,
      label: wallet.labels.get(script)?.label,
      ...(provider && redeemMembers(output.scriptPubKey, provider)),
    }),
    scriptPubKey: script,
    amount: { number: formatAmount(output.value) },
    confirmations: jsonNumber(depth),
    ...(depth === 0 && ancestryMembers(ancestry(outPoint.txid))),
    spendable: true,
    solvable: descriptor !== undefined,
    ...(descriptor && { desc: formatDescriptor(descriptor, context) }),
    parent_descs: owners.flatMap(
      ({ owner }) => publicDescriptorText(owner, wallet, secp256k1) ?? [],
    ),
    ...(wallet.flags.avoidReuse && { reused: usedScripts(wallet).has(script) }),
    safe,
  });
}

function redeemMembers(scriptPubKey: Bytes, provider: SigningProvider): AddressMembers {
  const template = solveScript(scriptPubKey);
  if (template.kind === 'witness_v0_scripthash') {
    const witnessScript = provider.getScript(ripemd160(template.hash));
    return witnessScript ? { witnessScript: encodeHex(witnessScript) } : {};
  }
  const redeemScript =
    template.kind === 'scripthash' ? provider.getScript(template.hash) : undefined;
  if (redeemScript === undefined) return {};
  const inner = solveScript(redeemScript);
  const nested =
    inner.kind === 'witness_v0_scripthash' ? redeemMembers(redeemScript, provider) : {};
  return { redeemScript: encodeHex(redeemScript), ...nested };
}

function ancestryMembers({ ancestors, ancestorSize, ancestorFees }: Ancestry): AddressMembers {
  if (ancestors === 0) return {};
  return {
    ancestorcount: jsonNumber(ancestors),
    ancestorsize: jsonNumber(ancestorSize),
    ancestorfees: jsonNumber(ancestorFees),
  };
}
