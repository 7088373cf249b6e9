import { join } from 'node:path';
import { beforeAll, expect, inject, test } from 'vitest';
import { buildProgram } from '../support/nodes/server.ts';
import { run } from '../support/run.ts';

let ours: readonly string[] = [];
let theirs: readonly string[] = [];

beforeAll(async () => {
  ours = [process.execPath, await buildProgram(), '-regtest', '-profile=core', '-noconf'];
  const { port, username, password } = new URL(inject('nodeUrl'));
  const client = join(inject('nodeDir'), 'bitcoin-cli');
  const login = [`-rpcport=${port}`, `-rpcuser=${username}`, `-rpcpassword=${password}`];
  theirs = [client, '-regtest', `-datadir=${inject('nodeData')}`, ...login];
});

function call([program = '', ...first]: readonly string[], rest: readonly string[], input: string) {
  return run(program, [...first, ...rest], { input });
}

const txid = '11'.repeat(32);
const input = JSON.stringify([{ txid, vout: 0 }]);
const unsigned = `0200000001${txid}0000000000ffffffff010000000000000000036a010000000000`;
const key = 'cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA';
const address = 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn';

const calls: [args: string[], input?: string][] = [
  [['createrawtransaction', input, '[{"data":"00"}]']],
  [['createrawtransaction', input, `{"${address}":0.10,"data":"00"}`, '5', 'true']],
  [['createrawtransaction', '[]', `[{"${address}":"1e-8"}]`]],
  [['createrawtransaction', '[]', `[{"${address}":1e-9}]`]],
  [['createrawtransaction', '[]', '"text"']],
  [['createrawtransaction', '[]', 'null']],
  [['createrawtransaction', '5', '[]', '"6"', 'null']],
  [['createrawtransaction', '[', '[]']],
  [['createrawtransaction', '', '[]']],
  [['createrawtransaction', '[]', '{} x']],
  [['createrawtransaction', '[]', '[]', '007']],
  [['createrawtransaction', '[{"txid":"é"}]', '[]']],
  [['-named', 'createrawtransaction', 'outputs={}', 'inputs=[]', 'locktime=7']],
  [['-named', 'createrawtransaction', '[]', '{}', 'locktime=7']],
  [['-named', 'createrawtransaction', 'inputs=[]', '[]', '{}']],
  [['-named', 'createrawtransaction', 'inputs=[]', 'outputs={}', 'unknown=1']],
  [['-named', 'createrawtransaction', 'inputs=[]', 'outputs={}', 'locktime=1', 'locktime=2']],
  [['-named', 'createrawtransaction', 'inputs=[', 'outputs={}']],
  [['-named', 'createrawtransaction', 'inputs=[]', 'outputs={"data":"=="}']],
  [['-named', 'createrawtransaction', '[]', 'outputs={}', 'args=[]']],
  [['-stdin', 'createrawtransaction'], '[]\n{}\n'],
  [['-stdin', 'createrawtransaction', '[]'], '{}'],
  [['-stdin'], 'createrawtransaction\n[]\n[]\n'],
  [['-stdin', 'createrawtransaction', '[]', '[]'], '\n'],
  [['-stdin', 'createrawtransaction', '[]', '[]'], ''],
  [['signrawtransactionwithkey', unsigned, `["${key}"]`, 'null', 'ALLES']],
  [['signrawtransactionwithkey', '5', '[]']],
  [['signrawtransactionwithkey', unsigned, '["nokey"]']],
  [['-named', 'signrawtransactionwithkey', 'hexstring=00', 'privkeys=[]']],
  [['-named', 'signrawtransactionwithkey', 'foo=bar', 'privkeys=[]']],
  [['nosuchmethod', '[']],
  [['help', 'nosuchmethod']],
  [['-named', 'help', 'command=nosuchmethod']],
];

test.each(calls.map(([args, text = '']) => ({ args, text })))('$args', async ({ args, text }) => {
  const [mine, other] = await Promise.all([call(ours, args, text), call(theirs, args, text)]);
  expect(mine).toEqual(other);
});
