import type { MembersOf } from '../arguments/basic-kinds.ts';
import { checkArguments } from '../arguments/check-arguments.ts';
import { blockHash, decodeHeader, HEADER_SIZE } from '../chain/block-codec.ts';
import { consensusParams } from '../chain/consensus.ts';
import { decodeHex } from '../encoding/hex.ts';
import type { NetworkName } from '../encoding/network.ts';
import { fieldsOf, isCount, isHash, nonsense } from './check-answers.ts';
import { MOST_TRANSACTIONS } from './check-transactions.ts';
import {
  type BackendTip,
  type BackendTransaction,
  type CoinBackend,
  type CoinSource,
  type MerkleProof,
  requestMembers,
  requireClock,
  type ScriptKey,
  sourceKinds,
} from './coin-source.ts';
import { createCoinSource } from './create-coin-source.ts';
import {
  createElectrumClient,
  type ElectrumClient,
  type ElectrumServer,
} from './electrum-client.ts';
import { sourceError } from './source-error.ts';
import { askAll } from './time-limit.ts';

/** An Electrum server, and the expected network. */
export type ElectrumOptions = ElectrumServer & {
  /** The expected network. Calls fail if the server's genesis block is different. */
  readonly network: NetworkName;
};

/** A source with an open connection. */
export type ElectrumSource = CoinSource & {
  /** Closes the connection; the next request opens a new one. */
  close(): void;
};

/**
 * Creates a source from a server with Electrum's protocol 1.4 to 1.6 (ElectrumX, Fulcrum, electrs).
 *
 * @param options - `network`, and `transport`, which connects to the server.
 * @throws `ColdsignError`: `WRONG_ARGUMENT`; `ABORTED` and codes that begin with `SOURCE_` when it
 *   is used.
 */
export function createElectrumSource(options: ElectrumOptions): ElectrumSource {
  const members = {
    ...requestMembers,
    transport: 'function',
  } as const satisfies MembersOf<ElectrumOptions>;
  checkArguments(
    'createElectrumSource',
    { options: [options, 'ElectrumOptions'] },
    { ...sourceKinds, ElectrumOptions: { only: members } },
  );
  requireClock('createElectrumSource', options);
  const { network, signal } = options;
  const { backend, close } = createElectrumBackend(options);
  signal?.addEventListener('abort', close);
  return {
    ...createCoinSource(backend, { network, proofs: 'required', linked: LINKED, signal }),
    close,
  };
}

/** Maximum number of headers in one answer: two weeks. */
const LINKED = 2015;
/** Maximum number of concurrent requests, which servers limit. */
const AT_ONCE = 50;

/** Data kept for a connection; the server announces changes. */
type Known = {
  readonly session: number;
  tip: BackendTip | undefined;
  /** The last status and its history, by script hash. */
  readonly statuses: Map<string, string | null>;
  readonly histories: Map<string, History>;
  readonly headers: Map<number, string>;
  readonly proofs: Map<string, MerkleProof>;
};

type History = {
  readonly status: string | null;
  readonly items: readonly { readonly txid: string; readonly height: number | undefined }[];
};

type ElectrumBackend = { readonly backend: CoinBackend; readonly close: () => void };

