import { MAX_MONEY, type Satoshis } from '../encoding/amount.ts';
import { solveScript } from '../script/templates.ts';
import { isAnyoneCanPay, Sighash, type SighashType } from '../sighash/sighash-type.ts';
import { placesOf } from './found.ts';
import type { FeeProof, ReviewedInput } from './model.ts';

type Inputs = readonly ReviewedInput[];

/** Whether a signature covers all inputs and outputs. */
export const isUsualType = (type: SighashType | undefined): boolean =>
  type === undefined || type === Sighash.DEFAULT || type === Sighash.ALL;

const none: readonly SighashType[] = [];

/** Whether the user may sign the input: where owners are not known, any of them. */
const isSigned = ({ owner, claim }: ReviewedInput, knowsOwners: boolean): boolean =>
  !knowsOwners || owner !== undefined || claim === 'shared';

/**
 * The types that are asked for, and those of signatures that are there: of others it is their own
 * affair.
 */
export function typesOf(input: ReviewedInput, knowsOwners: boolean): readonly SighashType[] {
  const { sighashType, signatures } = input;
  if (!isSigned(input, knowsOwners)) return none;
  if (sighashType === undefined && signatures.length === 0) return none;
  const asked = sighashType === undefined ? [] : [sighashType];
  return [...asked, ...signatures.map((signature) => signature.sighashType)];
}

/** Whether others can add inputs after every signature that is there or asked for. */
export function takesMoreInputs(inputs: Inputs, knowsOwners: boolean): boolean {
  const signed = inputs.filter((input) => isSigned(input, knowsOwners));
  const isFree = (input: ReviewedInput) => {
    const types = typesOf(input, knowsOwners);
    return types.length > 0 && types.every(isAnyoneCanPay);
  };
  return signed.length > 0 && signed.every(isFree);
}

/**
 * Judges whether every valid transaction that carries one of the signatures made now pays this fee.
 * Who the signers are is known where owners are; else it may be anyone. `brought`: what the known
 * amounts add up to.
 */
export function proveFee(inputs: Inputs, knowsOwners: boolean, brought: Satoshis): FeeProof {
  const missing = placesOf(inputs, ({ amount }) => amount === undefined);
  if (missing.length > 0) return { kind: 'unknown', inputs: missing, atMost: undefined };
  const impossible = impossibleAmounts(inputs, brought);
  if (impossible.length > 0) return { kind: 'claimed', inputs: impossible, atMost: undefined };
  const { kind, unproven } = proveAmounts(inputs, knowsOwners);
  if (kind !== 'proven') return { kind, inputs: unproven, atMost: undefined };
  const open = placesOf(inputs, (input) =>
    typesOf(input, knowsOwners).some((type) => !isUsualType(type)),
  );
  if (open.length > 0) return { kind: 'open', inputs: open, atMost: brought };
  return { kind, inputs: [], atMost: undefined };
}

/** Returns the inputs with more than all bitcoin, or all where together they hold more. */
export function impossibleAmounts(inputs: Inputs, brought: Satoshis): readonly number[] {
  const single = placesOf(inputs, ({ amount = 0n }) => amount < 0n || amount > MAX_MONEY);
  return single.length > 0 || brought <= MAX_MONEY ? single : inputs.map((_, index) => index);
}

/** What is proven of the amounts that are known, whatever else the signatures leave open. */
type Amounts = {
  readonly kind: 'proven' | 'claimed' | 'foreign' | 'sessions';
  /** The inputs whose amounts are not proven. */
  readonly unproven: readonly number[];
  /** Proven only while the user signs no second PSBT of these coins, with another lie in it. */
  readonly once: boolean;
};

const proven: Amounts = { kind: 'proven', unproven: [], once: false };

/** Judges the amounts that are known: missing ones are another finding. */
export function proveAmounts(inputs: Inputs, knowsOwners: boolean): Amounts {
  const isKnown = (input: ReviewedInput) => input.amount !== undefined;
  const unsure = placesOf(inputs, (input) => isKnown(input) && isUnsure(input));
  if (unsure.length === 0) return proven;
  const signed = inputs.filter((input) => isKnown(input) && isSigned(input, knowsOwners));
  const covering = signed.filter((input) => commitsToAll(input, typesOf(input, knowsOwners)));
  if (signed.length > 0 && covering.length === signed.length) return proven;
  // Where owners are not known, the user may sign just those inputs that prove nothing.
  const isSure = knowsOwners || signed.length === 1;
  if (isSure && covering.some((input) => !isUnsure(input))) return proven;
  const only = unsure.length === 1 ? inputs[unsure[0] ?? 0] : undefined;
  const isOwn = only?.certainty === 'committed' && signed.includes(only);
  if (isOwn && signed.length === 1) return proven;
  // Signatures of other inputs hold beside a second PSBT too, in which these amounts are right.
  if (isSure && (isOwn || covering.length > 0)) return { ...proven, once: true };
  return { kind: reasonOf(inputs, unsure, knowsOwners), unproven: unsure, once: false };
}

const isUnsure = ({ certainty }: ReviewedInput) =>
  certainty === 'committed' || certainty === 'claimed';

/**
 * BIP341: a signature commits to the amounts and scripts of all inputs, unless it is ANYONECANPAY.
 * BIP143: to the amount of its own.
 */
function commitsToAll({ scriptPubKey }: ReviewedInput, types: readonly SighashType[]): boolean {
  if (scriptPubKey === undefined || types.some(isAnyoneCanPay)) return false;
  return solveScript(scriptPubKey).kind === 'witness_v1_taproot';
}

function reasonOf(
  inputs: Inputs,
  unsure: readonly number[],
  knowsOwners: boolean,
): 'claimed' | 'foreign' | 'sessions' {
  const isForeign = (index: number) => {
    const input = inputs[index];
    return input === undefined ? knowsOwners : !isSigned(input, knowsOwners);
  };
  const isClaimed = (index: number) => inputs[index]?.certainty === 'claimed';
  if (unsure.some((index) => isClaimed(index) && !isForeign(index))) return 'claimed';
  return unsure.some(isForeign) ? 'foreign' : 'sessions';
}
