import { type Bytes, emptyBytes } from '../encoding/bytes.ts';
import { compactSizeLength } from '../encoding/writer.ts';
import type { Node } from '../miniscript/node.ts';
import { satisfy } from '../miniscript/satisfy.ts';
import { TAPROOT_CONTROL_BASE_SIZE, TAPROOT_CONTROL_NODE_SIZE } from '../script/limits.ts';
import { pushBytes } from '../script/script.ts';
import { WITNESS_SCALE_FACTOR } from '../transaction/weight.ts';
import type { Descriptor } from './descriptor.ts';
import { isUnspendable, type KeyExpression, keySize } from './key-expression.ts';
import { type HashLock, MOST_PATHS, type Way, waysOf } from './miniscript-ways.ts';
import { scriptSize } from './satisfaction-size.ts';

/** A group of keys, of which `threshold` must sign. */
type SigningGroup = {
  /** Number of `keys` that must sign. */
  readonly threshold: number;
  /** Keys in written order. */
  readonly keys: readonly KeyExpression[];
};

/** One way to spend a descriptor's outputs. All its requirements must be met. */
export type SpendingPath = {
  /** Spends by the key of a taproot output, by the script of a leaf, or by the only script. */
  readonly by: 'key' | 'leaf' | 'script';
  /** Index of the leaf, from the left and from 0; absent if there are no leaves. */
  readonly leaf?: number | undefined;
  /** All of these groups must sign. */
  readonly signers: readonly SigningGroup[];
  /**
   * Minimum of the input's `nSequence` (BIP68): blocks since the coin was confirmed, or with bit 22
   * units of 512 seconds. Absent if there is no minimum.
   */
  readonly older?: number | undefined;
  /**
   * Minimum of `nLockTime`: below 500,000,000 a block height, else seconds since 1970. Absent if
   * there is no minimum.
   */
  readonly after?: number | undefined;
  /** Hashes whose preimages are required, in the order of the script. */
  readonly hashes: readonly HashLock[];
  /**
   * Maximum weight units of the complete input, with ECDSA signatures of 72 bytes and Schnorr
   * signatures of 65.
   */
  readonly weight: number;
};

/**
 * Lists all ways to spend a descriptor's outputs, smallest first. Includes ways that require more
 * than another, unless they differ only in size. Omits ways that need a key without a private key
 * (BIP341's NUMS point, or a key derived from it). Returns `undefined` if the ways are unknown
 * (addr, raw, combo) or exceed 500.
 *
 * @param descriptor - A result of `parseDescriptor`.
 */
export function spendingPaths(descriptor: Descriptor): readonly SpendingPath[] | undefined {
  const paths = pathsOf(descriptor)?.filter(({ signers }) => signers.every(canSign));
  if (paths === undefined || paths.length > MOST_PATHS) return undefined;
  return [...paths].sort((a, b) => a.weight - b.weight);
}

function canSign({ threshold, keys }: SigningGroup): boolean {
  return keys.filter((key) => !isUnspendable(key)).length >= threshold;
}

function pathsOf(descriptor: Descriptor): readonly SpendingPath[] | undefined {
  switch (descriptor.kind) {
    case 'rawtr':
    case 'tr': {
      const key = [{ threshold: 1, keys: [descriptor.key] }];
      const weight = inputWeight(emptyBytes, [LARGEST_SCHNORR]);
      const byKey: SpendingPath = { by: 'key', signers: key, hashes: [], weight };
      if (descriptor.kind !== 'tr') return [byKey];
      const byLeaf = descriptor.leaves.map(({ script, depth }, leaf) =>
        scriptPaths(script, (items, size) => {
          const control = TAPROOT_CONTROL_BASE_SIZE + TAPROOT_CONTROL_NODE_SIZE * depth;
          return inputWeight(emptyBytes, [...items, size, control]);
        })?.map((path) => ({ ...path, by: 'leaf' as const, leaf })),
      );
      return byLeaf.every((paths) => paths !== undefined) ? [byKey, ...byLeaf.flat()] : undefined;
    }
    case 'wpkh':
      return scriptPaths(descriptor, (items) => inputWeight(emptyBytes, items));
    case 'wsh':
      return scriptPaths(descriptor.script, (items, size) =>
        inputWeight(emptyBytes, [...items, size]),
      );
    case 'sh':
      return nestedPaths(descriptor.script);
    default:
      return scriptPaths(descriptor, (items) => inputWeight(pushesOf(items), []));
  }
}

/** Lists the paths below sh(): a witness with a push of its program, or pushes and the script. */
function nestedPaths(script: Descriptor): readonly SpendingPath[] | undefined {
  if (script.kind === 'wpkh') {
    return scriptPaths(script, (items) => inputWeight(pushesOf([22]), items));
  }
  if (script.kind === 'wsh') {
    return scriptPaths(script.script, (items, size) =>
      inputWeight(pushesOf([34]), [...items, size]),
    );
  }
  return scriptPaths(script, (items, size) => inputWeight(pushesOf([...items, size]), []));
}

