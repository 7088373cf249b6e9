import { expect, test } from 'vitest';
import { consensusParams, difficultyAdjustmentInterval } from '../../src/chain/consensus.ts';
import { MEDIAN_TIME_SPAN, medianTime } from '../../src/chain/median-time.ts';
import { lookBack, nextBits } from '../../src/chain/pow.ts';
import type { ChainHeader } from '../../src/chain/source.ts';
import { createSha256 } from '../../src/crypto/hash.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import type { NetworkName } from '../../src/encoding/network.ts';
import { minimumTime } from '../../src/mining/facts.ts';
import { readVector } from '../support/paths.ts';

type Chain = {
  readonly network: NetworkName;
  readonly seed: number;
  readonly count: number;
  /** Height and bits of the first blocks. */
  readonly retargets: readonly (readonly [number, string])[];
  /**
   * SHA256 over three 32-bit numbers per block: its bits, and those of a block 1200 and 1201
   * seconds after the previous one.
   */
  readonly bits: string;
  /** SHA256 over the minimum time of each block. */
  readonly minimumTimes: string;
};

const chains = JSON.parse(readVector('pow/chains.json')) as Chain[];

/** Returns a number below `limit` from a generator that is simple enough for C++ too. */
function createNumbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 16) % limit;
  };
}

/**
 * Returns the seconds to the next block. The pace changes, some times go back, and with odd seeds a
 * period may end with an easy block.
 */
function createPace(seed: number): (height: number) => number {
  const number = createNumbers(seed);
  let most = 0;
  return (height) => {
    if (height % 400 === 1) most = [30, 700, 1200, 1500, 5000][number(5)] ?? 0;
    const step = number(8) === 0 ? -number(900) : number(most + 1);
    return height % 2016 === 2015 && seed % 2 === 1 ? 1201 + number(100) : step;
  };
}

function digest() {
  const hash = createSha256();
  return {
    add: (number: number) =>
      hash.update(Uint8Array.of(number, number >>> 8, number >>> 16, number >>> 24)),
    hex: () => encodeHex(hash.digest()),
  };
}

test.each(chains)('$network, seed $seed: as Core', ({ network, seed, count, ...expected }) => {
  const params = consensusParams[network];
  const interval = difficultyAdjustmentInterval(params);
  const pace = createPace(seed);
  const [bits, times] = [digest(), digest()];
  const retargets: [number, string][] = [];
  const headers: ChainHeader[] = [params.genesis];
  for (let height = 1; height <= count; height++) {
    const tip = headers.at(-1) ?? params.genesis;
    const range = headers.slice(-lookBack(tip.height, params));
    const time = tip.time + pace(height);
    const next = nextBits(range, time, params);
    bits.add(next);
    for (const later of [1200, 1201]) bits.add(nextBits(range, tip.time + later, params));
    const mediantime = medianTime(
      headers.slice(-MEDIAN_TIME_SPAN),
      Math.min(height, MEDIAN_TIME_SPAN) - 1,
    );
    times.add(minimumTime({ ...tip, mediantime }, params));
    if (height % interval === 0) retargets.push([height, next.toString(16).padStart(8, '0')]);
    headers.push({ height, hash: '', version: 1, time, bits: next });
  }
  expect(retargets.slice(0, 4)).toEqual(expected.retargets);
  expect({ bits: bits.hex(), minimumTimes: times.hex() }).toEqual({
    bits: expected.bits,
    minimumTimes: expected.minimumTimes,
  });
});
