import { join } from 'node:path';
import { expect, test } from 'vitest';
import { benchCase, kinds } from '../bench/cases.ts';
import { takesLong } from '../support/generate/sample.ts';
import { root } from '../support/paths.ts';
import { run } from '../support/run.ts';

/** Prints the peak memory of the process in bytes at its end. */
const peak = `process.on('exit', () => console.error(1024 * process.resourceUsage().maxRSS))`;

/** Inputs of two signatures each need half as much again. */
const cases = kinds.map((kind) => [kind === '2-of-3 P2WSH' ? 5000 : 10_000, kind] as const);

test.runIf(takesLong).each(cases)(
  '%i inputs of %s are signed within 300 MB',
  async (count, kind) => {
    const parameters: string[] = JSON.parse(benchCase(kind, count).params);
    const [hexstring = '', ...lists] = parameters;
    const { stdout, stderr } = await run(
      process.execPath,
      [
        ...['--import', `data:text/javascript,${encodeURIComponent(peak)}`],
        ...[join(root, 'dist/coldsign.mjs'), '-regtest', '-stdin', 'signrawtransactionwithkey'],
      ],
      { input: [hexstring, ...lists.map((list) => JSON.stringify(list))].join('\n') },
    );
    expect(stdout).toContain('"complete": true');
    expect(Number(stderr)).toBeLessThan(300e6);
  },
);
