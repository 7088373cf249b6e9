import { writeFileSync } from 'node:fs';
import { accountCases } from './account-cases.ts';
import { attackCases } from './attack-cases.ts';
import { detailCases } from './detail-cases.ts';
import { feeCases } from './fee-cases.ts';
import { fieldCases } from './field-cases.ts';
import { freshCases } from './fresh-cases.ts';
import { inventedCases } from './invented-cases.ts';
import { lockCases } from './lock-cases.ts';
import { missedCases } from './missed-cases.ts';
import { nameCases } from './name-cases.ts';
import { reviewCases } from './review-cases.ts';
import { ringCases } from './ring-cases.ts';
import { roundCases } from './round-cases.ts';
import { signerCases } from './signer-cases.ts';
import { strangerCases } from './stranger-cases.ts';
import { thiefCases } from './thief-cases.ts';
import { unseenCases } from './unseen-cases.ts';

// node .ci/ts.mjs test/support/vectors/write-review-vectors.ts: writes vectors/review/.
const all = {
  ...reviewCases,
  ...feeCases,
  ...lockCases,
  ...attackCases,
  ...fieldCases,
  ...ringCases,
  ...signerCases,
  ...thiefCases,
  ...nameCases,
  ...freshCases,
  ...unseenCases,
  ...strangerCases,
  ...inventedCases,
  ...roundCases,
  ...accountCases,
  ...missedCases,
  ...detailCases,
};
for (const [name, make] of Object.entries(all)) {
  const rows = make().map((row) => `  ${JSON.stringify(row)}`);
  writeFileSync(`vectors/review/${name}.json`, `[\n${rows.join(',\n')}\n]\n`);
}
