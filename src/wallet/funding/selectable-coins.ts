import { ancestryOf } from '../../chain/ancestry.ts';
import { individualBumpFees } from '../../chain/bump-fees.ts';
import type { MempoolGraph } from '../../chain/mempool-graph.ts';
import { type Descriptor, outputType } from '../../descriptor/descriptor.ts';
import type { Bytes } from '../../encoding/bytes.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { solveScript } from '../../script/templates.ts';
import {
  compareOutPoints,
  type OutPoint,
  outPointKey,
  TRUC_VERSION,
  type Txid,
} from '../../transaction/transaction.ts';
import { virtualSize } from '../../transaction/weight.ts';
import { type FeeRate, feeFor } from '../fee-rate.ts';
import { unspentCoins, usedScripts, type WalletCoin } from '../ledger/coins.ts';
import { depthOf, isFromMe } from '../ledger/ledger.ts';
import type { Wallet } from '../wallet.ts';
import type { CoinType, SelectableCoin } from './coin-selection/coin-groups.ts';
import type { Funding, PresetInput } from './fund-request.ts';
import type { FundingError } from './funding-error.ts';
import { makesSmallSignatures, maxInputWeight, type SpendingLookup } from './input-size.ts';

/** Returns the size of the signed input in vbytes, as in a transaction with a witness. */
function sizeOfInput(
  descriptor: Descriptor | undefined,
  maximum: boolean,
  witness?: number,
): number | undefined {
  const weight = descriptor && maxInputWeight(descriptor, { segwit: true, maximum, witness });
  return weight === undefined ? undefined : virtualSize(weight);
}

/**
 * Returns the vbytes needed to spend an output of this script, or `undefined` if the wallet cannot
 * spend it.
 */
export function spendVsize(
  wallet: Wallet,
  lookup: SpendingLookup,
  script: Bytes,
  sequence?: number,
): number | undefined {
  const descriptor = lookup.own(script, encodeHex(script));
  const witness = lookup.scriptPath(script, sequence);
  return sizeOfInput(descriptor, !makesSmallSignatures(wallet), witness);
}

/**
 * Returns the type that groups coins to be spent together. Core: GetOutputType (wallet/spend.cpp).
 */
function coinType(script: Bytes, descriptor: Descriptor | undefined): CoinType {
  switch (solveScript(script).kind) {
    case 'witness_v1_taproot':
      return 'bech32m';
    case 'witness_v0_keyhash':
    case 'witness_v0_scripthash':
      return 'bech32';
    case 'pubkeyhash':
      return 'legacy';
    case 'scripthash':
      return descriptor?.kind === 'sh' ? redeemType(descriptor.script) : 'legacy';
    default:
      return 'unknown';
  }
}

/** Only redeem scripts that could have an address outside P2SH have a type. */
function redeemType(descriptor: Descriptor): CoinType {
  const type = outputType(descriptor);
  return type === 'bech32' ? 'p2sh-segwit' : (type ?? 'unknown');
}

/** Returns the coins that may be selected. Core: AvailableCoins. */
export function availableCoins(
  wallet: Wallet,
  funding: Funding,
  lookup: SpendingLookup,
  rate: FeeRate,
): readonly SelectableCoin[] | FundingError {
  const { request, view, environment } = funding;
  const preset = request.preset.map(({ outPoint }) => outPointKey(outPoint));
  const taken = new Set([...preset, ...(environment.reserved ?? [])]);
  const { minDepth, maxDepth, includeUnsafe } = request;
  const { spendZeroConfChange } = environment.options;
  const filter = { minDepth, maxDepth, includeUnsafe, spendZeroConfChange };
  const toSelectable = createConverter(wallet, lookup, view.mempool);
  const used = request.avoidReuse === true ? usedScripts(wallet) : new Set();
  const coins: SelectableCoin[] = [];
  for (const coin of unspentCoins(wallet, filter)) {
    if (taken.size > 0 && taken.has(outPointKey(coin.outPoint))) continue;
    if (used.size > 0 && used.has(encodeHex(coin.output.scriptPubKey))) continue;
    if (suitsVersion(coin, request.version, view.mempool)) coins.push(toSelectable(coin));
  }
  return withBumpFees(onlyOneTrucParent(coins, wallet), view.mempool, rate);
}

/**
 * Returns false for unconfirmed coins of version 3 in another version and the reverse, and for a
 * third generation of version 3.
 */
function suitsVersion(
  { depth, source }: WalletCoin,
  version: number,
  mempool: MempoolGraph,
): boolean {
  if (depth > 0) return true;
  if ((version === TRUC_VERSION) !== (source.transaction.version === TRUC_VERSION)) return false;
  if (version !== TRUC_VERSION) return true;
  return mempool.children(source.txid).length === 0 && mempool.ancestors(source.txid).size <= 1;
}

/** Properties that outputs of one script share when they are spent. */
type Shape = Pick<SelectableCoin, 'type' | 'inputVsize'>;

/** Returns a cached lookup of the input size and coin type of a script. */
export function createShapes(
  wallet: Wallet,
  lookup: SpendingLookup,
  sequence?: number,
): (script: Bytes, hex: string) => Shape {
  const maximum = !makesSmallSignatures(wallet);
  const shapes = new Map<Descriptor, Shape>();
  return (script, hex) => {
    const descriptor = lookup.own(script, hex);
    const known = descriptor && shapes.get(descriptor);
    if (known !== undefined) return known;
    const shape = {
      type: coinType(script, descriptor),
      inputVsize: sizeOfInput(descriptor, maximum, lookup.scriptPath(script, sequence)),
    };
    if (descriptor !== undefined) shapes.set(descriptor, shape);
    return shape;
  };
}

