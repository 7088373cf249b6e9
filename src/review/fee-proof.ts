import type { Satoshis } from '../encoding/amount.ts';
import { solveScript } from '../script/templates.ts';
import { Sighash, type SighashType } from '../sighash/sighash-type.ts';
import { placesOf } from './found.ts';
import type { FeeProof, ReviewedInput } from './model.ts';

type Inputs = readonly ReviewedInput[];

/** Whether a signature covers all inputs and outputs. */
export const isUsualType = (type: SighashType | undefined): boolean =>
  type === undefined || type === Sighash.DEFAULT || type === Sighash.ALL;

const none: readonly SighashType[] = [];

/**
 * The types that are asked for, and those of signatures that are there: of others it is their own
 * affair.
 */
export function typesOf(input: ReviewedInput, knowsOwners: boolean): readonly SighashType[] {
  const { sighashType, signatures, owner } = input;
  if (knowsOwners && owner === undefined) return none;
  if (sighashType === undefined && signatures.length === 0) return none;
  const asked = sighashType === undefined ? [] : [sighashType];
  return [...asked, ...signatures.map((signature) => signature.sighashType)];
}

/**
 * Whether every valid transaction that carries one of the signatures made now pays this fee. Who
 * the signers are is known where owners are; else it may be anybody. `brought`: what the known
 * amounts add up to.
 */
export function proveFee(inputs: Inputs, knowsOwners: boolean, brought: Satoshis): FeeProof {
  const missing = placesOf(inputs, ({ amount }) => amount === undefined);
  if (missing.length > 0) return { kind: 'unknown', inputs: missing, atMost: undefined };
  const unsure = placesOf(inputs, isUnsure);
  const open = placesOf(inputs, (input) =>
    typesOf(input, knowsOwners).some((type) => !isUsualType(type)),
  );
  if (open.length > 0) {
    return { kind: 'open', inputs: open, atMost: unsure.length > 0 ? undefined : brought };
  }
  if (unsure.length === 0) return { kind: 'proven', inputs: [], atMost: undefined };
  const signed = knowsOwners ? placesOf(inputs, ({ owner }) => owner !== undefined) : all(inputs);
  if (signed.length > 0 && commitsToAll(inputs, signed, unsure)) {
    return { kind: 'proven', inputs: [], atMost: undefined };
  }
  return { kind: reason(inputs, unsure, signed), inputs: unsure, atMost: undefined };
}

const isUnsure = ({ certainty }: ReviewedInput) =>
  certainty === 'committed' || certainty === 'claimed';

/**
 * BIP341: a signature commits to the amounts and scripts of all inputs. BIP143: to the amount of
 * its own.
 */
function commitsToAll(
  inputs: Inputs,
  signed: readonly number[],
  unsure: readonly number[],
): boolean {
  if (signed.every((index) => isTaproot(inputs[index]))) return true;
  const [only] = signed;
  if (only === undefined || signed.length > 1) return false;
  return unsure.every((index) => index === only) && inputs[only]?.certainty === 'committed';
}

function isTaproot(input: ReviewedInput | undefined): boolean {
  const script = input?.scriptPubKey;
  return script !== undefined && solveScript(script).kind === 'witness_v1_taproot';
}

function reason(
  inputs: Inputs,
  unsure: readonly number[],
  signed: readonly number[],
): 'claimed' | 'foreign' | 'sessions' {
  if (unsure.some((index) => inputs[index]?.certainty === 'claimed')) return 'claimed';
  return unsure.some((index) => !signed.includes(index)) ? 'foreign' : 'sessions';
}

const all = (inputs: Inputs): readonly number[] => inputs.map((_, index) => index);
