import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { decompress } from '../../src/adapters/page/unpack.ts';
import { createRandom } from '../support/generate/random.ts';
import { root } from '../support/paths.ts';

/** Compresses by the program xz, and writes the size into the header, where xz leaves it open. */
function compressed(data: Buffer, context: number): Uint8Array {
  const options = `--lzma1=preset=9e,lc=${context},lp=0,pb=0`;
  const packed = execFileSync('xz', ['--format=lzma', options, '-c'], { input: data });
  packed.writeBigUInt64LE(BigInt(data.length), 5);
  return packed;
}

const random = createRandom(7);
const contents: readonly (readonly [name: string, data: Buffer])[] = [
  ['no bytes', Buffer.alloc(0)],
  ['one byte', Buffer.from('x')],
  ['a long run', Buffer.alloc(70_000, 'ab')],
  ['random bytes', Buffer.from(Array.from({ length: 5_000 }, () => random.int(256)))],
  ['a program', readFileSync(join(root, 'src/adapters/page/strings.ts'))],
  ['Japanese', readFileSync(join(root, 'src/adapters/page/languages/ja.json'))],
  // Distances of a match beyond 2^17 have bits without models.
  [
    'repetitions far apart',
    Buffer.concat(
      [1, 2, 1, 3, 2].map((seed) => {
        const bytes = createRandom(seed);
        return Buffer.from(Array.from({ length: 90_000 }, () => bytes.int(256)));
      }),
    ),
  ],
];

test.each(contents)('unpacks %s, as xz packs it', (_, data) => {
  for (const context of [0, 3, 4]) {
    expect(Buffer.from(decompress(compressed(data, context))).equals(data)).toBe(true);
  }
});
