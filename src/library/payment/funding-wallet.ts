import { individualBumpFees } from '../../chain/bump-fees.ts';
import { createMempoolGraph, type MempoolGraph } from '../../chain/mempool-graph.ts';
import type { Secp256k1 } from '../../crypto/secp256k1.ts';
import { createCacheDraft } from '../../descriptor/cache.ts';
import { expandMany } from '../../descriptor/expand.ts';
import {
  createFlatSigningProvider,
  type FlatSigningProvider,
  mergeFlatSigningProvider,
} from '../../descriptor/flat-signing-provider.ts';
import { descriptorId } from '../../descriptor/format.ts';
import { privateKeyLookup } from '../../descriptor/private-keys.ts';
import type { Satoshis } from '../../encoding/amount.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { invariant } from '../../encoding/invariant.ts';
import type { Network } from '../../encoding/network.ts';
import { COINBASE_MATURITY, isCoinbase } from '../../transaction/check.ts';
import {
  MAX_BIP125_RBF_SEQUENCE,
  outPointKey,
  type Transaction,
} from '../../transaction/transaction.ts';
import { type FeeRate, feeFor } from '../../wallet/fee-rate.ts';
import { inputWeightOf } from '../../wallet/funding/chosen-path.ts';
import type { SelectableCoin } from '../../wallet/funding/coin-selection/coin-groups.ts';
import type { AvailableCoins } from '../../wallet/funding/create-transaction.ts';
import type { PresetInput } from '../../wallet/funding/fund-request.ts';
import { createShapes } from '../../wallet/funding/selectable-coins.ts';
import { newWalletDescriptor, type WalletDescriptor } from '../../wallet/keys/wallet-descriptor.ts';
import { createWallet, type Wallet, withDescriptor } from '../../wallet/wallet.ts';
import { findNear, keyCachesOf } from './account.ts';
import type { OpenCoin } from './coin-account.ts';
import type { ChangePlace } from './outputs.ts';
import type { Account, AccountCoin, AccountSide } from './types.ts';

type Coin = Omit<AccountCoin, 'account'>;

/** Checks if consensus keeps a coin from being spent `blocks` before the next block. */
export function isImmature(coin: Coin, blocks = 0): boolean {
  const { coinbase, previousTransaction, confirmations } = coin;
  const paysMiner = coinbase || (previousTransaction && isCoinbase(previousTransaction));
  return paysMiner === true && !(confirmations - blocks >= COINBASE_MATURITY);
}

/**
 * Checks if a coin may be chosen. A coinbase waits one block longer than consensus demands, as in
 * Core.
 */
export function isReady(coin: Coin, includeUnsafe: boolean): boolean {
  return (coin.safe === true || includeUnsafe) && !isImmature(coin, 1);
}

/**
 * The wallet that funding needs: descriptors at the positions of the coins and of the change only.
 */
export type FundingWallet = {
  readonly wallet: Wallet;
  /** Data for spending the coins. */
  readonly flatProvider: FlatSigningProvider;
};

type Position = { readonly account: Account; readonly side: AccountSide; readonly index: number };

export function openFundingWallet(
  coins: readonly OpenCoin[],
  { own }: ChangePlace,
  { network, secp256k1 }: { readonly network: Network; readonly secp256k1: Secp256k1 },
): FundingWallet {
  const positions: readonly Position[] = own ? [...coins, own] : coins;
  const flatProvider = createFlatSigningProvider();
  const accounts = [...new Set(positions.map(({ account }) => account))];
  const disablePrivateKeys = accounts.some(({ privateKeys }) => privateKeys.size === 0);
  let wallet = createWallet({ name: '', network, flags: { disablePrivateKeys } });
  const keys = new Map<string, Account['privateKeys']>();
  for (const account of accounts) {
    for (const side of ['receive', 'change'] as const) {
      const here = positions.filter((each) => each.account === account && each.side === side);
      const indices = [...new Set(here.map(({ index }) => index))];
      if (indices.length === 0) continue;
      const owner = describeOwner(account, side, indices, { secp256k1, flatProvider });
      wallet = withDescriptor(wallet, owner);
      keys.set(owner.id, account.privateKeys);
    }
  }
  return { wallet: { ...wallet, keyring: { kind: 'open', keys } }, flatProvider };
}

/**
 * Marks outputs to addresses of the accounts as own, as change is, if they are near used positions.
 */
export function addOwnOutputs(
  flatProvider: FlatSigningProvider,
  outputs: Transaction['outputs'],
  { coins, secp256k1 }: { readonly coins: readonly OpenCoin[]; readonly secp256k1: Secp256k1 },
): void {
  for (const account of new Set(coins.map((coin) => coin.account))) {
    const source = { secp256k1, findPrivateKey: privateKeyLookup(account.privateKeys) };
    for (const { scriptPubKey } of outputs) {
      const place = findNear(account, scriptPubKey);
      if (place === undefined) continue;
      const [expansion] = expandMany(account[place.side], [place.index], source);
      if (expansion) mergeFlatSigningProvider(flatProvider, expansion.flatProvider);
    }
  }
}

