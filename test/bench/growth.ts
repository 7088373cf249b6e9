// npm run bench:growth: measures how time and memory per item grow from 1 to 100,000 items, and
// writes a table and docs/growth.svg.
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { kernelSecp256k1 } from '../../src/crypto/kernel-backend.ts';
import { addChecksum } from '../../src/descriptor/checksum.ts';
import { networks } from '../../src/encoding/network.ts';
import type { Context } from '../../src/rpc/context.ts';
import { handleBody } from '../../src/rpc/envelope.ts';
import { methods } from '../../src/rpc/methods/index.ts';
import { root } from '../support/paths.ts';
import { printTable } from './measure.ts';

const { values: options } = parseArgs({
  options: {
    most: { type: 'string', default: '100000' },
    rows: { type: 'string', default: '' },
    plot: { type: 'boolean', default: false },
  },
});
setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

const KEY =
  'tprv8ffTCHCcfVAVPC92pemiapfqGd4iserUHStagAW7KHYbXFGaZFcLrHHQCPPysA1rqcATjoWPrTrFtDPvutqMdS3oYgLvokX26uPniQ6LHBQ';
const WIF = 'cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA';
const SCRIPT = '0014751e76e8199196d454941c45d1b3a323f1433bd6';
const ADDRESS = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
const descriptor = addChecksum(`wpkh(${KEY}/0/*)`);
const context: Context = {
  network: networks.regtest,
  secp256k1: kernelSecp256k1,
  profile: 'core',
  random: (length) => randomBytes(length),
};

async function call(method: string, params: readonly unknown[]): Promise<unknown> {
  const { text } = await handleBody(JSON.stringify({ id: 1, method, params }), {
    methods,
    context,
  });
  const { result, error } = JSON.parse(text);
  if (error !== null) throw new Error(`${method}: ${JSON.stringify(error)}`);
  return result;
}

const list = <T>(count: number, make: (i: number) => T) =>
  Array.from({ length: count }, (_, i) => make(i));
const txid = (i: number) => (i + 1).toString(16).padStart(64, '0');
const inputs = (count: number) => list(count, (i) => ({ txid: txid(i), vout: 0 }));
const paid = [{ [ADDRESS]: 0.1 }];
const coins = (count: number) =>
  list(count, (i) => ({ txid: txid(i), vout: 0, scriptPubKey: SCRIPT, amount: 0.001 }));
const psbt = (count: number) => call('createpsbt', [inputs(count), paid, 0, true, 2, 0]);

/** A measurement: `prepare` makes the parameters for a number of items. */
type Growth = {
  readonly name: string;
  readonly method: string;
  readonly prepare: (count: number) => Promise<readonly unknown[]>;
};
const rows: readonly Growth[] = [
  {
    name: 'createrawtransaction, inputs',
    method: 'createrawtransaction',
    prepare: async (count) => [inputs(count), paid],
  },
  {
    name: 'signrawtransactionwithkey, inputs P2WPKH',
    method: 'signrawtransactionwithkey',
    prepare: async (count) => [
      await call('createrawtransaction', [inputs(count), paid]),
      [WIF],
      coins(count),
    ],
  },
  {
    name: 'deriveaddresses, addresses',
    method: 'deriveaddresses',
    prepare: async (count) => [
      ((await call('getdescriptorinfo', [descriptor])) as { descriptor: string }).descriptor,
      [0, count - 1],
    ],
  },
  {
    name: 'decodepsbt, inputs',
    method: 'decodepsbt',
    prepare: async (count) => [await psbt(count)],
  },
  {
    name: 'combinepsbt, inputs',
    method: 'combinepsbt',
    prepare: async (count) => {
      const made = await psbt(count);
      return [[made, made]];
    },
  },
  {
    name: 'joinpsbts, inputs',
    method: 'joinpsbts',
    prepare: async (count) => {
      const half = Math.max(1, count >> 1);
      const second = inputs(count + 1).slice(half);
      return [[await psbt(half), await call('createpsbt', [second, paid, 0, true, 2, 0])]];
    },
  },
  {
    name: 'descriptorprocesspsbt, descriptors',
    method: 'descriptorprocesspsbt',
    prepare: async (count) => [
      await psbt(1),
      list(count, (i) => addChecksum(`wpkh(${KEY}/${i}/0)`)),
    ],
  },
];

type Point = { readonly count: number; readonly micro: number; readonly kilobytes: number };

