import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { shared } from '../paths.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** `http://user:password@host:port` of a real node on regtest, new for this run. */
    nodeUrl: string;
    /** Folder with `bitcoind` and `bitcoin-cli`. */
    nodeDir: string;
    /** The node's data directory. */
    nodeData: string;
  }
}

const user = 'coldsign';

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return address.port;
}

/**
 * Returns the folder of the node's programs: COLDSIGN_NODE_DIR, or set up once per machine from
 * ../shared/oracle.
 */
function programs(): string {
  const dir = process.env.COLDSIGN_NODE_DIR ?? join(tmpdir(), 'coldsign-node');
  if (existsSync(join(dir, 'bitcoind'))) return dir;
  const script = join(shared, 'oracle', 'setup-node.sh');
  if (!existsSync(script)) throw new Error(`no real node: neither ${dir} nor ${script} is there`);
  execFileSync('bash', [script, dir], { stdio: 'inherit' });
  return dir;
}

/**
 * Returns true if the node is the fork of ../shared/oracle, with its own options, and not Bitcoin
 * Core.
 */
export function isKnots(): boolean {
  const version = execFileSync(join(programs(), 'bitcoind'), ['--version'], { encoding: 'utf8' });
  return version.split('\n', 1)[0]?.includes('Knots') === true;
}

/** A real node on regtest, with its own chain. */
export type RealNode = {
  /** `http://user:password@host:port`. */
  readonly url: string;
  /** Folder with `bitcoind` and `bitcoin-cli`. */
  readonly dir: string;
  /** Its data directory. */
  readonly data: string;
  /** Id of its process. */
  readonly pid: number | undefined;
  stop(): Promise<void>;
};

export async function startNode(...extra: readonly string[]): Promise<RealNode> {
  const dir = programs();
  const data = mkdtempSync(join(tmpdir(), 'coldsign-regtest-'));
  const port = await freePort();
  const options = ['-regtest', `-datadir=${data}`, '-server', '-listen=0', '-rpcbind=127.0.0.1'];
  options.push('-rpcallowip=127.0.0.1', `-rpcport=${port}`, `-rpcuser=${user}`);
  options.push(`-rpcpassword=${user}`, '-fallbackfee=0.0002', '-txindex', '-blockfilterindex=1');
  // Core's default (DEFAULT_TX_CONFIRM_TARGET, wallet/wallet.h); the fork's is 144 blocks.
  options.push('-txconfirmtarget=6');
  // The fork rejects a lock time of 21 ("parasite-cat21"), which its own wallet sets by chance.
  if (isKnots()) options.push('-rejectparasites=0');
  const daemon = spawn(join(dir, 'bitcoind'), [...options, '-printtoconsole=0', ...extra], {
    stdio: 'ignore',
  });
  const ended = new Promise((done) => daemon.once('exit', done));
  const url = `http://${user}:${user}@127.0.0.1:${port}`;
  await answers(url, daemon);
  return {
    url,
    dir,
    data,
    pid: daemon.pid,
    async stop() {
      daemon.kill('SIGTERM');
      await ended;
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/** Starts a node for the run, and stops it afterwards. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, dir, data, stop } = await startNode();
  project.provide('nodeUrl', url);
  project.provide('nodeDir', dir);
  project.provide('nodeData', data);
  return stop;
}

async function answers(url: string, daemon: { readonly exitCode: number | null }): Promise<void> {
  const { origin } = new URL(url);
  const headers = { authorization: `Basic ${Buffer.from(`${user}:${user}`).toString('base64')}` };
  const body = '{"method":"getblockcount","params":[]}';
  while (daemon.exitCode === null) {
    const reply = await fetch(origin, { method: 'POST', headers, body }).catch(() => undefined);
    if (reply?.ok) return;
    await new Promise((done) => setTimeout(done, 200));
  }
  throw new Error(`bitcoind ended with ${daemon.exitCode}`);
}
