import { describe, expect, test } from 'vitest';
import { sha256 } from '../../src/crypto/hash.ts';
import { type Bytes, concatBytes, emptyBytes, equalBytes } from '../../src/encoding/bytes.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { parseMiniscript } from '../../src/miniscript/from-text.ts';
import { type Answer, listItems } from '../../src/miniscript/input-stack.ts';
import type { Node } from '../../src/miniscript/node.ts';
import { foldTree } from '../../src/miniscript/node.ts';
import * as sanity from '../../src/miniscript/sanity.ts';
import { produceInput, type Satisfier, satisfy } from '../../src/miniscript/satisfy.ts';
import { toScript } from '../../src/miniscript/to-script.ts';
import { toText } from '../../src/miniscript/to-text.ts';
import type { HashFragment, MiniscriptContext } from '../../src/miniscript/types.ts';
import type { SignatureChecker } from '../../src/script/checker.ts';
import { STANDARD_VERIFY_FLAGS } from '../../src/script/flags.ts';
import { verifyScript } from '../../src/script/interpreter/verify-script.ts';
import { buildScript } from '../../src/script/script.ts';
import {
  digest,
  fillDigests,
  findPreimage,
  keyBytes,
  preimage,
  randomTree,
} from '../support/generate/miniscript.ts';
import { createRandom, type Random, seedOfRun } from '../support/generate/random.ts';

const seed = seedOfRun();

/** Available data, such as `pk K1`, `older 5`, `sha256 00...`. */
type World = ReadonlySet<string>;

/** A placeholder that only its own key accepts: DER with small numbers, or 65 bytes. */
function signature(context: MiniscriptContext, key: Bytes): Bytes {
  const digest = sha256(key);
  if (context === 'tapscript') return concatBytes(digest, digest, Uint8Array.of(1));
  const half = concatBytes(Uint8Array.of(0x02, 0x20, 0x01), digest.subarray(1));
  return concatBytes(Uint8Array.of(0x30, 0x44), half, half, Uint8Array.of(1));
}

function satisfierOf(context: MiniscriptContext, world: World): Satisfier<string> {
  const answer = (has: boolean, bytes: Bytes | undefined): Answer =>
    has && bytes !== undefined
      ? { available: 'yes', bytes }
      : { available: 'no', bytes: emptyBytes };
  const bytes = keyBytes(context);
  return {
    keyBytes: bytes,
    sign: (key) => answer(world.has(`pk ${key}`), signature(context, bytes(key))),
    preimage: (kind, wanted) =>
      answer(world.has(`${kind} ${encodeHex(wanted)}`), findPreimage(kind, wanted)),
    checkOlder: (value) => world.has(`older ${value}`),
    checkAfter: (value) => world.has(`after ${value}`),
  };
}

function checkerOf(context: MiniscriptContext, world: World): SignatureChecker {
  return {
    checkEcdsaSignature: (given, key) => equalBytes(given, signature(context, key)),
    checkSchnorrSignature: (given, key) =>
      equalBytes(given, signature(context, key)) ? undefined : 'SCHNORR_SIG',
    checkLockTime: (value) => world.has(`after ${value}`),
    checkSequence: (value) => world.has(`older ${value}`),
    checkTaprootTweak: () => true,
  };
}

function verify(context: MiniscriptContext, script: Bytes, stack: readonly Bytes[], world: World) {
  const checker = checkerOf(context, world);
  if (context === 'p2wsh') {
    const output = buildScript(0, sha256(script));
    return verifyScript(emptyBytes, output, [...stack, script], STANDARD_VERIFY_FLAGS, checker);
  }
  const control = new Uint8Array(33).fill(0xc0, 0, 1);
  const output = buildScript(0x51, new Uint8Array(32).fill(7));
  return verifyScript(
    emptyBytes,
    output,
    [...stack, script, control],
    STANDARD_VERIFY_FLAGS,
    checker,
  );
}

function challenges(root: Node<string>): string[] {
  const all = new Set<string>();
  foldTree<string, undefined>(root, (node) => {
    for (const key of node.keys) all.add(`pk ${key}`);
    if (node.fragment === 'older' || node.fragment === 'after')
      all.add(`${node.fragment} ${node.k}`);
    if (node.data.length > 0) all.add(`${node.fragment} ${encodeHex(node.data)}`);
    return undefined;
  });
  return [...all];
}

/** Returns true if the tree can be satisfied if everything is available. */
const satisfiable = (root: Node<string>): boolean =>
  foldTree<string, boolean>(root, ({ fragment, k }, [X, Y, Z, ...more]) => {
    if (fragment === '0') return false;
    if (X === undefined) return true;
    if (fragment === 'andor') return (X && Y === true) || Z === true;
    if (fragment.startsWith('and')) return X && Y === true;
    if (fragment.startsWith('or')) return X || Y === true;
    if (fragment === 'thresh') return [X, Y, Z, ...more].filter((sub) => sub === true).length >= k;
    return X;
  });

