import { beforeEach, inject } from 'vitest';
import { takesAll } from './sample.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Files of which `npm test` runs every tenth test. */
    readonly costly: readonly string[];
  }
}

// Another COLDSIGN_SEED selects other tests.
const chosen = Number(process.env.COLDSIGN_SEED ?? 0) % 10;
const costly = inject('costly');
// Run all tests to notice a mutant.
const runsAll = takesAll || process.env.COLDSIGN_MUTANT !== undefined;
let count = 0;
beforeEach(({ skip, task }) => {
  const isCostly = costly.some((path) => task.file.filepath.endsWith(`/${path}`));
  if (!runsAll && isCostly && count++ % 10 !== chosen) skip();
});
