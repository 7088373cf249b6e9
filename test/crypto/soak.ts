import { createHash } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { kernelCode } from '../../src/crypto/kernel-code.ts';
import { compareCurves } from '../support/differential.ts';
import { casesOfRun } from '../support/generate/cases.ts';
import { seedOfRun } from '../support/generate/random.ts';
import { root } from '../support/paths.ts';

// npm run soak: ten million operations of the kernel and of two other curves, or COLDSIGN_CASES. It
// may be stopped at any time: the next run continues after the state in .tmp/soak.json until all
// are done, and the one after that starts again.
const file = join(root, '.tmp', 'soak.json');
/** Number of cases per seed, which are lost if the run is stopped. */
const PART = 10_000;
const count = casesOfRun(10_000_000);
/** Results for another kernel do not count for this one. */
const code = createHash('sha256').update(kernelCode).digest('hex');

type Soak = { readonly seed: number; readonly parts: number; readonly done: number };

function soakBefore(): Soak | undefined {
  try {
    const { code: ofCode, seed, parts, done } = JSON.parse(readFileSync(file, 'utf8'));
    return ofCode === code && done < count ? { seed, parts, done } : undefined;
  } catch {
    return undefined;
  }
}

let soak = soakBefore() ?? { seed: seedOfRun(), parts: 0, done: 0 };
console.log(`${soak.done} of ${count} operations were made before, seed ${soak.seed}`);
for (let said = soak.done; soak.done < count; ) {
  const { seed, parts, done } = soak;
  const size = Math.min(PART, count - done);
  soak = { seed, parts: parts + 1, done: done + compareCurves(size, seed + parts) };
  writeFileSync(`${file}.new`, JSON.stringify({ code, ...soak }));
  renameSync(`${file}.new`, file);
  if (soak.done - said < count / 100 && soak.done < count) continue;
  said = soak.done;
  console.log(`${said} of ${count} operations`);
}
console.log(`${soak.done} operations, no difference`);
