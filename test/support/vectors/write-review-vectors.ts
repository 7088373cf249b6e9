import { writeFileSync } from 'node:fs';
import { madeFindings, madeVectors } from './made-vectors.ts';

// node .ci/ts.mjs test/support/vectors/write-review-vectors.ts: writes vectors/review/.
for (const about of madeFindings) {
  writeFileSync(`vectors/review/${about}.json`, await madeVectors(about));
}
