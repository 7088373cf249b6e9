import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { cliOptions } from '../../../src/adapters/cli/cli-options.ts';
import { loadOptions } from '../../../src/adapters/options/load.ts';
import {
  createSignerCommand,
  readSignerCommand,
} from '../../../src/adapters/signer/run-command.ts';
import { createMockSigner } from '../../support/nodes/mock-signer.ts';
import { buildProgram } from '../../support/nodes/server.ts';
import { run } from '../../support/run.ts';

const folder = mkdtempSync(join(tmpdir(), 'coldsign-signer-'));
const mock = createMockSigner(folder);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the command of -signer', () => {
  const signer = createSignerCommand(mock.command);

  test('gets its arguments and input unchanged, without a shell', async () => {
    mock.answer({ enumerate: [], signtx: {} });
    const words = ['enumerate', '; touch x', '$(id)', "'", '"', '*', ''];
    expect(await signer.run(words, '')).toEqual({ status: 0, output: '[]', errors: '' });
    await signer.run(['--stdin'], 'signtx cHNidA==');
    expect(mock.asked()).toEqual([
      { words, input: '' },
      { words: ['--stdin'], input: 'signtx cHNidA==' },
    ]);
  });

  test('answers with the first line of its output and its exit status', async () => {
    mock.answer({ enumerate: { output: 'one\ntwo\n', errors: 'a\nb', status: 3 } });
    expect(await signer.run(['enumerate'], '')).toEqual({ status: 3, output: 'one', errors: 'a' });
  });

  test('is reported with the error of the system if it cannot be run', async () => {
    const absent = createSignerCommand(join(folder, 'absent'));
    await expect(absent.run(['enumerate'], '')).rejects.toThrow(
      'execve failed: No such file or directory',
    );
    const text = join(folder, 'text');
    writeFileSync(text, 'text');
    await expect(createSignerCommand(text).run([], '')).rejects.toThrow(
      'execve failed: Permission denied',
    );
  });

  test('is ended when it does not answer in time', async () => {
    mock.answer({ enumerate: { output: '[]', hangs: true } });
    const slow = createSignerCommand(mock.command, { asking: 1, showing: 1 });
    await expect(slow.run(['enumerate'], '')).rejects.toThrow('has not answered within 1 seconds');
  });

  test('is ended when it prints too much', async () => {
    const endless = createSignerCommand('yes');
    await expect(endless.run([], '')).rejects.toThrow('printed too much');
  });

  test('runs for one call at a time, and for none once the program ends', async () => {
    mock.answer({ enumerate: { output: '[]', hangs: true } });
    const held = createSignerCommand(mock.command);
    mock.asked();
    const first = held.run(['enumerate'], '');
    const second = held.run(['enumerate'], '');
    while (mock.asked().length === 0) await new Promise((next) => setTimeout(next, 20));
    held.interrupt();
    expect(await first).toMatchObject({ status: 9 });
    await expect(second).rejects.toThrow('The program is ending');
    expect(mock.asked()).toEqual([]);
  });
});

describe('-signer', () => {
  const config = join(folder, 'bitcoin.conf');
  const load = (text: string, args: readonly string[] = []) => {
    writeFileSync(config, text);
    return loadOptions([`-datadir=${folder}`, '-regtest', ...args], cliOptions);
  };

  test('is accepted on the command line and in a config file that only its owner can write', () => {
    const given = load('signer=hwi --emulators\n');
    if ('error' in given) throw new Error(given.error);
    expect(readSignerCommand(given.options)?.command).toBe('hwi --emulators');
    const other = load('', ['-signer=mine']);
    if ('error' in other) throw new Error(other.error);
    expect(readSignerCommand(other.options)?.command).toBe('mine');
    const none = load('signer=hwi\n', ['-nosigner']);
    if ('error' in none) throw new Error(none.error);
    expect(readSignerCommand(none.options)).toBeUndefined();
  });

  test.skipIf(process.platform === 'win32')(
    'is refused in a file, or in a folder, that others may write to',
    () => {
      load('');
      chmodSync(config, 0o666);
      expect(load('signer=evil\n')).toEqual({
        error: expect.stringContaining(`others may write to ${config}`),
      });
      // Options that start no program still count.
      expect(load('keypool=5\n')).toHaveProperty('options');
      chmodSync(config, 0o600);
      chmodSync(folder, 0o777);
      expect(load('signer=evil\n')).toEqual({
        error: expect.stringContaining(`others may write to ${folder}`),
      });
      chmodSync(folder, 0o700);
      const included = join(folder, 'more.conf');
      writeFileSync(included, 'signer=evil\n');
      chmodSync(included, 0o602);
      expect(load('includeconf=more.conf\n')).toEqual({
        error: expect.stringContaining(`others may write to ${included}`),
      });
    },
  );

  test('does not take a wallet file for a config file, whatever its labels contain', async () => {
    const program = await buildProgram();
    rmSync(config, { force: true });
    const call = (...words: readonly string[]) =>
      run(process.execPath, [program, '-regtest', `-datadir=${folder}`, ...words]);
    expect((await call('createwallet', 'w')).code).toBe(0);
    const address = (await call('-rpcwallet=w', 'getnewaddress')).stdout.trim();
    await call('-rpcwallet=w', 'setlabel', address, '\nsigner=evil\n');
    expect((await call('-rpcwallet=w', 'backupwallet', config)).code).toBe(0);
    const { stderr } = await call('enumeratesigners');
    expect(stderr).toContain('contains binary data. Check that it is the right file');
    rmSync(config);
  });

  test('does not let the error output of the command control the terminal', async () => {
    const program = await buildProgram();
    mock.answer({ enumerate: { status: 1, errors: 'no\u001b[2Jdevice' } });
    for (const profile of ['default', 'core']) {
      const { stderr, stdout } = await run(process.execPath, [
        ...[program, '-regtest', `-datadir=${folder}`, '-noconf', `-profile=${profile}`],
        ...[`-signer=${mock.command}`, 'enumeratesigners'],
      ]);
      expect(stderr + stdout).toContain('no\\u001b[2Jdevice');
      expect(stderr + stdout).not.toContain('\u001b[2J');
    }
  });
});
