import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { version } from '../../../src/adapters/runtime/version.ts';
import { helpList, helpText, usageLine } from '../../../src/rpc/help-text.ts';
import { createrawtransaction } from '../../../src/rpc/methods/createrawtransaction.ts';
import { methods } from '../../../src/rpc/methods/index.ts';
import { buildProgram } from '../../support/nodes/server.ts';
import { readVector, vectorPath } from '../../support/paths.ts';
import { run } from '../../support/run.ts';

let program = '';
const folder = mkdtempSync(join(tmpdir(), 'coldsign-cli-'));

beforeAll(async () => {
  program = await buildProgram();
});
afterAll(() => rmSync(folder, { recursive: true }));

type Ended = { readonly code: number | null; readonly out: string; readonly err: string };

async function coldsign(args: readonly string[], input: string | Buffer = ''): Promise<Ended> {
  const env = { HOME: folder };
  const { code, stdout, stderr } = await run(process.execPath, [program, ...args], { env, input });
  return { code, out: stdout, err: stderr };
}

test.skipIf(!existsSync('/usr/bin/script'))(
  'does not show a key pasted at its prompt',
  async () => {
    const line = `${process.execPath} ${program} -regtest keys list`;
    const child = spawn('/usr/bin/script', ['-qfec', line, '/dev/null'], { env: { HOME: folder } });
    let shown = '';
    let isPasted = false;
    child.stdout.on('data', (chunk: Buffer) => {
      shown += chunk.toString();
      if (isPasted || !shown.includes('(not shown)> ')) return;
      isPasted = true;
      child.stdin.write(`${key}\n`);
    });
    await new Promise((done) => child.on('close', done));
    expect(shown).toContain('Wallets and keys: ');
    expect(shown).not.toContain(key);
  },
);

const txid = '11'.repeat(32);
const inputs = JSON.stringify([{ txid, vout: 0 }]);
const key = 'cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA';
const prevtxs = JSON.stringify([
  { txid, vout: 0, scriptPubKey: '0014751e76e8199196d454941c45d1b3a323f1433bd6', amount: 0.00001 },
]);
const unsigned = `0200000001${txid}0000000000ffffffff010000000000000000036a010000000000`;

describe('PSBTs in files', () => {
  const { valid }: { valid: string[] } = JSON.parse(readVector('psbt/bip174.json'));
  const base64 = valid[0] ?? '';
  const wrapped = base64.replace(/.{76}/g, '$&\r\n');
  test.each([
    ['their bytes', Buffer.from(base64, 'base64')],
    ['base64 with a newline', `${base64}\n`],
    ['base64 in lines behind a byte order mark', `\ufeff${wrapped}\r\n\r\n`],
  ])('are read from %s', async (_, content) => {
    const file = join(folder, 'carried.psbt');
    writeFileSync(file, content);
    const typed = await coldsign(['decodepsbt', base64]);
    expect(typed.code).toBe(0);
    expect(await coldsign(['decodepsbt', `@${file}`])).toEqual(typed);
    expect(await coldsign(['-named', 'decodepsbt', `psbt=@${file}`])).toEqual(typed);
  });

  test('come through a pipe as their bytes', async () => {
    const typed = await coldsign(['decodepsbt', base64]);
    expect(await coldsign(['-stdin', 'decodepsbt'], Buffer.from(base64, 'base64'))).toEqual(typed);
  });
});

describe('results', () => {
  test('text is printed as it is', async () => {
    expect(await coldsign(['createrawtransaction', inputs, '[{"data":"00"}]'])).toEqual({
      code: 0,
      out: `${unsigned}\n`,
      err: '',
    });
  });

  test('the profile of Core', async () => {
    const { out } = await coldsign([
      '-profile=core',
      'createrawtransaction',
      inputs,
      '[{"data":"00"}]',
    ]);
    expect(out).toContain('fdffffff');
  });

  test('named', async () => {
    const words = ['-named', 'createrawtransaction', 'outputs={}', 'inputs=[]', 'version=3'];
    expect((await coldsign(words)).out).toBe('03000000000000000000\n');
    const mixed = ['-named', 'createrawtransaction', '[]', '{}', 'locktime=7'];
    expect((await coldsign(mixed)).out).toBe('02000000000007000000\n');
  });

  test('objects are printed with an indent of two; keys come by standard input', async () => {
    const { code, out, err } = await coldsign(
      ['-regtest', '-stdin', 'signrawtransactionwithkey', unsigned],
      `["${key}"]\n${prevtxs}\n`,
    );
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^\{\n {2}"hex": "020000000001[0-9a-f]+",\n {2}"complete": true\n\}\n$/);
  });

  test('an argument from a file', async () => {
    const file = join(folder, 'tx.hex');
    writeFileSync(file, `${unsigned}\n`);
    const plain = await coldsign(['-regtest', 'signrawtransactionwithkey', `@${file}`, '[]']);
    expect(plain).toMatchObject({ code: 0, err: '' });
    expect(JSON.parse(plain.out)).toMatchObject({ hex: unsigned, complete: false });
    const words = [
      '-regtest',
      '-named',
      'signrawtransactionwithkey',
      `hexstring=@${file}`,
      'privkeys=[]',
    ];
    expect(await coldsign(words)).toEqual(plain);
  });

  test('exact amounts', async () => {
    const address = 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn';
    const create = (amount: string) =>
      coldsign(['-regtest', 'createrawtransaction', '[]', `{"${address}":${amount}}`]);
    expect((await create('20999999.99999999')).out).toContain('ff3f075af0750700');
    const { err } = await create('0.123456789');
    expect(err).toMatch(/^error code: -3\nerror message:\nInvalid amount\nHint: .*8 decimals/);
  });
});

