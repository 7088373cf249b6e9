import type { MembersOf } from '../arguments/basic-kinds.ts';
import { checkArguments } from '../arguments/check-arguments.ts';
import { consensusParams } from '../chain/consensus.ts';
import type { NetworkName } from '../encoding/network.ts';
import { falseClaim, fieldsOf, isHash, nonsense } from './check-answers.ts';
import { MOST_TRANSACTIONS } from './check-transactions.ts';
import {
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
  type EsploraBlock,
  readBlock,
  readTransaction,
  readTransactions,
} from './esplora-answers.ts';
import { createEsploraHttp, type EsploraHttp, type EsploraServer } from './esplora-http.ts';
import { printable, sourceError } from './source-error.ts';
import { askAll } from './time-limit.ts';

/** An Esplora server, and the expected network. */
export type EsploraOptions = EsploraServer & {
  /** The expected network. Calls fail if the server's genesis block is different. */
  readonly network: NetworkName;
  /** Maximum number of concurrent requests. Default: 4. */
  readonly atOnce?: number | undefined;
};

/**
 * Creates a source from a server with Esplora's HTTP API (Blockstream's, mempool.space, your own
 * electrs).
 *
 * @param options - `url` of the API, `network`, `fetch` of the platform, and timeouts in
 * milliseconds.
 * @throws `ColdsignError`: `WRONG_ARGUMENT`; `ABORTED` and codes that begin with `SOURCE_` when it
 *   is used.
 */
export function createEsploraSource(options: EsploraOptions): CoinSource {
  const members = {
    ...requestMembers,
    url: 'ApiUrl',
    fetch: 'function',
    atOnce: 'AtOnce?',
  } as const satisfies MembersOf<EsploraOptions>;
  checkArguments(
    'createEsploraSource',
    { options: [options, 'EsploraOptions'] },
    { ...sourceKinds, EsploraOptions: { only: members }, ApiUrl },
  );
  requireClock('createEsploraSource', options);
  const { network, signal } = options;
  return createCoinSource(createEsploraBackend(options), {
    network,
    signal,
    proofs: 'required',
    linked: LINKED,
  });
}

const ApiUrl = {
  is: (value: unknown) => typeof value === 'string' && /^https?:\/\/[^\s/]/i.test(value),
  words: 'a URL that begins with https:// or http://',
  hint: 'Write the URL of the API, such as https://blockstream.info/api.',
};

/** Number of headers in one answer. */
const LINKED = 10;

function createEsploraBackend(options: EsploraOptions): CoinBackend {
  const { network, atOnce = 4 } = options;
  const http = createEsploraHttp(options);
  const readHeader = createHeaderCache(http);
  const proofs = new Map<string, Promise<MerkleProof>>();
  let checked: Promise<void> | undefined;

  /** Checks the network once, and again after a failure. */
  function onChain(): Promise<void> {
    checked ??= checkGenesis(http, network).catch((error) => {
      checked = undefined;
      throw error;
    });
    return checked;
  }

  async function prove(each: BackendTransaction): Promise<BackendTransaction> {
    const { txid = '', height, blockHash } = each;
    if (height === undefined || blockHash === undefined) return each;
    const key = `${txid} ${blockHash}`;
    const known = proofs.get(key) ?? readProof(txid, height, blockHash);
    proofs.set(key, known);
    known.catch(() => proofs.delete(key));
    return { ...each, proof: await known };
  }

  async function readProof(txid: string, height: number, blockHash: string): Promise<MerkleProof> {
    const [branch, { header, height: found }] = await Promise.all([
      http.find(`/tx/${txid}/merkle-proof`),
      readHeader(blockHash),
    ]);
    if (branch === undefined) {
      throw falseClaim(`does not prove that transaction ${txid} is in block ${height}`);
    }
    const { block_height: proven, merkle, pos } = fieldsOf(branch, 'merkle-proof');
    if (proven !== height || found !== height) {
      throw falseClaim(
        `names two heights for the block of transaction ${txid}`,
        'Try again, because a new block may have arrived. If it repeats, use another server',
      );
    }
    if (!Array.isArray(merkle) || typeof pos !== 'number') throw nonsense('proof', 'no branch');
    return { header, merkle, pos };
  }

  return {
    async tip() {
      await onChain();
      const [newest] = await readBlocks(http, '/blocks');
      if (newest === undefined) throw nonsense('/blocks', 'no block');
      return newest;
    },
    async transactions(scripts) {
      await onChain();
      const found = await askAll(scripts, atOnce, (script) => readHistory(http, script));
      const unique = new Map(found.flat().map((each) => [each.txid, each]));
      return askAll([...unique.values()], atOnce, prove);
    },
    async headers(from, count) {
      await onChain();
      const to = from + Math.min(count, LINKED + 1) - 1;
      const blocks = [...(await readBlocks(http, `/blocks/${to}`))];
      // A page may hold only ten blocks, one too few.
      const last = blocks[blocks.length - 1];
      if (last !== undefined && last.height > from) {
        blocks.push(...(await readBlocks(http, `/blocks/${last.height - 1}`)));
      }
      const byHeight = new Map(blocks.map(({ height, header }) => [height, header]));
      const headers: string[] = [];
      for (let height = from; height <= to; height++) {
        const header = byHeight.get(height);
        if (header === undefined) break;
        headers.push(header);
      }
      return headers;
    },
    async transaction(txid) {
      await onChain();
      const found = await http.find(`/tx/${txid}`);
      return found === undefined ? undefined : readTransaction(found).hex;
    },
    async feeRates() {
      await onChain();
      // The caller checks the rates.
      return fieldsOf(await http.json('/fee-estimates'), 'fee-estimates') as {
        [blocks: number]: number;
      };
    },
    async broadcast(hex) {
      await onChain();
      const { ok, text } = await http.post('/tx', hex);
      if (ok) return text;
      throw sourceError('SOURCE_REFUSED', `The transaction was rejected: ${printable(text)}`);
    },
  };
}