function createConverter(
  wallet: Wallet,
  lookup: SpendingLookup,
  mempool: MempoolGraph,
): (coin: WalletCoin) => SelectableCoin {
  const shapeOf = createShapes(wallet, lookup);
  return ({ outPoint, output, source, depth }) => {
    const script = encodeHex(output.scriptPubKey);
    const { type, inputVsize } = shapeOf(output.scriptPubKey, script);
    const place = depth > 0 ? inNoMempool : ancestryOf(mempool, outPoint.txid);
    return {
      outPoint,
      type,
      script,
      value: Number(output.value),
      depth,
      inputVsize,
      fromMe: isFromMe(wallet.ledger, source),
      ancestors: place.ancestors,
      clusterCount: place.clusterCount,
      bumpFee: 0,
    };
  };
}

const inNoMempool = { ancestors: 0, clusterCount: 0 };

/**
 * Keeps unconfirmed coins of only the most valuable parent of version 3, because a child may have
 * just one.
 */
function onlyOneTrucParent(
  coins: readonly SelectableCoin[],
  { ledger }: Wallet,
): readonly SelectableCoin[] {
  const isTruc = ({ depth, outPoint }: SelectableCoin) =>
    depth === 0 && ledger.transactions.get(outPoint.txid)?.transaction.version === TRUC_VERSION;
  const totals = new Map<Txid, number>();
  for (const coin of coins) {
    if (!isTruc(coin)) continue;
    totals.set(coin.outPoint.txid, (totals.get(coin.outPoint.txid) ?? 0) + coin.value);
  }
  if (totals.size === 0) return coins;
  const [richest] = [...totals].reduce((best, other) => (other[1] > best[1] ? other : best));
  return coins.filter((coin) => !isTruc(coin) || coin.outPoint.txid === richest);
}

function withBumpFees(
  coins: readonly SelectableCoin[],
  mempool: MempoolGraph,
  rate: FeeRate,
): readonly SelectableCoin[] | FundingError {
  const unconfirmed = coins.filter(({ depth }) => depth === 0).map(({ outPoint }) => outPoint);
  if (unconfirmed.length === 0) return coins;
  const fees = individualBumpFees(mempool, unconfirmed, (vsize) => feeFor(rate, vsize));
  if (fees === undefined) return { error: 'cluster too large to price' };
  return coins.map((coin) => {
    const bumpFee = fees.get(outPointKey(coin.outPoint)) ?? 0;
    return bumpFee === 0 ? coin : { ...coin, bumpFee };
  });
}

/** Returns the coins that the request names. Core: FetchSelectedInputs. */
export function presetCoins(
  wallet: Wallet,
  { request, view }: Funding,
  lookup: SpendingLookup,
  rate: FeeRate,
): readonly SelectableCoin[] | FundingError {
  const sorted = [...request.preset].sort((a, b) => compareOutPoints(a.outPoint, b.outPoint));
  const outPoints = sorted.map(({ outPoint }) => outPoint);
  const fees = individualBumpFees(view.mempool, outPoints, (vsize) => feeFor(rate, vsize));
  if (fees === undefined) return { error: 'cluster too large to price' };
  const coins: SelectableCoin[] = [];
  for (const preset of sorted) {
    const coin = presetCoin(preset, wallet, request.version, lookup);
    if ('error' in coin) return coin;
    coins.push({ ...coin, bumpFee: fees.get(outPointKey(preset.outPoint)) ?? 0 });
  }
  return coins;
}

function presetCoin(
  { outPoint, weight, external, sequence }: PresetInput,
  wallet: Wallet,
  version: number,
  lookup: SpendingLookup,
): SelectableCoin | FundingError {
  const own = wallet.ledger.outputs.get(outPointKey(outPoint))?.output;
  if (own !== undefined) {
    const error = versionConflict(wallet, outPoint, version);
    if (error !== undefined) return error;
  }
  const output = own ?? external;
  if (output === undefined) return { error: 'preset unknown', outPoint };
  const small = makesSmallSignatures(wallet);
  const vsize =
    weight === undefined
      ? ((own && spendVsize(wallet, lookup, own.scriptPubKey, sequence)) ??
        sizeOfInput(lookup.fromRequest(output.scriptPubKey), !small || external !== undefined))
      : virtualSize(weight);
  if (vsize === undefined) return { error: 'preset unsolvable', outPoint };
  return {
    outPoint,
    type: 'unknown',
    script: encodeHex(output.scriptPubKey),
    value: Number(output.value),
    depth: 0,
    inputVsize: vsize,
    fromMe: false,
    ancestors: 0,
    clusterCount: 0,
    bumpFee: 0,
  };
}

function versionConflict(
  { ledger, lastBlock }: Wallet,
  { txid }: OutPoint,
  version: number,
): FundingError | undefined {
  const source = ledger.transactions.get(txid);
  if (source === undefined || depthOf(source, lastBlock?.height ?? 0) !== 0) return undefined;
  const parent = source.transaction.version;
  if ((parent === TRUC_VERSION) === (version === TRUC_VERSION)) return undefined;
  return { error: 'preset version', parent, version };
}
