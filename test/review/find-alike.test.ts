import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeHex } from '../../src/encoding/hex.ts';
import { findLookAlikes } from '../../src/review/find-alike.ts';

/** P2WPKH scripts that begin alike. The test provides their addresses. */
const script = (n: number) => {
  const made = new Uint8Array(22).fill(7);
  made.set([0, 20]);
  new DataView(made.buffer).setUint32(18, n);
  return made;
};

function alike(addresses: readonly (string | undefined)[], known = 0, own = 0, mine = 0) {
  const scripts = addresses.map((_, i) => script(i));
  const names = new Map(scripts.map((each, i) => [encodeHex(each), addresses[i]]));
  const paid = scripts.slice(known + own);
  const found = findLookAlikes(
    paid.map((scriptPubKey, i) => ({ scriptPubKey, isOwn: i < mine })),
    {
      known: scripts.slice(0, known),
      own: scripts.slice(known, known + own),
      address: (each) => names.get(encodeHex(each)),
    },
  );
  return found.map((each) => each && addresses[new DataView(each.buffer).getUint32(18)]);
}

const A = 'bc1qaaaaaaaaaaaaaaaaaaaa';
/** Returns an address with the first and last letters of A. */
const like = (head: number, tail: number) =>
  `bc1q${'a'.repeat(head)}${'x'.repeat(20 - head - tail)}${'a'.repeat(tail)}`.replace(/xa/, 'ya');

function sharesLetters(a: string, b: string): boolean {
  const lengths = Array.from({ length: 12 }, (_, i) => i + 1);
  const head = lengths.findIndex((n) => a.slice(4, 4 + n) !== b.slice(4, 4 + n));
  const tail = lengths.findIndex((n) => a.slice(-n) !== b.slice(-n));
  return head >= 2 && tail >= 2 && head + tail >= 6;
}

describe('a look-alike address', () => {
  test.each([
    [2, 4, true],
    [4, 2, true],
    [3, 3, true],
    [1, 6, false],
    [6, 1, false],
    [2, 3, false],
    [3, 2, false],
    [0, 8, false],
  ])(
    'is found with %d equal letters after the prefix and %d at the end: %s',
    (head, tail, isAlike) => {
      const other = like(head, tail);
      expect(alike([A, other], 1)).toEqual([isAlike ? A : undefined]);
      expect(alike([A, other], 0, 1)).toEqual([isAlike ? A : undefined]);
      expect(alike([A, other])).toEqual(isAlike ? [other, A] : [undefined, undefined]);
    },
  );

  test('an address resembles only other addresses of its kind', () => {
    const prefixed = (prefix: string) => like(4, 4).replace('bc1q', prefix);
    expect(alike([A, prefixed('bc1q')], 1)).toEqual([A]);
    expect(alike([A, prefixed('tb1q')], 1)).toEqual([undefined]);
    expect(alike([A, undefined], 1)).toEqual([undefined]);
    expect(alike([undefined, A], 1)).toEqual([undefined]);
    expect(alike([prefixed('bcrt1q'), A.replace('bc1q', 'bcrt1q')], 1)).toEqual([
      prefixed('bcrt1q'),
    ]);
  });

  test('an output of the user is not suspected, nor a known one because of another output', () => {
    const other = like(4, 4);
    expect(alike([A, other], 0, 0, 1)).toEqual([undefined, A]);
    const scripts = [script(0), script(1)];
    const address = (each: Uint8Array) => (each[21] === 0 ? A : other);
    const paid = scripts.map((scriptPubKey) => ({ scriptPubKey, isOwn: false }));
    const [first = script(0)] = scripts;
    // The first was paid before, so only the other one is new.
    expect(findLookAlikes(paid, { known: [first], own: [], address })).toEqual([undefined, first]);
    expect(findLookAlikes(paid, { known: scripts, own: [], address })).toEqual([
      scripts[1],
      scripts[0],
    ]);
  });

  test('is found in any list exactly as a comparison of each pair finds it', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 8, maxLength: 8 });
    const counts = fc.tuple(fc.nat(3), fc.nat(3), fc.nat(3));
    fc.assert(
      fc.property(
        fc.uniqueArray(letters, { minLength: 1 }),
        counts,
        (texts, [known, own, mine]) => {
          const addresses = texts.map((text) => `bc1q${text}`);
          const others = addresses.slice(0, known + own);
          const paid = addresses.slice(known + own);
          const expected = paid.map((address, i) => {
            const isAlike = (other: string) => other !== address && sharesLetters(other, address);
            return i < mine ? undefined : [...others, ...paid].find(isAlike);
          });
          expect(alike(addresses, known, own, mine)).toEqual(expected);
        },
      ),
    );
  });

  test('seven letters are needed where more than a million pairs are compared', () => {
    const [six, seven] = [like(3, 3), like(3, 4)];
    const found = (outputs: number, other: string) => {
      const paid = Array.from({ length: outputs }, (_, i) => ({
        scriptPubKey: script(i + 1),
        isOwn: false,
      }));
      const address = (each: Uint8Array) => {
        const number = new DataView(each.buffer).getUint32(18);
        return number === 0 ? A : number === 1 ? other : `bc1q${'z'.repeat(20)}`;
      };
      const known = [script(0)];
      return findLookAlikes(paid.slice(0, outputs), { known, own: [], address })[0];
    };
    // 999 outputs: 999 * 1,000 pairs; 1,000 outputs: 1,000 * 1,001 pairs.
    expect(found(999, six)).toEqual(script(0));
    expect(found(1_000, six)).toBeUndefined();
    expect(found(1_000, seven)).toEqual(script(0));
  });
});

test('addresses with other first bytes, versions or sizes cannot begin alike', () => {
  const address = () => A;
  const first = (other: Uint8Array) =>
    findLookAlikes([{ scriptPubKey: other, isOwn: false }], {
      known: [script(0)],
      own: [],
      address: (each) => (each === other ? like(4, 4) : address()),
    })[0];
  const changed = (at: number, value: number) => {
    const made = script(1);
    made[at] = value;
    return made;
  };
  expect(first(script(1))).toBeDefined();
  // The first two letters encode ten bits: the first byte, and two bits of the second.
  expect(first(changed(2, 8))).toBeUndefined();
  expect(first(changed(3, 0x47))).toBeUndefined();
  expect(first(changed(3, 0x3f))).toBeDefined();
  expect(first(changed(4, 0xff))).toBeDefined();
  expect(first(changed(0, 0x51))).toBeUndefined();
  expect(first(Uint8Array.of(0xa9, 20, ...new Uint8Array(20).fill(7), 0x87))).toBeUndefined();
});