function createElectrumBackend(options: ElectrumOptions): ElectrumBackend {
  let known = emptyOf(0);
  /** Transactions by recomputed id; they never change. */
  const transactions = new Map<string, string>();
  const client = createElectrumClient({
    ...options,
    greet: (call) => checkGenesis(call, options.network),
    onNotification(method, params) {
      if (method === 'blockchain.headers.subscribe') noteTip(known, params[0]);
      const [hash, status] = params;
      if (method !== 'blockchain.scripthash.subscribe' || typeof hash !== 'string') return;
      if (known.statuses.has(hash)) known.statuses.set(hash, statusOf(status));
    },
  });

  /** Returns the data of this connection. Discards those of an earlier one. */
  async function current(): Promise<Known> {
    await client.version();
    if (known.session !== client.session()) known = emptyOf(client.session());
    return known;
  }

  async function readTip(): Promise<BackendTip> {
    const now = await current();
    if (now.tip === undefined) noteTip(now, await client.call('blockchain.headers.subscribe'));
    if (now.tip === undefined) throw nonsense('the tip', 'no header');
    return now.tip;
  }

  async function history(now: Known, { scriptHash }: ScriptKey): Promise<History> {
    let status = now.statuses.get(scriptHash);
    if (status === undefined) {
      status = statusOf(await client.call('blockchain.scripthash.subscribe', scriptHash));
      now.statuses.set(scriptHash, status);
    }
    const last = now.histories.get(scriptHash);
    if (last?.status === status) return last;
    const items =
      status === null
        ? []
        : readHistory(await client.call('blockchain.scripthash.get_history', scriptHash));
    const read = { status, items };
    now.histories.set(scriptHash, read);
    return read;
  }

  async function transaction(
    now: Known,
    [txid, height]: readonly [string, number | undefined],
  ): Promise<BackendTransaction> {
    const hex = transactions.get(txid) ?? (await client.call('blockchain.transaction.get', txid));
    if (typeof hex !== 'string') throw nonsense('a transaction', 'no hexadecimal');
    transactions.set(txid, hex);
    if (height === undefined) return { txid, hex };
    return { txid, hex, height, proof: await prove(now, txid, height) };
  }

  async function prove(now: Known, txid: string, height: number): Promise<MerkleProof> {
    const key = `${txid} ${height}`;
    const last = now.proofs.get(key);
    if (last !== undefined) return last;
    const [branch, header] = await Promise.all([
      client.call('blockchain.transaction.get_merkle', txid, height),
      now.headers.get(height) ?? client.call('blockchain.block.header', height),
    ]);
    const { block_height: proven, merkle, pos } = fieldsOf(branch, 'get_merkle');
    if (proven !== height) {
      throw sourceError(
        'SOURCE_FALSE',
        `The server proves another block for transaction ${txid} than it names`,
      );
    }
    if (typeof header !== 'string' || !Array.isArray(merkle) || typeof pos !== 'number') {
      throw nonsense('a proof', 'not a branch or header');
    }
    const proof = { header, merkle, pos };
    now.headers.set(height, header);
    now.proofs.set(key, proof);
    return proof;
  }

  const backend: CoinBackend = {
    tip: readTip,
    async transactions(scripts) {
      // Read the tip before the histories, so that a block found meanwhile is announced.
      await readTip();
      const now = await current();
      const histories = await askAll(scripts, AT_ONCE, (script) => history(now, script));
      const unique = new Map<string, number | undefined>();
      for (const { items } of histories) {
        for (const { txid, height } of items) unique.set(txid, unique.get(txid) ?? height);
      }
      if (unique.size > MOST_TRANSACTIONS) {
        throw sourceError(
          'SOURCE_TOO_LARGE',
          `The server names more than ${MOST_TRANSACTIONS} transactions for one question`,
        );
      }
      return askAll([...unique], AT_ONCE, (each) => transaction(now, each));
    },
    async headers(from, count) {
      const answer = await client.call('blockchain.block.headers', from, Math.min(count, 2016));
      return readHeaders(answer);
    },
    async transaction(txid) {
      try {
        return String(
          transactions.get(txid) ?? (await client.call('blockchain.transaction.get', txid)),
        );
      } catch (error) {
        // The server's node uses one of these messages.
        if (error instanceof Error && /no such|not found|missing/i.test(error.message))
          return undefined;
        throw error;
      }
    },
    feeRates: () => readFeeRates(client),
    async broadcast(hex) {
      return String(await client.call('blockchain.transaction.broadcast', hex));
    },
  };
  return { backend, close: client.close };
}

