import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as tiny from 'tiny-secp256k1';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { run } from '../../../src/adapters/cli/run.ts';
import type { Terminal } from '../../../src/adapters/cli/terminal.ts';
import { serve } from '../../../src/adapters/http/serve.ts';
import { makeSnapshot } from '../../../src/adapters/snapshot/snapshot-command.ts';
import { kernelSecp256k1 } from '../../../src/crypto/kernel-backend.ts';
import { decodeSnapshot, signSnapshot } from '../../../src/snapshot/snapshot-codec.ts';
import { freePort } from '../../support/nodes/server.ts';
import { vectorPath } from '../../support/paths.ts';
import { fakeTerminal } from '../../support/screens/terminal.ts';

const NOW = 1_795_239_000;
const example = new Uint8Array(readFileSync(vectorPath('example/chain.snapshot')));
let folder = '';
const at = (name: string) => join(folder, name);
const trustFile = () => at('regtest/snapshot-trust.json');
const keyFile = () => at('regtest/snapshot.key');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'coldsign-signers-'));
  writeFileSync(at('unsigned'), example);
});
afterEach(() => rmSync(folder, { recursive: true }));

type Ran = { readonly status: number; readonly out: string; readonly err: string };

async function ran(start: (terminal: Terminal) => Promise<number>, isScreen = false): Promise<Ran> {
  const readFile = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);
  const { terminal, written } = fakeTerminal({ readFile, isScreen });
  const status = await start(terminal);
  return { status, ...written };
}

const common = () => ['-regtest', `-datadir=${folder}`];
const snapshot = (...args: readonly string[]) =>
  ran((terminal) => makeSnapshot([...args, ...common()], terminal));
const program = new URL('file:///no/threads/are/needed');
/** Makes a call that opens the chain without needing it. */
const use = (name: string, ...options: readonly string[]) => {
  const args = [...common(), `-mocktime=${NOW}`, `-snapshot=${at(name)}`, ...options];
  return ran((terminal) => run([...args, 'listwalletdir'], terminal, program));
};

/** Signs a snapshot with a key of 32 equal bytes, and returns its fingerprint. */
function sign(name: string, byte: number, now = NOW): string {
  const key = { privateKey: new Uint8Array(32).fill(byte), now, secp256k1: kernelSecp256k1 };
  const signed = signSnapshot(example, key);
  if (!(signed instanceof Uint8Array)) throw new Error('it was not signed');
  writeFileSync(at(name), signed);
  const decoded = decodeSnapshot(signed);
  return 'signer' in decoded ? (decoded.signer?.fingerprint ?? '') : '';
}

