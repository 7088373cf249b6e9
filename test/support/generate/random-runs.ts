import fc from 'fast-check';
import { takesAll } from './sample.ts';

// Of random cases whose number no test names: fast-check's own where everything is run.
if (!takesAll) fc.configureGlobal({ numRuns: 25 });
