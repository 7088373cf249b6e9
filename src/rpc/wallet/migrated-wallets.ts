import type { ChainHeader, ChainSource } from '../../chain/source.ts';
import { outputTypes } from '../../descriptor/descriptor.ts';
import { formatDescriptor } from '../../descriptor/format.ts';
import { parseDescriptor } from '../../descriptor/parse.ts';
import type { WalletLabel } from '../../formats/labels.ts';
import type { FileDescriptor } from '../../formats/wallet-dat/migrate.ts';
import type { StoredTransaction } from '../../formats/wallet-dat/stored-transactions.ts';
import type { WalletDat } from '../../formats/wallet-dat/wallet-dat.ts';
import { type Json, jsonNumber, jsonObject } from '../../json/json.ts';
import { withScanFrom } from '../../sync/pending-rescan.ts';
import {
  type NewSeedOptions,
  withNewSeed,
  withSeedDescriptor,
} from '../../wallet/keys/new-seed.ts';
import { applyRecorded, type RecordedTransaction } from '../../wallet/ledger/apply.ts';
import { createWallet, type Wallet } from '../../wallet/wallet.ts';
import type { Profile } from '../context.ts';
import { walletError } from '../error.ts';
import { importRequest } from './import-request.ts';
import { withLabels } from './wallet-labels.ts';

/** Wallets that are made of one file, and are not stored yet. */
export type MigratedWallets = {
  /** Keys, and scripts with all of their keys. */
  readonly own: Wallet;
  /** Scripts that the file watches. */
  readonly watched: Wallet | undefined;
  /** Scripts that it knows, but neither spends nor watches. */
  readonly solvable: Wallet | undefined;
  /** Number of transactions that concern none of them. */
  readonly foreign: number;
};

/** Everything a migration gets in addition to the file. */
export type MigrationOptions = NewSeedOptions & {
  readonly name: string;
  readonly network: Wallet['network'];
  readonly lastBlock: Wallet['lastBlock'];
  readonly profile: Profile;
  readonly labels: readonly WalletLabel[];
  /** Transactions of the file, in its order. */
  readonly transactions: readonly RecordedTransaction[];
};

/** wallet/walletutil.h, WALLET_FLAG_DISABLE_PRIVATE_KEYS. */
const DISABLE_PRIVATE_KEYS = 1n << 32n;

/** Makes the wallets of a wallet.dat. Core: DoMigration and ApplyMigrationData. */
export function migrateWallets(dat: WalletDat, options: MigrationOptions): MigratedWallets {
  const { file, descriptors } = dat;
  const of = (standing: FileDescriptor['standing']) =>
    descriptors.filter((each) => each.standing === standing);
  const watchesOnly = (file.flags & DISABLE_PRIVATE_KEYS) !== 0n;
  if (watchesOnly) {
    const own = watching('', descriptors, options);
    return withHistory({ own, watched: undefined, solvable: undefined }, options);
  }
  const keys = withDescriptors(emptyWallet('', false, options), of('own'), options);
  const hasActive = descriptors.some(({ active }) => active === true);
  const own = hasActive ? keys : withNewAddresses(keys, descriptors, options);
  const [watched, solvable] = [of('watched'), of('solvable')];
  const wallets = {
    own: labelled(own, options),
    watched: watched.length === 0 ? undefined : watching('_watchonly', watched, options),
    solvable: solvable.length === 0 ? undefined : watching('_solvables', solvable, options),
  };
  return withHistory(wallets, options);
}

/** Adds the transactions of the file to the wallets that they concern. */
function withHistory(
  { own, watched, solvable }: Omit<MigratedWallets, 'foreign'>,
  { transactions, environment, now }: MigrationOptions,
): MigratedWallets {
  const add = (wallet: Wallet) => applyRecorded(wallet, transactions, { environment, now });
  const used = add(own);
  const watching = watched && add(watched);
  const others = new Set(watching?.rest ?? transactions);
  return {
    own: used.wallet,
    watched: watching?.wallet,
    // Core, too, adds no transactions to it: it neither spends nor watches.
    solvable,
    foreign: used.rest.filter((each) => others.has(each)).length,
  };
}

const labelled = (wallet: Wallet, { labels }: MigrationOptions): Wallet =>
  withLabels(wallet, labels).wallet;

function emptyWallet(
  suffix: string,
  disablePrivateKeys: boolean,
  { name, network, lastBlock }: MigrationOptions,
): Wallet {
  return createWallet({ name: name + suffix, network, flags: { disablePrivateKeys }, lastBlock });
}

