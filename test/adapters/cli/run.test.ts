import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../../../src/adapters/cli/run.ts';
import { type Terminal, wantsColours } from '../../../src/adapters/cli/terminal.ts';
import { escapeUnseen } from '../../../src/encoding/unseen.ts';
import { printJson } from '../../../src/json/print.ts';
import { createrawtransaction } from '../../../src/library/call.ts';
import { fakeTerminal } from '../../support/screens/terminal.ts';

const program = new URL('file:///no/threads/are/needed');

async function signMany(terminal: Terminal, count: number): Promise<number> {
  const inputs = Array.from({ length: count }, (_, vout) => ({ txid: '11'.repeat(32), vout }));
  const hexstring = await createrawtransaction({ inputs, outputs: [] });
  const scriptPubKey = '0014751e76e8199196d454941c45d1b3a323f1433bd6';
  const prevtxs = inputs.map((input) => ({ ...input, scriptPubKey, amount: 0.0000001 }));
  const keys = '["cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA"]';
  const words = ['signrawtransactionwithkey', hexstring, keys, JSON.stringify(prevtxs)];
  return run(['-regtest', ...words], terminal, program);
}

test('a long signing shows progress on a screen, and leaves nothing behind', async () => {
  const { terminal, written } = fakeTerminal({ isScreen: true });
  expect(await signMany(terminal, 120)).toBe(0);
  const lines = written.err.split('\r\u001b[K');
  expect(lines).toContain('Verifying 120 inputs: 100 %');
  expect(lines.at(-1)).toBe('');
  expect(JSON.parse(written.out)).toMatchObject({ complete: true });
});

test('no progress is shown for a short one, or without a screen', async () => {
  const short = fakeTerminal({ isScreen: true });
  await signMany(short.terminal, 5);
  const piped = fakeTerminal();
  await signMany(piped.terminal, 120);
  expect(short.written.err).not.toContain('inputs:');
  expect(piped.written.err).toBe('');
});

test('errors do not repeat text from a file or from standard input', async () => {
  const secret = '["my secret", cMahea]';
  let input = secret;
  const call = async (...words: string[]) => {
    const { terminal, written } = fakeTerminal();
    const readable = { ...terminal, readFile: () => `${secret}\n`, readInput: async () => input };
    expect(await run(words, readable, program)).toBe(1);
    return written.err;
  };
  const bad = 'error: Error parsing JSON:';
  const first = (text: string) => text.split('\n')[0];
  expect(first(await call('signrawtransactionwithkey', '00', '@keys'))).toBe(`${bad} @keys`);
  const named = ['-named', 'signrawtransactionwithkey', 'hexstring=00', 'privkeys=@keys'];
  expect(first(await call(...named))).toBe(`${bad} privkeys=@keys`);
  const piped = `${bad} a line of standard input`;
  expect(first(await call('-stdin', 'signrawtransactionwithkey', '00'))).toBe(piped);
  input = `privkeys=${secret}`;
  const both = await call('-named', '-stdin', 'signrawtransactionwithkey', 'hexstring=00');
  expect(first(both)).toBe(piped);
  expect(both).not.toMatch(/my secret|cMahea/);
  // Like bitcoin-cli, because an empty passphrase needs no hiding.
  input = '\n';
  expect(first(await call('-stdin', 'createrawtransaction', '[]', '[]'))).toBe(`${bad} `);
  expect(first(await call('signrawtransactionwithkey', '00', '{'))).toBe(`${bad} {`);
});

async function carry(words: readonly string[], files: { readonly [path: string]: string } = {}) {
  const { terminal, written } = fakeTerminal({ isScreen: true });
  const status = await run(
    ['-regtest', ...words],
    { ...terminal, readFile: (path) => files[path] },
    program,
  );
  return { status, ...written };
}

/**
 * Text that clears the screen, starts a control sequence in C1, reverses the writing, and hides in
 * tags and joiners.
 */
const hostile = [
  '\u001b[2J',
  '\u009b2J',
  '\r',
  '\u202e',
  '\u2066',
  '\u061c',
  '\u200f',
  '\u200b',
  '\u2028',
  '\u{e0041}',
];
const unseen = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}]/u;

