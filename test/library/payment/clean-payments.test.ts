import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ColdsignError } from '../../../src/encoding/coldsign-error.ts';
import { encodeHex } from '../../../src/encoding/hex.ts';
import { networks } from '../../../src/encoding/network.ts';
import { type Funded, type FundOptions, fund, openAccount, review } from '../../../src/index.ts';
import type { FindingId } from '../../../src/public/review.ts';
import { formatAddress } from '../../../src/script/address.ts';
import {
  p2pkhScript,
  p2shScript,
  p2trScript,
  p2wpkhScript,
  p2wshScript,
} from '../../../src/script/builders.ts';
import { encodeTransaction } from '../../../src/transaction/codec.ts';
import { transactionId } from '../../../src/transaction/txid.ts';
import { descriptors } from '../../doors/cases.ts';
import { runs } from '../../support/generate/sample.ts';
import { place } from '../../support/review/accounts.ts';
import { previousOf } from '../../support/review/coins.ts';
import { xOnlyOf } from '../../support/signing.ts';

type World = ReturnType<typeof openWorld>;

/** The kind of a payment to an address of the account. */
const OWN = 5;

/** A request to `fund`, as numbers that fast-check can shrink. */
type Wish = {
  readonly values: readonly number[];
  readonly paid: readonly { readonly kind: number; readonly value: number }[];
  readonly feeRate: number;
  readonly psbtVersion: 0 | 2;
  readonly spendAll: boolean;
  readonly sequence: number | undefined;
  readonly locktime: number | undefined;
};

const wish: fc.Arbitrary<Wish> = fc.record({
  values: fc.array(fc.integer({ min: 5_000, max: 3_000_000 }), { minLength: 1, maxLength: 5 }),
  paid: fc.array(
    fc.record({
      kind: fc.integer({ min: 0, max: OWN }),
      value: fc.integer({ min: 1_000, max: 2_000_000 }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  feeRate: fc.integer({ min: 1_000, max: 60_000 }).map((rate) => rate / 1_000),
  psbtVersion: fc.constantFrom(0, 2),
  spendAll: fc.boolean(),
  sequence: fc.constantFrom(undefined, undefined, 0xfffffffd, 0xffffffff, 144),
  locktime: fc.constantFrom(undefined, undefined, 100, 800_000, 1_700_000_000),
});

/** A script of a stranger: of another kind for each number, and of another key for each place. */
function strangerAt(kind: number, at: number) {
  const hash = new Uint8Array(20).fill(0x60 + at);
  const program = new Uint8Array(32).fill(0x60 + at);
  const scripts = [
    () => p2wpkhScript(hash),
    () => p2pkhScript(hash),
    () => p2shScript(hash),
    () => p2wshScript(program),
    () => p2trScript(xOnlyOf(50 + at)),
  ];
  return scripts[kind]?.();
}

/** Opens an account once, with the places of its first coins. */
function openWorld(text: string) {
  const account = openAccount(text, { network: 'regtest', range: 20 });
  return { account, places: [0, 1, 2, 3, 4].map((index) => place(text, 0, index)) };
}

function requestOf({ account, places }: World, { values, paid, feeRate, ...options }: Wish) {
  const coins = account.coins(
    values.map((value, index) => {
      const at = { ...(places[index] ?? expect.fail()), nonce: index + 1, value: BigInt(value) };
      const previous = previousOf(at);
      return {
        txid: transactionId(previous),
        vout: 1,
        value: BigInt(value),
        height: 100,
        address: account.address(index),
        hex: encodeHex(encodeTransaction(previous, { witness: true })),
      };
    }),
  );
  const outputs = paid.map(({ kind, value }, at) => {
    const script = strangerAt(kind, at);
    const address = script ? formatAddress(script, networks.regtest) : account.address(10 + at);
    return { address: address ?? expect.fail('no address'), value: BigInt(value) };
  });
  const request: FundOptions = { coins, outputs, change: account, feeRate, ...options };
  return request;
}

/** Findings that the request asked for. */
function askedFor({ sequence, locktime, spendAll, paid, feeRate }: Wish, made: Funded) {
  // A payment to an own address is none.
  const others = paid.filter(({ kind }) => kind !== OWN);
  const sum = BigInt(others.reduce((total, { value }) => total + value, 0));
  const asked: FindingId[] = [];
  if (sequence === 0xffffffff) asked.push('not-replaceable', 'locktime-ignored');
  if (sequence === 144) asked.push('relative-lock', 'relative-lock-unsure', 'not-replaceable');
  if (locktime !== undefined) asked.push('locktime-unsure', 'locktime-future');
  const { fee, change, psbt } = made;
  const spent = psbt.outputs.reduce((total, { value = 0n }) => total + value, fee);
  if (change === undefined) asked.push('nothing-comes-back', 'little-comes-back');
  else if (change.value * 100n < spent) asked.push('little-comes-back');
  if (fee > 5_000n && fee * 20n > sum) asked.push('fee-high', 'fee-very-high');
  if (spendAll || feeRate > 10) asked.push('input-uneconomic');
  return asked;
}

/** Errors for a request that cannot be met. */
const REFUSED = ['INSUFFICIENT_FUNDS', 'AMOUNT_TOO_SMALL', 'FEE_TOO_HIGH', 'INVALID_AMOUNT'];

function fundedOrRefused({ locktime, ...request }: FundOptions) {
  // A final sequence turns a lock time off, so `fund` refuses the two together.
  const isFinal = request.sequence === 0xffffffff;
  try {
    return fund(isFinal ? request : { ...request, locktime });
  } catch (error) {
    if (error instanceof ColdsignError && REFUSED.includes(error.code)) return undefined;
    throw error;
  }
}

test.each(Object.entries(descriptors))(
  'a review of a random payment by %s finds only what was asked for',
  (_, text) => {
    const world = openWorld(text);
    const { account } = world;
    let made = 0;
    fc.assert(
      fc.property(wish, (each) => {
        const funded = fundedOrRefused(requestOf(world, each));
        if (funded === undefined) return;
        made++;
        const asked = askedFor(each, funded);
        const { findings } = review(funded.psbt, { account });
        expect(findings.map(({ id }) => id).filter((id) => !asked.includes(id))).toEqual([]);
      }),
      { numRuns: runs(24), endOnFailure: true },
    );
    expect(made).toBeGreaterThan(0);
  },
);
