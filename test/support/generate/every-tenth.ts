import { beforeEach, inject } from 'vitest';
import { takesAll } from './sample.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** `npm test` runs every tenth test of each of these files. */
    readonly costly: readonly string[];
  }
}

// With another COLDSIGN_SEED other tests.
const chosen = Number(process.env.COLDSIGN_SEED ?? 0) % 10;
const costly = inject('costly');
// A mutant is given every chance to be noticed.
const runsAll = takesAll || process.env.COLDSIGN_MUTANT !== undefined;
let count = 0;
beforeEach(({ skip, task }) => {
  const isCostly = costly.some((path) => task.file.filepath.endsWith(`/${path}`));
  if (!runsAll && isCostly && count++ % 10 !== chosen) skip();
});