test('contents of an imported file cannot control the terminal through an error', async () => {
  for (const text of hostile) {
    const outputs = JSON.stringify({ [`a${text}b`]: 1 });
    const { status, err } = await carry(['createrawtransaction', '[]', '@file'], { file: outputs });
    expect(status).toBe(5);
    expect(err).toContain('Invalid Bitcoin address: a\\u');
    expect(err).not.toMatch(unseen);
    for (const option of [`-rpcport=${text}`, `-${text}`]) {
      expect((await carry([option, 'help'])).err).not.toMatch(unseen);
    }
  }
});

test('results cannot control the terminal and keep their JSON value', () => {
  for (const text of hostile) {
    const printed = printJson({ members: [['label', `a${text}b`]] }, 2);
    const escaped = escapeUnseen(printed);
    expect(escaped).not.toMatch(unseen);
    expect(JSON.parse(escaped)).toEqual({ label: `a${text}b` });
  }
  const seen = '{\n\t"label": "Grüße, 東京, العربية 😀"\n}';
  expect(escapeUnseen(seen)).toBe(seen);
});

test('a passphrase in the wrong place is not repeated, and neither are seed words', async () => {
  const secret = 'hunter2 and more';
  expect((await carry(['walletpassphrase', '60', secret])).err).toBe(
    'error: Error parsing JSON: [redacted]\nHint: The argument is not a number, which “timeout” needs. “coldsign help walletpassphrase” explains the arguments\n',
  );
  const seed = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
  for (const words of [['createrawtransaction', seed, '[]'], [`-rpcport=${seed}`], [`-${seed}`]]) {
    const { status, err } = await carry(words);
    expect(status).toBe(1);
    expect(err).not.toContain('winner');
  }
});

const SEGWIT = '0014751e76e8199196d454941c45d1b3a323f1433bd6';
const KEY = 'cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA';

/** Signs 0.5 BTC into 0.4999; the user types `answer`. */
async function signAsked(
  answer: string | undefined,
  options: readonly string[] = [],
  paints = { out: false, err: true },
) {
  const { terminal, written } = fakeTerminal({ isScreen: true, paints });
  const asked: string[] = [];
  const readLine = async (prompt: string) => {
    asked.push(prompt);
    return answer;
  };
  const input = { txid: '11'.repeat(32), vout: 0 };
  const hexstring = await createrawtransaction(
    { inputs: [input], outputs: { bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080: 0.4999 } },
    { network: 'regtest' },
  );
  const prevtxs = JSON.stringify([{ ...input, scriptPubKey: SEGWIT, amount: 0.5 }]);
  const words = ['signrawtransactionwithkey', hexstring, `["${KEY}"]`, prevtxs];
  const call = ['-regtest', ...options, ...words];
  const code = await run(call, { ...terminal, readLine }, program);
  return { code, asked, ...written };
}

test('outputs, fee and rate are shown on a screen before signing, and a yes is required', async () => {
  const { code, asked, out, err } = await signAsked('yes');
  expect({ code, asked }).toEqual({
    code: 0,
    asked: ['Sign this transaction? Type “yes” to sign, anything else to cancel: '],
  });
  const lines = err.split('\n');
  const bold = (text: string) => `\u001b[1m${text}\u001b[0m`;
  expect(lines.slice(0, 8)).toEqual([
    bold('Output 0: pays'),
    '  bcrt 1qw5 08d6 qejx tdg4 y5r3 zarv ary0 c5xw 7kyg t080',
    '  0.49990000 BTC (49,990,000 sat)',
    bold('Fee, proven'),
    '  0.00010000 BTC (10,000 sat)',
    '  about 90.90 sat/vB, 0.02 % of the payment',
    bold('Input 0: P2WPKH'),
    '  11111111 11111111 11111111 11111111 11111111 11111111 11111111 11111111 :0',
  ]);
  expect(lines.slice(-6)).toEqual([
    expect.stringContaining('Replace-by-fee is off'),
    '  Choose the fee with care.',
    '  (not-replaceable)',
    expect.stringContaining('Review id'),
    expect.stringMatching(/^ {2}([0-9a-f]{8} ?){8}$/),
    '',
  ]);
  expect(JSON.parse(out)).toMatchObject({ complete: true });
});

test('a screen without colours shows the same in plain text', async () => {
  const { err } = await signAsked('yes');
  const plain = await signAsked('yes', [], { out: true, err: false });
  const colours = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, 'g');
  expect(plain.err).toBe(err.replace(colours, ''));
  expect(plain.err).not.toBe(err);
});

