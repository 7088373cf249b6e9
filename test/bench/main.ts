import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { nobleSecp256k1 } from '../../src/crypto/noble.ts';
import type { Secp256k1 } from '../../src/crypto/secp256k1.ts';
import { wasmSecp256k1 } from '../../src/crypto/wasm.ts';
import { networks } from '../../src/encoding/network.ts';
import { handleBody } from '../../src/rpc/envelope.ts';
import { methods } from '../../src/rpc/methods/index.ts';
import { post } from './bitcoind.ts';
import { type BenchCase, benchCase, type Kind, kinds } from './cases.ts';
import { measure, printTable } from './measure.ts';
import { bitcoinjs, scure } from './others.ts';

const { values: options } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    counts: { type: 'string', default: '1,10,100,1000,5000' },
    kinds: { type: 'string', default: kinds.join() },
  },
});
const counts = options.counts.split(',').map(Number);
const chosen = kinds.filter((kind) => options.kinds.split(',').includes(kind));
const bitcoind = process.env.BITCOIND_URL;

/** One program under test. */
type Runner = {
  readonly name: string;
  readonly run: (benchCase: BenchCase) => unknown;
};

/** Milliseconds, or why there are none. */
type Result = {
  readonly kind: Kind;
  readonly count: number;
  readonly milliseconds: Record<string, number | undefined>;
};

const body = ({ params }: BenchCase) =>
  `{"jsonrpc":"1.0","id":"o","method":"signrawtransactionwithkey","params":${params}}`;

function ours(name: string, secp256k1: Secp256k1): Runner {
  const context = { network: networks.regtest, profile: 'core', secp256k1 } as const;
  return {
    name,
    run: async (benchCase) =>
      complete((await handleBody(body(benchCase), { methods, context })).text),
  };
}

function complete(text: string): void {
  if (!text.includes('"complete":true')) throw new Error(`not complete: ${text.slice(-300)}`);
}

const runners: Runner[] = [
  ours('coldsign wasm', wasmSecp256k1),
  ours('coldsign noble', nobleSecp256k1),
  { name: 'btc-signer', run: scure },
  { name: 'bitcoinjs', run: bitcoinjs },
];
if (bitcoind !== undefined) {
  runners.push({
    name: 'bitcoind',
    run: async (benchCase) => complete(await post(bitcoind, body(benchCase))),
  });
}

/** A run that would take longer than this is left out. */
const PATIENCE = 60_000;

async function results(kind: Kind): Promise<Result[]> {
  const perInput = new Map<string, number>();
  const list: Result[] = [];
  for (const count of counts) {
    const input = benchCase(kind, count);
    const milliseconds: Record<string, number | undefined> = {};
    for (const { name, run } of runners) {
      if ((perInput.get(name) ?? 0) * count > PATIENCE) continue;
      milliseconds[name] = await measure(() => run(input));
      perInput.set(name, (milliseconds[name] ?? 0) / count);
    }
    list.push({ kind, count, milliseconds });
    if (!options.json) print(list.slice(-1), list.length === 1);
  }
  return list;
}

function print(list: readonly Result[], withHead: boolean): void {
  const names = runners.map(({ name }) => name);
  const [first = '', ...rest] = names;
  const head = ['inputs', ...names.map((name) => `${name} us`), ...rest.map((name) => `: ${name}`)];
  const rows = list.map(({ kind, count, milliseconds }) => {
    const base = milliseconds[first] ?? Number.NaN;
    return [
      `${kind} x ${count}`.padEnd(20),
      ...names.map((name) =>
        cell(milliseconds[name], (ms) => ((ms * 1000) / count).toFixed(0)).padStart(
          name.length + 3,
        ),
      ),
      ...rest.map((name) =>
        cell(milliseconds[name], (ms) => (base / ms).toFixed(2)).padStart(name.length + 2),
      ),
    ];
  });
  if (withHead)
    printTable(
      head.map((text, i) => (i === 0 ? text.padEnd(20) : text)),
      rows,
    );
  else for (const row of rows) console.log(row.join('  '));
}

function cell(value: number | undefined, text: (value: number) => string): string {
  return value === undefined ? '-' : text(value);
}

const machine = `${cpus().length} x ${cpus()[0]?.model.trim()}, Node ${process.version}`;
if (!options.json) {
  console.log(
    `${machine}\nMicroseconds per input, everything verified by coldsign and bitcoind only;`,
  );
  console.log('": name" is the time of the first column divided by that of name.\n');
}
const all: Result[] = [];
for (const kind of chosen) all.push(...(await results(kind)));
if (options.json) console.log(JSON.stringify({ machine, results: all }));