async function checkGenesis(http: EsploraHttp, network: NetworkName): Promise<void> {
  const hash = await http.text('/block-height/0');
  if (hash === consensusParams[network].genesis.hash) return;
  if (!isHash(hash)) throw nonsense('/block-height/0', 'not the hash of a block');
  throw sourceError('SOURCE_OTHER_CHAIN', `The server is not of chain ${network}`);
}

async function readBlocks(http: EsploraHttp, path: string): Promise<readonly EsploraBlock[]> {
  const blocks = (await http.find(path)) ?? [];
  if (!Array.isArray(blocks)) throw nonsense(path, 'no list');
  return blocks.map(readBlock);
}

/** Caches headers, which never change under their hash. */
function createHeaderCache(http: EsploraHttp): (hash: string) => Promise<EsploraBlock> {
  const known = new Map<string, Promise<EsploraBlock>>();
  return (hash) => {
    const header = known.get(hash) ?? http.json(`/block/${hash}`).then(readBlock);
    known.set(hash, header);
    header.catch(() => known.delete(hash));
    return header;
  };
}

/** Smallest page size of all servers. A first answer with fewer transactions is complete. */
const SMALLEST_PAGE = 10;
/**
 * Servers return at most this many unconfirmed transactions, without indicating that there are
 * more.
 */
const MOST_WAITING = 50;

/** Reads the history of one script. A script that was never used needs one request. */
async function readHistory(
  http: EsploraHttp,
  { sha256, scriptPubKey }: ScriptKey,
): Promise<readonly BackendTransaction[]> {
  const path = `/scripthash/${sha256}/txs`;
  const first = readTransactions(await http.json(path));
  if (first.length < SMALLEST_PAGE) return first;
  const waiting = first.filter(({ height }) => height === undefined);
  const found = new Map(first.map((each) => [each.txid, each]));
  if (waiting.length >= MOST_WAITING) {
    throw sourceError(
      'SOURCE_TOO_LARGE',
      `More than ${MOST_WAITING} transactions of script ${scriptPubKey} are unconfirmed, and the server does not list them all`,
    );
  }
  let last = first.filter(({ height }) => height !== undefined).pop();
  for (;;) {
    const behind = last === undefined ? '' : `/${last.txid}`;
    const page = readTransactions(await http.json(`${path}/chain${behind}`));
    const before = found.size;
    for (const each of page) found.set(each.txid, each);
    // Stop if nothing is new, because a server may repeat the same page forever.
    if (page.length === 0 || found.size === before) return [...found.values()];
    if (found.size > MOST_TRANSACTIONS) {
      throw sourceError(
        'SOURCE_TOO_LARGE',
        `Script ${scriptPubKey} has more than ${MOST_TRANSACTIONS} transactions`,
      );
    }
    last = page[page.length - 1];
  }
}