test('the environment turns colours off', () => {
  const { NO_COLOR, TERM } = process.env;
  const wants = (no: string | undefined, term: string | undefined) => {
    Object.assign(process.env, { NO_COLOR: no ?? '', TERM: term ?? '' });
    return wantsColours();
  };
  try {
    expect([wants('', 'xterm'), wants('', ''), wants('1', 'xterm'), wants('', 'dumb')]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  } finally {
    for (const [name, value] of Object.entries({ NO_COLOR, TERM })) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
});

test('no answer other than yes signs', async () => {
  for (const answer of ['no', '', 'y', undefined]) {
    const { code, out, err } = await signAsked(answer);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain('Nothing was signed: the transaction was not approved');
  }
});

test('-yes shows and does not ask; the profile core does neither', async () => {
  const given = await signAsked(undefined, ['-yes']);
  expect({ code: given.code, asked: given.asked }).toEqual({ code: 0, asked: [] });
  expect(given.err).toContain('Fee, proven');
  const core = await signAsked(undefined, ['-profile=core']);
  expect({ code: core.code, asked: core.asked, err: core.err }).toEqual({
    code: 0,
    asked: [],
    err: '',
  });
});

test('an error breaks between words on a narrow screen, keeps long words whole, and is one line elsewhere', async () => {
  const txid = 'z1'.repeat(32);
  const words = ['createrawtransaction', `[{"txid":"${txid}","vout":0}]`, '[]'];
  const told = async (options: readonly string[], isScreen: boolean) => {
    const { terminal, written } = fakeTerminal({ isScreen, columns: 40 });
    expect(await run([...options, ...words], terminal, program)).toBe(8);
    return written.err;
  };
  const sentence = `error code: -8\nerror message:\ntxid must be hexadecimal string (not '${txid}')`;
  const piped = await told([], false);
  expect(piped).toContain(sentence);
  const narrow = await told([], true);
  expect(narrow).toContain(`txid must be hexadecimal string (not\n'${txid}')`);
  expect(narrow.split('\n').filter((line) => line.length > 40)).toEqual([`'${txid}')`]);
  expect(narrow.replace(/\s+/g, ' ')).toBe(piped.replace(/\s+/g, ' '));
  expect(await told(['-profile=core'], true)).toBe(`${sentence}\n`);
});

test('a new passphrase is asked for twice on a terminal, and changes nothing if the two differ', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'coldsign-passphrase-'));
  const call = async (words: readonly string[], secrets: readonly string[]) => {
    const prompts: string[] = [];
    const left = [...secrets];
    const { terminal, written } = fakeTerminal({
      readSecret: async (prompt) => {
        prompts.push(prompt);
        return left.shift();
      },
    });
    const about = ['-regtest', '-keypool=1', `-datadir=${folder}`, '-noconf'];
    const code = await run([...about, ...words], terminal, program);
    return { code, prompts, ...written };
  };
  const asked = ['Wallet passphrase> ', 'Passphrase again> '];
  const changed = ['Wallet passphrase> ', 'New passphrase> ', 'New passphrase again> '];
  const encrypt = ['-stdinwalletpassphrase', 'encryptwallet'];
  const change = ['-stdinwalletpassphrase', 'walletpassphrasechange'];
  const differ = {
    code: 1,
    err: 'error: The two passphrases differ. Nothing was changed. Try again\n',
  };
  try {
    expect((await call(['createwallet', 'w'], [])).code).toBe(0);
    expect(await call(encrypt, ['one', 'on'])).toMatchObject({ ...differ, prompts: asked });
    expect(await call(encrypt, ['one', 'one'])).toMatchObject({ code: 0, prompts: asked });
    expect(await call(change, ['one', 'two', 'tow'])).toMatchObject({
      ...differ,
      prompts: changed,
    });
    expect(await call(change, ['one', 'two', 'two'])).toMatchObject({ code: 0, prompts: changed });
    // Like bitcoin-cli, which asks once. The wallet has the second passphrase now.
    const core = await call(['-profile=core', ...change, 'three'], ['one']);
    expect(core).toMatchObject({ code: 14, prompts: ['Wallet passphrase> '] });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
