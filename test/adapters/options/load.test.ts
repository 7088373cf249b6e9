import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cliOptions } from '../../../src/adapters/cli/cli-options.ts';
import { serverOptions } from '../../../src/adapters/http/server-options.ts';
import { loadOptions, type Options } from '../../../src/adapters/options/load.ts';
import { formatOptions } from '../../../src/adapters/options/option-specs.ts';
import { parseCommandLine, parseConfig } from '../../../src/adapters/options/parse-command-line.ts';
import { readPolicy } from '../../../src/adapters/options/read-policy.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'coldsign-options-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

const load = (...args: readonly string[]) =>
  loadOptions([`-datadir=${dir}`, ...args], serverOptions);

function options(...args: readonly string[]): Options {
  const loaded = load(...args);
  if ('error' in loaded) throw new Error(loaded.error);
  return loaded.options;
}

const error = (...args: readonly string[]) => {
  const loaded = load(...args);
  return 'error' in loaded ? loaded.error : undefined;
};

const config = (text: string, name = 'bitcoin.conf') => writeFileSync(join(dir, name), text);

describe('the command line', () => {
  test('reads the profile, and refuses an unknown one', () => {
    expect(options().profile).toBe('default');
    expect(options('-profile=core').profile).toBe('core');
    expect(load('-profile=contract')).toMatchObject({
      error: 'Unknown profile contract. The profiles are default and core.',
    });
  });

  test('stops at the first word', () => {
    const loaded = load('-rpcport=1', '--rpcuser=a=b', 'word', '-rpcport=2');
    if ('error' in loaded) throw new Error(loaded.error);
    expect(loaded.words).toEqual(['word', '-rpcport=2']);
    expect(loaded.options.text('rpcport')).toBe('1');
    expect(loaded.options.text('rpcuser')).toBe('a=b');
  });

  test.each([
    ['-nonsense=secret', 'Error parsing command line arguments: Invalid parameter -nonsense'],
    [
      '-regtest.rpcport=1',
      'Error parsing command line arguments: Invalid parameter -regtest.rpcport',
    ],
    [
      '-nodatadir',
      'Error parsing command line arguments: Negating of -datadir is meaningless and therefore forbidden',
    ],
    [
      '-includeconf=x',
      'Error parsing command line arguments: -includeconf cannot be used from commandline',
    ],
    ['-chain=moon', 'Unknown chain moon. The chains are main, test, testnet4, signet and regtest.'],
    ['-profile=moon', 'Unknown profile moon. The profiles are default and core.'],
    [
      '-datadir=/nowhere/at/all',
      'Error reading configuration file: specified data directory "/nowhere/at/all" does not exist. Create it, or correct -datadir.',
    ],
  ])('%s: %s', (arg, message) => expect(error(arg)).toBe(message));

  test.each([
    [['-regtest'], 'regtest'],
    [['-signet'], 'signet'],
    [['-testnet'], 'test'],
    [['-testnet4=1'], 'testnet4'],
    [['-chain=test'], 'test'],
    [['-regtest=0'], 'main'],
    [['-noregtest'], 'main'],
    [[], 'main'],
  ])('%j chooses %s', (args, chain) => expect(options(...args).network.name).toBe(chain));

  test('allows one chain at most', () => {
    expect(error('-regtest', '-chain=main')).toContain('Invalid combination of -regtest');
  });
});

