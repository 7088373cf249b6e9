import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createNodeChain } from '../../src/adapters/chain/node/node-chain.ts';
import { createFileHost } from '../../src/adapters/files/file-host.ts';
import type { ChainCoin, ChainSource } from '../../src/chain/source.ts';
import { kernelSecp256k1 } from '../../src/crypto/kernel-backend.ts';
import { nobleSecp256k1 } from '../../src/crypto/noble.ts';
import { networks } from '../../src/encoding/network.ts';
import type { Context } from '../../src/rpc/context.ts';
import { handleBody } from '../../src/rpc/envelope.ts';
import { methods } from '../../src/rpc/methods/index.ts';
import { createMusigNonces } from '../../src/signing/memory-nonces.ts';
import { outPointKey } from '../../src/transaction/transaction.ts';
import { defaultWalletOptions } from '../../src/wallet/options.ts';
import { type MiningNode, startMiningNode } from '../support/chains/mining-node.ts';
import { post } from './bitcoind.ts';

/** A program to call. */
export type Side = {
  readonly name: 'ours' | 'theirs';
  /** Returns the text of the answer to a call, or to each of a list of calls. */
  send(body: string, wallet?: string): Promise<string>;
  /** Returns the result, or throws. */
  call(method: string, params: readonly unknown[], wallet?: string): Promise<unknown>;
  /** Returns milliseconds so far, of all threads. */
  processorTime(): Promise<number>;
};

export type Sides = {
  readonly ours: Side;
  readonly theirs: Side;
  readonly node: MiningNode;
  /** Coins that ours knows in addition to those of the node's chain. */
  readonly coins: Map<string, ChainCoin>;
  stop(): Promise<void>;
};

const sideOf = (
  name: Side['name'],
  send: Side['send'],
  processorTime: Side['processorTime'],
): Side => ({
  name,
  send,
  processorTime,
  async call(method, params, wallet) {
    const text = await send(JSON.stringify({ id: 1, method, params }), wallet);
    const { result, error } = JSON.parse(text);
    if (error !== null) throw new Error(`${name}, ${method}: ${JSON.stringify(error)}`);
    return result;
  },
});

export async function startSides(curve: 'kernel' | 'noble'): Promise<Sides> {
  const node = await startMiningNode({}, '-maxsigcachesize=0');
  const folder = mkdtempSync(join(tmpdir(), 'coldsign-bench-'));
  const secp256k1 = curve === 'kernel' ? kernelSecp256k1 : nobleSecp256k1;
  const network = networks.regtest;
  const wallets = createFileHost({
    folder,
    context: { network, secp256k1 },
    options: { ...defaultWalletOptions },
  });
  const coins = new Map<string, ChainCoin>();
  const nodeChain = createNodeChain(node.client);
  const asked = new Map<string, Promise<ReadonlyMap<string, ChainCoin>>>();
  const chain: ChainSource = {
    ...nodeChain,
    // Each question is sent to the node once.
    async findCoins(outPoints) {
      const own = outPoints.flatMap((each): [string, ChainCoin][] => {
        const coin = coins.get(outPointKey(each));
        return coin ? [[outPointKey(each), coin]] : [];
      });
      if (own.length > 0) return new Map(own);
      const id = outPoints.map(outPointKey).join();
      const answer = asked.get(id) ?? nodeChain.findCoins(outPoints);
      asked.set(id, answer);
      return answer;
    },
  };
  const { chain: _, ...known } = node.context;
  const offline: Context = {
    ...known,
    profile: 'core',
    secp256k1,
    wallets,
    random: (length) => randomBytes(length),
    musigNonces: createMusigNonces(100_000),
  };
  const ours = sideOf(
    'ours',
    async (body, wallet) =>
      (
        await handleBody(body, {
          methods,
          // Wallets are offline, because the node's answers are not measured.
          context: wallet ? { ...offline, walletName: wallet } : { ...offline, chain },
        })
      ).text,
    async () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1000;
    },
  );
  const theirs = sideOf(
    'theirs',
    (body, wallet) => post(node.node.url + (wallet ? `/wallet/${wallet}` : ''), body),
    async () => {
      const text = readFileSync(`/proc/${node.node.pid}/stat`, 'utf8');
      const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
      return 10 * (Number(fields[11]) + Number(fields[12]));
    },
  );
  return {
    ours,
    theirs,
    node,
    coins,
    async stop() {
      await wallets.close();
      await node.stop();
      rmSync(folder, { recursive: true });
    },
  };
}
