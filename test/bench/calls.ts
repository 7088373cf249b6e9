import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { rows } from './call-rows.ts';
import { printTable } from './measure.ts';
import { type Side, startSides } from './sides.ts';

/**
 * Calls that spend their time on keys and signatures, here and at a real node that is started for
 * it, with the same text. Processor time of all threads, medians of alternating runs. node
 * .ci/ts.mjs test/bench/calls.ts [--rows TEXT] [--curve noble]
 */
const { values: options } = parseArgs({
  options: {
    /** Measures only rows whose name contains one of these. */
    rows: { type: 'string', default: '' },
    rounds: { type: 'string', default: '5' },
    curve: { type: 'string', default: 'kernel' },
    json: { type: 'boolean', default: false },
    /** Measures without a node. */
    alone: { type: 'boolean', default: false },
  },
});
/** The node's processor time has a resolution of 10 ms. */
const LONG_ENOUGH = 200;

const chosen = rows.filter(({ name }) =>
  options.rows.split(',').some((part) => name.includes(part)),
);
const sides = await startSides(options.curve === 'noble' ? 'noble' : 'kernel');
const results: { name: string; ours: number; theirs: number | undefined }[] = [];
for (const { name, oursOnly = false, prepare } of chosen) {
  const times = new Map<Side, number[]>();
  const taking = oursOnly || options.alone ? [sides.ours] : [sides.ours, sides.theirs];
  for (let round = 0; round <= Number(options.rounds); round++) {
    for (const side of taking) {
      const took = await measureSide(side, () => prepare(side, sides));
      // The first round warms up.
      if (round > 0) times.set(side, [...(times.get(side) ?? []), took]);
    }
  }
  const [ours = 0, theirs] = taking.map((side) => median(times.get(side) ?? []));
  results.push({ name, ours, theirs });
  if (!options.json) console.error(`${name}: ${ours.toFixed(1)} ms, node ${theirs?.toFixed(1)} ms`);
}
await sides.stop();
if (options.json) console.log(JSON.stringify(results));
else {
  console.log(`${cpus().length} x ${cpus()[0]?.model.trim()}, Node ${process.version}`);
  printTable(
    ['call', 'coldsign, ms', 'node, ms', 'coldsign : node'],
    results.map(({ name, ours, theirs }) => [
      name,
      ours.toFixed(1),
      theirs?.toFixed(1) ?? '',
      theirs === undefined ? '' : (ours / theirs).toFixed(2),
    ]),
  );
}

/** Returns milliseconds of processor time of a call. */
async function measureSide(
  side: Side,
  prepare: () => Promise<() => Promise<unknown>>,
): Promise<number> {
  let used = 0;
  let calls = 0;
  while (used < LONG_ENOUGH) {
    const run = await prepare();
    const before = await side.processorTime();
    await run();
    used += (await side.processorTime()) - before;
    calls++;
  }
  return used / calls;
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? 0;
}
