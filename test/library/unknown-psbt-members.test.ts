import { describe, expect, test } from 'vitest';
import {
  combine,
  extract,
  finalize,
  formatPsbt,
  fund,
  openAccount,
  type Psbt,
  parsePsbt,
  review,
  sign,
} from '../../src/index.ts';
import {
  analyzePsbt,
  convertPsbt,
  createPsbt,
  encodePsbt,
  signPsbt,
  unsignedTransaction,
} from '../../src/public/psbt.ts';
import { checkSigned, reviewPsbt } from '../../src/public/review.ts';
import { networks } from '../../src/public/script.ts';
import { createKeyProvider } from '../../src/public/signing.ts';
import {
  encodeTransaction,
  outPointKey,
  transactionId,
  transactionWeight,
} from '../../src/public/transaction.ts';
import { failure, failureOf, payment, TEST_WIF, type Untyped } from '../support/tried.ts';

const { account, coins, order, psbt } = payment;
const taproot = openAccount(
  'tr([d34db33f/86h/1h/0h]tpubD6NzVbkrYhZ4XgiXtGrdW5XDAPFCL9h7we1vwNCpn8tGbBcgfVYjXyhWo4E1xkh56hjod1RhGjxbaTLV3X4FyWuejifB9jusQ46QzG87VKp/<0;1>/*)',
  { network: 'regtest' },
);
const previous = { txid: '', hex: '' };
const legacy = openAccount(`pkh(${TEST_WIF})`, { network: 'regtest' });
const before = unsignedTransaction(
  fund({ ...order, change: legacy, outputs: [], spendAll: true }).psbt,
);
previous.hex = before ? Buffer.from(encodeTransaction(before)).toString('hex') : '';
previous.txid = before ? transactionId(before) : '';
const legacyCoins = legacy.coins([
  {
    txid: previous.txid,
    vout: 0,
    value: before?.outputs[0]?.value ?? 0n,
    height: 100,
    address: legacy.address(0),
    previousTransaction: previous.hex,
  },
]);
const taprootCoins = taproot.coins([
  { txid: '22'.repeat(32), vout: 0, value: 90_000n, height: 100, address: taproot.address(0) },
]);
const psbts: readonly Psbt[] = [
  psbt,
  fund({ ...order, coins: taprootCoins, change: taproot }).psbt,
  fund({ ...order, coins: legacyCoins, change: legacy }).psbt,
];

type Path = readonly (string | number)[];

/** Lists the paths of all objects inside a value. */
function pathsOf(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [];
  if (ArrayBuffer.isView(value) || value instanceof Set) return [];
  const inside = Object.entries(value).flatMap(([name, member]) =>
    pathsOf(member, [...path, Array.isArray(value) ? Number(name) : name]),
  );
  return Array.isArray(value) ? inside : [path, ...inside];
}

/** Returns a copy with one more member in the object at a path. */
function withMember(value: unknown, path: Path, more: object): Untyped {
  const copy = structuredClone(value);
  const owner = path.reduce((inner: Untyped, name) => inner[name], copy);
  Object.assign(owner, more);
  return copy;
}

const provider = createKeyProvider({ keys: [] });
const calls: { readonly [name: string]: (given: Psbt) => unknown } = {
  formatPsbt: (given) => formatPsbt(given),
  finalize: (given) => finalize(given),
  extract: (given) => extract(given),
  combine: (given) => combine(given),
  'combine with an answer': (given) => combine(psbt, given),
  review: (given) => review(given, { account }),
  sign: (given) => sign(given, { keys: account }),
  fund: (given) => fund({ ...order, replaces: given }),
  encodePsbt: (given) => encodePsbt(given),
  convertPsbt: (given) => convertPsbt(given, 2),
  analyzePsbt: (given) => analyzePsbt(given),
  signPsbt: (given) => signPsbt({ psbt: given, provider, finalize: false }),
  unsignedTransaction: (given) => unsignedTransaction(given),
  reviewPsbt: (given) => reviewPsbt(given, { network: networks.regtest }),
  checkSigned: (given) => checkSigned(psbt, given),
};