const watching = (
  suffix: string,
  descriptors: readonly FileDescriptor[],
  options: MigrationOptions,
): Wallet =>
  labelled(withDescriptors(emptyWallet(suffix, true, options), descriptors, options), options);

function withDescriptors(
  empty: Wallet,
  descriptors: readonly FileDescriptor[],
  options: MigrationOptions,
): Wallet {
  const { environment, random, profile } = options;
  let wallet = empty;
  let earliest = options.now;
  for (const each of descriptors) {
    const timestamp = BigInt(Math.max(1, each.created));
    const request = requestOf(each, empty, options);
    const made = importRequest(wallet, request, timestamp, { ...environment, random, profile });
    if (!made.ok) throw walletError('Error: Unable to migrate a descriptor of this wallet');
    wallet = made.wallet;
    earliest = Math.min(earliest, each.created);
  }
  return withScanFrom(wallet, earliest);
}

function requestOf(
  { text, range, next, active, internal, created }: FileDescriptor,
  { flags, network }: Wallet,
  { environment }: MigrationOptions,
): Json {
  const context = { network, secp256k1: environment.secp256k1 };
  const parsed = flags.disablePrivateKeys ? parseDescriptor(text, context) : undefined;
  if (parsed !== undefined && 'error' in parsed) throw walletError(parsed.error);
  for (const key of parsed?.privateKeys.values() ?? []) key.wipe();
  return jsonObject({
    desc: parsed ? formatDescriptor(parsed.descriptors[0], context) : text,
    timestamp: jsonNumber(created),
    ...(range && { range: range.map((each) => jsonNumber(each)) }),
    ...(range && active && next !== undefined && { next_index: jsonNumber(next) }),
    ...(active && { active, internal: internal === true }),
  });
}

/** The descriptor of receiving addresses of the current seed, which comes first. */
const SEED = /^combo\(([xt]prv\w+)\/0h\/0h\/\*h\)/;

/** Adds new addresses, which derive from the seed of the file, or from a new one if it has none. */
function withNewAddresses(
  wallet: Wallet,
  descriptors: readonly FileDescriptor[],
  options: MigrationOptions,
): Wallet {
  const root = descriptors.map(({ text }) => SEED.exec(text)?.[1]).find((each) => each);
  if (root === undefined) return withNewSeed(wallet, options);
  let current = wallet;
  for (const side of ['external', 'internal'] as const) {
    for (const type of outputTypes) {
      current = withSeedDescriptor(current, { type, side, root }, options)?.wallet ?? current;
    }
  }
  return current;
}

/** Number of headers that are asked for at once. */
const HEADERS_AT_ONCE = 2000;

/**
 * Finds the blocks of transactions in the chain. A transaction whose block is not in it is
 * unconfirmed, as in Core.
 */
export async function placeTransactions(
  stored: readonly StoredTransaction[],
  chain: ChainSource,
): Promise<readonly RecordedTransaction[]> {
  const hashes = new Set(
    stored.flatMap(({ state, blockHash }) =>
      state === 'confirmed' || state === 'conflicted' ? [blockHash] : [],
    ),
  );
  const blocks = await findBlocks(hashes, chain);
  return stored.map(({ state, blockHash, index, ...facts }) => {
    const block = blocks.get(blockHash);
    if (block === undefined || state === 'unconfirmed' || state === 'abandoned') {
      return { ...facts, state: { kind: 'inactive', abandoned: state === 'abandoned' } };
    }
    const { height, hash, time } = block;
    return state === 'conflicted'
      ? { ...facts, state: { kind: state, height, blockHash: hash } }
      : { ...facts, state: { kind: state, height, blockHash: hash, blockTime: time, index } };
  });
}

async function findBlocks(
  hashes: ReadonlySet<string>,
  chain: ChainSource,
): Promise<ReadonlyMap<string, ChainHeader>> {
  const found = new Map<string, ChainHeader>();
  const note = (headers: readonly ChainHeader[]) => {
    for (const each of headers) if (hashes.has(each.hash)) found.set(each.hash, each);
  };
  if (chain.forkHeight !== undefined) {
    for (const hash of hashes) {
      const height = await chain.forkHeight(hash);
      if (height !== undefined) note(await chain.headers(height, 1));
    }
    return found;
  }
  const { height: tip } = await chain.tip();
  const first = (await chain.firstBlock?.()) ?? 0;
  for (let from = first; from <= tip && found.size < hashes.size; from += HEADERS_AT_ONCE) {
    note(await chain.headers(from, Math.min(HEADERS_AT_ONCE, tip - from + 1)));
  }
  return found;
}
