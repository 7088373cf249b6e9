import { describe, expect, test } from 'vitest';
import { kernelSecp256k1 } from '../../src/crypto/kernel-backend.ts';
import { combine, type Psbt } from '../../src/index.ts';
import { encodePsbt } from '../../src/psbt/encode.ts';
import { decodeTransaction } from '../../src/transaction/codec.ts';
import { takesAll } from '../support/generate/sample.ts';
import { rememberChildren } from '../support/remembering-children.ts';
import { keyAt, person, place } from '../support/review/accounts.ts';
import { coin } from '../support/review/coins.ts';
import { back, buildPsbt, pay } from '../support/review/payments.ts';
import { commandFolder } from '../support/screens/command-folder.ts';
import { fundedBy } from './cases.ts';
import { refusalIn, type Step, signingDoorsIn } from './signers.ts';

// Everything that several people sign together, at every door: who signs when, what each step did,
// and what is still needed, by the ids of messages.

rememberChildren(kernelSecp256k1);
const folder = commandFolder();
const doors = signingDoorsIn(folder);
const PATH = '48h/1h/0h/2h';
const people = { A: person(1), B: person(2), C: person(3) };
type Name = keyof typeof people;

/** The descriptor of a shared wallet with the private key of one person. */
const forOne = (shared: (keys: (who: Name) => string) => string, who: Name): string =>
  shared((name) => keyAt(people[name], PATH, name === who));

type Ceremony = {
  readonly wallet: (keys: (who: Name) => string) => string;
  /** The orders in which people sign. */
  readonly orders: readonly (readonly Name[])[];
  /** Ids of what is needed before the last step. */
  readonly needs: readonly string[];
};

/** The first rows, in a complete run twice as many, or with COLDSIGN_CASES all. */
const few = <T>(rows: readonly T[], most: number): readonly T[] =>
  process.env.COLDSIGN_CASES ? rows : rows.slice(0, takesAll ? most : Math.ceil(most / 2));

const pairs = ['AB', 'BA', 'AC', 'CA', 'BC', 'CB'].map((each) => [...each] as Name[]);
const triples = ['ABC', 'ACB', 'BAC', 'BCA', 'CAB', 'CBA'].map((each) => [...each] as Name[]);
const three = (key: (who: Name) => string) => [key('A'), key('B'), key('C')].join();

/** Shared wallets whose members sign once each. */
const ceremonies: Readonly<Record<string, Ceremony>> = {
  '2 of 3 in P2WSH': {
    wallet: (key) => `wsh(sortedmulti(2,${three(key)}))`,
    orders: few(pairs, 4),
    needs: ['one-signature'],
  },
  '3 of 3 in P2SH-P2WSH': {
    wallet: (key) => `sh(wsh(multi(3,${three(key)})))`,
    orders: few(triples, 2),
    needs: ['signature'],
  },
  '2 of 3 in P2SH': {
    wallet: (key) => `sh(multi(2,${three(key)}))`,
    orders: few(pairs, 1),
    needs: ['one-signature'],
  },
  '2 of 3 in a leaf': {
    wallet: (key) => `tr(${keyAt(person(9), PATH)},multi_a(2,${three(key)}))`,
    orders: few(pairs, 1),
    needs: ['one-signature'],
  },
};

const rows = Object.entries(ceremonies).flatMap(([name, { wallet, orders, needs }]) =>
  orders.map((order) => ({ name, wallet, order, by: order.join(', '), needs })),
);

