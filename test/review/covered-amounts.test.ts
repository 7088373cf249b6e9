import { expect, test } from 'vitest';
import { networks } from '../../src/encoding/network.ts';
import { printReview } from '../../src/review/print.ts';
import { pkh, place, thief, tr, wpkh } from '../support/review/accounts.ts';
import { at, type CoinSpec, coin, friend } from '../support/review/coins.ts';
import { back, pay } from '../support/review/payments.ts';
import { caseOf } from '../support/review/rows.ts';
import { evidenceOf, reviewOf } from '../support/vectors/review-vectors.ts';

const claimed = { previous: false } as const;
const theirs = coin(place(thief, 0, 3), 203, claimed);

/** Returns the certainty of each amount, the proof of the fee, and the text of the review. */
function amountsOf(coins: readonly CoinSpec[]) {
  const spec = { coins, outputs: [pay(400_000n, friend), back(590_000n, tr, 2)] };
  const made = caseOf(['amounts', spec, [], { descriptors: [tr, wpkh, pkh] }], true);
  const vector = { ...made, about: 'clean', findings: [] } as const;
  const review = reviewOf(vector);
  return {
    certainties: review.inputs.map(({ certainty }) => certainty),
    fee: review.feeProof.kind,
    text: printReview(review, evidenceOf(vector).network ?? networks.regtest, 80)
      .join(' ')
      .replace(/\s+/g, ' '),
  };
}

test.each([
  ['of others', [at(tr, 0, 900_000n, claimed), theirs]],
  ['of others, in first place', [theirs, at(tr, 0, 900_000n, claimed)]],
  ['that is proven, and of others', [at(tr, 0, 900_000n), theirs]],
  ['of ours in legacy form', [at(tr, 0, 900_000n), at(pkh, 1, 90_000n, claimed)]],
])('a taproot signature covers the claimed amount of a coin %s', (_, coins) => {
  const { certainties, fee, text } = amountsOf(coins);
  expect(fee).toBe('proven');
  expect(certainties).not.toContain('claimed');
  expect(text).not.toContain('CLAIMED');
  expect(text).toContain('claimed, and your signature is valid for no other amount');
});

test.each([
  ['a segwit v0 coin', [at(wpkh, 0, 900_000n, claimed), theirs], 'foreign'],
  [
    'a taproot coin that is signed with ANYONECANPAY',
    [
      at(tr, 0, 900_000n, {
        ...claimed,
        change: (input) => Object.assign(input, { sighashType: 0x81 }),
      }),
      theirs,
    ],
    'foreign',
  ],
] as const)('the signature of %s does not cover the amount of others', (_, coins, kind) => {
  const { certainties, fee, text } = amountsOf(coins);
  expect(fee).toBe(kind);
  expect(certainties[1]).toBe('claimed');
  expect(text).toContain('CLAIMED, not proven');
});