/** Adds data one by one; each satisfaction must be valid in the interpreter. */
function checkTree(random: Random, context: MiniscriptContext, tree: Node<string>): boolean {
  const label = toText(tree, (name) => name) ?? '';
  const script = toScript(tree, keyBytes(context));
  const sane = sanity.isSane(
    tree,
    sanity.findDuplicateKeys(tree, (key) => key),
  );
  const world = new Set<string>();
  let before = { any: false, unique: false };
  for (const challenge of ['', ...random.shuffle(challenges(tree))]) {
    world.add(challenge);
    const satisfier = satisfierOf(context, world);
    const any = produceInput(tree, satisfier).sat;
    const unique = satisfy(tree, satisfier);
    const found = { any: any.available === 'yes', unique: unique.available === 'yes' };
    if (found.unique) {
      expect(unique.stack.map(encodeHex), label).toEqual(listItems(any).map(encodeHex));
      expect(unique.stack.length).toBeLessThanOrEqual(sanity.maxStackItems(tree) ?? -1);
      const size = unique.stack.reduce((sum, item) => sum + item.length + 1, 0);
      expect(size, label).toBe(any.size);
      expect(size).toBeLessThanOrEqual(sanity.maxWitnessSize(tree) ?? -1);
      if (sanity.hasValidSatisfactions(tree)) {
        expect(verify(context, script, unique.stack, world), label).toBeUndefined();
      }
    } else if (found.any) {
      const failure = verify(context, script, listItems(any), world);
      expect(['OP_COUNT', 'STACK_SIZE', undefined], label).toContain(failure?.error);
    }
    if (sane) expect(found.unique, label).toBe(found.any);
    expect(found.any || !before.any, label).toBe(true);
    if (sane || challenge.startsWith('pk')) expect(found.unique || !before.unique).toBe(true);
    before = found;
  }
  expect(before.any, label).toBe(satisfiable(tree));
  if (sane) expect(before.unique, label).toBe(satisfiable(tree));
  return sane;
}

describe.each(['p2wsh', 'tapscript'] as const)('%s', (context) => {
  test('satisfactions of random trees pass the interpreter', () => {
    const random = createRandom(seed);
    let sane = 0;
    for (let i = 0; i < 400; i++) {
      const tree = randomTree(random, context, 20 + random.int(150));
      if (!sanity.isValidTopLevel(tree)) continue;
      if (checkTree(random, context, tree)) sane++;
    }
    expect(sane).toBeGreaterThan(20);
  });

  const everything = (text: string, ...without: string[]) => {
    const node = parseMiniscript(fillDigests(text), context, (name) => name);
    if (node === undefined) throw new Error('not read');
    const world = new Set(challenges(node).filter((each) => !without.includes(each)));
    return { node, stack: satisfy(node, satisfierOf(context, world)).stack };
  };
  const sizes = (text: string, ...without: string[]) =>
    everything(text, ...without).stack.map((item) => item.length);
  const [sig, key] = context === 'tapscript' ? [65, 32] : [71, 33];

  test.each([
    // The first key is below in multi, on top in multi_a.
    ['pk(K1)', [], [sig]],
    ['pkh(K1)', [], [sig, key]],
    ['or_d(pk(K1),pkh(K2))', ['pk K1'], [sig, key, 0]],
    ['or_d(pk(K1),pkh(K2))', [], [sig]],
    // The cheaper branch, by the size of the argument of OP_IF; a tie selects the first.
    ['or_i(pk(K1),pk(K2))', [], [sig, 0]],
    ['or_i(pkh(K1),pk(K2))', [], [sig, 0]],
    ['or_i(pk(K1),pkh(K2))', [], [sig, 1]],
    // Without a signature if one way needs none, and then the lock must be met.
    ['and_v(v:pk(K1),or_d(pk(K2),older(5)))', [], [0, sig]],
    ['and_v(v:pk(K1),or_d(pk(K2),older(5)))', ['older 5'], [sig, sig]],
    ['thresh(2,pk(K1),s:pk(K2),s:pk(K3))', ['pk K2'], [sig, 0, sig]],
    ['and_v(v:pk(K1),sha256(H32))', [], [32, sig]],
    ['and_v(v:pk(K1),sha256(H32))', ['pk K1'], []],
    // A third party could remove the preimage.
    ['and_v(v:pk(K1),or_d(sha256(H32),older(5)))', [], []],
  ])('%s without %j', (text, without, wanted) => {
    expect(sizes(text, ...without)).toEqual(wanted);
  });

  test('a threshold takes the cheapest ways, in Core’s order', () => {
    const { stack } = everything(`${context === 'tapscript' ? 'multi_a' : 'multi'}(2,K1,K2,K3)`);
    const of = (name: string) => encodeHex(signature(context, keyBytes(context)(name)));
    // If all signatures have one size, the first ones are kept, so multi_a is satisfied from its
    // last key.
    expect(stack.map(encodeHex)).toEqual(
      context === 'tapscript' ? [of('K3'), of('K2'), ''] : ['', of('K1'), of('K2')],
    );
  });
});

test('digests of the support file have preimages', () => {
  for (const kind of ['sha256', 'hash256', 'ripemd160', 'hash160'] satisfies HashFragment[]) {
    expect(findPreimage(kind, digest(kind, 3))).toEqual(preimage(3));
  }
});
