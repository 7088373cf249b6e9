import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { decodeHeader } from '../../src/chain/block-codec.ts';
import { consensusParams } from '../../src/chain/consensus.ts';
import { headerFault, isTooEasy } from '../../src/servers/check-answers.ts';
import { bytesOf } from '../support/chains/world.ts';

const header = (hex: string) => {
  const decoded = decodeHeader(bytesOf(hex));
  if (decoded === undefined) throw new Error(hex);
  return decoded;
};

// These are blocks 0 and 500000 of the main chain.
const genesis = header(
  '0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a29ab5f49ffff001d1dac2b7c',
);
const later = header(
  '000000201929eb850a74427d0440cf6b518308837566cd6d0662790000000000000000001f6231ed3de07345b607ec2a39b2d01bec2fe10dfb7f516ba4958a42691c95316d0a385a459600185599fc5c',
);

test('a header has the work that it claims, and the work of its time', () => {
  expect(headerFault(genesis, 0, consensusParams.main)).toBeUndefined();
  expect(headerFault(later, 500_000, consensusParams.main)).toBeUndefined();
  expect(headerFault({ ...later, nonce: 0 }, 500_000, consensusParams.main)).toMatch(/the work/);
  // A header that anyone can make in seconds is not a block of today.
  expect(headerFault(genesis, 500_000, consensusParams.main)).toMatch(/far less work/);
  expect(headerFault(genesis, 70_000, consensusParams.main)).toMatch(/far less work/);
  expect(headerFault(genesis, 500_000, consensusParams.test)).toBeUndefined();
});

const checkpoints = join(
  process.env.COLDSIGN_ELECTRUM_DIR ?? join(tmpdir(), 'coldsign-electrum'),
  'root/usr/lib/python3/dist-packages/electrum/chains/mainnet/checkpoints.json',
);

describe.skipIf(!existsSync(checkpoints))('the checkpoints of the real Electrum', () => {
  test('are of targets none of which is too easy, by far', () => {
    const numbers = readFileSync(checkpoints, 'utf8').match(/"[0-9a-f]{64}",\s*(\d+)/g) ?? [];
    const targets = numbers.map((each) => BigInt(each.replace(/.*,\s*/s, '')));
    expect(targets.length).toBeGreaterThan(400);
    const refused = targets.filter((target, i) =>
      isTooEasy(4n * target, 2016 * (i + 1), { network: 'main' }),
    );
    expect(refused).toEqual([]);
  });
});