describe('errors', () => {
  test('code, message and exit code', async () => {
    expect(await coldsign(['createrawtransaction', '[{"txid":"x"}]', '[]'])).toEqual({
      code: 8,
      out: '',
      err: "error code: -8\nerror message:\ntxid must be of length 64 (not 1, for 'x')\nHint: Copy the complete id: 64 hexadecimal digits\n",
    });
    expect(await coldsign(['nope'])).toEqual({
      code: 89,
      out: '',
      err: 'error: Unknown command “nope”. “coldsign help” lists every command\n',
    });
  });

  test('too few arguments print the usage line, and Core prints the help', async () => {
    const { code, err } = await coldsign(['createrawtransaction', '[]']);
    expect(code).toBe(1);
    expect(err).toContain('error code: -1\nerror message:\nMissing argument: outputs\n');
    expect(err).toContain(`\nUsage: coldsign ${usageLine(createrawtransaction)}\n`);
    const core = await coldsign(['-profile=core', 'createrawtransaction', '[]']);
    expect(core.err).toBe(`error code: -1\nerror message:\n${helpText(createrawtransaction)}\n`);
  });

  test('errors have no hints with the profile of Core', async () => {
    const ask = async (...words: string[]) => (await coldsign(['-profile=core', ...words])).err;
    expect(await ask('nope')).toBe('error code: -32601\nerror message:\nMethod not found\n');
    expect(await ask('createrawtransaction', '{a}', '[]')).toBe('error: Error parsing JSON: {a}\n');
    expect(await ask('-nonsens', 'help')).toBe(
      'Error parsing command line arguments: Invalid parameter -nonsens\n',
    );
    expect(await ask('-rpcwalet=x', 'help')).toBe(
      'Error parsing command line arguments: Invalid parameter -rpcwalet\n',
    );
  });

  test.each([
    [
      ['createrawtransaction', '[', '[]'],
      'error: Error parsing JSON: [\nHint: A closing bracket is missing. If the JSON has spaces, put single quotes around it',
    ],
    [['-profile=core', '-regtest'], 'error: too few parameters (need at least command)'],
    [
      ['-nonsense', 'help'],
      'Error parsing command line arguments: Invalid parameter -nonsense. “coldsign -?” lists all options',
    ],
    [
      ['-chain=moon', 'help'],
      'Error: Unknown chain moon. The chains are main, test, testnet4, signet and regtest.',
    ],
    [
      ['createrawtransaction', '@/no/such/file', '[]'],
      'error: Can’t read “/no/such/file”: no such file or folder (ENOENT). Write @@ for an argument that begins with @',
    ],
  ])('%j', async (args, message) => {
    expect(await coldsign(args)).toEqual({ code: 1, out: '', err: `${message}\n` });
  });

  test('contain no key', async () => {
    const calls = [
      ['signrawtransactionwithkey', unsigned, `["${key}"`],
      ['signrawtransactionwithkey', unsigned, `${key}`],
      ['signrawtransactionwithkey', unsigned, `["${key}"]`, '[]', key],
      ['createrawtransaction', `[{"txid":"${key}"}]`, '[]'],
      ['createrawtransaction', '[]', `{"${key}":1}`],
      ['-named', 'signrawtransactionwithkey', `${key}=1`],
      [key],
    ];
    for (const call of calls) {
      const { code, out, err } = await coldsign(['-regtest', ...call]);
      expect(code).not.toBe(0);
      expect(out + err).not.toContain(key);
    }
  });
});

describe('help', () => {
  test('prints help for a method, for all methods and for the program', async () => {
    const one = await coldsign(['help', 'createrawtransaction']);
    expect(one).toEqual({ code: 0, out: `${helpText(createrawtransaction)}\n`, err: '' });
    const core = ['-profile=core', 'help'];
    expect((await coldsign(core)).out).toBe(`${helpList(methods)}\n`);
    expect((await coldsign([...core, 'x'])).out).toBe('help: unknown command: x\n');
    expect(await coldsign(['createrawtransaction', '-?'])).toEqual(one);
    for (const option of ['-?', '-h', '-help', '--help']) {
      expect(await coldsign([option])).toMatchObject({ code: 0, err: '' });
    }
    for (const words of [['--version'], ['version'], ['serve', '-version']]) {
      expect((await coldsign(words)).out).toBe(`coldsign v${version}\ncommit unknown\n`);
    }
  });

  test.each([[[]], [['-regtest']]])(
    'a line without a command, %j, shows the help',
    async (words) => {
      const { code, out, err } = await coldsign(words);
      expect({ code, err }).toEqual({
        code: 1,
        err: 'Error: too few parameters. “coldsign help” lists every command\n',
      });
      expect(out).toContain('coldsign help lists every command');
    },
  );
});

