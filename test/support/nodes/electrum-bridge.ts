import { createHash } from 'node:crypto';
import type { IndexedChain, IndexedTransaction } from '../chains/indexed-chain.ts';

/** The data that the bridge serves. */
export type ElectrumBacking = {
  chain(): IndexedChain | Promise<IndexedChain>;
  /** Coins per 1,000 virtual bytes. */
  estimateFee?(blocks: number): Promise<number>;
  broadcast?(hex: string): Promise<string>;
  /** Finds silent payments, as in Frigate's documentation of 2026. Absent: no such index. */
  silent?(question: SilentQuestion): readonly SilentHistory[];
};

export type SilentQuestion = {
  readonly scanKey: string;
  readonly spendKey: string;
  readonly start: number;
  readonly labels: readonly number[];
};

/** An entry of `history` of blockchain.silentpayments.subscribe. */
export type SilentHistory = {
  readonly height: number;
  readonly tx_hash: string;
  readonly tweak_key: string;
};

type Request = {
  readonly id: number;
  readonly method: string;
  readonly params?: readonly unknown[];
};

/** One client's connection to the bridge. */
export type ElectrumPeer = {
  /** Answers one message. */
  onMessage(message: string): Promise<void>;
  /** Notifies the client of changes in its subscriptions. */
  notify(): Promise<void>;
};

/**
 * Speaks Electrum's protocol 1.4 (and 1.6 where it differs) like electrumx and electrs, for an
 * indexed chain.
 */
export function createElectrumPeer(
  backing: ElectrumBacking,
  send: (message: string) => void,
  newest = '1.4',
): ElectrumPeer {
  const statuses = new Map<string, string | null>();
  let tip: string | undefined;
  let version = newest;
  const answer = async ({ method, params = [] }: Request): Promise<unknown> => {
    const chain = await backing.chain();
    const [first, second] = params;
    switch (method) {
      case 'server.version':
        if (Array.isArray(second) && Number(second[1]) < Number(newest))
          version = String(second[1]);
        return ['bridge 1.0', version];
      case 'server.ping':
        return null;
      case 'server.banner':
      case 'server.donation_address':
        return '';
      case 'server.peers.subscribe':
        return [];
      case 'server.features':
        return {
          genesis_hash: chain.hashes[0],
          hosts: {},
          protocol_min: '1.4',
          protocol_max: newest,
          server_version: 'bridge 1.0',
          hash_function: 'sha256',
          pruning: null,
          ...(backing.silent && { silent_payments: [0] }),
        };
      case 'blockchain.headers.subscribe':
        tip = chain.hashes[chain.hashes.length - 1];
        return tipOf(chain);
      case 'blockchain.block.header':
        return chain.headers[Number(first)] ?? refuse(`height ${first} out of range`);
      case 'blockchain.block.headers': {
        const headers = chain.headers.slice(
          Number(first),
          Number(first) + Math.min(Number(second), 2016),
        );
        const both = { count: headers.length, max: 2016 };
        return version === '1.4' ? { ...both, hex: headers.join('') } : { ...both, headers };
      }
      case 'blockchain.estimatefee':
        return (await backing.estimateFee?.(Number(first))) ?? -1;
      case 'blockchain.relayfee':
        return 0.00001;
      case 'mempool.get_info':
        return { mempoolminfee: 0.00001, minrelaytxfee: 0.00001, incrementalrelayfee: 0.00001 };
      case 'mempool.get_fee_histogram':
        return [];
      case 'blockchain.scripthash.subscribe': {
        const status = statusOf(chain, String(first));
        statuses.set(String(first), status);
        return status;
      }
      case 'blockchain.scripthash.get_history':
        return historyOf(chain, String(first)).map(historyJson);
      case 'blockchain.transaction.get':
        return (
          chain.transactions.get(String(first))?.hex ??
          refuse('daemon error: No such mempool or blockchain transaction')
        );
      case 'blockchain.transaction.get_merkle':
        return (
          chain.merkle(String(first)) ?? refuse(`tx ${first} not in block at height ${second}`)
        );
      case 'blockchain.transaction.broadcast':
        return backing.broadcast?.(String(first));
      case 'blockchain.silentpayments.unsubscribe':
        return 'tsp1';
      default:
        return refuse(`unknown method "${method}"`);
    }
  };
  /** Answers with the subscription, then sends notifications with named parameters. */
  const subscribeSilent = ({ id, params = [] }: Request): void => {
    const [scanKey, spendKey, start, labels] = params;
    const question = {
      scanKey: String(scanKey),
      spendKey: String(spendKey),
      start: Number(start),
      labels: Array.isArray(labels) ? labels.map(Number) : [],
    };
    const subscription = { address: 'tsp1', labels: [0, ...question.labels], start_height: 0 };
    const tell = (more: object) => send(JSON.stringify({ jsonrpc: '2.0', ...more }));
    const method = 'blockchain.silentpayments.subscribe';
    tell({ id, result: subscription });
    tell({ method, params: { subscription, progress: 0.5, history: [] } });
    for (const entry of backing.silent?.(question) ?? []) {
      tell({ method, params: { subscription, progress: 0.9, history: [entry] } });
    }
    tell({ method });
    tell({ method, params: { subscription, progress: 1, history: [] } });
  };
  return {
    async onMessage(message) {
      const request: Request = JSON.parse(message);
      const { id } = request;
      if (backing.silent && request.method === 'blockchain.silentpayments.subscribe') {
        return subscribeSilent(request);
      }
      try {
        send(JSON.stringify({ jsonrpc: '2.0', id, result: await answer(request) }));
      } catch (error) {
        // Like electrumx, pass on the node's message.
        const text = error instanceof Error ? error.message : String(error);
        send(JSON.stringify({ jsonrpc: '2.0', id, error: { code: 1, message: text } }));
      }
    },
    async notify() {
      const chain = await backing.chain();
      const tell = (method: string, params: unknown[]) =>
        send(JSON.stringify({ jsonrpc: '2.0', method, params }));
      const newest = chain.hashes[chain.hashes.length - 1];
      if (tip !== undefined && tip !== newest) {
        tip = newest;
        tell('blockchain.headers.subscribe', [tipOf(chain)]);
      }
      for (const [hash, last] of statuses) {
        const status = statusOf(chain, hash);
        if (status === last) continue;
        statuses.set(hash, status);
        tell('blockchain.scripthash.subscribe', [hash, status]);
      }
    },
  };
}

