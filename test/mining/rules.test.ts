import { describe, expect, test } from 'vitest';
import { hashBytes } from '../../src/chain/block-codec.ts';
import {
  ALWAYS_ACTIVE,
  consensusParams,
  type Deployment,
  NEVER_ACTIVE,
} from '../../src/chain/consensus.ts';
import type { ChainHeader } from '../../src/chain/source.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { blockSubsidy, isFinal } from '../../src/mining/block-rules.ts';
import { merkleRoot, zeroHash } from '../../src/mining/merkle.ts';
import { sequenceLocksMet } from '../../src/mining/sequence-locks.ts';
import { blockVersion, thresholdState } from '../../src/mining/versionbits.ts';
import {
  commitmentScript,
  findCommitment,
  witnessCommitment,
} from '../../src/mining/witness-commitment.ts';
import type { Transaction } from '../../src/transaction/transaction.ts';

const transaction = (
  change: Partial<Transaction>,
  ...sequences: readonly number[]
): Transaction => ({
  version: 2,
  inputs: sequences.map((sequence, vout) => ({
    prevout: { txid: '11'.repeat(32), vout },
    scriptSig: new Uint8Array(),
    sequence,
    witness: [],
  })),
  outputs: [],
  locktime: 0,
  ...change,
});

test('the subsidy halves until nothing is left', () => {
  const { main, regtest } = consensusParams;
  expect(blockSubsidy(1, main)).toBe(5_000_000_000n);
  expect(blockSubsidy(209_999, main)).toBe(5_000_000_000n);
  expect(blockSubsidy(210_000, main)).toBe(2_500_000_000n);
  expect(blockSubsidy(210_000 * 32, main)).toBe(1n);
  expect(blockSubsidy(210_000 * 33, main)).toBe(0n);
  expect(blockSubsidy(210_000 * 70, main)).toBe(0n);
  expect(blockSubsidy(150, regtest)).toBe(2_500_000_000n);
  let total = 0n;
  for (let era = 0; era < 64; era++) total += 210_000n * blockSubsidy(era * 210_000, main);
  expect(total).toBe(2_099_999_997_690_000n);
});

describe('merkle trees', () => {
  const leaf = (fill: number) => new Uint8Array(32).fill(fill);

  test('an odd last leaf counts twice, so that two lists have one root', () => {
    const short = merkleRoot([leaf(1), leaf(2), leaf(3)]);
    const long = merkleRoot([leaf(1), leaf(2), leaf(3), leaf(3)]);
    expect(long.root).toEqual(short.root);
    expect([short.mutated, long.mutated]).toEqual([false, true]);
  });

  test('one leaf is its own root, no leaf is zero', () => {
    expect(merkleRoot([leaf(7)]).root).toEqual(leaf(7));
    expect(merkleRoot([]).root).toEqual(zeroHash);
  });

  test('block 100,000 of the main chain', () => {
    const leaves = [
      '8c14f0db3df150123e6f3dbbf30f8b955a8249b62ac1d1ff16284aefa3d06d87',
      'fff2525b8931402dd09222c50775608f75787bd2b87e56995a7bdd30f79702c4',
      '6359f0868171b1d194cbee1af2f16ea598ae8fad666d9b012c8ed2b79a236ec4',
      'e9a66845e05d5abc0ad04ec80f774a7e585c6e8db975962d069a522137b80c1d',
    ].map(hashBytes);
    const expected = hashBytes('f3e94742aca4b5ef85488dc37c06c3282295ffec960994b2c0d5ac2a25a95766');
    expect(merkleRoot(leaves).root).toEqual(expected);
  });

  test('the commitment of a block without transactions', () => {
    const script = commitmentScript(witnessCommitment([], zeroHash));
    expect(encodeHex(script)).toBe(
      '6a24aa21a9ede2f61c3f71d1defd3fa999dfa36953755c690689799962b48bebd836974e8cf9',
    );
    const output = { value: 0n, scriptPubKey: script };
    const other = { value: 0n, scriptPubKey: commitmentScript(new Uint8Array(32)) };
    expect(findCommitment(transaction({ outputs: [other, output] }))).toEqual(script.subarray(6));
    expect(findCommitment(transaction({ outputs: [] }))).toBeUndefined();
    const cut = { value: 0n, scriptPubKey: script.subarray(0, 37) };
    expect(findCommitment(transaction({ outputs: [cut] }))).toBeUndefined();
  });
});

