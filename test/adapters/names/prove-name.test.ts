import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createContext } from '../../../src/adapters/http/calls/call-context.ts';
import { readServerConfig } from '../../../src/adapters/http/config.ts';
import { serverOptions } from '../../../src/adapters/http/server-options.ts';
import { runProveName } from '../../../src/adapters/names/names-command.ts';
import { loadOptions } from '../../../src/adapters/options/load.ts';
import { signDetached } from '../../../src/adapters/release/minisign.ts';
import { judgeNameProof, readNameProof } from '../../../src/names/name-proof.ts';
import { proofCases, root } from '../../support/generate/dns-cases.ts';
import { answerDns } from '../../support/generate/dns-server.ts';
import { silentPsbt } from '../../support/generate/silent-payments.ts';
import { harness } from '../../support/harness.ts';
import { writePsbt } from '../../support/psbt.ts';
import { fakeTerminal } from '../../support/screens/terminal.ts';

const folder = mkdtempSync(join(tmpdir(), 'coldsign-prove-name-'));
const file = (name: string) => join(folder, name);
const NAME = 'bob@example.org';
const MOCKTIME = '-mocktime=1790000000';
let zone = proofCases()[0]?.records ?? [];
let tcp: Server;
let http: ReturnType<typeof createHttpServer>;
let asked = 0;

/** The servers of an invented, signed DNS. */
beforeAll(async () => {
  tcp = createServer((socket) => {
    let received = Buffer.alloc(0);
    socket.on('data', (data) => {
      received = Buffer.concat([received, data]);
      if (received.length < 2 || received.length < received.readUInt16BE(0) + 2) return;
      asked++;
      const reply = answerDns(received.subarray(2), zone);
      socket.write(Buffer.concat([Buffer.from([reply.length >> 8, reply.length & 0xff]), reply]));
    });
    socket.on('error', () => {});
  });
  http = createHttpServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const isDns = request.headers['content-type'] === 'application/dns-message';
      response.writeHead(isDns ? 200 : 415, { 'content-type': 'application/dns-message' });
      response.end(answerDns(Buffer.concat(chunks), zone));
    });
  });
  await Promise.all([
    new Promise<void>((done) => tcp.listen(0, '127.0.0.1', done)),
    new Promise<void>((done) => http.listen(0, '127.0.0.1', done)),
  ]);
  writeRootKeys();
});

afterAll(() => {
  tcp.close();
  http.close();
  rmSync(folder, { recursive: true, force: true });
});

const portOf = (server: { address: () => AddressInfo | string | null }) => {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
};
const resolver = () => `-resolver=127.0.0.1:${portOf(tcp)}`;
const doh = () => `-doh=http://127.0.0.1:${portOf(http)}/dns-query`;

let signer = '';
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** Writes the keys of the invented root, signed like a release. */
function writeRootKeys(): void {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const seed = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32);
  const key = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
  const id = randomBytes(8);
  const text = `. IN DS ${root.keyTag} 13 2 ${hex(root.digest)}\n`;
  writeFileSync(file('root.ds'), text);
  const signed = signDetached(Buffer.from(text), { id, key, seed }, 'root keys');
  writeFileSync(file('root.ds.minisig'), signed);
  signer = Buffer.concat([Buffer.from('Ed'), id, key]).toString('base64');
}

const roots = () => [`-rootkeys=${file('root.ds')}`, `-rootkeysigner=${signer}`];

async function run(...args: readonly string[]) {
  const { terminal, written } = fakeTerminal({});
  const status = await runProveName(['-regtest', MOCKTIME, ...args], terminal);
  return { status, out: written.out, err: written.err };
}