function emptyOf(session: number): Known {
  return {
    session,
    tip: undefined,
    statuses: new Map(),
    histories: new Map(),
    headers: new Map(),
    proofs: new Map(),
  };
}

/** Maximum number of blocks that may be replaced by others. */
const REORGANIZED = 100;

function noteTip(known: Known, answer: unknown): void {
  const { hex: header, height } = fieldsOf(answer, 'the tip');
  const decoded = typeof header === 'string' ? decodeHeader(bytesOf(header)) : undefined;
  if (typeof header !== 'string' || decoded === undefined || !isCount(height, 0x7fffffff)) {
    throw nonsense('the tip', 'no header');
  }
  if (known.tip !== undefined && decoded.previousBlockHash !== known.tip.hash) {
    const kept = Math.min(known.tip.height, height) - REORGANIZED;
    for (const at of known.headers.keys()) if (at > kept) known.headers.delete(at);
    for (const key of known.proofs.keys()) {
      if (Number(key.split(' ')[1]) > kept) known.proofs.delete(key);
    }
  }
  known.tip = { height, header, hash: blockHash(decoded) };
}

function bytesOf(hex: string): Uint8Array {
  return (hex.length === 2 * HEADER_SIZE ? decodeHex(hex) : undefined) ?? new Uint8Array();
}

function statusOf(answer: unknown): string | null {
  if (answer === null || isHash(answer)) return answer;
  throw nonsense('a status', 'neither null nor a hash');
}

function readHistory(answer: unknown): History['items'] {
  if (!Array.isArray(answer)) throw nonsense('a history', 'no list');
  if (answer.length > MOST_TRANSACTIONS) {
    throw sourceError(
      'SOURCE_TOO_LARGE',
      `The server names more than ${MOST_TRANSACTIONS} transactions for one script`,
    );
  }
  return answer.map((each) => {
    const { tx_hash: txid, height } = fieldsOf(each, 'a history');
    if (!isHash(txid) || typeof height !== 'number' || !Number.isInteger(height)) {
      throw nonsense('a history', 'not an id or height');
    }
    // 0 and -1 mean unconfirmed.
    return { txid, height: height > 0 ? height : undefined };
  });
}

/** Parses headers: one text before protocol 1.6, and a list since 1.6. */
function readHeaders(answer: unknown): readonly string[] {
  const { hex, headers } = fieldsOf(answer, 'headers');
  if (Array.isArray(headers)) return headers;
  if (typeof hex !== 'string') throw nonsense('headers', 'neither text nor list');
  const size = 2 * HEADER_SIZE;
  return Array.from({ length: Math.ceil(hex.length / size) }, (_, i) =>
    hex.slice(i * size, (i + 1) * size),
  );
}

const TARGETS = [1, 2, 3, 4, 6, 12, 24, 48, 144, 504, 1008];

/** Factor from BTC per 1,000 virtual bytes to satoshi per virtual byte. */
const PER_COIN = 1e5;

async function readFeeRates(client: ElectrumClient): Promise<{ [blocks: number]: number }> {
  const rates: { [blocks: number]: number } = {};
  await askAll(TARGETS, AT_ONCE, async (blocks) => {
    const rate = await client.call('blockchain.estimatefee', blocks);
    if (typeof rate !== 'number') throw nonsense('estimatefee', 'no number');
    rates[blocks] = Math.round(rate * PER_COIN * 1000) / 1000;
  });
  return rates;
}

/** Rejects if the server's genesis block belongs to another network. */
export async function checkGenesis(
  call: ElectrumClient['call'],
  network: NetworkName,
): Promise<void> {
  const answer = await call('blockchain.block.header', 0);
  const header = typeof answer === 'string' ? decodeHeader(bytesOf(answer)) : undefined;
  if (header === undefined) throw nonsense('block 0', 'no header');
  if (blockHash(header) === consensusParams[network].genesis.hash) return;
  throw sourceError('SOURCE_OTHER_CHAIN', `The server is not of chain ${network}`);
}
