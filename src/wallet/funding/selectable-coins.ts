import { ancestryOf } from '../../chain/ancestry.ts';
import type { MempoolGraph } from '../../chain/mempool-graph.ts';
import { encodeHex } from '../../encoding/hex.ts';
import {
  compareOutPoints,
  type OutPoint,
  outPointKey,
  TRUC_VERSION,
  type Txid,
} from '../../transaction/transaction.ts';
import { unspentCoins, usedScripts, type WalletCoin } from '../ledger/coins.ts';
import { depthOf, isFromMe, isSpent } from '../ledger/ledger.ts';
import type { Wallet } from '../wallet.ts';
import type { SelectableCoin } from './coin-selection/coin-groups.ts';
import {
  DEFAULT_MAX_DEPTH,
  type Funding,
  type FundingCoins,
  type FundingRequest,
  type PresetCoin,
  type PresetInput,
} from './fund-request.ts';
import type { FundingError } from './funding-error.ts';
import type { WalletSizes } from './wallet-sizes.ts';

/** Returns the coins of the request, and the coins that may be selected. */
export function walletCoins(
  wallet: Wallet,
  funding: Funding,
  sizes: WalletSizes,
): FundingCoins | FundingError {
  const { allowOtherInputs, includeWatching } = funding.request;
  const preset = presetCoins(wallet, funding, sizes);
  if ('error' in preset) return preset;
  const mayChoose = includeWatching || !wallet.flags.disablePrivateKeys;
  const available = allowOtherInputs && mayChoose ? availableCoins(wallet, funding, sizes) : [];
  return { preset, available };
}

/** Returns the coins that may be selected, of any depth. Core: AvailableCoins. */
function availableCoins(
  wallet: Wallet,
  funding: Funding,
  sizes: WalletSizes,
): readonly SelectableCoin[] {
  const { request, view, environment } = funding;
  const preset = request.preset.map(({ outPoint }) => outPointKey(outPoint));
  const taken = new Set([...preset, ...(environment.reserved ?? [])]);
  const { includeUnsafe } = request;
  const { spendZeroConfChange } = environment.options;
  const depths = { minDepth: 0, maxDepth: DEFAULT_MAX_DEPTH };
  const filter = { ...depths, includeUnsafe, spendZeroConfChange };
  const toSelectable = createConverter(wallet, sizes, view.mempool);
  const used = request.avoidReuse === true ? usedScripts(wallet) : new Set();
  const coins: SelectableCoin[] = [];
  for (const coin of unspentCoins(wallet, filter)) {
    if (taken.size > 0 && taken.has(outPointKey(coin.outPoint))) continue;
    if (used.size > 0 && used.has(encodeHex(coin.output.scriptPubKey))) continue;
    if (suitsVersion(coin, request.version, view.mempool)) coins.push(toSelectable(coin));
  }
  return onlyOneTrucParent(coins, wallet);
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

function createConverter(
  wallet: Wallet,
  sizes: WalletSizes,
  mempool: MempoolGraph,
): (coin: WalletCoin) => SelectableCoin {
  return ({ outPoint, output, source, depth }) => {
    const script = encodeHex(output.scriptPubKey);
    const { type, inputVsize, signed } = sizes.shapeOf(output.scriptPubKey, script);
    const place = depth > 0 ? inNoMempool : ancestryOf(mempool, outPoint.txid);
    return {
      outPoint,
      type,
      script,
      value: Number(output.value),
      depth,
      inputVsize,
      signed,
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

/** Returns the coins that the request names. Core: FetchSelectedInputs. */
function presetCoins(
  wallet: Wallet,
  { request }: Funding,
  sizes: WalletSizes,
): readonly PresetCoin[] | FundingError {
  // Core's order of errors.
  const sorted =
    request.all === undefined
      ? [...request.preset].sort((a, b) => compareOutPoints(a.outPoint, b.outPoint))
      : request.preset;
  const coins = new Map<PresetInput, PresetCoin>();
  for (const preset of sorted) {
    const coin = presetCoin(preset, wallet, request, sizes);
    if ('error' in coin) return coin;
    coins.set(preset, coin);
  }
  return request.preset.flatMap((preset) => coins.get(preset) ?? []);
}

function presetCoin(
  preset: PresetInput,
  wallet: Wallet,
  { version, all }: FundingRequest,
  sizes: WalletSizes,
): PresetCoin | FundingError {
  const { outPoint, external, sequence, scripts } = preset;
  const key = outPointKey(outPoint);
  if (all !== undefined && isSpent(wallet.ledger, key)) return { error: 'preset spent', outPoint };
  const own = wallet.ledger.outputs.get(key)?.output;
  if (own !== undefined) {
    const error = versionConflict(wallet, outPoint, version);
    if (error !== undefined) return error;
  }
  const output = own ?? external;
  if (output === undefined) return { error: 'preset unknown', outPoint };
  const shape = sizes.presetShape(
    own === undefined ? preset : { ...preset, external: undefined },
    output,
  );
  // If all coins are spent, only the size of the transaction is checked, as in Core.
  if (shape.inputVsize === undefined && all === undefined) {
    return { error: 'preset unsolvable', outPoint };
  }
  return {
    outPoint,
    ...shape,
    script: encodeHex(output.scriptPubKey),
    value: Number(output.value),
    depth: 0,
    fromMe: false,
    ancestors: 0,
    clusterCount: 0,
    bumpFee: 0,
    sequence,
    scripts,
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
