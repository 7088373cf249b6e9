import { casesOfRun } from '../support/cases.ts';
import { compareCurves } from '../support/differential.ts';
import { seedOfRun } from '../support/random.ts';

// npm run soak: ten million operations of the kernel beside those of two other curves, or COLDSIGN_CASES.
const count = casesOfRun(10_000_000);
const seed = seedOfRun();
let said = 0;
const done = compareCurves(count, seed, (now) => {
  if (now - said < count / 100) return;
  said = now;
  console.log(`${now} of ${count} operations`);
});
console.log(`${done} operations, no difference`);
