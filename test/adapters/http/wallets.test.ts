import { existsSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import {
  buildProgram,
  freePort,
  post,
  type RunningServer,
  spawnServer,
  startServer,
  until,
} from '../../support/nodes/server.ts';
import { run } from '../../support/run.ts';

const servers: RunningServer[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function start(options: readonly string[] = []): Promise<RunningServer> {
  const server = await startServer(['-keypool=2', ...options]);
  servers.push(server);
  return server;
}

async function ask(server: RunningServer, method: string, params: unknown = [], wallet?: string) {
  const path = wallet === undefined ? '/' : `/wallet/${encodeURIComponent(wallet)}`;
  const { text } = await post(server, JSON.stringify({ id: 1, method, params }), { path });
  return JSON.parse(text);
}

async function call(server: RunningServer, method: string, params: unknown = [], wallet?: string) {
  const { result, error } = await ask(server, method, params, wallet);
  expect(error).toBeNull();
  return result;
}

describe('wallets of the server', () => {
  test('are chosen by the path', async () => {
    const server = await start();
    expect(await call(server, 'createwallet', ['a'])).toEqual({ name: 'a' });
    const address = await call(server, 'getnewaddress');
    await call(server, 'createwallet', ['b/c d']);
    expect((await ask(server, 'getnewaddress')).error.code).toBe(-19);
    const other = await call(server, 'getnewaddress', [], 'b/c d');
    expect(other).not.toBe(address);
    expect((await ask(server, 'getnewaddress', [], 'x')).error).toEqual({
      code: -18,
      message: 'Requested wallet does not exist or is not loaded',
    });
    expect(await call(server, 'listwallets')).toEqual(['a', 'b/c d']);
    const long = JSON.stringify({
      method: 'getaddressinfo',
      params: [address],
      x: ' '.repeat(20_000),
    });
    const { text } = await post(server, long, { path: '/wallet/a' });
    expect(JSON.parse(text).result).toMatchObject({ ismine: true });
  });

  test('answer many concurrent calls in turn', async () => {
    const server = await start();
    await call(server, 'createwallet', ['w']);
    const addresses = await Promise.all(
      Array.from({ length: 40 }, () => call(server, 'getnewaddress')),
    );
    expect(new Set(addresses).size).toBe(40);
    const { descriptors } = await call(server, 'listdescriptors');
    const next = descriptors.find(
      ({ desc, internal }: { desc: string; internal?: boolean }) =>
        desc.startsWith('wpkh') && internal === false,
    );
    expect(next.next_index).toBe(40);
  });

  test('are loaded at the start, and released at the end', async () => {
    const server = await start();
    await call(server, 'createwallet', ['a', false, false, '', false, true, true]);
    await call(server, 'createwallet', ['b']);
    const address = await call(server, 'getnewaddress', [], 'a');
    const { dataDirectory } = server;
    const folder = join(dataDirectory, 'regtest', 'wallets');
    expect(readdirSync(folder).sort()).toEqual([
      'a.wallet',
      'a.wallet.lock',
      'b.wallet',
      'b.wallet.lock',
    ]);
    const again = await spawnServer([`-datadir=${dataDirectory}`, '-wallet=b'], {
      port: await freePort(),
    });
    expect(await again.ended).toBe(1);
    expect(again.errors()).toContain('is it being used by another instance of coldsign?');
    await call(server, 'stop');
    expect(await server.ended).toBe(0);
    expect(readdirSync(folder).sort()).toEqual(['a.wallet', 'b.wallet']);
    const next = await start([`-datadir=${dataDirectory}`, '-wallet=b', '-wallet=none']);
    expect(await call(next, 'listwallets')).toEqual(['b', 'a']);
    expect(next.errors()).toContain("Warning: Skipping -wallet path that doesn't exist.");
    expect(await call(next, 'getaddressinfo', [address], 'a')).toMatchObject({ ismine: true });
    await call(next, 'unloadwallet', { wallet_name: 'a', load_on_startup: false });
    next.signal('SIGKILL');
    await next.ended;
    expect(existsSync(join(folder, 'b.wallet.lock'))).toBe(true);
    const last = await start([`-datadir=${dataDirectory}`, '-wallet=b']);
    expect(await call(last, 'listwallets')).toEqual(['b']);
    await again.close();
  });

  test('include the unnamed one only if no other is named', async () => {
    const first = await start(['-walletfolders']);
    const { dataDirectory } = first;
    await call(first, 'createwallet', ['a']);
    await call(first, 'createwallet', ['b']);
    await call(first, 'stop');
    expect(await first.ended).toBe(0);
    const folder = join(dataDirectory, 'regtest', 'wallets');
    renameSync(join(folder, 'a', 'wallet.dat'), join(folder, 'wallet.dat'));
    const options = [`-datadir=${dataDirectory}`, '-walletfolders'];
    const alone = await start(options);
    expect(await call(alone, 'listwallets')).toEqual(['']);
    await call(alone, 'stop');
    expect(await alone.ended).toBe(0);
    const named = await start([...options, '-wallet=b']);
    expect(await call(named, 'listwallets')).toEqual(['b']);
  });

  test('lock themselves at the end of the unlock time', async () => {
    const server = await start(['-mocktime=1700000000']);
    await call(server, 'createwallet', ['w', false, false, 'p']);
    await call(server, 'walletpassphrase', ['p', 60]);
    expect(await call(server, 'getwalletinfo')).toMatchObject({ unlocked_until: 1_700_000_060 });
    await call(server, 'setmocktime', [1_700_000_059]);
    expect((await ask(server, 'listdescriptors', [true])).error).toBeNull();
    await call(server, 'setmocktime', [1_700_000_060]);
    expect((await ask(server, 'listdescriptors', [true])).error.code).toBe(-13);
    expect(await call(server, 'getwalletinfo')).toMatchObject({ unlocked_until: 0 });
  });

  test('loads the unnamed wallet after another one is set to load at startup', async () => {
    const server = await start(['-walletfolders']);
    const { dataDirectory } = server;
    await call(server, 'createwallet', ['x']);
    await call(server, 'stop');
    await server.ended;
    const folder = join(dataDirectory, 'regtest', 'wallets');
    renameSync(join(folder, 'x', 'wallet.dat'), join(folder, 'wallet.dat'));
    const options = [`-datadir=${dataDirectory}`, '-walletfolders'];
    const second = await start(options);
    expect(await call(second, 'listwallets')).toEqual(['']);
    await call(second, 'createwallet', { wallet_name: 'w', load_on_startup: true });
    await call(second, 'stop');
    await second.ended;
    const third = await start(options);
    expect((await call(third, 'listwallets')).sort()).toEqual(['', 'w']);
  });

  test('are locked by the server while it runs', async () => {
    const server = await start();
    await call(server, 'createwallet', ['w']);
    const program = await buildProgram();
    const args = [program, '-regtest', `-datadir=${server.dataDirectory}`];
    const { code, stderr } = await run(process.execPath, [...args, 'getnewaddress']);
    expect(code).toBe(4);
    expect(stderr).toContain('is it being used by another instance of coldsign?');
    await call(server, 'unloadwallet', ['w']);
    expect(await run(process.execPath, [...args, 'getnewaddress'])).toMatchObject({ code: 0 });
  });

  test('can be left out', async () => {
    const server = await start(['-disablewallet']);
    expect((await ask(server, 'getnewaddress')).error).toEqual({
      code: -32601,
      message: 'Method not found',
      data: { hint: expect.stringContaining('-disablewallet') },
    });
  });

  test('report an option that makes no sense', async () => {
    for (const [option, text] of [
      ['-changetype=x', "Unknown change type 'x'"],
      ['-mintxfee=x', "Invalid amount for -mintxfee=<amount>: 'x'"],
    ] as const) {
      const server = await spawnServer([option], { port: await freePort() });
      expect(await server.ended).toBe(1);
      expect(server.errors()).toBe(`Error: ${text}\n`);
      await server.close();
    }
    const server = await start(['-fallbackfee=1']);
    await until(() => server.errors() !== '');
    expect(server.errors()).toContain('Warning: -fallbackfee is set very high!');
  });
});
