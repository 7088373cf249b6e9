import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeHex } from '../../src/encoding/hex.ts';
import { decodeMiniscript } from '../../src/miniscript/from-script.ts';
import { parseMiniscript } from '../../src/miniscript/from-text.ts';
import { createNode, type Node } from '../../src/miniscript/node.ts';
import { isValidTopLevel } from '../../src/miniscript/sanity.ts';
import { satisfy } from '../../src/miniscript/satisfy.ts';
import { toScript } from '../../src/miniscript/to-script.ts';
import { toText } from '../../src/miniscript/to-text.ts';
import { keyBytes, nameLookup, randomTree } from '../support/generate/miniscript.ts';
import { createRandom, seedOfRun } from '../support/generate/random.ts';
import { runs } from '../support/generate/sample.ts';

const seed = seedOfRun();

describe.each(['p2wsh', 'tapscript'] as const)('%s', (context) => {
  const lookup = nameLookup(context);
  const bytes = keyBytes(context);

  test('trees, texts and scripts are equivalent', () => {
    const random = createRandom(seed);
    for (let i = 0; i < 400; i++) {
      const tree = randomTree(random, context, 20 + random.int(200));
      const text = toText(tree, (name) => name) ?? '';
      const read = parseMiniscript(text, context, (name) => name);
      expect(read && toText(read, (name) => name)).toBe(text);
      const script = toScript(tree, bytes);
      expect(script.length).toBe(tree.scriptSize);
      expect(read && encodeHex(toScript(read, bytes))).toBe(encodeHex(script));
      if (!isValidTopLevel(tree)) continue;
      const decoded = decodeMiniscript(script, context, lookup);
      expect(decoded && encodeHex(toScript(decoded, bytes)), text).toBe(encodeHex(script));
      expect(decoded?.bounds.ops).toBe(tree.bounds.ops);
    }
  });

  test('decodes or refuses any script', () => {
    const opcode = fc.oneof(
      fc.constantFrom(0x63, 0x64, 0x67, 0x68, 0x69, 0x6b, 0x6c, 0x73, 0x76, 0x7c, 0x82, 0x87, 0x88),
      fc.constantFrom(0x51, 0x52, 0x92, 0x93, 0x9a, 0x9b, 0x9c, 0xa8, 0xa9, 0xac, 0xae, 0xb1, 0xb2),
      fc.integer({ min: 0, max: 255 }),
    );
    fc.assert(
      fc.property(fc.array(opcode, { maxLength: 60 }), (script) => {
        const keys = { fromKey: () => 'K1', fromKeyHash: () => 'K1' };
        const node = decodeMiniscript(Uint8Array.from(script), context, keys);
        if (node !== undefined) expect(isValidTopLevel(node)).toBe(true);
      }),
      { numRuns: runs(5000), seed },
    );
  });

  test('parses or refuses any text', () => {
    const word = fc.constantFrom(
      ...['pk(', 'pkh(', 'and_v(', 'thresh(', 'multi(', 'multi_a(', 'or_i(', 'andor(', 'older('],
      ...['v:', 'vv:', 'ltu', 'a:', ':', ',', ')', '(', '0', '1', '2', 'K1', 'sha256(', 'é', '\n'],
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 30 }), (words) => {
        parseMiniscript(words.join(''), context, (name) => name);
      }),
      { numRuns: runs(5000), seed },
    );
  });
});

test('a tree as deep as a tapscript is long', () => {
  let tree: Node<string> = createNode('tapscript', 'c', {
    subs: [createNode('tapscript', 'pk_k', { keys: ['K1'] })],
  });
  for (let i = 0; i < 200_000; i++) tree = createNode('tapscript', 'n', { subs: [tree] });
  const script = toScript(tree, keyBytes('tapscript'));
  const text = toText(tree, (name) => name) ?? '';
  expect(text.length).toBe(200_000 + ':pk(K1)'.length);
  expect(parseMiniscript(text, 'tapscript', (name) => name)?.scriptSize).toBe(script.length);
  const decoded = decodeMiniscript(script, 'tapscript', nameLookup('tapscript'));
  if (decoded === undefined) throw new Error('not decoded');
  const { available, stack } = satisfy(decoded, {
    keyBytes: keyBytes('tapscript'),
    sign: () => ({ available: 'yes', bytes: new Uint8Array(64) }),
    preimage: () => ({ available: 'no', bytes: new Uint8Array(0) }),
    checkOlder: () => false,
    checkAfter: () => false,
  });
  expect([available, stack.length]).toEqual(['yes', 1]);
});
