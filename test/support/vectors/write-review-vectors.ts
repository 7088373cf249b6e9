import { writeFileSync } from 'node:fs';
import { attackCases } from './attack-cases.ts';
import { feeCases } from './fee-cases.ts';
import { fieldCases } from './field-cases.ts';
import { lockCases } from './lock-cases.ts';
import { reviewCases } from './review-cases.ts';
import { ringCases } from './ring-cases.ts';
import { signerCases } from './signer-cases.ts';
import { thiefCases } from './thief-cases.ts';

// node .ci/ts.mjs test/support/vectors/write-review-vectors.ts: writes vectors/review/ anew.
const all = {
  ...reviewCases,
  ...feeCases,
  ...lockCases,
  ...attackCases,
  ...fieldCases,
  ...ringCases,
  ...signerCases,
  ...thiefCases,
};
for (const [name, make] of Object.entries(all)) {
  const rows = make().map((row) => `  ${JSON.stringify(row)}`);
  writeFileSync(`vectors/review/${name}.json`, `[\n${rows.join(',\n')}\n]\n`);
}
