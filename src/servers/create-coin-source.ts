import type { MembersOf } from '../arguments/basic-kinds.ts';
import { checkArguments } from '../arguments/check-arguments.ts';
import type { BlockHeader } from '../chain/block.ts';
import { blockHash } from '../chain/block-codec.ts';
import { sha256 } from '../crypto/hash.ts';
import { type AbortSignalLike, checkAborted, untilAborted } from '../encoding/abort.ts';
import { type Bytes, reverseBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { type NetworkName, networks } from '../encoding/network.ts';
import { pauseFor } from '../encoding/next-turn.ts';
import { withCause, withReason } from '../encoding/plain-error.ts';
import { formatAddress } from '../script/address.ts';
import { encodeTransaction } from '../transaction/codec.ts';
import { transactionId } from '../transaction/txid.ts';
import { checkFeeRates, checkHeaders, checkTip, falseClaim } from './check-answers.ts';
import { checkTransaction, checkTransactions } from './check-transactions.ts';
import {
  type CoinBackend,
  type CoinSource,
  type ScriptKey,
  type SourceTransaction,
  sourceKinds,
} from './coin-source.ts';
import { isSourceError, printable, sourceError } from './source-error.ts';

/** The network of a backend, and the required proofs. */
export type CoinSourceOptions = {
  /** The network of the backend. */
  readonly network: NetworkName;
  /** Makes a confirmed transaction without a merkle proof an error. By default it is a claim. */
  readonly proofs?: 'required' | undefined;
  /**
   * Number of blocks before the tip whose transactions are linked by headers. Default: 144, a day.
   */
  readonly linked?: number | undefined;
  /**
   * Ends pending requests and all later calls with `ABORTED`. The source sends no more requests.
   */
  readonly signal?: AbortSignalLike | undefined;
};

const backendMembers = {
  tip: 'function',
  transactions: 'function',
  transaction: 'function?',
  feeRates: 'function?',
  broadcast: 'function?',
  headers: 'function?',
} as const satisfies MembersOf<CoinBackend>;

const optionMembers = {
  network: 'NetworkName',
  proofs: 'Proofs?',
  linked: 'uint32?',
  signal: 'AbortSignal?',
} as const satisfies MembersOf<CoinSourceOptions>;

/**
 * Creates a source from a backend that finds transactions by script, such as an app's own server.
 * Ids are recomputed, amounts are read from transactions, and proofs and headers are checked. Data
 * that cannot be checked are marked as claims.
 *
 * @param backend - Transactions by script, with confirmations and proofs if available.
 * @param options - `network`, and the required proofs.
 * @throws `ColdsignError`: `WRONG_ARGUMENT`; `ABORTED` and codes that begin with `SOURCE_` when it
 *   is used.
 */
export function createCoinSource(backend: CoinBackend, options: CoinSourceOptions): CoinSource {
  checkArguments(
    'createCoinSource',
    { backend: [backend, 'CoinBackend'], options: [options, 'CoinSourceOptions'] },
    { ...sourceKinds, CoinBackend: backendMembers, CoinSourceOptions: { only: optionMembers } },
  );
  const { network, signal } = options;
  /** Calls an app's function and turns its rejections into source errors. */
  const ask = async <T>(what: string, run: () => Promise<T>): Promise<T> => {
    checkAborted(signal);
    return untilAborted(signal, answered(what, run));
  };
  const readTip = async () => checkTip(await ask('tip', () => backend.tip()), network);

  async function headers(from: number, count: number): Promise<readonly BlockHeader[]> {
    const { headers: read } = backend;
    if (read === undefined || count < 1) return [];
    const texts = await ask('headers', () => read(from, count));
    return checkHeaders(Array.isArray(texts) ? texts.slice(0, count) : texts, from, network);
  }

  const link = createTipLinker({ tip: readTip, headers }, options.linked ?? 144);
  return {
    network,
    tip: readTip,
    headers,
    async transactions(scripts) {
      if (scripts.length === 0) return [];
      const keys = scripts.map((script) => scriptKey(script, network));
      const answer = await ask('transactions', () => backend.transactions(keys));
      return link(await checkTransactions(answer, scripts, options, pauseFor(signal)));
    },
    async transaction(txid) {
      const { transaction: read } = backend;
      const hex = read && (await ask('transaction', () => read(txid)));
      if (hex === undefined) return undefined;
      return checkTransaction({ hex, txid }, { network }).transaction;
    },
    async feeRates() {
      const { feeRates } = backend;
      return feeRates === undefined ? {} : checkFeeRates(await ask('fee rates', feeRates));
    },
    async broadcast(transaction) {
      const { broadcast } = backend;
      if (broadcast === undefined) {
        throw sourceError(
          'SOURCE_REFUSED',
          'This source does not broadcast transactions',
          'Broadcast the transaction in another way: it is complete',
        );
      }
      const txid = transactionId(transaction);
      const answer = await ask('broadcast', () =>
        broadcast(encodeHex(encodeTransaction(transaction))),
      );
      if (answer === txid) return txid;
      throw falseClaim(`answers to transaction ${txid} that it sent ${printable(String(answer))}`);
    },
  };
}

function scriptKey(script: Bytes, network: NetworkName): ScriptKey {
  const hash = sha256(script);
  const address = formatAddress(script, networks[network]);
  return {
    scriptPubKey: encodeHex(script),
    sha256: encodeHex(hash),
    scriptHash: encodeHex(reverseBytes(hash)),
    ...(address !== undefined && { address }),
  };
}

async function answered<T>(what: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    // A backend may throw any error.
    if (isSourceError(error)) throw error;
    const message = withReason(`The source did not answer (${what})`, error);
    throw withCause(sourceError('SOURCE_UNREACHABLE', message), error);
  }
}

type Headers = { readonly tip: string; readonly from: number; readonly hashes: readonly string[] };

/**
 * Returns a check that headers link proven transactions, up to `reach` blocks before the tip, to
 * the tip. Headers are kept until the tip changes.
 */
function createTipLinker(
  source: Pick<CoinSource, 'tip' | 'headers'>,
  reach: number,
): (found: readonly SourceTransaction[]) => Promise<readonly SourceTransaction[]> {
  let known: Headers | undefined;

  async function readHashes(lowest: number): Promise<Headers | undefined> {
    const tip = await source.tip();
    const from = Math.max(lowest, tip.height - reach);
    if (from > tip.height) return undefined;
    if (known?.tip === tip.hash && known.from <= from) return known;
    const headers: readonly BlockHeader[] = await source.headers(from, tip.height - from + 1);
    const hashes = headers.map(blockHash);
    if (hashes[hashes.length - 1] !== tip.hash) return undefined;
    known = { tip: tip.hash, from, hashes };
    return known;
  }

  return async (found) => {
    const heights = found.flatMap(({ block }) =>
      block?.evidence === 'header' ? [block.height] : [],
    );
    if (heights.length === 0) return found;
    // Blocks that are too deep are not linked. Their depth is unknown before the tip is read, so
    // `readHashes` limits the range.
    const headers = await readHashes(heights.reduce((a, b) => Math.min(a, b)));
    if (headers === undefined) return found;
    return found.map((each) => {
      const { block } = each;
      if (block?.evidence !== 'header') return each;
      const hash = headers.hashes[block.height - headers.from];
      if (hash === undefined) return each;
      if (hash === block.hash) return { ...each, block: { ...block, evidence: 'chain' } };
      throw falseClaim(
        `has another block ${block.height} for transaction ${each.txid} than in its chain`,
        'Try again, because a new block may have arrived. If it repeats, use another server',
      );
    });
  };
}