describe('a member that a PSBT does not have', () => {
  test.each(Object.entries(calls))('is refused by %s at every place', async (_, call) => {
    for (const given of psbts) {
      for (const path of pathsOf(given)) {
        const wrong = withMember(given, path, { nosuch: 1 });
        expect(await failure(async () => call(wrong))).toMatch(
          /^WRONG_ARGUMENT .*has no member nosuch/,
        );
      }
    }
  });

  test('may be undefined, as in copies with an optional member', async () => {
    for (const given of psbts) {
      for (const path of pathsOf(given)) {
        expect(formatPsbt(withMember(given, path, { nosuch: undefined }))).toBe(formatPsbt(given));
      }
    }
  });

  test.each([
    [[], 'fallbackLockTime', 'fallbackLocktime'],
    [[], 'lockTime', 'fallbackLocktime'],
    [[], 'txversion', 'txVersion'],
    [['inputs', 0], 'seqence', 'sequence'],
    [['inputs', 0], 'sighash', 'sighashType'],
    [['inputs', 0, 'prevout'], 'index', 'vout'],
    [['inputs', 0, 'witnessUtxo'], 'amount', 'value'],
    [['outputs', 0], 'amount', 'value'],
    [['outputs', 0], 'address', 'scriptPubKey'],
    [['outputs', 0], 'scriptPubkey', 'scriptPubKey'],
  ] as const)('at %o, %s, gets the name that was meant', (path, name, meant) => {
    const answer = failureOf(() => formatPsbt(withMember(psbt, path, { [name]: 1 })));
    expect(answer).toContain(`has no member ${name} / `);
    if (name === 'lockTime') expect(answer).toContain('What can be given: ');
    else expect(answer).toContain(`Did you mean ${meant}?`);
  });
});

describe('values of coldsign', () => {
  test('have no other members, with any function and after a copy', async () => {
    const signed = await sign(psbt, { keys: account });
    const { transaction, psbt: final } = extract(signed.psbt);
    const made = [...psbts, signed.psbt, final, parsePsbt(formatPsbt(psbt)), combine(psbt, final)];
    for (const each of [...made, parsePsbt(formatPsbt(psbt), { maxFee: 5_000n })]) {
      expect(formatPsbt(structuredClone(each))).toBe(formatPsbt(each));
    }
    expect(encodeTransaction(structuredClone(transaction))).toEqual(encodeTransaction(transaction));
    const [coin] = coins;
    expect(coin && outPointKey(coin)).toBe(`${'11'.repeat(32)}:0`);
  });

  test('may be of a class, if copies have all its members', () => {
    class Payment {}
    const own: Untyped = Object.assign(new Payment(), psbt);
    expect(formatPsbt(own)).toBe(formatPsbt(psbt));
    expect(failureOf(() => formatPsbt(Object.create(psbt)))).toContain(
      'psbt.version is not a member of the object itself',
    );
  });
});

test('a member that a transaction does not have is refused at every place', () => {
  const functions = [encodeTransaction, transactionId, transactionWeight, createPsbt] as const;
  for (const path of pathsOf(before)) {
    for (const call of functions) {
      const untyped: Untyped = call;
      const version = call === createPsbt ? [2] : [];
      expect(
        failureOf(() => untyped(withMember(before, path, { lockTime: 9 }), ...version)),
      ).toContain('has no member lockTime');
    }
  }
});

test('checking 500 inputs reads five times as many members as checking 100', () => {
  const readsOf = (count: number): number => {
    let reads = 0;
    const [input = {}] = psbt.inputs;
    const inputs = Array.from({ length: count }, (_, vout) => {
      const plain = { ...input, prevout: { txid: '33'.repeat(32), vout } };
      return new Proxy(plain, {
        get(target, name, receiver) {
          reads++;
          return Reflect.get(target, name, receiver);
        },
      });
    });
    const many: Untyped = { ...psbt, inputs };
    unsignedTransaction(many);
    return reads;
  };
  const few = readsOf(100);
  expect(readsOf(500)).toBe(5 * few);
  // A few reads of each member.
  expect(few / 100 / Object.keys(psbt.inputs[0] ?? {}).length).toBeLessThan(8);
});
