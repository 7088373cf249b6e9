import type { BlockHash } from '../../../chain/block.ts';
import type { ChainTip } from '../../../chain/source.ts';
import { RpcCode } from '../../../rpc/error.ts';
import type { NodeClient } from './client.ts';
import { asNumber, asObject, asText, resultOf } from './values.ts';

/** A header with a node's facts about it. Immutable except `confirmations`, which is not kept. */
type NodeHeader = ChainTip & { readonly previous: BlockHash | undefined };

export type HeaderReader = {
  /** Returns the header of any block that the node knows. */
  byHash(hash: BlockHash): Promise<NodeHeader>;
  /** Returns headers of the best chain, like `ChainSource.headers`. */
  range(from: number, count: number): Promise<readonly NodeHeader[]>;
  tip(): Promise<NodeHeader>;
  /** Implements `ChainSource.forkHeight`. */
  forkHeight(hash: BlockHash): Promise<number | undefined>;
};

/** Limit on cached headers, 150 bytes each, after which the cache is cleared. */
const MOST_KEPT = 50_000;
const ATTEMPTS = 5;

/** The error code for an unknown block. */
export const NOT_FOUND: number = RpcCode.INVALID_ADDRESS_OR_KEY;

export function createHeaderReader(client: NodeClient): HeaderReader {
  const known = new Map<BlockHash, NodeHeader>();

  async function byHash(hash: BlockHash): Promise<NodeHeader> {
    return known.get(hash) ?? keep(await client.call('getblockheader', hash));
  }

  async function tip(): Promise<NodeHeader> {
    return byHash(asText(await client.call('getbestblockhash'), 'best block hash'));
  }

  async function forkHeight(hash: BlockHash): Promise<number | undefined> {
    const answer = await client.ask('getblockheader', hash);
    if ('error' in answer && answer.error.code === NOT_FOUND) return undefined;
    let at = keep(resultOf(answer, 'getblockheader'));
    while ((await readHashes(client, at.height, 1))[0] !== at.hash) {
      if (at.previous === undefined) return undefined;
      at = await byHash(at.previous);
    }
    return at.height;
  }

  function keep(result: unknown): NodeHeader {
    const header = readHeader(result);
    if (known.size >= MOST_KEPT) known.clear();
    known.set(header.hash, header);
    return header;
  }

  /** Returns `undefined` if the chain changed during the call. */
  async function read(from: number, count: number): Promise<NodeHeader[] | undefined> {
    const wanted = await readHashes(client, from, count);
    const missing = wanted.filter((hash) => !known.has(hash));
    const calls = missing.map((hash) => ({ method: 'getblockheader', params: [hash] }));
    const fresh = new Map<BlockHash, NodeHeader>();
    for (const answer of await client.batch(calls)) {
      const header = keep(resultOf(answer, 'getblockheader'));
      fresh.set(header.hash, header);
    }
    const headers = wanted.flatMap((hash) => fresh.get(hash) ?? known.get(hash) ?? []);
    const linked = headers.every(
      ({ previous }, at) => at === 0 || previous === headers[at - 1]?.hash,
    );
    return linked && headers.length === wanted.length ? headers : undefined;
  }

  return {
    byHash,
    async range(from, count) {
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const { height } = await tip();
        const headers = await read(from, Math.max(0, Math.min(count, height + 1 - from)));
        if (headers !== undefined) return headers;
      }
      throw new Error('the chain changes faster than it can be read');
    },
    tip,
    forkHeight,
  };
}

/** Reads hashes of the best chain, up to its tip. */
export async function readHashes(
  client: NodeClient,
  from: number,
  count: number,
): Promise<readonly BlockHash[]> {
  const calls = Array.from({ length: count }, (_, i) => ({
    method: 'getblockhash',
    params: [from + i],
  }));
  const hashes: BlockHash[] = [];
  for (const answer of await client.batch(calls)) {
    if ('error' in answer) break;
    hashes.push(asText(answer.result, 'block hash'));
  }
  return hashes;
}

function readHeader(result: unknown): NodeHeader {
  const fields = asObject(result, 'block header');
  const { previousblockhash } = fields;
  return {
    height: asNumber(fields.height, 'height'),
    hash: asText(fields.hash, 'hash'),
    version: asNumber(fields.version, 'version'),
    time: asNumber(fields.time, 'time'),
    mediantime: asNumber(fields.mediantime, 'mediantime'),
    bits: Number.parseInt(asText(fields.bits, 'bits'), 16),
    previous: previousblockhash === undefined ? undefined : asText(previousblockhash, 'hash'),
  };
}
