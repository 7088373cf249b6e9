import { describe, expect, test } from 'vitest';
import { fund, review, reviewFirst } from '../../src/index.ts';
import { reviewPsbt, reviewTransaction } from '../../src/public/review.ts';
import { networks } from '../../src/public/script.ts';
import { createKeyProvider, nobleSecp256k1 } from '../../src/public/signing.ts';
import { failureOf, payment, type Untyped } from '../support/tried.ts';

const { account, address, payee, order, psbt } = payment;

describe('an address for change', () => {
  test('is refused if it is that of a payee, who would get the change', () => {
    for (const change of [payee, payee.toUpperCase()]) {
      expect(failureOf(() => fund({ ...order, change }))).toContain(
        'WRONG_ARGUMENT change is the address of output 0, so its payee would get the change',
      );
    }
    const outputs = [
      { address, value: 1_000n },
      { address: payee, value: 50_000n },
    ];
    expect(failureOf(() => fund({ ...order, outputs, change: payee }))).toContain('output 1');
  });

  test('is not used by a replacement, which keeps its change', () => {
    const { outputs: _, ...replacing } = { ...order, replaces: psbt, feeRate: 20, change: payee };
    const { outputs } = fund(replacing).psbt;
    expect(outputs.find(({ value }) => value !== 50_000n)?.scriptPubKey).toEqual(
      order.coins[0]?.scriptPubKey,
    );
  });

  test('may receive everything, and an account may pay itself', () => {
    const all = { coins: order.coins, feeRate: 2, spendAll: true };
    expect(failureOf(() => fund({ ...all, change: payee }))).toBe('accepted');
    const outputs = [{ address: account.changeAddress(0), value: 50_000n }];
    expect(failureOf(() => fund({ ...order, outputs }))).toBe('accepted');
  });
});

describe('a lock time', () => {
  test('is refused with a sequence that turns it off', () => {
    expect(failureOf(() => fund({ ...order, locktime: 900_000, sequence: 0xffffffff }))).toContain(
      'WRONG_ARGUMENT locktime 900000 has no effect, because sequence is 0xffffffff / Leave',
    );
    for (const sequence of [undefined, 0xfffffffe, 0]) {
      expect(failureOf(() => fund({ ...order, locktime: 900_000, sequence }))).toBe('accepted');
    }
    expect(failureOf(() => fund({ ...order, locktime: 0, sequence: 0xffffffff }))).toBe('accepted');
  });
});

describe('a review', () => {
  const known: Untyped = {
    coins: new Map(),
    provider: createKeyProvider({ keys: [] }),
    secp256k1: nobleSecp256k1,
  };
  const { transaction } = review(psbt, { account });
  const network = networks.regtest;
  const doors = [
    (more: object) => review(psbt, { account, ...more }),
    (more: object) => reviewFirst({ account, ...more }),
    (more: object) => reviewPsbt(psbt, { network, ...more }),
    (more: object) => reviewTransaction(transaction, known, { network, ...more }),
  ];

  test.each(doors)('refuses a time in milliseconds: %#', (door) => {
    const now = { time: 1_764_000_000_000 };
    expect(failureOf(() => door({ now }))).toMatch(/now\.time must be .*seconds/);
    expect(failureOf(() => door({ now: { time: 1_764_000_000, height: 900_000 } }))).toBe(
      'accepted',
    );
  });

  test.each(doors)('refuses an expected rate beyond the limit of fees: %#', (door) => {
    const answer = failureOf(() => door({ expectedFeeRate: 5_000 }));
    expect(answer).toContain('expectedFeeRate is 5000 sat/vB, above the limit of 2000 sat/vB');
    expect(answer).toContain(
      'An expectedFeeRate of 5000 looks like satoshi per 1,000 virtual bytes (sat/kvB)',
    );
    expect(answer).toContain('5000 sat/kvB is 5.');
    expect(failureOf(() => door({ expectedFeeRate: 2_000 }))).toBe('accepted');
  });
});