test('a lock time is met below its height or time, or if it is disabled', () => {
  const locked = (locktime: number, ...sequences: readonly number[]) =>
    isFinal(transaction({ locktime }, ...sequences), 100, 1_600_000_000);
  expect(locked(0, 0)).toBe(true);
  expect(locked(99, 0)).toBe(true);
  expect(locked(100, 0)).toBe(false);
  expect(locked(499_999_999, 0)).toBe(false);
  expect(locked(500_000_000, 0)).toBe(true);
  expect(locked(1_599_999_999, 0)).toBe(true);
  expect(locked(1_600_000_000, 0)).toBe(false);
  expect(locked(1_600_000_000, 0xffffffff, 0xfffffffe)).toBe(false);
  expect(locked(1_600_000_000, 0xffffffff, 0xffffffff)).toBe(true);
});

test('relative locks count blocks, or units of 512 seconds from before the coin', () => {
  const met = (sequence: number, version = 2) =>
    sequenceLocksMet(transaction({ version }, sequence), [90], {
      height: 100,
      mediantime: 10_000,
      coinTime: () => 10_000 - 3 * 512,
    });
  expect([met(0), met(10), met(11)]).toEqual([true, true, false]);
  expect([met(0x400003), met(0x400004)]).toEqual([true, false]);
  expect([met(0x80000000 + 11), met(0xffffffff)]).toEqual([true, true]);
  expect([met(11, 1), met(11, 0xffffffff)]).toEqual([true, false]);
});

describe('version bits', () => {
  const deployment: Deployment = {
    name: 'fork',
    bit: 3,
    startTime: 1000,
    timeout: 100_000,
    minActivationHeight: 50,
    threshold: 8,
    period: 10,
    optional: false,
  };
  /** Ten seconds between blocks; `signals` by height. */
  const chain = (length: number, signals: (height: number) => boolean): ChainHeader[] =>
    Array.from({ length }, (_, height) => ({
      height,
      hash: '',
      version: signals(height) ? 0x20000008 : 0x20000000,
      time: height * 100,
      bits: 0,
    }));
  const states = (signals: (height: number) => boolean, change: Partial<Deployment> = {}) =>
    [10, 20, 30, 40, 50, 60].map((length) =>
      thresholdState(chain(length, signals), { ...deployment, ...change }),
    );

  test('start by time, lock in by signals, and become active no sooner than allowed', () => {
    expect(states(() => true)).toEqual([
      'defined',
      'started',
      'locked_in',
      'locked_in',
      'active',
      'active',
    ]);
    expect(states(() => true, { minActivationHeight: 0 })[3]).toBe('active');
  });

  test('eight of ten, within one period', () => {
    expect(states((height) => height >= 22)[2]).toBe('locked_in');
    expect(states((height) => height >= 23)[2]).toBe('started');
    expect(states((height) => height >= 23)[3]).toBe('locked_in');
  });

  test('fails when the time is over, but not in the period that locks it in', () => {
    const timeout = 2000;
    expect(states(() => false, { timeout })).toEqual([
      'defined',
      'started',
      'failed',
      'failed',
      'failed',
      'failed',
    ]);
    expect(states(() => true, { timeout })[2]).toBe('locked_in');
  });

  test('a version with other top bits does not signal', () => {
    const headers = chain(30, () => true).map((header) => ({ ...header, version: 0x60000008 }));
    expect(thresholdState(headers, deployment)).toBe('started');
  });

  test('always and never, and the bits of the version', () => {
    expect(thresholdState([], { ...deployment, startTime: ALWAYS_ACTIVE })).toBe('active');
    expect(thresholdState([], { ...deployment, startTime: NEVER_ACTIVE })).toBe('failed');
    const shown = (state: 'started' | 'locked_in' | 'active') =>
      blockVersion([{ deployment, state }]);
    expect([shown('started'), shown('locked_in'), shown('active')]).toEqual([
      0x20000008, 0x20000008, 0x20000000,
    ]);
  });
});