describe('the config file', () => {
  test('has sections, dotted names, comments and repeated values', () => {
    config(
      'rpcuser=all # comment\nregtest.rpcport=7\n\n rpcauth = a \nrpcauth=b\n[regtest]\nrpcuser=mine\n[main]\nrpcuser=other\n',
    );
    const loaded = options('-regtest');
    expect(loaded.text('rpcuser')).toBe('mine');
    expect(loaded.text('rpcport')).toBe('7');
    expect(loaded.list('rpcauth')).toEqual(['a', 'b']);
    expect(options().text('rpcuser')).toBe('other');
  });

  test('may choose the chain', () => {
    config('regtest=1\n');
    expect(options().network.name).toBe('regtest');
  });

  const CHAINS = ['regtest', 'signet', 'testnet', 'testnet4'];
  const WORDS = ['true', 'yes', 'on', '"1"', "'1'", 'enabled', 'false', 'off', '=1'];
  const slips: readonly (readonly [string, RegExp])[] = [
    ...CHAINS.flatMap((name) =>
      WORDS.map((word) => [`${name}=${word}`, new RegExp(`:1 gives ${name} a word`)] as const),
    ),
    ['server=yes', /:1 gives server a word.* Write server=1 or server=0/],
    ['noregtest=true', /:1 gives noregtest a word/],
    ['# first\r\nregtest=true\r\n', /:2 gives regtest a word/],
    ['[main]\nregtest=1', /:2 sets regtest for \[main\] only/],
    ['[regtest]\nregtest=1', /:2 sets regtest for \[regtest\] only.*above the first section/],
    ['[regtest]\nchain=regtest', /:2 sets chain for \[regtest\] only/],
    ['regtest.regtest=1', /:1 sets regtest for \[regtest\] only/],
    ['test.testnet=1', /:1 sets testnet for \[test\] only/],
    ['Regtest=1', /:1 sets Regtest, which is not an option. Did you mean regtest=\?/],
    ['regest=1', /Did you mean regtest=\?/],
    ['rpc-port=1', /Did you mean rpcport=\?/],
    ['mainnet=1', /Did you mean chain=main\?/],
    ['network=regtest', /Did you mean chain=\?/],
    ['[testnet]\nrpcport=1', /:1 \[testnet\] is not a section. Write \[test\]/],
    ['[Regtest]\nrpcport=1', /:1 \[Regtest\] is not a section. Write \[regtest\]/],
  ];

  test.each(slips)('refuses %s, from which Core takes another chain', (text, words) => {
    config(text);
    expect(error()).toMatch(/^Error reading configuration file: /);
    expect(error()).toMatch(words);
    const taken = text === 'noregtest=true' ? 'regtest' : 'main';
    expect(options('-profile=core').network.name).toBe(taken);
  });

  test('a refused line may also be in an included file', () => {
    config('includeconf=more.conf\n');
    config('regtest=true\n', 'more.conf');
    expect(error()).toMatch(/more\.conf:1 gives regtest a word/);
  });

  test('accepts what Core reads as people mean it, and options that only Core has', () => {
    for (const text of ['regtest=1', 'regtest=', 'regtest=01', 'noregtest=0', 'nosignet=1']) {
      config(text);
      expect(error()).toBeUndefined();
    }
    config('signetchallenge=51\ntxindex=yes\ntestactivationheight=x\n[lab]\nregtest=1\n');
    expect(error()).toBeUndefined();
  });

  test('must be UTF-8 except in comments', () => {
    const bytes = (text: string, encoding: BufferEncoding) =>
      writeFileSync(join(dir, 'bitcoin.conf'), Buffer.from(text, encoding));
    bytes('# für Tests\nrpcuser=x\n', 'latin1');
    expect(options().text('rpcuser')).toBe('x');
    bytes('# eins\nrpcuser=für\n', 'latin1');
    expect(error()).toMatch(/bitcoin\.conf" has a character that is not UTF-8, in line 2/);
    expect(error('-profile=core')).toMatch(/not UTF-8/);
    bytes('regtest=1\n', 'utf16le');
    expect(error()).toMatch(/is UTF-16 without a byte order mark/);
    bytes('\ufeffregtest=1\n', 'utf16le');
    expect(options().network.name).toBe('regtest');
    bytes('\ufeffregtest=1\n', 'utf8');
    expect(options().network.name).toBe('regtest');
  });

  test('a port outside its section is an error for chains other than main', () => {
    config('rpcport=7\n');
    expect(options().text('rpcport')).toBe('7');
    expect(error('-regtest')).toBe(
      'Config setting for -rpcport only applied on regtest network when in [regtest] section.',
    );
    expect(error('-regtest', '-rpcport=8')).toBeUndefined();
  });

  test('may have any name', () => {
    config('rpcuser=x\n', 'other.conf');
    expect(options('-conf=other.conf').text('rpcuser')).toBe('x');
    expect(options(`-conf=${join(dir, 'other.conf')}`).text('rpcuser')).toBe('x');
    expect(error('-conf=none.conf')).toContain('could not be opened');
    mkdirSync(join(dir, 'folder'));
    expect(error('-conf=folder')).toContain('is a directory');
  });

  test('is not read with -noconf', () => {
    config('garbage here\n');
    expect(error()).toBe('Error reading configuration file: parse error on line 1: garbage');
    expect(error('-noconf')).toBeUndefined();
  });

  test('includes others, but not recursively', () => {
    config('includeconf=a.conf\n[regtest]\nincludeconf=b.conf\n');
    config('rpcuser=a\nincludeconf=c.conf\n', 'a.conf');
    config('rpcpassword=b\n', 'b.conf');
    expect(options('-regtest').text('rpcuser')).toBe('a');
    expect(options('-regtest').text('rpcpassword')).toBe('b');
    expect(options().text('rpcpassword')).toBeUndefined();
    expect(options('-noincludeconf').text('rpcuser')).toBeUndefined();
    config('includeconf=none.conf\n');
    expect(error()).toContain('Failed to include configuration file none.conf');
  });

  test.each([
    [
      '-rpcuser=x',
      'parse error on line 1: -rpcuser, options in configuration file must be specified without leading -',
    ],
    [
      'nono',
      'parse error on line 1: nono, if you intended to specify a negated option, use nono=1 instead',
    ],
    [
      '\nrpcpassword=a#b',
      'parse error on line 2, using # in rpcpassword can be ambiguous and should be avoided',
    ],
    [
      '[main]\nrpcpassword=a#b',
      'parse error on line 2, using # in rpcpassword can be ambiguous and should be avoided',
    ],
    [
      'conf=x',
      'conf cannot be set in the configuration file; use includeconf= if you want to include additional config files',
    ],
  ])('%j is an error', (text, message) => {
    config(text);
    expect(error()).toBe(`Error reading configuration file: ${message}`);
  });

  test('skips options of a node that coldsign lacks, with a warning that omits the value', () => {
    config('dbcache=12345\n[moon]\n');
    const loaded = load();
    expect('warnings' in loaded && loaded.warnings).toEqual([
      'Ignoring unknown configuration value dbcache',
      `${join(dir, 'bitcoin.conf')}:2 Section [moon] is not recognized.`,
    ]);
  });
});

test('the parsers do not throw on any text', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'binary' })),
      fc.string({ unit: 'binary' }),
      (args, text) => {
        parseCommandLine(
          args.map((arg) => `-${arg}`),
          serverOptions,
        );
        parseConfig(text, 'file', serverOptions);
      },
    ),
  );
});

