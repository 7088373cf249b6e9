import { compactSizeLength } from '../encoding/writer.ts';
import { numberSize } from '../miniscript/node.ts';
import { maxStackItems, maxWitnessSize } from '../miniscript/sanity.ts';
import { TAPROOT_CONTROL_BASE_SIZE, TAPROOT_CONTROL_NODE_SIZE } from '../script/limits.ts';
import { pushHead } from '../script/script.ts';
import { WITNESS_SCALE_FACTOR } from '../transaction/weight.ts';
import { type Descriptor, outputType, type TreeLeaf } from './descriptor.ts';
import { keySize } from './key-expression.ts';

/**
 * Returns the size of the descriptor's script in bytes; `undefined` if it varies. Core: ScriptSize.
 */
export function scriptSize(descriptor: Descriptor): number | undefined {
  switch (descriptor.kind) {
    case 'addr':
    case 'raw':
      return descriptor.scriptPubKey.length;
    case 'pk':
      return 2 + (descriptor.xOnly ? 32 : keySize(descriptor.key));
    case 'pkh':
      return 25;
    case 'wpkh':
      return 22;
    case 'sh':
      return 23;
    case 'wsh':
    case 'tr':
    case 'rawtr':
      return 34;
    case 'multi': {
      const keys = descriptor.keys.reduce((sum, key) => sum + 1 + keySize(key), 0);
      return 1 + numberSize(descriptor.keys.length) + numberSize(descriptor.threshold) + keys;
    }
    case 'multi_a':
      return 34 * descriptor.keys.length + numberSize(descriptor.threshold) + 1;
    case 'miniscript':
      return descriptor.node.scriptSize;
    case 'combo':
    case 'unused':
      return undefined;
  }
}

export type SatisfactionOptions = {
  /** ECDSA signatures of 72 bytes, as other signers may make; otherwise 71, as ours. */
  readonly maximum: boolean;
  /**
   * Counts all bytes that push the redeem script. Core counts one, also above 75 bytes, where the
   * push takes two or three.
   */
  readonly redeemPush: boolean;
};

const signatureSize = ({ maximum }: SatisfactionOptions) => 1 + (maximum ? 72 : 71);

/** Returns the size in bytes of the data that satisfies the script. Core: MaxSatSize. */
function satisfactionSize(
  descriptor: Descriptor,
  options: SatisfactionOptions,
): number | undefined {
  switch (descriptor.kind) {
    case 'pk':
      return descriptor.xOnly ? 66 : signatureSize(options);
    case 'pkh':
      return signatureSize(options) + 1 + keySize(descriptor.key);
    case 'wpkh':
      return signatureSize(options) + 34;
    case 'multi':
      return 1 + signatureSize(options) * descriptor.threshold;
    case 'multi_a':
      return 66 * descriptor.threshold + descriptor.keys.length - descriptor.threshold;
    case 'wsh': {
      const inner = satisfactionSize(descriptor.script, options);
      const script = scriptSize(descriptor.script);
      if (inner === undefined || script === undefined) return undefined;
      return compactSizeLength(script) + script + inner;
    }
    case 'miniscript':
      return maxWitnessSize(descriptor.node);
    default:
      return undefined;
  }
}

/**
 * Returns the weight units of the largest scriptSig and witness, without their lengths. For
 * taproot, it assumes a spend by the key. Core: MaxSatisfactionWeight.
 */
export function maxSatisfactionWeight(
  descriptor: Descriptor,
  options: SatisfactionOptions,
): number | undefined {
  switch (descriptor.kind) {
    case 'tr':
    case 'rawtr':
      return 66;
    case 'wpkh':
    case 'wsh':
      return satisfactionSize(descriptor, options);
    case 'pk':
    case 'pkh':
    case 'multi':
      return scaled(satisfactionSize(descriptor, options));
    case 'sh': {
      const inner = satisfactionSize(descriptor.script, options);
      const script = scriptSize(descriptor.script);
      if (inner === undefined || script === undefined) return undefined;
      const segwit = outputType(descriptor.script) === 'bech32';
      const push = (options.redeemPush ? pushHead(script).length : 1) + script;
      return WITNESS_SCALE_FACTOR * push + inner * (segwit ? 1 : WITNESS_SCALE_FACTOR);
    }
    default:
      return undefined;
  }
}

/**
 * Returns the weight units of the largest witness that spends a taproot output by this leaf: count,
 * satisfaction, script, control block.
 */
export function leafWitnessWeight({ script, depth }: TreeLeaf): number | undefined {
  const satisfaction = satisfactionSize(script, { maximum: true, redeemPush: true });
  const items = maxSatisfactionItems(script);
  const size = scriptSize(script);
  if (satisfaction === undefined || items === undefined || size === undefined) return undefined;
  const control = TAPROOT_CONTROL_BASE_SIZE + TAPROOT_CONTROL_NODE_SIZE * depth;
  const withLengths = compactSizeLength(size) + size + compactSizeLength(control) + control;
  return compactSizeLength(items + 2) + satisfaction + withLengths;
}

const scaled = (size: number | undefined) =>
  size === undefined ? undefined : size * WITNESS_SCALE_FACTOR;

/**
 * Returns the item count of the largest satisfaction, scripts included. Core: MaxSatisfactionElems.
 */
export function maxSatisfactionItems(descriptor: Descriptor): number | undefined {
  switch (descriptor.kind) {
    case 'pk':
    case 'tr':
    case 'rawtr':
      return 1;
    case 'pkh':
    case 'wpkh':
      return 2;
    case 'multi':
      return 1 + descriptor.threshold;
    case 'multi_a':
      return descriptor.keys.length;
    case 'sh':
    case 'wsh': {
      const inner = maxSatisfactionItems(descriptor.script);
      return inner === undefined ? undefined : inner + 1;
    }
    case 'miniscript':
      return maxStackItems(descriptor.node);
    default:
      return undefined;
  }
}
