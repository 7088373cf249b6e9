import fc from 'fast-check';
import { takesAll } from './sample.ts';

// Random tests that set no number of cases run 25, or fast-check's default in a complete run.
if (!takesAll) fc.configureGlobal({ numRuns: 25 });