describe('the signing key', () => {
  test('is in a new file that only its owner can read; its fingerprint is shown', async () => {
    const { status, out, err } = await snapshot('newkey');
    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect(statSync(keyFile()).mode & 0o777).toBe(0o600);
    const text = readFileSync(keyFile(), 'utf8');
    const [, secret = '', shown] = /private (\w{64})\npublic (\w{64})\n$/.exec(text) ?? [];
    const privateKey = Buffer.from(secret, 'hex');
    expect(Buffer.from(tiny.xOnlyPointFromScalar(privateKey)).toString('hex')).toBe(shown);
    expect(out).toMatch(/\nfingerprint ([0-9a-f]{4}-){7}[0-9a-f]{4}\n/);
    expect(out).toContain(`${keyFile()}: it stays on this machine`);
    expect(out).not.toContain(secret);
  });

  test('is never replaced: a second call keeps it and shows its fingerprint again', async () => {
    const { out } = await snapshot('newkey');
    const [fingerprint = ''] = /(\w{4}-){7}\w{4}/.exec(out) ?? [];
    const before = readFileSync(keyFile(), 'utf8');
    const again = await snapshot('newkey');
    expect(again.status).toBe(1);
    expect(again.err).toContain(`left as it is. Its fingerprint is ${fingerprint}`);
    expect(readFileSync(keyFile(), 'utf8')).toBe(before);
    writeFileSync(at('notes'), 'mine');
    const other = await snapshot('newkey', `-signkey=${at('notes')}`);
    expect(other.err).toBe(`Error: "${at('notes')}" is there already: it was left as it is\n`);
    expect(readFileSync(at('notes'), 'utf8')).toBe('mine');
  });

  test('is refused if invalid, changed, missing or readable by others, and never repeated', async () => {
    await snapshot('newkey');
    const text = readFileSync(keyFile(), 'utf8');
    const secret = /private (\w{64})/.exec(text)?.[1] ?? '';
    const order = ['-node=http://127.0.0.1:1', `-descriptors=${at('d')}`, `-out=${at('out')}`];
    writeFileSync(at('d'), '[]');
    const refusal = async (content: string | Uint8Array, mode = 0o600) => {
      writeFileSync(at('key'), content);
      chmodSync(at('key'), mode);
      const { status, err } = await snapshot(...order, `-signkey=${at('key')}`);
      expect(status).toBe(1);
      expect(err).not.toContain(secret.slice(0, 16));
      return err;
    };
    const flipped = (secret.startsWith('a') ? 'b' : 'a') + secret.slice(1);
    const wrong = [
      '',
      secret,
      text.replace(secret, flipped),
      text.replace(secret, '00'.repeat(32)),
      text.replace(secret, 'ff'.repeat(32)),
      text.slice(0, -10),
      `${text}${text}`,
      'cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA\n',
      example,
      'x'.repeat(1_000_000),
    ];
    for (const content of wrong) {
      expect(await refusal(content)).toMatch(
        / is not a key that coldsign snapshot newkey .*made\n$/,
      );
    }
    if (process.platform !== 'win32') {
      expect(await refusal(text, 0o644)).toContain('can be read by others: chmod 600');
    }
    rmSync(at('key'));
    const missing = await snapshot(...order, `-signkey=${at('key')}`);
    expect(missing.err).toContain(`coldsign snapshot newkey -signkey=${at('key')} -regtest`);
    const two = await snapshot(...order, `-signkey=${at('key')}`, `-signkey=${keyFile()}`);
    expect(two.err).toBe('Error: A snapshot is signed by one -signkey\n');
    expect(existsSync(at('out'))).toBe(false);
  });

  test('is distinguished from a snapshot and not overwritten by one', async () => {
    await snapshot('newkey');
    copyFileSync(keyFile(), at('carried'));
    const { status, err } = await use('carried');
    expect(status).toBe(1);
    expect(err).toContain('is a signing key, not a snapshot. It stays');
    const order = ['-node=http://127.0.0.1:1', `-descriptors=${at('unsigned')}`];
    const onto = await snapshot(...order, `-out=${keyFile()}`);
    expect(onto.err).toContain('exists and is not a snapshot');
  });
});

