import { type Descriptor, outputType } from '../../descriptor/descriptor.ts';
import {
  maxSatisfactionItems,
  maxSatisfactionWeight,
  type SatisfactionOptions,
} from '../../descriptor/satisfaction-size.ts';
import type { Bytes } from '../../encoding/bytes.ts';
import { compactSizeLength } from '../../encoding/writer.ts';
import { solveScript } from '../../script/templates.ts';
import { virtualSize, WITNESS_SCALE_FACTOR } from '../../transaction/weight.ts';
import type { CoinType, InputWeight, SelectableCoin } from './coin-selection/coin-groups.ts';

type InputSizeOptions = SatisfactionOptions & {
  /** Weight units of the complete witness, if known. */
  readonly witness?: number | undefined;
};

/** Returns true if outputs of the descriptor are spent by a witness. */
function isSegwit(descriptor: Descriptor): boolean {
  const type = outputType(descriptor);
  return type !== undefined && type !== 'legacy';
}

/** Returns the maximum weight of a signed input. Core: MaxInputWeight. */
export function inputWeight(descriptor: Descriptor, options: InputSizeOptions): InputWeight {
  return {
    segwit: isSegwit(descriptor),
    beside: maxInputWeight(descriptor, options, true),
    alone: maxInputWeight(descriptor, options, false),
  };
}

function maxInputWeight(
  descriptor: Descriptor,
  { witness, ...options }: InputSizeOptions,
  segwit: boolean,
): number | undefined {
  if (witness !== undefined) return (40 + 1) * WITNESS_SCALE_FACTOR + witness;
  const satisfaction = maxSatisfactionWeight(descriptor, options);
  const items = maxSatisfactionItems(descriptor);
  if (satisfaction === undefined || items === undefined) return undefined;
  const own = isSegwit(descriptor);
  const scriptSigLength = own
    ? 1
    : compactSizeLength(Math.floor(satisfaction / WITNESS_SCALE_FACTOR));
  const withoutWitness = segwit ? 1 : 0;
  const itemCount = own ? compactSizeLength(items) : withoutWitness;
  return (40 + scriptSigLength) * WITNESS_SCALE_FACTOR + itemCount + satisfaction;
}

/** Returns the vbytes of a signed input, as in a transaction with a witness. */
export const inputVsize = ({ beside }: InputWeight): number | undefined =>
  beside === undefined ? undefined : virtualSize(beside);

/** The properties of a coin that follow from how its output is spent. */
export type InputShape = Pick<SelectableCoin, 'type' | 'inputVsize' | 'signed'>;

/** Returns the shape of inputs that spend outputs of this script, which `descriptor` solves. */
export function inputShape(
  script: Bytes,
  descriptor: Descriptor,
  options: InputSizeOptions,
): InputShape {
  const signed = inputWeight(descriptor, options);
  return { type: coinType(script, descriptor), inputVsize: inputVsize(signed), signed };
}

/**
 * Returns the type that groups coins to be spent together. Core: GetOutputType (wallet/spend.cpp).
 */
function coinType(script: Bytes, descriptor: Descriptor | undefined): CoinType {
  switch (solveScript(script).kind) {
    case 'witness_v1_taproot':
      return 'bech32m';
    case 'witness_v0_keyhash':
    case 'witness_v0_scripthash':
      return 'bech32';
    case 'pubkeyhash':
      return 'legacy';
    case 'scripthash':
      return descriptor?.kind === 'sh' ? redeemType(descriptor.script) : 'legacy';
    default:
      return 'unknown';
  }
}

/** Only redeem scripts that could have an address outside P2SH have a type. */
function redeemType(descriptor: Descriptor): CoinType {
  const type = outputType(descriptor);
  return type === 'bech32' ? 'p2sh-segwit' : (type ?? 'unknown');
}
