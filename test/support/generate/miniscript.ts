import { hash160, hash256, ripemd160, sha256 } from '../../../src/crypto/hash.ts';
import type { Bytes } from '../../../src/encoding/bytes.ts';
import { encodeHex } from '../../../src/encoding/hex.ts';
import type { KeyLookup } from '../../../src/miniscript/from-script.ts';
import { createNode, type Node } from '../../../src/miniscript/node.ts';
import { isValid } from '../../../src/miniscript/sanity.ts';
import type { Fragment, HashFragment, MiniscriptContext } from '../../../src/miniscript/types.ts';
import type { Random } from './random.ts';

/**
 * Returns bytes for keys named `K1` and so on. They are on no curve, which does not matter here.
 */
export function keyBytes(context: MiniscriptContext): (name: string) => Bytes {
  return (name) => {
    const xOnly = sha256(new TextEncoder().encode(name));
    return context === 'tapscript' ? xOnly : Uint8Array.of(2, ...xOnly);
  };
}

const names: readonly string[] = Array.from({ length: 250 }, (_, i) => `K${i + 1}`);

/** Finds the names of keys in a script. */
export function nameLookup(context: MiniscriptContext): KeyLookup<string> {
  const byHex = new Map<string, string>();
  for (const name of names) {
    const bytes = keyBytes(context)(name);
    byHex.set(encodeHex(bytes), name);
    byHex.set(encodeHex(hash160(bytes)), name);
  }
  return {
    fromKey: (bytes) => byHex.get(encodeHex(bytes)),
    fromKeyHash: (hash) => byHex.get(encodeHex(hash)),
  };
}

/** Replaces H32 and H20 by digests. */
export function fillDigests(text: string): string {
  return text
    .replaceAll(/hash256\(H32\)/g, `hash256(${digestHex('hash256', 1)})`)
    .replaceAll(/sha256\(H32\)/g, `sha256(${digestHex('sha256', 1)})`)
    .replaceAll(/hash160\(H20\)/g, `hash160(${digestHex('hash160', 1)})`)
    .replaceAll(/ripemd160\(H20\)/g, `ripemd160(${digestHex('ripemd160', 1)})`);
}

const HASH_FUNCTIONS: { readonly [F in HashFragment]: (data: Bytes) => Bytes } = {
  sha256,
  hash256,
  ripemd160,
  hash160,
};

export const preimage = (index: number): Bytes => new Uint8Array(32).fill(index);

export function digest(kind: HashFragment, index: number): Bytes {
  return HASH_FUNCTIONS[kind](preimage(index));
}

const digestHex = (kind: HashFragment, index: number) => encodeHex(digest(kind, index));

/** Returns the preimage of `digest`. */
export function findPreimage(kind: HashFragment, wanted: Bytes): Bytes | undefined {
  for (let index = 1; index < 256; index++) {
    if (digestHex(kind, index) === encodeHex(wanted)) return preimage(index);
  }
  return undefined;
}

const LEAVES: readonly [Fragment, ...Fragment[]] = [
  ...(['0', '1', 'pk_k', 'pk_h', 'pk_k', 'older', 'after', 'sha256', 'hash256'] as const),
  ...(['ripemd160', 'hash160', 'multi', 'multi'] as const),
];
const INNER: readonly [Fragment, ...Fragment[]] = [
  ...(['a', 's', 'c', 'c', 'd', 'v', 'v', 'j', 'n', 'and_v', 'and_b', 'or_b', 'or_c'] as const),
  ...(['or_d', 'or_i', 'andor', 'thresh', 'thresh'] as const),
];
const COUNTS: { readonly [fragment: string]: number } = { andor: 3 };

/** Builds a random well-typed tree of type B from the leaves up. */
export function randomTree(
  random: Random,
  context: MiniscriptContext,
  rounds: number,
): Node<string> {
  const used = random.shuffle(names);
  const key = () => (random.oneIn(20) ? undefined : used.pop()) ?? random.pick(['K1', 'K2', 'K3']);
  const pool: Node<string>[] = Array.from({ length: 8 }, () => randomLeaf(random, context, key));
  for (let i = 0; i < rounds; i++) {
    if (random.oneIn(4)) pool.push(randomLeaf(random, context, key));
    const fragment = random.pick(INNER);
    const count =
      fragment === 'thresh'
        ? 1 + random.int(4)
        : (COUNTS[fragment] ?? (fragment.length === 1 ? 1 : 2));
    // Prefer what was built last, because it is larger.
    const picks = Array.from({ length: count }, () =>
      random.oneIn(3)
        ? random.int(pool.length)
        : pool.length - 1 - random.int(Math.min(12, pool.length)),
    );
    const subs = picks.flatMap((index) => pool[index] ?? []);
    const k = fragment === 'thresh' ? 1 + random.int(count) : 0;
    const node = createNode(context, fragment, { k, subs });
    if (isValid(node)) pool.push(node);
  }
  return pool.findLast((node) => (node.type & 1) !== 0) ?? createNode(context, '1');
}

function randomLeaf(random: Random, context: MiniscriptContext, key: () => string): Node<string> {
  const fragment = random.pick(LEAVES);
  switch (fragment) {
    case 'pk_k':
    case 'pk_h':
      return createNode(context, fragment, { keys: [key()] });
    case 'older':
      return createNode(context, fragment, {
        k: random.pick([1, 16, 17, 144, 0x400001, 0x7fffffff]),
      });
    case 'after':
      return createNode(context, fragment, {
        k: random.pick([1, 128, 499999999, 500000000, 0x7fffffff]),
      });
    case 'sha256':
    case 'hash256':
    case 'ripemd160':
    case 'hash160':
      return createNode(context, fragment, { data: digest(fragment, 1 + random.int(9)) });
    case 'multi': {
      const keys = Array.from({ length: 1 + random.int(5) }, key);
      const k = 1 + random.int(keys.length);
      return createNode(context, context === 'tapscript' ? 'multi_a' : 'multi', { k, keys });
    }
    default:
      return createNode(context, fragment);
  }
}