describe('trust', () => {
  test('requires the fingerprint that the other machine shows', async () => {
    const fingerprint = sign('signed', 1);
    const asked = await snapshot('trust', at('signed'));
    expect(asked.status).toBe(1);
    expect(asked.err).toContain(
      `signed by ${fingerprint} (2026-11-21 05:30 UTC); nothing was changed`,
    );
    expect(asked.err).toContain(
      `Then: coldsign snapshot trust ${at('signed')} ${fingerprint} -regtest -datadir=${folder}\n`,
    );
    const wrong = await snapshot('trust', at('signed'), fingerprint.replace(/.$/, 'x'));
    expect(wrong.err).toContain('not the fingerprint that you gave: nothing was changed');
    const half = await snapshot('trust', at('signed'), fingerprint.slice(0, 19));
    expect(half.status).toBe(1);
    expect(existsSync(trustFile())).toBe(false);
    const given = fingerprint.replace(/-/g, ' ').toUpperCase();
    const { status, out } = await snapshot('trust', at('signed'), given, '-name=watcher');
    expect({ status, out }).toEqual({
      status: 0,
      out:
        `Trusted from now on: watcher (${fingerprint})\n` +
        'Snapshots of chain regtest that others signed, and unsigned ones, are refused\n',
    });
    expect(statSync(trustFile()).mode & 0o077).toBe(0);
  });

  test('is given once, under a unique name that may be added later', async () => {
    const [one, two] = [sign('one', 1), sign('two', 2)];
    await snapshot('trust', at('one'), one);
    const before = readFileSync(trustFile(), 'utf8');
    expect((await snapshot('trust', at('one'), one)).out).toBe(`${one} is trusted already\n`);
    expect(readFileSync(trustFile(), 'utf8')).toBe(before);
    expect((await snapshot('trust', at('one'), one, '-name=a')).status).toBe(0);
    const taken = await snapshot('trust', at('two'), two, '-name=a');
    expect(taken.err).toContain(`a (${one}) has that name already`);
    const beside = await snapshot('trust', at('two'), two, '-name=b');
    expect(beside.out).toContain(`Trusted from now on, beside a (${one}): b (${two})`);
    const likeTwo = [two, two.replace(/-/g, ''), two.replace(/-/g, '.').toUpperCase()];
    for (const name of ['', ' a', '\u001b[2J', 'a\nb', '\u202ea', 'a'.repeat(65), ...likeTwo]) {
      const { status, err } = await snapshot('trust', at('one'), one, `-name=${name}`);
      expect({ status, err }).toEqual({
        status: 1,
        err: expect.stringMatching(/^Error: A name has/),
      });
    }
  });

  test('is refused for a snapshot that is unsigned, damaged, of another chain or missing', async () => {
    sign('signed', 1);
    const unsigned = await snapshot('trust', at('unsigned'));
    expect(unsigned.err).toContain('is not signed. Where it is made, coldsign snapshot newkey');
    writeFileSync(at('cut'), readFileSync(at('signed')).subarray(0, -1));
    expect((await snapshot('trust', at('cut'))).err).toContain('is cut off');
    expect((await snapshot('trust', at('none'))).err).toContain('cannot be read: no such file');
    expect((await snapshot('trust')).err).toContain('coldsign snapshot trust <snapshot>');
    const elsewhere = ['trust', at('signed'), '-signet', `-datadir=${folder}`];
    const other = await ran((terminal) => makeSnapshot(elsewhere, terminal));
    expect(other.err).toContain('is of chain regtest, not of signet');
    expect((await snapshot('trust', 'a', 'b', 'c')).err).toContain("Unexpected argument 'c'");
    expect((await snapshot('trusted', 'a')).err).toContain(
      'Unexpected argument “trusted”. Did you mean “trust”?',
    );
    expect(existsSync(trustFile())).toBe(false);
  });

  test('is not lost if several commands give it at once, nor are seen snapshots', async () => {
    const fingerprint = sign('seen', 9);
    await snapshot('trust', at('seen'), fingerprint);
    const signers = [1, 2, 3, 4, 5].map((byte) => ({ byte, mark: sign(`s${byte}`, byte) }));
    const all = await Promise.all([
      use('seen'),
      ...signers.map(({ byte, mark }) => snapshot('trust', at(`s${byte}`), mark)),
      use('seen'),
    ]);
    expect(all.map(({ status, err }) => [status, err])).toEqual(all.map(() => [0, '']));
    const text = readFileSync(trustFile(), 'utf8');
    expect(JSON.parse(text).signers).toHaveLength(6);
    expect(JSON.parse(text).signers[0]).toHaveProperty('newest.signedAt', NOW);
  });

  test('is withdrawn by name or fingerprint', async () => {
    const [one, two] = [sign('one', 1), sign('two', 2)];
    await snapshot('trust', at('one'), one, '-name=a');
    await snapshot('trust', at('two'), two);
    expect((await snapshot('distrust', 'c')).err).toContain(`regtest: a (${one}), ${two}\n`);
    expect((await snapshot('distrust')).err).toContain('Whom?');
    expect((await snapshot('distrust', 'a')).out).toContain(`Still trusted: ${two}`);
    expect((await use('one')).status).toBe(1);
    expect((await snapshot('distrust', two)).out).toContain('No signer is trusted now');
    expect((await use('unsigned')).status).toBe(0);
  });
});