test('a config file cannot answer the question whether a payment is signed', () => {
  for (const line of ['yes=1', 'yes=0', 'noyes=1', 'stdin=1', '[main]\nyes=1', 'main.yes=1']) {
    config(line);
    const loaded = loadOptions([`-datadir=${dir}`], cliOptions);
    expect(loaded).toMatchObject({
      error: expect.stringMatching(
        /bitcoin\.conf:\d sets \w+, which counts on the command line only/,
      ),
    });
  }
  config('rpcuser=a\nincludeconf=more');
  config('yes=1', 'more');
  expect(loadOptions([`-datadir=${dir}`], cliOptions)).toHaveProperty('error');
  config('', 'more');
  const loaded = loadOptions([`-datadir=${dir}`, '-yes'], cliOptions);
  expect('options' in loaded && loaded.options.flag('yes')).toBe(true);
  // The server asks no questions.
  config('yes=1');
  expect(load()).toMatchObject({ warnings: ['Ignoring unknown configuration value yes'] });
});

test('reads a config file that Windows wrote, from its first option on', () => {
  for (const text of ['utf8', 'utf16le'] as const) {
    writeFileSync(join(dir, 'bitcoin.conf'), Buffer.from('\ufeffrpcuser=a\r\nrpcport=5\r\n', text));
    const loaded = loadOptions([`-datadir=${dir}`], serverOptions);
    expect(loaded).toMatchObject({ warnings: [] });
    expect('options' in loaded && loaded.options.text('rpcuser')).toBe('a');
  }
});

test('the help names every option that is not hidden', () => {
  const help = formatOptions(serverOptions);
  for (const { name, hidden } of serverOptions)
    expect(help.includes(`  -${name}`)).toBe(hidden !== true || name === 'h');
  expect(Math.max(...help.split('\n').map((line) => line.length))).toBeLessThanOrEqual(79);
});

test('a policy file that sets a member twice is refused, in any order and however it is written', () => {
  const path = join(dir, 'policy.json');
  for (const [name, text] of [
    ['strict', '{"strict": true, "strict": false}'],
    ['strict', '{"strict": false, "allow": [], "str\\u0069ct": true}'],
    ['allow', '{"allow": [], "strict": true, "allow": []}'],
    ['x', '{"fees": {"x": 1, "x": 2}}'],
  ] as const) {
    writeFileSync(path, text);
    const loaded = loadOptions([`-datadir=${dir}`, `-policy=${path}`], cliOptions);
    if ('error' in loaded) throw new Error(loaded.error);
    expect(readPolicy(loaded.options)).toEqual({
      error: `-policy=${path}: it sets ${name} twice: remove one of them`,
    });
  }
});

test('a switch refuses a word as its value, which Core reads as off', () => {
  const off = 'takes no value: write -regtest, or -noregtest to turn it off';
  for (const value of ['true', 'yes', 'on', 'regtest'])
    expect(loadOptions([`-regtest=${value}`, '-noconf'], cliOptions)).toEqual({
      error: `Error parsing command line arguments: -regtest ${off}`,
    });
  const typed = loadOptions(['-stdinwalletpassphrase=my secret'], cliOptions);
  expect(typed).toMatchObject({
    error: expect.stringContaining('Never type words or passphrases'),
  });
  expect(JSON.stringify(typed)).not.toContain('my secret');
  for (const value of ['', '=', '=0', '=1'])
    expect(loadOptions([`-regtest${value}`, '-noconf'], cliOptions)).not.toHaveProperty('error');
  const core = loadOptions(['-regtest=true', '-profile=core', '-noconf'], cliOptions);
  expect(core).toMatchObject({ options: { network: { name: 'main' } } });
});