test.skipIf(!existsSync('/usr/bin/script'))(
  'Ctrl-C at a hidden question ends the program, which says that nothing was done',
  async () => {
    const command = [process.execPath, program, '-regtest', 'seed', 'check'].join(' ');
    const { code, out } = await typing([['(not shown)> ', '\u0003']], command);
    expect(code).toBe(128 + constants.signals.SIGINT);
    expect(out).toContain('Cancelled: nothing was signed or changed');
  },
);

// util-linux provides a terminal for it.
test.skipIf(!existsSync('/usr/bin/script'))(
  'Ctrl-C at a question ends the program, and leaves wallet and terminal unchanged',
  async () => {
    const about = [
      '-regtest',
      `-datadir=${folder}`,
      `-snapshot=${vectorPath('example/chain.snapshot')}`,
    ];
    const named = [...about, '-named'];
    expect(await coldsign([...named, 'createwallet', 'wallet_name=w', 'blank=true'])).toMatchObject(
      {
        code: 0,
      },
    );
    const requests = readVector('example/descriptors.json').trim();
    expect((await coldsign([...about, 'importdescriptors', requests])).code).toBe(0);
    const wallets = join(folder, 'regtest', 'wallets');
    const before = readFileSync(join(wallets, 'w.wallet'));
    const paying = `outputs='{"bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080":0.1}'`;
    const command = [process.execPath, program, ...named, 'send', paying, 'fee_rate=2'].join(' ');
    const { code, out } = await typing([['anything else to cancel: ', '\u0003']], command);
    expect(code).toBe(128 + constants.signals.SIGINT);
    expect(out.slice(out.indexOf('anything else to cancel: ')).split('\r\n')).toEqual([
      'anything else to cancel: ^C',
      'error code: -1',
      'error message:',
      'Nothing was signed: the transaction was not approved',
      'Hint: Cancelled. To sign, type the complete word “yes” when you are asked',
      'icanon echo',
      '',
    ]);
    expect(readdirSync(wallets)).toEqual(['w.wallet']);
    expect(readFileSync(join(wallets, 'w.wallet')).equals(before)).toBe(true);
  },
);

// util-linux provides a terminal for it.
test.skipIf(!existsSync('/usr/bin/script'))(
  'a terminal can be read to its end before and after an unseen line',
  async () => {
    const about = ['-regtest', `-datadir=${folder}`, '-rpcwallet=locked', '-stdinwalletpassphrase'];
    const made = ['-regtest', `-datadir=${folder}`, 'createwallet', 'locked', 'false', 'true'];
    expect((await coldsign([...made, 'old'])).code).toBe(0);
    const change = [process.execPath, program, ...about, '-stdin', 'walletpassphrasechange'];
    const typed = [
      ['passphrase> ', 'old\r'],
      ['\r\n', 'new\n\u0004'],
    ] as const;
    expect(await typing(typed, change.join(' '))).toMatchObject({ code: 0 });
    expect((await coldsign([...about, 'listdescriptors', 'true'], 'new\n')).code).toBe(0);
    const phrase = `${'abandon '.repeat(11)}about`;
    const review = [process.execPath, program, '-regtest', '-keys=-', 'review', '-'].join(' ');
    const { valid }: { valid: string[] } = JSON.parse(readVector('psbt/bip174.json'));
    const answers = [
      ['', `${valid[4]}\n\u0004`],
      ['(not shown)> ', `${phrase}\r`],
      ['nothing if it has none)> ', '\r'],
    ] as const;
    const { code, out } = await typing(answers, review);
    expect([code, out.includes('Review id'), out.includes('abandon')]).toEqual([0, true, false]);
  },
);

/** Milliseconds in which a person types nothing, so that reads of the terminal find no line. */
const PAUSE = 500;

/**
 * Types each answer some time after its prompt is shown, and then prints the mode in which the terminal is
 * left.
 */
function typing(
  answers: readonly (readonly [string, string])[],
  command: string,
): Promise<Omit<Ended, 'err'>> {
  return new Promise((done, fail) => {
    const told = `${command}; code=$?; stty -a | grep -ow -- '-\\?icanon\\|-\\?echo' | xargs; exit $code`;
    const child = spawn('/usr/bin/script', ['-qec', `trap : INT; ${told}`, '/dev/null'], {
      env: { ...process.env, HOME: folder, SHELL: '/bin/sh' },
    });
    const left = [...answers];
    let out = '';
    let seen = 0;
    const answer = () => {
      const [asked, typed] = left[0] ?? [];
      if (asked === undefined || typed === undefined || !out.slice(seen).includes(asked)) return;
      seen = out.length;
      left.shift();
      setTimeout(() => child.stdin.write(typed), PAUSE);
    };
    child.stdout.on('data', (chunk) => {
      out += chunk;
      answer();
    });
    answer();
    child.on('error', fail);
    child.on('close', (code) => done({ code, out }));
  });
}
