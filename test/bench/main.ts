import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { isMainThread } from 'node:worker_threads';
import { type BenchCase, benchCase, type Kind, kinds } from './cases.ts';
import { measure } from './measure.ts';
import { closeRunners, createRunners, type Runner } from './runners.ts';
import { columnsOf, printHead, printRow } from './table.ts';

/** The cost of one program for one case. */
export type Result = {
  readonly kind: Kind;
  readonly count: number;
  /** Milliseconds by program; undefined if it would have taken too long. */
  readonly milliseconds: { readonly [name: string]: number | undefined };
};

/**
 * Shorter lists are measured with this many different keys. One in this many signatures is also
 * verified in JavaScript, so a single list might always or never contain one.
 */
const SAMPLED = 32;
/** Milliseconds above which a run is skipped. */
const PATIENCE = 60_000;

// The threads run this file, by the import of the workers.
if (isMainThread) await main();

async function main(): Promise<void> {
  const { values: options } = parseArgs({
    options: {
      json: { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
      counts: { type: 'string' },
      kinds: { type: 'string', default: kinds.join() },
      programs: { type: 'string' },
    },
  });
  const counts = (options.counts ?? (options.quick ? '1,100' : '1,10,100,1000,5000')).split(',');
  const chosen = kinds.filter((kind) => options.kinds.split(',').includes(kind));
  const all = createRunners(process.env.BITCOIND_URL);
  const runners = all.filter(({ name }) => options.programs?.split(',').includes(name) ?? true);
  const machine = `${cpus().length} x ${cpus()[0]?.model.trim()}, Node ${process.version}`;
  const columns = columnsOf(runners.map(({ name }) => name));
  if (!options.json) printHead(machine, columns);
  const results: Result[] = [];
  for (const kind of chosen) {
    for (const result of measureKind(kind, counts.map(Number), runners)) {
      results.push(await result);
      if (!options.json) printRow(await result, columns);
    }
  }
  if (options.json) console.log(JSON.stringify({ machine, results }));
  await closeRunners(all);
}

function* measureKind(
  kind: Kind,
  counts: readonly number[],
  runners: readonly Runner[],
): Generator<Promise<Result>> {
  const perInput = new Map<string, number>();
  for (const count of counts) {
    const variants = count < SAMPLED ? SAMPLED : 1;
    const cases = Array.from({ length: variants }, (_, i) => benchCase(kind, count, i));
    yield measureCases({ kind, count }, cases, runners, perInput);
  }
}

/** Measures the mean over cases of one kind and length. */
async function measureCases(
  { kind, count }: Pick<BenchCase, 'kind' | 'count'>,
  cases: readonly BenchCase[],
  runners: readonly Runner[],
  perInput: Map<string, number>,
): Promise<Result> {
  const milliseconds: { [name: string]: number | undefined } = {};
  for (const { name, run } of runners) {
    if ((perInput.get(name) ?? 0) * count > PATIENCE) continue;
    const took = await measure(async () => {
      for (const each of cases) await run(each);
    });
    milliseconds[name] = took / cases.length;
    perInput.set(name, took / cases.length / count);
  }
  return { kind, count, milliseconds };
}
