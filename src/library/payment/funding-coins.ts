import { curveOf } from '../../crypto/complete-curve.ts';
import { hash160 } from '../../crypto/hash.ts';
import type { PrivateKey } from '../../crypto/private-key.ts';
import type { Secp256k1 } from '../../crypto/secp256k1.ts';
import { expandMany, expandPrivate } from '../../descriptor/expand.ts';
import {
  createFlatSigningProvider,
  type FlatSigningProvider,
  mergeFlatSigningProvider,
  toSigningProvider,
} from '../../descriptor/flat-signing-provider.ts';
import { inferDescriptor } from '../../descriptor/infer.ts';
import { privateKeyLookup } from '../../descriptor/private-keys.ts';
import type { Bytes } from '../../encoding/bytes.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { invariant } from '../../encoding/invariant.ts';
import { COINBASE_MATURITY, isCoinbase } from '../../transaction/check.ts';
import type { Transaction } from '../../transaction/transaction.ts';
import { branchWeight } from '../../wallet/funding/branch-locks.ts';
import type { SelectableCoin } from '../../wallet/funding/coin-selection/coin-groups.ts';
import { usualRequest } from '../../wallet/funding/fund-request.ts';
import { type IsHeld, pathOfKeys, scriptBranchWeight } from '../../wallet/funding/held-branch.ts';
import { type InputShape, inputShape } from '../../wallet/funding/input-size.ts';
import { findNear, keyCachesOf } from './account-finder.ts';
import type { OpenCoin } from './coin-account.ts';
import type { ChangePlace } from './outputs.ts';
import type { Account, AccountCoin, AccountSide } from './types.ts';

export type Coin = Omit<AccountCoin, 'account'>;

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

/** A place in an account. */
type Position = { readonly account: Account; readonly side: AccountSide; readonly index: number };

/** Data and sizes for spending the coins and the change of accounts. */
export type FundingKeys = {
  /** Data for spending the coins. */
  readonly flatProvider: FlatSigningProvider;
  /** Returns how an input spends the output of an account. */
  shapeOf(place: Position, script: Bytes, options?: ShapeOptions): InputShape;
};

type ShapeOptions = {
  readonly sequence?: number | undefined;
};

type Sizing = {
  readonly locktime: number;
  readonly path: number | undefined;
  readonly secp256k1: Secp256k1;
};

/**
 * Collects the data for spending coins and change, and the sizes of their inputs. All positions of
 * a descriptor are spent alike, so one result serves all of them; the script's length distinguishes
 * the scripts of a combo().
 */
export function openFundingKeys(
  coins: readonly OpenCoin[],
  { own }: ChangePlace,
  { locktime, path, secp256k1 }: Sizing,
): FundingKeys {
  const positions: readonly Position[] = own ? [...coins, own] : coins;
  const flatProvider = createFlatSigningProvider();
  const accounts = [...new Set(positions.map(({ account }) => account))];
  for (const account of accounts) {
    for (const side of ['receive', 'change'] as const) {
      const here = positions.filter((each) => each.account === account && each.side === side);
      const indices = [...new Set(here.map(({ index }) => index))];
      for (const expansion of expandMany(account[side], indices, keySource(account, side))) {
        invariant(expansion !== undefined, 'the account has derived these positions before');
        mergeFlatSigningProvider(flatProvider, expansion.flatProvider);
      }
    }
  }
  const provider = toSigningProvider(flatProvider);
  // Other people may sign too, with larger signatures.
  const isShared = accounts.some(({ privateKeys }) => privateKeys.size === 0);
  const isHeld = holderOf(accounts);
  const { version } = usualRequest;
  const shapes = new Map<string, InputShape>();
  return {
    flatProvider,
    shapeOf({ account, side, index }, script, { sequence } = {}) {
      const descriptor = account[side];
      const place = `${accounts.indexOf(account)} ${side} ${script.length}`;
      const key = `${place} ${sequence}`;
      const known = shapes.get(key);
      if (known !== undefined) return known;
      const held = { script, descriptor, isHeld, provide: () => keysAt(account, side, index) };
      const witness =
        path === undefined
          ? scriptBranchWeight(held, { version, locktime, sequence })
          : branchWeight(descriptor, path, isShared);
      const inferred = inferDescriptor(script, provider, secp256k1);
      const shape = inputShape(script, inferred, { maximum: isShared, redeemPush: true, witness });
      shapes.set(key, shape);
      return shape;
    },
  };
}

/** Checks if an account has the private key of a public key, or of its root. */
const holderOf =
  (accounts: readonly Account[]): IsHeld =>
  (publicKey) => {
    const id = encodeHex(hash160(publicKey));
    return accounts.some(({ privateKeys }) => privateKeys.has(id));
  };

/**
 * Returns the path that the keys of the accounts open without others, if none opens without locks.
 */
export function heldPath(coins: readonly OpenCoin[]): number | undefined {
  const accounts = [...new Set(coins.map(({ account }) => account))];
  if (accounts.every(({ privateKeys }) => privateKeys.size === 0)) return undefined;
  const descriptors = [...new Set(coins.map(({ account, side }) => account[side]))];
  return pathOfKeys(descriptors, holderOf(accounts));
}

const keySource = (account: Account, side: AccountSide) => ({
  secp256k1: curveOf(account.secp256k1),
  findPrivateKey: privateKeyLookup(account.privateKeys),
  readCache: keyCachesOf(account)[side === 'receive' ? 0 : 1],
});

/** Returns the keys of a position. The private ones are overwritten: it matters which there are. */
function keysAt(
  account: Account,
  side: AccountSide,
  index: number,
): FlatSigningProvider | undefined {
  const source = keySource(account, side);
  const [expansion] = expandMany(account[side], [index], source);
  if (expansion === undefined) return undefined;
  const derived: PrivateKey[] = [];
  expandPrivate(account[side], index, { ...source, derived }, expansion.flatProvider);
  for (const key of derived) key.wipe();
  return expansion.flatProvider;
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

/** The coins as funding chooses from them. */
export function fundingCoin(
  { txid, vout, value, scriptPubKey, confirmations, safe }: OpenCoin,
  shape: InputShape,
): SelectableCoin {
  const isConfirmed = confirmations > 0;
  return {
    outPoint: { txid, vout },
    ...shape,
    script: encodeHex(scriptPubKey),
    value: Number(value),
    depth: confirmations,
    // Unconfirmed and safe: the wallet's own change.
    fromMe: !isConfirmed && safe,
    ancestors: isConfirmed ? 0 : 1,
    clusterCount: isConfirmed ? 0 : 1,
    bumpFee: 0,
  };
}