function describeOwner(
  account: Account,
  side: AccountSide,
  indices: readonly number[],
  {
    secp256k1,
    flatProvider,
  }: { readonly secp256k1: Secp256k1; readonly flatProvider: FlatSigningProvider },
): WalletDescriptor {
  const descriptor = account[side];
  const readCache = keyCachesOf(account)[side === 'receive' ? 0 : 1];
  const writeCache = createCacheDraft();
  const findPrivateKey = privateKeyLookup(account.privateKeys);
  const source = { secp256k1, findPrivateKey, readCache, writeCache };
  const scripts = new Map<string, number>();
  for (const [i, expansion] of expandMany(descriptor, indices, source).entries()) {
    invariant(expansion !== undefined, 'the account has derived these positions before');
    mergeFlatSigningProvider(flatProvider, expansion.flatProvider);
    for (const script of expansion.scripts) scripts.set(encodeHex(script), indices[i] ?? 0);
  }
  const id = encodeHex(descriptorId(descriptor, account));
  const range = { rangeStart: 0, rangeEnd: Number.MAX_SAFE_INTEGER, nextIndex: 0 };
  const owner = newWalletDescriptor({ id, descriptor, creationTime: 0n, ...range });
  return { ...owner, cache: readCache ?? writeCache, scripts };
}

type Choosing = {
  readonly sequence?: number | undefined;
  readonly includeUnsafe?: boolean | undefined;
  readonly mempool: MempoolGraph;
};

/**
 * Makes a graph of the unconfirmed transactions below coins, each as one entry with all of its
 * ancestors. With `rate`, all coins are spent, so that the coins of one transaction share the cost
 * of raising it to that rate.
 */
export function packagesOf(coins: readonly Coin[], rate?: FeeRate): MempoolGraph {
  const parents = new Map<string, { vsize: number; fee: Satoshis; coins: number }>();
  for (const { txid, ancestors } of coins) {
    if (ancestors === undefined) continue;
    const vsize = Math.ceil(ancestors.vsize);
    parents.set(txid, { ...ancestors, vsize, coins: (parents.get(txid)?.coins ?? 0) + 1 });
  }
  const transaction: Transaction = { version: 2, inputs: [], outputs: [], locktime: 0 };
  const entries = [...parents].map(([txid, { vsize, fee, coins: count }]) => {
    const wanted = BigInt(rate === undefined ? 0 : feeFor(rate, vsize));
    const share = (wanted - fee + BigInt(count) - 1n) / BigInt(count);
    const paid = wanted > fee ? wanted - share : fee;
    return {
      txid,
      wtxid: txid,
      transaction,
      fee: paid,
      sigopCost: undefined,
      weight: 4 * vsize,
    };
  });
  return createMempoolGraph(entries);
}

/** The coins that may be chosen, with the sizes of their inputs. */
export function selectableAmong(
  coins: readonly OpenCoin[],
  { wallet }: FundingWallet,
  { sequence, includeUnsafe = false, mempool }: Choosing,
): AvailableCoins {
  return (lookup, rate) => {
    const shapeOf = createShapes(wallet, lookup, sequence);
    const ready = coins.filter((coin) => isReady(coin, includeUnsafe));
    const lifts = individualBumpFees(mempool, ready, (vsize) => feeFor(rate, vsize));
    return ready.map(({ txid, vout, value, scriptPubKey, confirmations, safe }): SelectableCoin => {
      const script = encodeHex(scriptPubKey);
      const isConfirmed = confirmations > 0;
      return {
        outPoint: { txid, vout },
        ...shapeOf(scriptPubKey, script),
        script,
        value: Number(value),
        depth: confirmations,
        // Unconfirmed and safe: the wallet's own change.
        fromMe: !isConfirmed && safe,
        ancestors: isConfirmed ? 0 : 1,
        clusterCount: isConfirmed ? 0 : 1,
        bumpFee: lifts?.get(outPointKey({ txid, vout })) ?? 0,
      };
    });
  };
}

/** Returns the coins that must be spent. */
export function presetInputs(
  coins: readonly OpenCoin[],
  sequenceOf: (coin: OpenCoin) => number | undefined,
  path?: number,
): readonly PresetInput[] {
  // Other people may sign too, with larger signatures.
  const weightOf = ({ account, side }: OpenCoin) =>
    path === undefined ? undefined : inputWeightOf(account[side], path, true);
  return coins.map((coin) => ({
    outPoint: { txid: coin.txid, vout: coin.vout },
    sequence: sequenceOf(coin) ?? MAX_BIP125_RBF_SEQUENCE,
    weight: weightOf(coin),
    external: { value: coin.value, scriptPubKey: coin.scriptPubKey },
  }));
}
