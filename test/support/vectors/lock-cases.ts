import { back, coin, wpkh as own, pay, type ReviewVector, rows } from './review-cases.ts';
import { type CoinSpec, keyAt, type PsbtSpec, person, place } from './review-world.ts';

const [MAIN, RECOVERY] = [1, 2].map((seed) => keyAt(person(seed), '48h/1h/0h/2h')) as [
  string,
  string,
];
const older = (lock: number) => `wsh(and_v(v:pk(${MAIN}),older(${lock})))`;
const after = (lock: number) => `wsh(and_v(v:pk(${MAIN}),after(${lock})))`;
const htlc = `wsh(andor(pk(${MAIN}),sha256(${'07'.repeat(32)}),and_v(v:pk(${RECOVERY}),older(144))))`;
const decaying = `wsh(or_d(pk(${MAIN}),and_v(v:pk(${RECOVERY}),older(144))))`;

const spend = (text: string, more: Partial<PsbtSpec> = {}, coinMore: Partial<CoinSpec> = {}) => ({
  coins: [coin(place(text, 0, 0), 1, coinMore)],
  outputs: [pay(60_000n), back(39_500n)],
  ...more,
});

const sequence = (text: string, number: number, more: Partial<PsbtSpec> = {}) =>
  spend(text, more, { sequence: number });
const TIME = 0x00400000;
const relative = ['lock-unmet', 'relative-lock'] as const;

/** Time locks in scripts (BIP65, BIP112), beside what the transaction gives. */
function locks(): ReviewVector[] {
  const of = (text: string) => ({ descriptors: [text, own] });
  return rows(
    'lock-unmet',
    [
      ['a recovery without a sequence', spend(older(144)), ['lock-unmet'], of(older(144))],
      ['10 blocks of 144', sequence(older(144), 10), relative, of(older(144))],
      [
        '144 blocks in version 1',
        sequence(older(144), 144, { version: 1 }),
        ['lock-unmet'],
        of(older(144)),
      ],
      [
        '144 blocks, switched off',
        sequence(older(144), 0x80000090),
        ['lock-unmet'],
        of(older(144)),
      ],
      ['blocks for seconds', sequence(older(TIME + 10), 10), relative, of(older(TIME + 10))],
      ['seconds for blocks', sequence(older(10), TIME + 10), relative, of(older(10))],
      ['too few seconds', sequence(older(TIME + 10), TIME + 9), relative, of(older(TIME + 10))],
      ['no lock time', spend(after(500)), ['lock-unmet'], of(after(500))],
      ['one block too early', spend(after(500), { locktime: 499 }), ['lock-unmet'], of(after(500))],
      [
        'a time for a height',
        spend(after(500), { locktime: 1_600_000_000 }),
        ['lock-unmet'],
        of(after(500)),
      ],
      [
        'a lock time switched off by the final sequence',
        sequence(after(500), 0xffffffff, { locktime: 500 }),
        ['lock-unmet', 'locktime-ignored', 'not-replaceable'],
        of(after(500)),
      ],
      [
        'a height and a time for two coins',
        {
          ...spend(after(500), { locktime: 1_600_000_000 }),
          coins: [coin(place(after(500), 0, 0), 1), coin(place(after(1_600_000_000), 0, 0), 2)],
          outputs: [pay(60_000n), back(139_000n)],
        },
        ['lock-unmet'],
        { descriptors: [after(500), after(1_600_000_000), own] },
      ],
    ],
    [
      ['144 blocks of 144', sequence(older(144), 144), ['relative-lock'], of(older(144))],
      [
        'seconds of seconds',
        sequence(older(TIME + 10), TIME + 10),
        ['relative-lock'],
        of(older(TIME + 10)),
      ],
      ['the height that is asked for', spend(after(500), { locktime: 500 }), [], of(after(500))],
      [
        'a later time',
        spend(after(1_500_000_000), { locktime: 1_600_000_000 }),
        [],
        of(after(1_500_000_000)),
      ],
      ['the main key before the recovery opens', spend(decaying), [], of(decaying)],
      [
        'the recovery beside the main key',
        sequence(decaying, 144),
        ['relative-lock'],
        of(decaying),
      ],
      ['the refund of an HTLC that is not taken', spend(htlc), [], of(htlc)],
    ],
  );
}

/** By file. */
export const lockCases = { locks } as const;