/** Computes a weight from the sizes of the satisfying items, bottom first, and of the script. */
type Weigh = (items: readonly number[], scriptSize: number) => number;

const LARGEST_ECDSA = 72;

const LARGEST_SCHNORR = 65;

/** Lists the ways of one script: by one key, by some of several, or by miniscript. */
function scriptPaths(script: Descriptor, weigh: Weigh): readonly SpendingPath[] | undefined {
  const size = scriptSize(script);
  if (size === undefined) return undefined;
  const one = (threshold: number, keys: readonly KeyExpression[], items: readonly number[]) => [
    {
      by: 'script' as const,
      signers: [{ threshold, keys }],
      hashes: [],
      weight: weigh(items, size),
    },
  ];
  switch (script.kind) {
    case 'pk':
      return one(1, [script.key], [script.xOnly ? LARGEST_SCHNORR : LARGEST_ECDSA]);
    case 'pkh':
    case 'wpkh':
      return one(1, [script.key], [LARGEST_ECDSA, keySize(script.key)]);
    case 'multi': {
      const { threshold, keys } = script;
      return one(threshold, keys, [0, ...Array.from({ length: threshold }, () => LARGEST_ECDSA)]);
    }
    case 'multi_a': {
      const { threshold, keys } = script;
      return one(
        threshold,
        keys,
        keys.map((_, i) => (i < threshold ? LARGEST_SCHNORR : 0)),
      );
    }
    case 'miniscript':
      return miniscriptPaths(script.node, script.keys, (items) => weigh(items, size));
    default:
      return undefined;
  }
}

function miniscriptPaths(
  node: Node<number>,
  keys: readonly KeyExpression[],
  weigh: (items: readonly number[]) => number,
): readonly SpendingPath[] | undefined {
  const ways = waysOf(node);
  if (ways === undefined) return undefined;
  return ways.flatMap((way): readonly SpendingPath[] => {
    const items = itemsOf(node, keys, way);
    if (items === undefined) return [];
    const { signers, older, after, hashes } = way;
    return [
      {
        by: 'script',
        signers: signers.map(({ threshold, keys: places }) => ({
          threshold,
          keys: places.flatMap((place) => keys[place] ?? []),
        })),
        ...(older !== undefined && { older }),
        ...(after !== undefined && { after }),
        hashes,
        weight: weigh(items),
      },
    ];
  });
}

/** Returns the sizes of the satisfying items of this way; `undefined` if none is non-malleable. */
function itemsOf(
  node: Node<number>,
  keys: readonly KeyExpression[],
  { signers, older, after, hashes }: Way,
): readonly number[] | undefined {
  const signing = new Set(
    signers.flatMap(({ threshold, keys: places }) => places.slice(0, threshold)),
  );
  const isTapscript = node.context === 'tapscript';
  const signature = new Uint8Array(isTapscript ? LARGEST_SCHNORR : LARGEST_ECDSA);
  const no = { available: 'no', bytes: emptyBytes } as const;
  const { available, stack } = satisfy(node, {
    keyBytes: (place) => {
      const key = keys[place];
      return new Uint8Array(isTapscript || key === undefined ? 32 : keySize(key));
    },
    sign: (place) => (signing.has(place) ? { available: 'maybe', bytes: signature } : no),
    preimage: (kind, digest) =>
      hashes.some((hash) => hash.kind === kind && hash.digest === digest)
        ? { available: 'maybe', bytes: new Uint8Array(32) }
        : no,
    checkOlder: (lock) => older !== undefined && lock <= older,
    checkAfter: (lock) => after !== undefined && lock <= after,
  });
  return available === 'no' ? undefined : stack.map(({ length }) => length);
}

/** Makes a scriptSig of pushes of these sizes. */
function pushesOf(sizes: readonly number[]): Bytes {
  const length = sizes.reduce((sum, size) => sum + pushBytes(new Uint8Array(size)).length, 0);
  return new Uint8Array(length);
}

/**
 * Weighs outpoint, sequence, scriptSig, and the witness with its count. For an empty witness it
 * omits the zero count that an input has if other inputs have witnesses.
 */
function inputWeight(scriptSig: Bytes, witness: readonly number[]): number {
  const bare = 32 + 4 + 4 + compactSizeLength(scriptSig.length) + scriptSig.length;
  const items = witness.reduce((sum, size) => sum + compactSizeLength(size) + size, 0);
  const stack = witness.length === 0 ? 0 : compactSizeLength(witness.length) + items;
  return WITNESS_SCALE_FACTOR * bare + stack;
}
