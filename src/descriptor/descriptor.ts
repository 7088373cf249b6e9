import type { Bytes } from '../encoding/bytes.ts';
import type { Node } from '../miniscript/node.ts';
import { solveScript } from '../script/templates.ts';
import { isRangedKey, isSelfExpanding, type KeyExpression } from './key-expression.ts';

/** An output descriptor (BIP380), which describes scripts at one or many positions. */
export type Descriptor =
  | {
      readonly kind: 'addr';
      /** The scriptPubKey of the address. */
      readonly scriptPubKey: Bytes;
    }
  | {
      readonly kind: 'raw';
      /** The scriptPubKey. */
      readonly scriptPubKey: Bytes;
    }
  | {
      readonly kind: 'pk';
      /** The key that spends it. */
      readonly key: KeyExpression;
      /** True in tapscript, which pushes keys as 32 bytes. */
      readonly xOnly: boolean;
    }
  | {
      readonly kind: SingleKeyKind;
      /** The key that spends it; `unused` has no script. */
      readonly key: KeyExpression;
    }
  | {
      readonly kind: 'multi' | 'multi_a';
      /** Number of `keys` that must sign. */
      readonly threshold: number;
      /** Keys in written order. */
      readonly keys: readonly KeyExpression[];
      /** True if keys are sorted by their bytes at each position (sortedmulti, sortedmulti_a). */
      readonly sorted: boolean;
    }
  | {
      readonly kind: 'sh' | 'wsh';
      /** The hashed script: a redeem script or witness script. */
      readonly script: Descriptor;
    }
  | {
      readonly kind: 'tr';
      /** The internal key (BIP341). */
      readonly key: KeyExpression;
      /** The scripts from the left; if empty, only the key can spend it. */
      readonly leaves: readonly TreeLeaf[];
    }
  | MiniscriptDescriptor;

/**
 * Script expressions with one key: `pkh` (BIP381), `wpkh` (BIP382), `combo` (BIP384), Core's
 * `rawtr`, and `unused`, which has no script.
 */
export type SingleKeyKind = 'pkh' | 'wpkh' | 'combo' | 'rawtr' | 'unused';

/** A leaf of a taproot tree. */
export type TreeLeaf = {
  /** Steps from the root, at most 128; 0 is the only leaf of its tree. */
  readonly depth: number;
  /** The script of the leaf, which has x-only keys. */
  readonly script: Descriptor;
};

/** A miniscript, whose tree contains indexes of `keys`. */
export type MiniscriptDescriptor = {
  readonly kind: 'miniscript';
  /** Keys in written order. */
  readonly keys: readonly KeyExpression[];
  /** The expression, with indexes of `keys` instead of keys. */
  readonly node: Node<number>;
};

/** Core: OutputType (outputtype.h). */
export type OutputType = 'legacy' | 'p2sh-segwit' | 'bech32' | 'bech32m';

/** Output types in the order of Core's OUTPUT_TYPES. */
export const outputTypes = [
  'legacy',
  'p2sh-segwit',
  'bech32',
  'bech32m',
] as const satisfies readonly OutputType[];

/** Lists the key expressions of a descriptor, without those of subdescriptors. */
export function ownKeys(descriptor: Descriptor): readonly KeyExpression[] {
  if ('keys' in descriptor) return descriptor.keys;
  return 'key' in descriptor ? [descriptor.key] : [];
}

export function subdescriptors(descriptor: Descriptor): readonly Descriptor[] {
  if (descriptor.kind === 'tr') return descriptor.leaves.map(({ script }) => script);
  return descriptor.kind === 'sh' || descriptor.kind === 'wsh' ? [descriptor.script] : [];
}

/** Lists all key expressions from left to right. */
export function allKeys(descriptor: Descriptor): readonly KeyExpression[] {
  return [...ownKeys(descriptor), ...subdescriptors(descriptor).flatMap(allKeys)];
}

/**
 * Returns true if the descriptor has a wildcard, so that each position has different scripts.
 *
 * @param descriptor - A result of `parseDescriptor`.
 */
export function isRange(descriptor: Descriptor): boolean {
  return allKeys(descriptor).some(isRangedKey);
}

/**
 * Returns true if the descriptor contains everything that a signer with the private keys needs.
 */
export function isSolvable({ kind }: Descriptor): boolean {
  return kind !== 'addr' && kind !== 'raw';
}

/** Returns true if each position has one script. */
export function isSingleType({ kind }: Descriptor): boolean {
  return kind !== 'combo';
}

/** Returns false only for unused(), which just keeps a key. */
export function hasScripts({ kind }: Descriptor): boolean {
  return kind !== 'unused';
}

/** Returns true if scripts can be computed without private keys or caches. */
export function canSelfExpand(descriptor: Descriptor): boolean {
  return allKeys(descriptor).every(isSelfExpanding);
}

/**
 * Returns the output type, or `undefined` for pk, multi, combo and raw scripts without an address.
 */
export function outputType(descriptor: Descriptor): OutputType | undefined {
  switch (descriptor.kind) {
    case 'pkh':
      return 'legacy';
    case 'sh':
      return outputType(descriptor.script) === 'bech32' ? 'p2sh-segwit' : 'legacy';
    case 'wpkh':
    case 'wsh':
      return 'bech32';
    case 'tr':
    case 'rawtr':
      return 'bech32m';
    case 'addr':
    case 'raw':
      return scriptOutputType(descriptor.scriptPubKey);
    default:
      return undefined;
  }
}

/** Core: OutputTypeFromDestination. */
function scriptOutputType(script: Bytes): OutputType | undefined {
  switch (solveScript(script).kind) {
    case 'pubkeyhash':
    case 'scripthash':
      return 'legacy';
    case 'witness_v0_keyhash':
    case 'witness_v0_scripthash':
      return 'bech32';
    case 'witness_v1_taproot':
    case 'witness_unknown':
      return 'bech32m';
    default:
      return undefined;
  }
}

/** Warns of locks that differ from their number: older() uses only 16 bits (BIP68). */
export function descriptorWarnings(descriptor: Descriptor): readonly string[] {
  const own = descriptor.kind === 'miniscript' ? olderWarnings(descriptor.node) : [];
  return [...own, ...subdescriptors(descriptor).flatMap(descriptorWarnings)];
}

const SEQUENCE_LOCKTIME_TYPE_FLAG = 1 << 22;
const SEQUENCE_LOCKTIME_MASK = 0xffff;

/** Lists warnings from the root, the last child first. */
function olderWarnings(root: Node<number>): string[] {
  const warnings: string[] = [];
  const pending = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    pending.push(...node.subs);
    if (node.fragment !== 'older') continue;
    if ((node.k & ~SEQUENCE_LOCKTIME_TYPE_FLAG) <= SEQUENCE_LOCKTIME_MASK) continue;
    warnings.push(
      (node.k & SEQUENCE_LOCKTIME_TYPE_FLAG) !== 0
        ? `time-based relative locktime: older(${node.k}) > (65535 * 512) seconds is unsafe`
        : `height-based relative locktime: older(${node.k}) > 65535 blocks is unsafe`,
    );
  }
  return warnings;
}
