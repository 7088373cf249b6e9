import { describe, expect, test } from 'vitest';
import { encodeHex } from '../../src/encoding/hex.ts';
import { decodeMiniscript } from '../../src/miniscript/from-script.ts';
import { parseMiniscript } from '../../src/miniscript/from-text.ts';
import * as sanity from '../../src/miniscript/sanity.ts';
import { toScript } from '../../src/miniscript/to-script.ts';
import { fillDigests, keyBytes, nameLookup } from '../support/generate/miniscript.ts';
import { readVector } from '../support/paths.ts';

type Fact = {
  readonly text: string;
  readonly invalid?: readonly string[];
  readonly nonmalleable?: boolean;
  readonly signature?: boolean;
  readonly mixed?: boolean;
  readonly ops?: number;
  readonly stack?: number;
  readonly peak?: number;
  readonly witness?: { readonly [context: string]: number };
};
const facts: readonly Fact[] = JSON.parse(readVector('miniscript/facts.json'));

describe.each(['p2wsh', 'tapscript'] as const)('%s', (context) => {
  const lookup = nameLookup(context);
  test.each(facts)('$text', (fact) => {
    const node = parseMiniscript(fillDigests(fact.text), context, (name) => name);
    if (fact.invalid?.includes(context)) {
      expect(node !== undefined && sanity.isValid(node)).toBe(false);
      return;
    }
    if (node === undefined) throw new Error('not read');
    expect(sanity.isValidTopLevel(node)).toBe(true);
    expect(sanity.isNonMalleable(node)).toBe(fact.nonmalleable);
    expect(sanity.needsSignature(node)).toBe(fact.signature);
    expect(sanity.hasUnmixedTimelocks(node)).toBe(fact.mixed !== true);
    const { ops, stack, peak, witness } = fact;
    if (ops !== undefined) expect(sanity.maxOps(node)).toBe(ops);
    if (stack !== undefined) expect(sanity.maxStackItems(node)).toBe(stack);
    if (peak !== undefined) expect(sanity.maxExecutionStack(node)).toBe(peak);
    const size = witness?.[context];
    if (size !== undefined) expect(sanity.maxWitnessSize(node)).toBe(size);

    const script = toScript(node, keyBytes(context));
    expect(node.scriptSize).toBe(script.length);
    const decoded = decodeMiniscript(script, context, lookup);
    expect(decoded && encodeHex(toScript(decoded, keyBytes(context)))).toBe(encodeHex(script));
  });
});

const read = (text: string, context: 'p2wsh' | 'tapscript' = 'p2wsh') =>
  parseMiniscript(text, context, (name) => (/^K\d+$/.test(name) ? name : undefined));

describe('limits', () => {
  const nested = (count: number, piece: (i: number) => string, last: string) =>
    `${Array.from({ length: count }, (_, i) => `and_b(${piece(i)},a:`).join('')}${last}${')'.repeat(count)}`;

  test.each([99, 110, 200])('%i keys in a row are too many only for P2WSH', (count) => {
    const text = nested(count - 1, (i) => `pk(K${i + 1})`, `pk(K${count})`);
    const leaf = read(text, 'tapscript');
    if (leaf === undefined) throw new Error('not read');
    expect(sanity.maxOps(leaf)).toBe(count + 3 * (count - 1));
    expect(sanity.maxStackItems(leaf)).toBe(count);
    expect(sanity.maxExecutionStack(leaf)).toBe(count + 1);
    expect(sanity.hasValidSatisfactions(leaf)).toBe(true);
    const script = read(text);
    expect(script !== undefined && sanity.hasValidSatisfactions(script)).toBe(false);
  });

  test.each([
    [998, true],
    [999, false],
  ])('%i elements wait on the stack of a tapscript: %s', (count, fits) => {
    const leaf = read(
      nested(count, () => 'older(1)', 'pk(K1)'),
      'tapscript',
    );
    if (leaf === undefined) throw new Error('not read');
    expect(sanity.maxExecutionStack(leaf)).toBe(count + 2);
    expect(sanity.checkStackSize(leaf)).toBe(fits);
  });

  test('a multisig costs an operation per key', () => {
    const node = read('multi(1,K1,K2,K3)');
    expect(node && [sanity.maxOps(node), sanity.maxStackItems(node)]).toEqual([4, 2]);
  });

  test('allow at most 20 keys in multi, 999 in multi_a', () => {
    const keys = (count: number) => Array.from({ length: count }, (_, i) => `K${i + 1}`).join(',');
    expect(read(`multi(1,${keys(20)})`)).toBeDefined();
    expect(read(`multi(1,${keys(21)})`)).toBeUndefined();
    expect(read(`multi_a(1,${keys(999)})`, 'tapscript')).toBeDefined();
    expect(read(`multi_a(1,${keys(1000)})`, 'tapscript')).toBeUndefined();
  });

  test('d: leaves an exact 1 in tapscript only', () => {
    const text = 'thresh(3,pk(K1),s:pk(K2),s:pk(K3),sdv:older(32))';
    expect(read(text)?.type).toBe(0);
    expect(read(text, 'tapscript')?.type).not.toBe(0);
  });
});

test.each([
  ['and_v(v:pk(K1),pk(K1))'],
  ['or_b(c:pk_k(K1),ac:pk_h(K1))'],
  ['or_i(and_b(pk(K1),s:pk(K2)),and_b(older(1),s:pk(K1)))'],
  ['thresh(2,pkh(K1),s:pk(K2),a:and_b(dv:older(1),s:pk(K1)))'],
])('a key twice is not sane: %s', (text) => {
  const node = read(text);
  if (node === undefined) throw new Error('not read');
  const duplicates = sanity.findDuplicateKeys(node, (key) => key);
  expect(duplicates.has(node)).toBe(true);
  expect(sanity.isSane(node, duplicates)).toBe(false);
  const other = read(text.replace('K1', 'K9'));
  expect(other && sanity.findDuplicateKeys(other, (key) => key).size).toBe(0);
});

test('the deepest insane part is the one that is named', () => {
  const node = read('or_i(and_b(after(1),a:after(1000000000)),pk(K1))');
  if (node === undefined) throw new Error('not read');
  const none: ReadonlySet<never> = new Set();
  expect(sanity.isValidTopLevel(node) && !sanity.isSane(node, none)).toBe(true);
  expect(sanity.findInsane(node, none)).toBe(node.subs[0]);
});

test.each([
  'after(-1)',
  'after(+1)',
  'after( 1)',
  'thresh(-1,pk(K1))',
  'multi(+1,K1)',
  'multi(1,)',
  'multi(,K1)',
  'pk(K1',
  'pk(K1))',
  'pk()',
  'vv:pk(K1)',
  'q:pk(K1)',
  ':pk(K1)',
  'sha256(00)',
  '',
  'and_v(v:1,1)1',
])('is no miniscript: %s', (text) => {
  expect(read(text)).toBeUndefined();
});
