// Writes the table of docs/speed.md from the output of `npm run bench -- --json`: node
// .ci/bench-table.mjs FILE...
// If several runs have measured a case, it uses the run with the median of the last ratio. It takes
// values missing there from the first run that has them. Each ratio is from one run.
import { readFileSync, writeFileSync } from 'node:fs';

const columns = [
  ['kernel+2', 'coldsign, kernel, 2 threads'],
  ['kernel', 'coldsign, kernel'],
  ['noble', 'coldsign, pure JS'],
  ['btc-signer', '@scure/btc-signer'],
  ['bitcoinjs', 'bitcoinjs-lib'],
  ['bitcoind', 'bitcoind'],
];
const ratios = [
  ['btc-signer', 'kernel+2', 'btc-signer : kernel, 2 threads'],
  ['btc-signer', 'noble', 'btc-signer : pure JS'],
  ['kernel', 'bitcoind', 'kernel : bitcoind'],
  ['kernel+2', 'bitcoind', 'kernel, 2 threads : bitcoind'],
];
const BEGIN = '<!-- written by .ci/bench-table.mjs -->\n';
const END = '<!-- end of the table -->';

const runs = process.argv.slice(2).map((file) => {
  const line = readFileSync(file, 'utf8')
    .split('\n')
    .find((text) => text.startsWith('{'));
  return JSON.parse(line ?? '');
});

function row([{ kind, count }, ...same]) {
  const find = (names) =>
    same.find(({ milliseconds }) => names.every((name) => milliseconds[name] !== undefined))
      ?.milliseconds;
  const times = columns.map(([name]) => {
    const found = find([name]);
    return found ? Math.round((found[name] * 1000) / count).toLocaleString('en') : '–';
  });
  const texts = ratios.map(([of, to]) => {
    const found = find([of, to]);
    return found ? (found[of] / found[to]).toFixed(2) : '–';
  });
  return [`${kind} x ${count.toLocaleString('en')}`, ...times, ...texts];
}

/** Groups the results of all runs by the name of their case. */
function casesOf(all) {
  const cases = new Map();
  for (const result of all) {
    const name = `${result.kind} x ${result.count}`;
    cases.set(name, [...(cases.get(name) ?? []), result]);
  }
  return cases;
}

/** Returns the case, followed by its runs, the median run first. */
function medianFirst(same) {
  const [of, to] = ratios.at(-1);
  const ratio = ({ milliseconds }) => milliseconds[of] / milliseconds[to];
  const judged = same.filter((each) => Number.isFinite(ratio(each)));
  judged.sort((a, b) => ratio(a) - ratio(b));
  return [same[0], ...judged.slice(Math.floor((judged.length - 1) / 2)), ...same];
}

const order = ['P2WPKH', 'P2PKH', 'P2TR', '2-of-3 P2WSH'];
const results = [...casesOf(runs.flatMap((run) => run.results)).values()]
  .map(medianFirst)
  .sort(([a], [b]) => order.indexOf(a.kind) - order.indexOf(b.kind) || a.count - b.count);
const head = [
  'inputs',
  ...columns.map(([, title]) => title),
  ...ratios.map(([, , title]) => title),
];
const rule = head.map((_, i) => (i === 0 ? '---' : '--:'));
const table = [head, rule, ...results.map(row)]
  .map((cells) => `| ${cells.join(' | ')} |`)
  .join('\n');

const file = new URL('../docs/speed.md', import.meta.url);
const readme = readFileSync(file, 'utf8');
const [before, rest] = readme.split(BEGIN);
const after = rest?.split(END)[1];
if (after === undefined) throw new Error('docs/speed.md has no place for the table');
const text = `${table}\n\nMachine: ${runs[0].machine}.\n`;
writeFileSync(file, `${before}${BEGIN}${text}${END}${after}`);
