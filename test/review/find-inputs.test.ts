import { describe, expect, test } from 'vitest';
import { kernelSecp256k1 as secp256k1 } from '../../src/crypto/kernel-backend.ts';
import { type NetworkName, networks } from '../../src/encoding/network.ts';
import type { FindingId } from '../../src/review/catalog.ts';
import type { Evidence } from '../../src/review/evidence.ts';
import { psbtSubject } from '../../src/review/psbt-subject.ts';
import { reviewSubject } from '../../src/review/review.ts';
import { outPointKey } from '../../src/transaction/transaction.ts';
import { mine, outPoint, outPointOf } from '../support/review/coins.ts';
import { buildPsbt, type PsbtSpec, pay } from '../support/review/payments.ts';

function reviewed(spec: PsbtSpec, evidence: Partial<Evidence> = {}) {
  const subject = psbtSubject(buildPsbt(spec), secp256k1);
  if (subject === undefined) throw new Error('lock times exclude each other');
  return reviewSubject(subject, { network: networks.regtest, ...evidence });
}
const found = (id: FindingId, ...given: Parameters<typeof reviewed>) =>
  reviewed(...given).findings.find((each) => each.id === id);

describe('a coin of at most 1,000 sat', () => {
  const bait = (...values: readonly bigint[]) => ({
    coins: values.map((value, i) => mine(i, { value })),
    outputs: [pay(600n)],
  });

  test('may be bait next to larger ones', () => {
    expect(found('input-dust', bait(1_000n, 9_000n))).toMatchObject({ inputs: [0] });
    expect(found('input-dust', bait(9_000n, 1n, 1_000n))).toMatchObject({ inputs: [1, 2] });
    expect(found('input-dust', bait(1_001n, 9_000n))).toBeUndefined();
    expect(found('input-dust', bait(1_000n, 1_000n))).toBeUndefined();
    expect(found('input-dust', bait(1_000n))).toBeUndefined();
  });
});

test('a coin worth less than the fee of 57 virtual bytes is uneconomic', () => {
  const seen = new Set<boolean>();
  for (let value = 5_700n; value < 5_800n; value += 7n) {
    const { findings, fee, vsize } = reviewed({
      coins: [mine(0, { value: 1_000_000n }), mine(1, { value })],
      outputs: [pay(980_000n)],
    });
    const isLess = value * BigInt(vsize) < fee * 57n - ((fee * 57n) % BigInt(vsize));
    expect(findings.some(({ id }) => id === 'input-uneconomic')).toBe(isLess);
    seen.add(isLess);
  }
  const cost = (value: bigint) => {
    const { fee, vsize } = reviewed({
      coins: [mine(0, { value: 1_000_000n }), mine(1, { value })],
      outputs: [pay(900_000n)],
    });
    return (fee * 57n) / BigInt(vsize);
  };
  // The smallest coin that is worth its cost, which grows more slowly than the coin.
  let least = 0n;
  while (least < cost(least)) least = cost(least);
  const isUneconomic = (value: bigint) =>
    found('input-uneconomic', {
      coins: [mine(0, { value: 1_000_000n }), mine(1, { value })],
      outputs: [pay(900_000n)],
    }) !== undefined;
  expect(isUneconomic(least)).toBe(false);
  expect(isUneconomic(least - 1n)).toBe(true);
});

describe('the coin type of a path', () => {
  const at = (path: readonly number[]): PsbtSpec => ({
    coins: [
      mine(0, {
        change: (input) => {
          const [first] = input.keyPaths;
          if (first === undefined) throw new Error('no path');
          const { publicKey, origin } = first;
          input.keyPaths = [
            { publicKey, origin: { ...origin, path: path.map((step) => step + 0x80000000) } },
          ];
        },
      }),
    ],
    outputs: [pay(60_000n)],
  });
  const isStrange = (path: readonly number[], network: NetworkName) =>
    (['network-mismatch', 'keys-of-another-network'] as const).some(
      (id) => found(id, at(path), { network: networks[network] }) !== undefined,
    );

  test.each([44, 48, 49, 84, 86, 87])('purpose %d has the coin type of the network', (purpose) => {
    expect(isStrange([purpose, 0, 0], 'main')).toBe(false);
    expect(isStrange([purpose, 1, 0], 'main')).toBe(true);
    for (const network of ['test', 'testnet4', 'signet', 'regtest'] as const) {
      expect(isStrange([purpose, 0, 0], network)).toBe(true);
      expect(isStrange([purpose, 1, 0], network)).toBe(false);
    }
  });

  test('other purposes and shorter paths have no coin type', () => {
    for (const purpose of [43, 45, 47, 50, 83, 85, 88]) {
      expect(isStrange([purpose, 1, 0], 'main')).toBe(false);
    }
    expect(isStrange([84], 'main')).toBe(false);
    expect(isStrange([], 'main')).toBe(false);
  });
});

describe('an earlier coin', () => {
  const spec: PsbtSpec = { coins: [mine(0), mine(1)], outputs: [pay(60_000n)] };
  const key = outPointKey(outPointOf(mine(1)));
  const past = (value: bigint | undefined) =>
    new Map([[key, { value, payees: '', isSigned: false }]]);

  test('a changed amount is named with the earlier one', () => {
    expect(key).toBe(outPoint(mine(1)));
    expect(found('coin-amount-changed', spec, { past: past(100_001n) })).toMatchObject({
      inputs: [1],
      text: expect.stringMatching(
        / Then 0\.00100001 BTC \(100,001 sat\), now 0\.00100000 BTC \(100,000 sat\)\.$/,
      ),
    });
    expect(found('coin-amount-changed', spec, { past: past(100_000n) })).toBeUndefined();
    expect(found('coin-amount-changed', spec, { past: past(undefined) })).toBeUndefined();
  });

  test('a coin is missing only if the caller knows all coins', () => {
    const { script, value } = mine(0);
    const known = new Map([[outPointKey(outPointOf(mine(0))), { value, scriptPubKey: script }]]);
    expect(found('coin-not-found', spec, { known, knowsAllCoins: true })).toMatchObject({
      inputs: [1],
    });
    expect(found('coin-not-found', spec, { known, knowsAllCoins: false })).toBeUndefined();
    expect(found('coin-not-found', spec, { known })).toBeUndefined();
    expect(found('coin-not-found', spec, { knowsAllCoins: true })).toMatchObject({
      inputs: [0, 1],
    });
  });
});
