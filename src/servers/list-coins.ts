import type { MembersOf } from '../arguments/basic-kinds.ts';
import { checkArguments } from '../arguments/check-arguments.ts';
import { type AbortSignalLike, checkAborted, untilAborted } from '../encoding/abort.ts';
import { type Bytes, isBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { type NetworkName, networks } from '../encoding/network.ts';
import { pauseFor } from '../encoding/next-turn.ts';
import { decodeAddress } from '../script/address.ts';
import { isUnspendable } from '../script/script.ts';
import { isCoinbase } from '../transaction/check.ts';
import { encodeTransaction } from '../transaction/codec.ts';
import { outPointKey, type Txid } from '../transaction/transaction.ts';
import { withoutConflicts } from './check-transactions.ts';
import {
  type AddressBranches,
  type CoinSource,
  type ScriptBranches,
  type SourceCoin,
  type SourceTip,
  type SourceTransaction,
  sourceKinds,
} from './coin-source.ts';
import { sourceError } from './source-error.ts';

/** The coins and transactions of an account. */
export type SourceCoins = {
  /** The newest block at the time of the request. */
  readonly tip: SourceTip;
  /** Unspent coins, also considering unconfirmed spends; oldest blocks first, unconfirmed last. */
  readonly coins: readonly SourceCoin[];
  /** All transactions that pay the account or spend from it. */
  readonly transactions: readonly SourceTransaction[];
  /** The first position of each branch that was not paid, and not handed out by the account. */
  readonly next: readonly number[];
  /** Unverified claims of the source, as sentences. */
  readonly claims: readonly string[];
};

/** Limits of the search in an account. */
export type ListCoinsOptions = {
  /** Number of unused positions in a row after which the search ends. Default: 20, as in BIP44. */
  readonly gapLimit?: number | undefined;
  /**
   * Ends the search with `ABORTED`, without waiting for a pending request. Other work runs while
   * many transactions are read.
   */
  readonly signal?: AbortSignalLike | undefined;
  /** Called after every answer. If it throws, the search ends. */
  readonly onProgress?: ((progress: ListCoinsProgress) => void) | undefined;
};

const optionMembers = {
  gapLimit: 'GapLimit?',
  signal: 'AbortSignal?',
  onProgress: 'function?',
} as const satisfies MembersOf<ListCoinsOptions>;

/** Progress of a search for coins. Its end is unknown, because every used address extends it. */
type ListCoinsProgress = {
  /** Number of requested scripts. */
  readonly scripts: number;
  /** Number of transactions found. */
  readonly transactions: number;
};

/** Limit of scripts, because a malicious server could claim payments to every address. */
const MOST_SCRIPTS = 20_000;

/**
 * Finds an account's coins: on each branch up to the gap limit after its last used position. Pass
 * the result to `account.coins`.
 *
 * @param source - A source, such as `createEsploraSource` returns.
 * @param account - Descriptors of an account, or the addresses of its branches.
 * @param options - `gapLimit`: unused positions in a row that end the search. Default: 20.
 * @throws `ColdsignError`: `WRONG_ARGUMENT`, `ABORTED`, and codes that begin with `SOURCE_`.
 */
export async function listCoins(
  source: CoinSource,
  account: ScriptBranches | AddressBranches,
  options: ListCoinsOptions = {},
): Promise<SourceCoins> {
  checkArguments(
    'listCoins',
    {
      source: [source, 'CoinSource'],
      account: [account, 'function[]|AddressBranches'],
      options: [options, 'ListCoinsOptions?'],
    },
    { ...sourceKinds, ListCoinsOptions: { only: optionMembers } },
  );
  const { gapLimit = 20, signal, onProgress } = options;
  const branches = 'address' in account ? branchesOf(account, source.network) : account;
  const { receive = 0, change = 0 } = ('address' in account && account.next) || {};
  const floors = [receive, change];
  checkAborted(signal);
  const pause = pauseFor(signal);
  const tip = await untilAborted(signal, source.tip());
  const places = new Map<string, AddressPosition>();
  const found = new Map<Txid, SourceTransaction>();
  const ends = branches.map(() => 0);
  const next = branches.map((_, branch) => floors[branch] ?? 0);
  for (;;) {
    const scripts = await takeScripts(branches, { ends, next, places, gapLimit }, pause);
    if (scripts.length === 0) break;
    if (places.size > MOST_SCRIPTS) {
      throw sourceError(
        'SOURCE_TOO_LARGE',
        `The source has transactions for more than ${MOST_SCRIPTS} scripts of one account`,
      );
    }
    const answer = await untilAborted(signal, source.transactions(scripts));
    for (const [i, each] of answer.entries()) {
      if (i % FEW === 0) await pause();
      const known = found.get(each.txid);
      if (known?.block === undefined) found.set(each.txid, each);
      for (const { scriptPubKey } of each.transaction.outputs) {
        const place = places.get(encodeHex(scriptPubKey));
        if (place === undefined) continue;
        next[place.branch] = Math.max(next[place.branch] ?? 0, place.index + 1);
      }
    }
    onProgress?.({ scripts: places.size, transactions: found.size });
  }
  const transactions = withoutConflicts([...found.values()]);
  await pause();
  const coins = await unspentOf(transactions, places, tip, pause);
  return { tip, coins, transactions, next, claims: claimsOf(tip, coins) };
}

function branchesOf(account: AddressBranches, network: NetworkName): ScriptBranches {
  const scriptAt = (address: (index: number) => string) => (index: number) => {
    if (index > 0 && !account.isRange) return [];
    const script = decodeAddress(address(index), networks[network]);
    if (isBytes(script)) return [script];
    throw sourceError(
      'SOURCE_OTHER_CHAIN',
      `The account is not of chain ${network}, which its source is of`,
    );
  };
  return [
    scriptAt((index) => account.address(index)),
    scriptAt((index) => account.changeAddress(index)),
  ];
}

type AddressPosition = { readonly branch: number; readonly index: number };

type Looking = {
  /** Position at which the search ended per branch, and the end of used positions. */
  readonly ends: number[];
  readonly next: readonly number[];
  readonly places: Map<string, AddressPosition>;
  readonly gapLimit: number;
};

/** Number of positions that are derived, and of transactions that are read, between pauses. */
const FEW = 64;

/** Returns all scripts to request now. */
async function takeScripts(
  branches: ScriptBranches,
  { ends, next, places, gapLimit }: Looking,
  pause: () => Promise<void>,
): Promise<readonly Bytes[]> {
  const taken: Bytes[] = [];
  for (const [branch, scriptsAt] of branches.entries()) {
    const end = (next[branch] ?? 0) + gapLimit;
    for (let index = ends[branch] ?? 0; index < end; index++) {
      if (index % FEW === FEW - 1) await pause();
      const scripts = scriptsAt(index);
      ends[branch] = scripts.length === 0 ? Number.POSITIVE_INFINITY : index + 1;
      if (scripts.length === 0) break;
      for (const script of scripts) {
        const key = encodeHex(script);
        if (places.has(key)) continue;
        places.set(key, { branch, index });
        taken.push(script);
      }
    }
  }
  return taken;
}

async function unspentOf(
  transactions: readonly SourceTransaction[],
  places: ReadonlyMap<string, AddressPosition>,
  tip: SourceTip,
  pause: () => Promise<void>,
): Promise<readonly SourceCoin[]> {
  const spent = new Set(
    transactions.flatMap(({ transaction }) =>
      transaction.inputs.map(({ prevout }) => outPointKey(prevout)),
    ),
  );
  const coins: SourceCoin[] = [];
  for (const [i, { txid, transaction, block }] of transactions.entries()) {
    if (i % FEW === FEW - 1) await pause();
    const hex = encodeHex(encodeTransaction(transaction));
    const confirmations = block === undefined ? 0 : Math.max(1, tip.height - block.height + 1);
    const coinbase = isCoinbase(transaction);
    for (const [vout, { value, scriptPubKey }] of transaction.outputs.entries()) {
      const place = places.get(encodeHex(scriptPubKey));
      const isGone = isUnspendable(scriptPubKey) || spent.has(outPointKey({ txid, vout }));
      if (place === undefined || isGone) continue;
      const coin = { txid, vout, value, scriptPubKey, transaction, hex, confirmations };
      coins.push({ ...coin, ...place, ...(block && { block }), coinbase });
    }
  }
  const heightOf = ({ block }: SourceCoin) => block?.height ?? Number.POSITIVE_INFINITY;
  return coins.sort((a, b) => {
    const [left, right] = [heightOf(a), heightOf(b)];
    return left === right ? 0 : left - right;
  });
}

/** Lists the claims that only the source makes. */
function claimsOf(tip: SourceTip, coins: readonly SourceCoin[]): readonly string[] {
  const of = (fits: (coin: SourceCoin) => boolean) => coins.filter(fits).length;
  const [waiting, claimed, apart] = [
    of(({ block }) => block === undefined),
    of(({ block }) => block?.evidence === 'claim'),
    of(({ block }) => block?.evidence === 'header'),
  ];
  return [
    'Only the source confirms that no coin is missing or spent elsewhere',
    ...(tip.header === undefined
      ? [`Only the source confirms that block ${tip.height} is the newest`]
      : [`Only the source confirms that block ${tip.height} is the newest. Its work was checked`]),
    ...(waiting > 0
      ? [`${coinCountText(waiting)} unconfirmed, which only the source reports`]
      : []),
    ...(claimed > 0
      ? [`${coinCountText(claimed)} in a block, which only the source confirms`]
      : []),
    ...(apart > 0
      ? [
          `${coinCountText(apart)} in a block whose work was checked. Only the source confirms its height, and that it is in the best chain`,
        ]
      : []),
  ];
}

const coinCountText = (count: number) => (count === 1 ? '1 coin is' : `${count} coins are`);
