import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { blockHash, decodeBlock, encodeHeader } from '../../src/chain/block-codec.ts';
import { decodeMerkleBlock, extractMatches } from '../../src/chain/partial-merkle-tree.ts';
import { hash256 } from '../../src/crypto/hash.ts';
import { concatBytes, reverseBytes } from '../../src/encoding/bytes.ts';
import { decodeHex, encodeHex } from '../../src/encoding/hex.ts';
import { vectorPath } from '../support/paths.ts';

type Step = { readonly method: string; readonly params: string; readonly result?: null };

/** Proofs that a node accepted, each with its transaction. */
const taken = (
  JSON.parse(readFileSync(vectorPath('node-recorded/pruned.json'), 'utf8')).cases as {
    steps: Step[];
  }[]
)
  .flatMap(({ steps }) => steps)
  .filter(({ method, result }) => method === 'importprunedfunds' && result === null)
  .map(({ params }) => JSON.parse(params)[1] as string);

const bytesOf = (hex: string) => decodeHex(hex) ?? new Uint8Array(0);

function matchesOf(bytes: Uint8Array) {
  const block = decodeMerkleBlock(bytes);
  return block && extractMatches(block);
}

test('a proof that a node accepts shows its transactions at their positions', () => {
  expect(taken).toHaveLength(3);
  for (const proof of taken) {
    const matches = matchesOf(bytesOf(proof)) ?? [];
    expect(matches.at(-1)).toEqual({
      txid: '21493516340607753db1d8efaeba56c4e94d6baeeb34fa401c33d8f6ef9e2b5a',
      index: 1,
    });
  }
});

test('no truncated or changed proof shows a transaction that is not in the block', () => {
  const proof = bytesOf(taken[0] ?? '');
  for (let length = 0; length < proof.length; length++) {
    expect(matchesOf(proof.slice(0, length)), `${length} bytes`).toBeUndefined();
  }
  // These are both transactions of the block.
  const known = matchesOf(bytesOf(taken[2] ?? ''));
  expect(known).toHaveLength(2);
  const { header } = decodeMerkleBlock(proof) ?? {};
  for (let bit = 0; bit < proof.length * 8; bit++) {
    const other = proof.slice();
    other[bit >> 3] = (other[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    const changed = decodeMerkleBlock(other);
    const matches = changed && extractMatches(changed);
    if (matches === undefined) continue;
    // No chain has another header.
    const isHeader = header && changed && blockHash(changed.header) !== blockHash(header);
    if (!isHeader) for (const match of matches) expect(known).toContainEqual(match);
  }
});

test('a node of the tree that is itself a transaction proves no children', () => {
  // 64 bytes that decode as a transaction (CVE-2017-12842) replace the root's two children.
  const whole = concatBytes(
    bytesOf('0200000001'),
    new Uint8Array(32).fill(7),
    bytesOf('0000000000ffffffff01'),
    new Uint8Array(8),
    bytesOf('045151515100000000'),
  );
  expect(whole).toHaveLength(64);
  const header = decodeMerkleBlock(bytesOf(taken[0] ?? ''))?.header;
  if (header === undefined) throw new Error('a recorded proof decodes');
  const root = encodeHex(reverseBytes(hash256(whole)));
  const parts = {
    header: { ...header, merkleRoot: root },
    transactionCount: 2,
    hashes: [whole.slice(0, 32), whole.slice(32)],
    bits: [true, true, true, false, false, false, false, false],
  };
  const isOne = decodeBlock(concatBytes(encodeHeader(parts.header), bytesOf('01'), whole));
  expect(isOne?.transactions).toHaveLength(1);
  expect(extractMatches(parts)).toBeUndefined();
});