describe.each(Object.keys(ceremonies))('the shared wallet %s', (name) => {
  const { wallet, orders } = ceremonies[name] ?? {};
  if (wallet === undefined) throw new Error('no wallet');
  const psbt = fundedBy(forOne(wallet, 'A'));
  const made = new Set<string>();

  test.each(rows.filter((row) => row.name === name))(
    'is complete after $by at every door, and needs the same before',
    async ({ order, needs }) => {
      for (const door of doors) {
        const seats = await Promise.all(order.map((who) => door.seat([forOne(wallet, who)])));
        let step: Step = { psbt, needs: [] };
        const copies: Psbt[] = [];
        for (const [i, seat] of seats.entries()) {
          const isLast = i === seats.length - 1;
          if (!isLast) copies.push((await seat(psbt)).psbt);
          step = await seat(step.psbt);
          expect([door.name, step.hex !== undefined]).toEqual([door.name, isLast]);
          if (i === seats.length - 2) expect([door.name, step.needs]).toEqual([door.name, needs]);
          if (isLast) expect(step.needs).toEqual([]);
          if (step.done) expect(step.done).toBe(isLast ? 'complete' : 'signed');
        }
        // Copies that were signed apart give the same transaction in the end.
        const joined = await door.combine(psbt, ...copies);
        const last = await (await door.seat([forOne(wallet, order.at(-1) ?? 'A')]))(joined);
        expect([door.name, last.hex]).toEqual([door.name, step.hex]);
        made.add(`${[...order].sort().join()}: ${step.hex}`);
      }
    },
  );

  test('has one transaction for each group of signers, in any order and at any door', () => {
    const groups = new Set((orders ?? []).map((order) => [...order].sort().join()));
    expect(made.size).toBe(groups.size);
  });
});

const musigWallets: Readonly<Record<string, readonly [readonly Name[], Ceremony['wallet']]>> = {
  'two people': [['A', 'B'], (key) => `tr(musig(${key('A')},${key('B')}))`],
  'three people': [['A', 'B', 'C'], (key) => `tr(musig(${three(key)}))`],
  'two people, with a leaf for the third': [
    ['B', 'A'],
    (key) => `tr(musig(${key('A')},${key('B')}),pk(${key('C')}))`,
  ],
};

const spends = (hex: string | undefined) =>
  decodeTransaction(Buffer.from(hex ?? '', 'hex'), { witness: true })?.inputs.map(
    ({ witness }) => witness.length,
  );

describe.each(Object.entries(musigWallets))('MuSig2 by %s', (_, [order, wallet]) => {
  const psbt = fundedBy(forOne(wallet, order[0] ?? 'A'));
  const chosen = order.length === 2 && !wallet(() => '').includes('pk(') ? doors : few(doors, 1);

  test.each(chosen.map((door) => [door.name, door] as const))(
    'is signed in two rounds at the door %s, from copies and one after another',
    async (_name, door) => {
      const seats = await Promise.all(order.map((who) => door.seat([forOne(wallet, who)])));
      const nonces: Psbt[] = [];
      for (const seat of seats) {
        const step = await seat(psbt);
        expect([step.hex, step.needs]).toEqual([undefined, ['musig-nonces']]);
        if (step.done) expect(step.done).toBe('nonce-added');
        nonces.push(step.psbt);
      }
      const all = await door.combine(psbt, ...nonces);
      let step: Step = { psbt: all, needs: [] };
      for (const [i, seat] of seats.entries()) {
        const isLast = i === seats.length - 1;
        step = await seat(step.psbt);
        expect([step.hex !== undefined, step.needs]).toEqual([
          isLast,
          isLast ? [] : ['musig-signatures'],
        ]);
        if (step.done) expect(step.done).toBe(isLast ? 'complete' : 'signed');
      }
      expect(spends(step.hex)).toEqual([1, 1]);
    },
  );

  test('is signed by people at different doors, each with the same keys for both rounds', async () => {
    const seats = await Promise.all(
      order.map((who, i) =>
        (doors[(i + 2) % doors.length] ?? doors[0]).seat([forOne(wallet, who)]),
      ),
    );
    const nonces: Psbt[] = [];
    for (const seat of seats) nonces.push((await seat(psbt)).psbt);
    const [first, ...others] = nonces;
    let step: Step = { psbt: combine(first ?? psbt, ...others), needs: [] };
    for (const seat of seats) step = await seat(step.psbt);
    expect(spends(step.hex)).toEqual([1, 1]);
  });
});