function refuse(message: string): never {
  throw new Error(message);
}

const tipOf = ({ headers }: IndexedChain) => ({
  height: headers.length - 1,
  hex: headers[headers.length - 1],
});

/**
 * Returns confirmed, then unconfirmed transactions: first those that spend only confirmed coins,
 * then by id.
 */
function historyOf(chain: IndexedChain, scriptHash: string): readonly IndexedTransaction[] {
  const found = chain.history(Buffer.from(scriptHash, 'hex').reverse().toString('hex'));
  const waiting = found.filter(({ height }) => height === undefined);
  const confirmed = found.filter(({ height }) => height !== undefined);
  const sorted = waiting
    .map((each) => ({ each, height: waitingHeight(chain, each) }))
    .sort((a, b) => b.height - a.height || (a.each.txid < b.each.txid ? -1 : 1));
  return [...confirmed, ...sorted.map(({ each }) => each)].map((each) => ({
    ...each,
    height: each.height ?? waitingHeight(chain, each),
  }));
}

function waitingHeight({ transactions }: IndexedChain, { parsed }: IndexedTransaction): number {
  const parents = parsed.ins.map(({ hash }) =>
    transactions.get(Buffer.from(hash).reverse().toString('hex')),
  );
  return parents.some((parent) => parent !== undefined && parent.height === undefined) ? -1 : 0;
}

function historyJson({ txid, height = 0, fee }: IndexedTransaction) {
  return height > 0 ? { tx_hash: txid, height } : { tx_hash: txid, height, fee };
}

function statusOf(chain: IndexedChain, scriptHash: string): string | null {
  const history = historyOf(chain, scriptHash);
  if (history.length === 0) return null;
  const text = history.map(({ txid, height }) => `${txid}:${height}:`).join('');
  return createHash('sha256').update(text).digest('hex');
}