/** Measures processor time of all threads: the best of runs that last 0.4 s together. */
async function measureRow({ method, prepare }: Growth, count: number): Promise<Point> {
  const params = await prepare(count);
  let best = Number.POSITIVE_INFINITY;
  let used = 0;
  let bytes = 0;
  for (let runs = 0; runs < 50 && (runs < 2 || used < 400); runs++) {
    collect();
    const before = process.memoryUsage().rss;
    const start = process.cpuUsage();
    await call(method, params);
    const { user, system } = process.cpuUsage(start);
    best = Math.min(best, (user + system) / 1000);
    bytes = Math.max(bytes, process.memoryUsage().rss - before);
    used += (user + system) / 1000;
    if (used > 20_000) break;
  }
  return { count, micro: (1000 * best) / count, kilobytes: bytes / 1000 / count };
}

const counts = [1, 10, 100, 1000, 10_000, 100_000].filter((count) => count <= Number(options.most));
const results: { readonly name: string; readonly points: readonly Point[] }[] = [];
for (const row of rows.filter(({ name }) => name.includes(options.rows))) {
  const points: Point[] = [];
  for (const count of counts) {
    points.push(await measureRow(row, count));
    const { micro, kilobytes } = points[points.length - 1] ?? { micro: 0, kilobytes: 0 };
    console.error(
      `${row.name} x ${count}: ${micro.toFixed(1)} us, ${kilobytes.toFixed(2)} kB each`,
    );
  }
  results.push({ name: row.name, points });
}

console.log(`${cpus().length} x ${cpus()[0]?.model.trim()}, Node ${process.version}`);
const thousands = (count: number) => count.toLocaleString('en-US');
const most = counts[counts.length - 1] ?? 1;
/**
 * Returns how much more an item costs among the most than among 100. With n log n, this is
 * log(most) / log(100).
 */
const verdict = (points: readonly Point[]) => {
  const at = (count: number) => points.find((point) => point.count === count)?.micro;
  const [few, many] = [at(100), at(most)];
  return few === undefined || many === undefined ? '' : (many / few).toFixed(2);
};
printTable(
  [
    'microseconds an item',
    ...counts.map(thousands),
    `${thousands(most)} : 100`,
    'kB an item at most',
  ],
  results.map(({ name, points }) => [
    name,
    ...points.map(({ micro }) => micro.toFixed(micro < 10 ? 1 : 0)),
    verdict(points),
    (points[points.length - 1]?.kilobytes ?? 0).toFixed(1),
  ]),
);
if (options.plot) writeFileSync(join(root, 'docs/growth.svg'), plot());

/** Draws a chart. Both axes are logarithmic, so a cost proportional to the work is a level line. */
function plot(): string {
  const [width, height, left, top, right, bottom] = [910, 440, 70, 20, 320, 50];
  const decades = counts.length - 1;
  const values = results.flatMap(({ points }) => points.map(({ micro }) => Math.log10(micro)));
  const [low, high] = [Math.floor(Math.min(...values)), Math.ceil(Math.max(...values))];
  const x = (count: number) =>
    left + ((width - left - right) * Math.log10(count)) / Math.max(1, decades);
  const y = (micro: number) =>
    height - bottom - ((height - top - bottom) * (Math.log10(micro) - low)) / (high - low);
  const colours = ['#1b6ca8', '#d1495b', '#2e933c', '#8d6a9f', '#e08e00', '#3a3a3a', '#00798c'];
  const text = (at: string, words: string) => `<text ${at}>${words}</text>`;
  const grid = [
    ...list(high - low + 1, (i) => {
      const micro = 10 ** (low + i);
      return `<path d="M${left} ${y(micro).toFixed(1)}H${width - right}"/>`;
    }),
    ...counts.map((count) => `<path d="M${x(count).toFixed(1)} ${top}V${height - bottom}"/>`),
  ];
  const marks = [
    ...list(high - low + 1, (i) => {
      const micro = 10 ** (low + i);
      return text(
        `x="${left - 8}" y="${(y(micro) + 4).toFixed(1)}" text-anchor="end"`,
        thousands(micro),
      );
    }),
    ...counts.map((count) =>
      text(
        `x="${x(count).toFixed(1)}" y="${height - bottom + 18}" text-anchor="middle"`,
        thousands(count),
      ),
    ),
  ];
  const lines = results.map(({ name, points }, i) => {
    const colour = colours[i % colours.length] ?? '';
    const path = points.map(({ count, micro }) => `${x(count).toFixed(1)},${y(micro).toFixed(1)}`);
    const from = top + 16 + 22 * i;
    return `<polyline points="${path.join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>
<path d="M${width - right + 16} ${from - 4}h20" stroke="${colour}" stroke-width="2"/>
${text(`x="${width - right + 42}" y="${from}"`, name)}`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="11" role="img" aria-label="Processor time of an item, by the number of items">
<rect width="100%" height="100%" fill="#fff"/>
<g stroke="#ddd">${grid.join('')}</g>
${marks.join('\n')}
${text(`x="${left}" y="${height - 10}"`, 'items in one call')}
${text(`x="12" y="${top - 6}"`, 'microseconds of processor time for each item')}
${lines.join('\n')}
</svg>
`;
}
