import { expect, test } from 'vitest';
import { execute } from '../../src/library/call.ts';
import { RpcError } from '../../src/rpc/error.ts';

/** Texts of about a million characters each, made to be slow or large for a careless parser. */
const SIZE = 1_000_000;

const times = (text: string, count = SIZE / text.length): string => text.repeat(count);
const numbered = (count: number, show: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => show(i)).join(',');
const txid = '11'.repeat(32);
const key = 'cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA';
const empty = '02000000000000000000';

const create: { readonly [name: string]: () => string } = {
  'arrays in arrays': () => times('['),
  'many inputs': () => `[[${numbered(11_000, (vout) => `{"txid":"${txid}","vout":${vout}}`)}],[]]`,
  'many empty arrays': () => `[[${times('[],')}[]],[]]`,
  'many empty objects': () => `[[],[${times('{},')}{}]]`,
  'one key again and again': () => `[[],{${times('"a":1,')}"a":1}]`,
  'many keys': () => `[[],{${numbered(60_000, (i) => `"${i}":1`)}}]`,
  'a long base58 text': () => `[[],{"${times('z')}":1}]`,
  'a long bech32 text': () => `[[],{"bc1${times('q')}":1}]`,
  'a long amount': () => `[[],{"a":1${times('0')}1}]`,
  'long data': () => `[[],{"data":"${times('00')}"}]`,
  'escaped text': () => `[[],{"data":"${times('\\u0041')}"}]`,
  'text beyond ASCII': () => `[[],{"data":"${times('é')}"}]`,
  'a long integer': () => `[[],[],${times('9')}]`,
  'many names': () => `{${numbered(80_000, (i) => `"n${i}":1`)}}`,
  'many arguments': () => `{"args":[${times('1,')}1]}`,
  'JSON in JSON': () => `["[${times('[],')}[]]",{}]`,
};

const sign: { readonly [name: string]: () => string } = {
  'a long transaction': () => `["${times('00')}",[]]`,
  'a count that lies': () => `["02000000feffffff01${times('00')}",[]]`,
  'many keys': () => `["${empty}",[${times(`"${key}",`, 8_000)}"x"]]`,
  'a long key': () => `["${empty}",["${times('5')}"]]`,
  'many outputs': () =>
    `["${empty}",[],[${numbered(8_000, (vout) => `{"txid":"${txid}","vout":${vout},"scriptPubKey":"51"}`)}]]`,
  'a long sighash type': () => `["${empty}",[],[],"${times('A')}"]`,
};

const calls = [
  ...Object.entries(create).map(([name, make]) => ['createrawtransaction', name, make] as const),
  ...Object.entries(sign).map(([name, make]) => ['signrawtransactionwithkey', name, make] as const),
];

/** Seconds of processor time. A parser with quadratic time works for minutes. */
const MOST_WORK = 60;

test.each(calls)(
  '%s, %s: the time does not grow with the square of the length',
  async (method, _, make) => {
    const params = make();
    const bugs: unknown[] = [];
    const before = process.cpuUsage();
    const answer = execute(method, params, {
      network: 'regtest',
      reportBug: (bug) => bugs.push(bug),
    });
    await answer.catch((error) => expect(error).toBeInstanceOf(RpcError));
    const { user } = process.cpuUsage(before);
    expect(bugs).toEqual([]);
    expect(user / 1e6).toBeLessThan(MOST_WORK);
  },
);
