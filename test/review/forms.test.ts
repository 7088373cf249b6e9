import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { kernelSecp256k1 as secp256k1 } from '../../src/crypto/kernel-backend.ts';
import { ColdsignError } from '../../src/encoding/coldsign-error.ts';
import { combinePsbts } from '../../src/psbt/combine.ts';
import { convertPsbt } from '../../src/psbt/convert.ts';
import { decodePsbt } from '../../src/psbt/decode.ts';
import { encodePsbt } from '../../src/psbt/encode.ts';
import type { Psbt } from '../../src/psbt/psbt.ts';
import { smallestPsbt } from '../../src/psbt/smallest.ts';
import type { Evidence } from '../../src/review/evidence.ts';
import { psbtSubject } from '../../src/review/psbt-subject.ts';
import { reviewSubject } from '../../src/review/review.ts';
import { sampleOf } from '../support/generate/sample.ts';
import { readPsbt } from '../support/psbt.ts';
import type { ReviewVector } from '../support/review/rows.ts';
import { evidenceOf, reviewVectors } from '../support/vectors/review-vectors.ts';

type Ids = ReadonlySet<string> | undefined;

/** What the vectors know, and what they find before any change. Both are worked out once. */
const evidence = new Map<ReviewVector, Evidence>();
const found = new Map<ReviewVector, Ids>();

const idsOf = (psbt: Psbt, vector: ReviewVector): Ids => {
  const subject = psbtSubject(psbt, secp256k1);
  if (subject === undefined) return undefined;
  const known = evidence.get(vector) ?? evidenceOf(vector);
  evidence.set(vector, known);
  return new Set(reviewSubject(subject, known).findings.map(({ id }) => id));
};

const idsBefore = (psbt: Psbt, vector: ReviewVector): Ids => {
  if (!found.has(vector)) found.set(vector, idsOf(psbt, vector));
  return found.get(vector);
};

/** The findings after a change: those from before, if nothing at all has changed. */
const idsAfter = (changed: Psbt, psbt: Psbt, vector: ReviewVector): Ids =>
  isDeepStrictEqual(changed, psbt) ? found.get(vector) : idsOf(changed, vector);

const decoded = (psbt: Psbt | undefined): Psbt | undefined => {
  const bytes = psbt && encodePsbt(psbt);
  const read = bytes && decodePsbt(bytes, secp256k1);
  return read && !('error' in read) ? read : undefined;
};

/** Returns what a device is shown, as `coldsign qr` makes it; `undefined` if it is refused. */
const smallest = (psbt: Psbt, segwit: boolean): Psbt | undefined => {
  try {
    const smaller = smallestPsbt(psbt, { segwit }).psbt;
    return decoded(convertPsbt(smaller, 0) ?? smaller);
  } catch (error) {
    if (error instanceof ColdsignError && error.code === 'INVALID_AMOUNT') return undefined;
    throw error;
  }
};

/** Functions that change the form of a PSBT, and not its payment. */
const forms: { readonly [name: string]: (psbt: Psbt) => Psbt | undefined } = {
  'encode and decode': decoded,
  'version 0': (psbt) => decoded(convertPsbt(psbt, 0)),
  'version 2': (psbt) => decoded(convertPsbt(psbt, 2)),
  'version 0 and back': (psbt) => {
    const older = decoded(convertPsbt(psbt, 0));
    return older && convertPsbt(older, 2);
  },
  'combined with itself': (psbt) => combinePsbts(psbt, psbt),
  'combined with its other version': (psbt) => {
    const other = convertPsbt(psbt, psbt.version === 0 ? 2 : 0);
    return other && combinePsbts(psbt, other);
  },
  smaller: (psbt) => smallest(psbt, false),
  'smallest, for segwit': (psbt) => smallest(psbt, true),
};

/** Findings that a change of the form could hide, because they compare two fields. */
const AT_RISK: readonly string[] = ['utxo-mismatch', 'output-mismatch', 'script-mismatch'];

/** Flags that version 0 does not have: nothing can be added to what it holds. */
const FLAGS: readonly string[] = ['psbt-modifiable', 'modifiable-signed', 'modifiable-wrong'];

/** Returns whether a finding went because the new form no longer has its cause. */
function isCured(id: string, psbt: Psbt, after: ReadonlySet<string>): boolean {
  if (FLAGS.includes(id)) return psbt.version === 0;
  // Without the previous transactions, the fee is not proven even once.
  return id === 'fee-proven-once' && after.has('fee-unproven');
}

const all = reviewVectors.filter(({ psbt }) => psbt !== undefined);
const isAtRisk = ({ findings }: ReviewVector) => findings.some((id) => AT_RISK.includes(id));
const vectors = [
  ...all.filter(isAtRisk),
  ...sampleOf(
    all.filter((each) => !isAtRisk(each)),
    50,
  ),
];

describe.each(Object.entries(forms))('%s', (_, change) => {
  test('removes no finding of a review', () => {
    const lost: string[] = [];
    let compared = 0;
    for (const vector of vectors) {
      const psbt = readPsbt(vector.psbt ?? '');
      const changed = change(psbt);
      if (changed === undefined) continue;
      const before = idsBefore(psbt, vector);
      const after = idsAfter(changed, psbt, vector);
      if (before === undefined || after === undefined) continue;
      compared++;
      for (const id of before) {
        if (!after.has(id) && !isCured(id, changed, after)) lost.push(`${vector.name}: ${id}`);
      }
    }
    expect(compared).toBeGreaterThan(vectors.length / 2);
    expect(lost).toEqual([]);
  }, 600_000);
});
