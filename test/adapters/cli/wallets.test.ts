import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildProgram } from '../../support/nodes/server.ts';
import { type Ran, run } from '../../support/run.ts';

let program = '';
let data = '';
const folder = mkdtempSync(join(tmpdir(), 'coldsign-cli-wallets-'));

beforeAll(async () => {
  program = await buildProgram();
});
afterAll(() => rmSync(folder, { recursive: true }));

function newDataDirectory(): void {
  data = mkdtempSync(join(folder, 'data-'));
}

async function coldsign(args: readonly string[], input = ''): Promise<Ran> {
  return run(process.execPath, [program, '-regtest', '-keypool=2', `-datadir=${data}`, ...args], {
    input,
    env: { HOME: folder },
  });
}

async function result(args: readonly string[], input = ''): Promise<string> {
  const { code, stdout, stderr } = await coldsign(args, input);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout.trimEnd();
}

describe('wallets of the command line', () => {
  test('are available to the next command', async () => {
    newDataDirectory();
    expect(JSON.parse(await result(['createwallet', 'w']))).toEqual({ name: 'w' });
    const first = await result(['getnewaddress', 'dad']);
    const second = await result(['getnewaddress']);
    expect(first).not.toBe(second);
    const info = JSON.parse(await result(['getaddressinfo', first]));
    expect(info).toMatchObject({ ismine: true, labels: ['dad'] });
    expect(JSON.parse(await result(['listwallets']))).toEqual(['w']);
    await result(['createwallet', 'sub/v']);
    expect(JSON.parse(await result(['listwallets']))).toEqual(['sub/v', 'w']);
    expect(await coldsign(['getnewaddress'])).toEqual({
      code: 19,
      stdout: '',
      stderr:
        'error code: -19\nerror message:\nMultiple wallets are loaded. Please select which wallet to use by requesting the RPC through the /wallet/<walletname> URI path. Or for the CLI, specify the "-rpcwallet=<walletname>" option before the command (run "coldsign -h" for help or "coldsign listwallets" to see which wallets are currently loaded).\n',
    });
    expect(await result(['-rpcwallet=sub/v', 'getnewaddress'])).toMatch(/^bcrt1q/);
    expect(await result(['-wallet=w', 'getnewaddress', '', 'legacy'])).toMatch(/^[mn]/);
    expect(await coldsign(['-rpcwallet=none', 'getnewaddress'])).toMatchObject({ code: 18 });
    expect(await coldsign(['-disablewallet', 'getnewaddress'])).toMatchObject({
      code: 32601 % 256,
      stderr: expect.stringMatching(
        /^error code: -32601\nerror message:\nMethod not found\nHint: No wallets are kept here.*-disablewallet/,
      ),
    });
  });

  test('are waited for while another command uses them', async () => {
    newDataDirectory();
    await result(['createwallet', 'w']);
    const addresses = await Promise.all([1, 2, 3].map(() => result(['getnewaddress'])));
    expect(new Set(addresses).size).toBe(3);
  });

  test('are found by unloadwallet when listwallets lists them', async () => {
    newDataDirectory();
    for (const name of ['a', 'b']) await result(['createwallet', name]);
    expect(JSON.parse(await result(['unloadwallet', 'a']))).toEqual({});
    expect(JSON.parse(await result(['-named', 'unloadwallet', 'wallet_name=b']))).toEqual({});
    expect(await coldsign(['unloadwallet', 'c'])).toMatchObject({
      code: 18,
      stderr: expect.stringContaining(`/wallets/c'. Path does not exist.`),
    });
    expect(await coldsign(['-rpcwallet=a', 'unloadwallet', 'b'])).toMatchObject({
      code: 8,
      stderr: expect.stringContaining('specify different wallets'),
    });
    expect(await coldsign(['unloadwallet'])).toMatchObject({
      code: 8,
      stderr: expect.stringContaining('Hint: Name the wallet: coldsign unloadwallet NAME'),
    });
  });

  test('open for one command with a passphrase from standard input', async () => {
    newDataDirectory();
    await result(['createwallet', 'w']);
    expect(await result(['-stdinwalletpassphrase', 'encryptwallet'], 'pass phrase\n')).toMatch(
      /^wallet encrypted; /,
    );
    const locked =
      'error code: -13\nerror message:\nError: Please enter the wallet passphrase with';
    expect(await coldsign(['listdescriptors', 'true'])).toEqual({
      code: 13,
      stdout: '',
      stderr: `${locked} walletpassphrase first.\nHint: Write: coldsign -stdinwalletpassphrase listdescriptors ..., which asks for the passphrase\n`,
    });
    expect(await coldsign(['-profile=core', 'listdescriptors', 'true'])).toEqual({
      code: 13,
      stdout: '',
      stderr: `${locked} walletpassphrase first. Or for the CLI, give the passphrase with "-stdinwalletpassphrase".\n`,
    });
    expect(await coldsign(['walletpassphrase', 'pass phrase', '60'])).toMatchObject({
      code: 4,
      stdout: '',
      stderr: expect.stringContaining(
        'Put -stdinwalletpassphrase before the command that needs it',
      ),
    });
    const unlocking = ['-stdinwalletpassphrase', 'listdescriptors'];
    expect(await result([...unlocking, 'true'], 'pass phrase\n')).toContain('tprv');
    expect(await result(['-stdin', ...unlocking], 'pass phrase\ntrue\n')).toContain('tprv');
    expect(await coldsign([...unlocking, 'true'], 'wrong\n')).toMatchObject({ code: 14 });
    expect(await coldsign([...unlocking, 'true'])).toEqual({
      code: 1,
      stdout: '',
      stderr: 'error: -stdinwalletpassphrase specified but failed to read from standard input\n',
    });
    const change = ['-stdinwalletpassphrase', '-stdin', 'walletpassphrasechange'];
    expect(await result(change, 'pass phrase\nanother\n')).toBe('');
    expect(await result([...unlocking, 'true'], 'another\n')).toContain('tprv');
  });

  test('read their options as bitcoind does', async () => {
    newDataDirectory();
    await result(['createwallet', 'w']);
    expect(await result(['-addresstype=legacy', 'getnewaddress'])).toMatch(/^[mn]/);
    const refusals: readonly (readonly [string, string])[] = [
      ['-addresstype=foo', "Unknown address type 'foo'"],
      ['-changetype=foo', "Unknown change type 'foo'"],
      ['-fallbackfee=-1', "Invalid amount for -fallbackfee=<amount>: '-1'"],
      ['-maxtxfee=1e3', "Invalid amount for -maxtxfee=<amount>: '1e3'"],
      [`-walletdir=${data}/none`, `Specified -walletdir "${data}/none" does not exist`],
      ['-node=http://:x', 'Invalid URL in -node: write one such as http://127.0.0.1:8332'],
      ['-node=ssl://h:1', 'Invalid URL in -node: write one such as http://127.0.0.1:8332'],
      ['-node=http:/h:1', 'Invalid URL in -node: write one such as http://127.0.0.1:8332'],
      [
        '-node=http://u:50%@h',
        'Invalid URL in -node: write one such as http://127.0.0.1:8332. In a password, write %25 for %',
      ],
    ];
    for (const [option, text] of refusals) {
      expect(await coldsign([option, 'getnewaddress'])).toEqual({
        code: 1,
        stdout: '',
        stderr: `Error: ${text}\n`,
      });
    }
    const other = join(data, 'elsewhere');
    mkdirSync(other);
    await result([`-walletdir=${other}`, 'createwallet', 'x']);
    expect(JSON.parse(await result([`-walletdir=${other}`, 'listwallets']))).toEqual(['x']);
    writeFileSync(join(data, 'bitcoin.conf'), `[regtest]\nwalletdir=${other}\n`);
    expect(JSON.parse(await result(['listwallets']))).toEqual(['x']);
  });

  test('use the clock set by -mocktime on regtest', async () => {
    newDataDirectory();
    await result(['-mocktime=1700000000', 'createwallet', 'w']);
    const { descriptors } = JSON.parse(await result(['listdescriptors']));
    expect(descriptors[0].timestamp).toBe(1_700_000_000);
    expect(await result(['setmocktime', '1700000000'])).toBe('');
    expect(await coldsign(['setmocktime', '4294967296'])).toMatchObject({
      code: 8,
      stderr: expect.stringContaining(
        'Mocktime must be in the range [0, 4294967295], not 4294967296.',
      ),
    });
    expect(
      await run(process.execPath, [program, `-datadir=${data}`, 'setmocktime', '1']),
    ).toMatchObject({ code: 1 });
  });

  test('report an unreachable node', async () => {
    newDataDirectory();
    await result(['createwallet', 'w']);
    const node = '-node=http://u:secret-word@127.0.0.1:1';
    const { code, stderr } = await coldsign([node, 'rescanblockchain']);
    expect(code).toBe(9);
    expect(stderr).toMatch(/The chain cannot be asked: 127\.0\.0\.1:1: .*ECONNREFUSED/);
    expect(stderr).not.toContain('secret-word');
  });
});