/** A coin of a person and an heir, whose branch opens later, spent by the heir. */
const heirs = {
  older: {
    wallet: (key: (who: Name) => string) =>
      `wsh(or_d(pk(${key('A')}),and_v(v:pkh(${key('B')}),older(10))))`,
    early: { sequence: 9 },
    open: { sequence: 10 },
  },
  after: {
    wallet: (key: (who: Name) => string) => `tr(${key('A')},and_v(v:pk(${key('B')}),after(50)))`,
    early: { locktime: 49 },
    open: { locktime: 50 },
  },
} as const;

describe.each(Object.entries(heirs))('a branch that opens with %s', (kind, heir) => {
  const text = forOne(heir.wallet, 'B');
  const spending = ({ sequence, locktime }: { sequence?: number; locktime?: number }) =>
    buildPsbt({
      coins: [coin(place(text, 0, 0), 1, { sequence: sequence ?? 0xfffffffd })],
      outputs: [pay(60_000n), back(39_000n, text)],
      locktime: locktime ?? 0,
    });

  test.each(doors.map((door) => [door.name, door] as const))(
    'is refused or not complete before it opens, and complete after, at the door %s',
    async (_, door) => {
      const early = await (await door.seat([text]))(spending(heir.early)).catch(String);
      // Doors with a review refuse what no signature can make valid.
      if (typeof early === 'string') expect(early).toMatch(/\(lock-unmet\)/);
      else expect([early.hex, early.needs]).toContain(undefined);
      if (typeof early !== 'string') expect(early.needs).toContain(`lock-${kind}`);
      const open = await (await door.seat([text]))(spending(heir.open));
      expect([typeof open.hex, open.needs]).toEqual(['string', []]);
    },
  );
});

const strangers = `wpkh(${keyAt(person(66), '84h/1h/0h', true)})`;

test('keys that fit no input sign nothing at any door, and the command line and page say why alike', async () => {
  const psbt = fundedBy(forOne((key) => `wsh(sortedmulti(2,${three(key)}))`, 'A'));
  for (const door of doors) {
    const answer = await (await door.seat([strangers]))(psbt).catch(String);
    if (typeof answer === 'string') expect(refusalIn(answer)).toEqual(['no-key']);
    else
      expect([door.name, answer.hex, answer.needs]).toEqual([
        door.name,
        undefined,
        ['one-signature'],
      ]);
  }
});

test('a second signature by the same keys is refused for what it is', async () => {
  const psbt = fundedBy(forOne((key) => `wsh(sortedmulti(2,${three(key)}))`, 'A'));
  const keys = forOne((key) => `wsh(sortedmulti(2,${three(key)}))`, 'A');
  for (const door of doors) {
    const half = await (await door.seat([keys]))(psbt);
    expect([door.name, half.hex]).toEqual([door.name, undefined]);
    const again = await (await door.seat([keys]))(half.psbt).catch(String);
    if (typeof again === 'string') expect(refusalIn(again)).toEqual(['signed-before']);
    else {
      expect([again.hex, again.needs]).toEqual([undefined, ['one-signature']]);
      expect(encodePsbt(again.psbt)).toEqual(encodePsbt(half.psbt));
    }
    expect([door.name, typeof again]).toEqual([
      door.name,
      door.name === 'command' || door.name === 'page' ? 'string' : 'object',
    ]);
  }
});

test('a copy of another transaction is refused with the same message at every door', async () => {
  const psbt = fundedBy(forOne((key) => `wsh(sortedmulti(2,${three(key)}))`, 'A'));
  const other = fundedBy(forOne((key) => `wsh(sortedmulti(1,${three(key)}))`, 'A'));
  const WHY = 'it is for another transaction';
  for (const door of doors) {
    const refusal = await door.combine(psbt, other).catch(String);
    if (door.name !== 'methods') expect(refusal).toContain(WHY);
    else expect(refusal).toMatch(/not compatible|different transactions/);
  }
});