describe('-snapshot', () => {
  test('reports an unsigned snapshot and whom to trust, as long as no signer is trusted', async () => {
    const fingerprint = sign('signed', 1);
    const plain = await use('unsigned');
    expect(plain.status).toBe(0);
    expect(plain.err).toContain(
      'Warning: The snapshot is not signed. Anyone who can change the file',
    );
    const signed = await use('signed');
    expect(signed.status).toBe(0);
    expect(signed.err).toContain(`is signed by ${fingerprint}, who is not trusted here`);
    expect(signed.err).toContain(`(coldsign snapshot trust ${at('signed')} -regtest -datadir=`);
  });

  test('accepts only snapshots of trusted signers, unless overridden', async () => {
    const fingerprint = sign('signed', 1);
    const stranger = sign('strange', 2);
    await snapshot('trust', at('signed'), fingerprint, '-name=watcher');
    expect(await use('signed')).toMatchObject({ status: 0, err: '' });
    const who = `and only what watcher (${fingerprint}) signed is trusted here`;
    const unsigned = await use('unsigned');
    expect(unsigned).toMatchObject({ status: 1, out: '' });
    expect(unsigned.err).toContain(`Snapshot "${at('unsigned')}" is not signed, ${who}`);
    const strange = await use('strange');
    expect(strange).toMatchObject({ status: 1, out: '' });
    expect(strange.err).toContain(`is signed by ${stranger}, ${who}`);
    expect(strange.err).toContain(`coldsign snapshot trust ${at('strange')} -regtest`);
    const meant = await use('unsigned', '-untrustedsnapshot');
    expect(meant.status).toBe(0);
    expect(meant.err).toContain('Warning: The snapshot is not signed');
    // In a config file it would apply to every call.
    writeFileSync(at('bitcoin.conf'), '[regtest]\nuntrustedsnapshot=1\n');
    const always = await use('unsigned');
    expect(always).toMatchObject({ status: 1, out: '' });
    expect(always.err).toContain('sets untrustedsnapshot, which counts on the command line only');
  });

  test('is checked in a server too', async () => {
    const fingerprint = sign('signed', 1);
    await snapshot('trust', at('signed'), fingerprint, '-name=watcher');
    const port = await freePort();
    const lines: string[] = [];
    const start = (name: string) =>
      serve([...common(), `-snapshot=${at(name)}`, `-rpcport=${port}`], {
        print: (line) => void lines.push(line),
        printError: (line) => void lines.push(line),
        workerEntry: program,
        onSignal: (stop) => stop(),
      });
    expect(await start('unsigned')).toBe(1);
    expect(lines.splice(0)).toEqual([
      expect.stringMatching(/^Error: Snapshot .* is not signed, and/),
    ]);
    expect(await start('signed')).toBe(0);
    expect(lines.join('\n')).toContain(`The snapshot is signed by watcher (${fingerprint})`);
  });

  test('shows its signer on a screen', async () => {
    const fingerprint = sign('signed', 1);
    await snapshot('trust', at('signed'), fingerprint);
    const args = [...common(), `-mocktime=${NOW}`, `-snapshot=${at('signed')}`, 'listwalletdir'];
    const shown = await ran((terminal) => run(args, terminal, program), true);
    expect(shown.err).toContain(`The snapshot is signed by ${fingerprint}, 2026-11-21 05:30 UTC\n`);
  });

  test('reports an older snapshot after a newer one, every time, and not the reverse', async () => {
    const fingerprint = sign('newer', 1);
    sign('older', 1, NOW - 3600);
    await snapshot('trust', at('older'), fingerprint);
    expect((await use('older')).err).toBe('');
    expect((await use('newer')).err).toBe('');
    for (let i = 0; i < 2; i++) {
      const { status, err } = await use('older');
      expect(status).toBe(0);
      expect(err).toContain(
        `Warning: The snapshot is older than one that was used before: ${fingerprint}`,
      );
      expect(err).toContain('signed this one 2026-11-21 04:30 UTC at block');
    }
    expect((await use('newer')).err).toBe('');
  });

  test('a trust file that is damaged or of another chain accepts nothing', async () => {
    const fingerprint = sign('signed', 1);
    await snapshot('trust', at('signed'), fingerprint);
    const text = readFileSync(trustFile(), 'utf8');
    const [key = ''] = /[0-9a-f]{64}/.exec(text) ?? [];
    const spoilt = [
      '',
      '{}',
      'null',
      '[]',
      text.slice(0, -10),
      text.replace('signers', 'singers'),
      text.replace(key, key.slice(1)),
      text.replace(key, `${key.slice(1)}g`),
      text.replace(key, `02${key}`),
      text.replace('"signers": [', '"signers": [null, '),
      text.replace(/\}\s*\]/, ', "name": "\\u001b[2J" } ]'),
      text.replace(/\}\s*\]/, ', "newest": 7 } ]'),
      text.replace(/\}\s*\]/, ', "newest": { "signedAt": -1, "height": 1 } } ]'),
      '\u0000'.repeat(100),
    ];
    for (const content of spoilt) {
      writeFileSync(trustFile(), content);
      for (const name of ['signed', 'unsigned']) {
        const { status, err } = await use(name, '-untrustedsnapshot');
        expect({ content, status }).toEqual({ content, status: 1 });
        expect(err).toContain(`"${trustFile()}", which lists trusted snapshot signers, is damaged`);
      }
      expect((await snapshot('trust', at('signed'), fingerprint)).status).toBe(1);
      expect(readFileSync(trustFile(), 'utf8')).toBe(content);
    }
    writeFileSync(trustFile(), text.replace('regtest', 'signet'));
    expect((await use('signed')).err).toContain(
      'lists trusted signers of another chain, not of regtest',
    );
    rmSync(trustFile());
    mkdirSync(trustFile());
    expect((await use('signed')).err).toContain('cannot be read: it is a folder');
    rmSync(trustFile(), { recursive: true });
    expect((await use('signed')).err).toContain('who is not trusted here');
    // As on a USB stick that was removed.
    symlinkSync(at('away'), trustFile());
    for (const name of ['signed', 'unsigned']) {
      const { status, err } = await use(name);
      expect({ status, err }).toEqual({
        status: 1,
        err: expect.stringContaining('which lists trusted snapshot signers, cannot be read: '),
      });
    }
    expect((await snapshot('trust', at('signed'), fingerprint)).status).toBe(1);
    expect(lstatSync(trustFile()).isSymbolicLink()).toBe(true);
  });

  test('reads the trust file as docs/snapshot-file.md shows it', async () => {
    sign('signed', 1);
    const text = readFileSync(vectorPath('../docs/snapshot-file.md'), 'utf8');
    mkdirSync(at('regtest'));
    writeFileSync(trustFile(), /```json\n([\s\S]*?)```/.exec(text)?.[1] ?? '');
    expect(await use('signed')).toMatchObject({ status: 0, err: '' });
    expect((await use('unsigned')).err).toContain('only what watcher (');
  });

  test('reports if the last used snapshot cannot be recorded', async () => {
    const fingerprint = sign('signed', 1);
    await snapshot('trust', at('signed'), fingerprint);
    const other = { pid: 1, host: 'another machine', start: '', nonce: 'n' };
    writeFileSync(`${trustFile()}.lock`, JSON.stringify(other));
    const before = readFileSync(trustFile(), 'utf8');
    const args = [...common(), `-mocktime=${NOW}`, `-snapshot=${at('signed')}`];
    const { err } = await ran((terminal) =>
      run([...args, 'getblocktemplate', '{"rules":["segwit"]}'], terminal, program),
    );
    expect(err).toContain('Warning: An older snapshot will not be recognized as older');
    expect(readFileSync(trustFile(), 'utf8')).toBe(before);
    expect((await snapshot('distrust', fingerprint)).err).toContain(
      'being written by another process',
    );
  });
});