describe('coldsign prove-name', () => {
  test.each([
    ['a resolver', resolver],
    ['a server over HTTP', doh],
  ])('writes a proof from %s that is valid offline', async (_title, server) => {
    const path = file('bob.proof');
    const done = await run(NAME, server(), `-out=${path}`, ...roots());
    expect(done.err).toBe('');
    expect(done.status).toBe(0);
    expect(done.out).toContain('proven until');
    const proof = readNameProof(readFileSync(path));
    const anchors = [{ keyTag: root.keyTag, algorithm: 13, digestType: 2, digest: root.digest }];
    const proven = proof && judgeNameProof(proof, anchors, 1_790_000_000);
    expect(proven).toMatchObject({ name: NAME, uri: expect.stringContaining('bitcoin:') });
  });

  test.each(proofCases().map((each) => [each.title, each] as const))(
    'writes only a valid proof: %s',
    async (title, { records, expected }) => {
      zone = records;
      const path = file('case.proof');
      rmSync(path, { force: true });
      const done = await run(NAME, resolver(), `-out=${path}`, ...roots());
      zone = proofCases()[0]?.records ?? [];
      const isProven = expected.startsWith('bitcoin:');
      expect({ title, isWritten: existsSync(path), status: done.status }).toEqual({
        title,
        isWritten: isProven,
        status: isProven ? 0 : 1,
      });
    },
  );

  test('sends no question unless a server is named', async () => {
    const before = asked;
    const { status, err } = await run(NAME);
    expect({ status, asked }).toEqual({ status: 1, asked: before });
    expect(err).toContain('-doh=<url> or -resolver=');
  });

  test.each([
    [[NAME, '-doh=http://example.org/dns-query'], 'not an https address'],
    [[NAME, '-doh=ftp://x'], 'not an https address'],
    [[NAME, '-resolver=a:b:c'], 'is not a host'],
    [['bob', '-resolver=127.0.0.1:1'], 'is not a payment name'],
    [['bób@example.org', '-resolver=127.0.0.1:1'], 'is not a payment name'],
    [[NAME, '-resolver=127.0.0.1:1'], 'did not answer'],
    [[], 'needs one name'],
  ])('refuses %j', async (args, words) => {
    const { status, err } = await run(...args);
    expect(status).toBe(1);
    expect(err).toContain(words);
  });

  test('trusts only a root that is built in or signed', async () => {
    const path = file('untrusted.proof');
    const { status, out, err } = await run(NAME, resolver(), `-out=${path}`);
    expect(status).toBe(1);
    expect(`${out}${err}`).toContain('NOT proven');
    expect(existsSync(path)).toBe(false);
  });

  test('gives a server its trusted root keys, and no others', async () => {
    await run(NAME, resolver(), `-out=${file('served.proof')}`, ...roots());
    const proof = { key: Uint8Array.of(0x35), value: readFileSync(file('served.proof')) };
    const psbt = silentPsbt({ kinds: ['wpkh'], outputs: [[1, 1]], shares: 'global' });
    const outputs = psbt.outputs.map((output) => ({
      ...output,
      unknown: [...output.unknown, proof],
    }));
    const judged = async (...args: readonly string[]) => {
      const loaded = loadOptions([`-datadir=${folder}`, '-regtest', ...args], serverOptions);
      if ('error' in loaded) throw new Error(loaded.error);
      const config = readServerConfig(loaded.options);
      if ('error' in config) return config.error;
      const { rootKeys } = config;
      const choice = { network: 'regtest', profile: 'default', chain: undefined } as const;
      const { call } = harness(await createContext({ ...choice, rootKeys }, () => undefined));
      const { findings } = await call<{ findings: readonly { id: string }[] }>('review', [
        writePsbt({ ...psbt, outputs }),
      ]);
      return findings.map(({ id }) => id).filter((id) => id.startsWith('name-'));
    };
    vi.useFakeTimers({ toFake: ['Date'], now: 1_790_000_000_000 });
    try {
      expect(await judged(...roots())).toEqual(['name-not-this-output']);
      expect(await judged()).toEqual(['name-proof-invalid']);
      expect(await judged(`-rootkeys=${file('none.ds')}`, `-rootkeysigner=${signer}`)).toContain(
        'cannot be read',
      );
    } finally {
      vi.useRealTimers();
    }
  });

  test.each([
    ['changed', (text: string) => text.replace('13 2', '13 4')],
    ['other', (text: string) => `${text}. IN DS 1 13 2 ${'00'.repeat(32)}\n`],
  ])('refuses root keys %s after signing', async (name, change) => {
    const path = file(`${name}.ds`);
    writeFileSync(path, change(readFileSync(file('root.ds'), 'utf8')));
    writeFileSync(`${path}.minisig`, readFileSync(file('root.ds.minisig')));
    const args = [`-rootkeys=${path}`, `-rootkeysigner=${signer}`];
    const { status, err } = await run(NAME, resolver(), ...args);
    expect(status).toBe(1);
    expect(err).toContain('is not signed by');
  });

  test('refuses root keys without a signature, or without a signer', async () => {
    writeFileSync(file('bare.ds'), readFileSync(file('root.ds')));
    const bare = await run(
      NAME,
      resolver(),
      `-rootkeys=${file('bare.ds')}`,
      `-rootkeysigner=${signer}`,
    );
    expect(bare.err).toContain('cannot be read');
    const unsaid = await run(NAME, resolver(), `-rootkeys=${file('root.ds')}`);
    expect(unsaid.err).toContain('-rootkeysigner');
  });

  test('overwrites only a proof', async () => {
    const path = file('wallet');
    writeFileSync(path, 'a wallet');
    const { status, err } = await run(NAME, resolver(), `-out=${path}`, ...roots());
    expect(status).toBe(1);
    expect(err).toContain('is not a proof');
    expect(readFileSync(path, 'utf8')).toBe('a wallet');
  });
});
