import { beforeEach } from 'vitest';
import { takesAll } from './sample.ts';

// Runs each fifth test of a file that takes long, and skips the others; with another COLDSIGN_SEED
// other tests. Runs every test where everything is run.
const chosen = Number(process.env.COLDSIGN_SEED ?? 0) % 5;
let count = 0;
beforeEach(({ skip }) => {
  if (!takesAll && count++ % 5 !== chosen) skip();
});
