import { MAX_MONEY, type Satoshis } from '../encoding/amount.ts';
import { solveScript } from '../script/templates.ts';
import {
  isAnyoneCanPay,
  isNone,
  isSingle,
  Sighash,
  type SighashType,
} from '../sighash/sighash-type.ts';
import type { CostInput } from './facts.ts';
import { placesOf } from './finding-case.ts';
import type { FeeProof, ReviewedInput } from './model.ts';

type Inputs = readonly CostInput[];

/** Returns whether a signature of this type covers all inputs and outputs. */
export const isUsualType = (type: SighashType | undefined): boolean =>
  type === undefined || type === Sighash.DEFAULT || type === Sighash.ALL;

const none: readonly SighashType[] = [];

/**
 * Returns whether the user may sign the input. If owners are unknown, the user may sign any input.
 */
const isSigned = ({ owner, claim }: CostInput, knowsOwners: boolean): boolean =>
  !knowsOwners || owner !== undefined || claim === 'shared';

/**
 * Returns the requested sighash type and the types of existing signatures. Inputs of others are
 * left out.
 */
export function typesOf(input: CostInput, knowsOwners: boolean): readonly SighashType[] {
  const { sighashType, signatures } = input;
  if (!isSigned(input, knowsOwners)) return none;
  if (sighashType === undefined && signatures.length === 0) return none;
  const asked = sighashType === undefined ? [] : [sighashType];
  return [...asked, ...signatures.map((signature) => signature.sighashType)];
}

/**
 * Returns whether others can add inputs without invalidating any existing or requested signature.
 */
export function takesMoreInputs(inputs: Inputs, knowsOwners: boolean): boolean {
  const signed = inputs.filter((input) => isSigned(input, knowsOwners));
  const isFree = (input: CostInput) => {
    const types = typesOf(input, knowsOwners);
    return types.length > 0 && types.every(isAnyoneCanPay);
  };
  return signed.length > 0 && signed.every(isFree);
}

/**
 * Judges whether every valid transaction that contains a signature made now pays this fee. If
 * owners are unknown, anyone may be the signer. `brought` is the sum of the known amounts.
 */
export function proveFee(inputs: Inputs, knowsOwners: boolean, brought: Satoshis): FeeProof {
  const missing = placesOf(inputs, ({ value: amount }) => amount === undefined);
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

/** Returns inputs with more than all bitcoin in existence, or all inputs if their sum is more. */
export function impossibleAmounts(inputs: Inputs, brought: Satoshis): readonly number[] {
  const single = placesOf(inputs, ({ value: amount = 0n }) => amount < 0n || amount > MAX_MONEY);
  return single.length > 0 || brought <= MAX_MONEY ? single : inputs.map((_, index) => index);
}

/** Proof of the known amounts, regardless of what the signatures leave open. */
type Amounts = {
  readonly kind: 'proven' | 'claimed' | 'foreign' | 'sessions';
  /** The inputs whose amounts are not proven. */
  readonly unproven: readonly number[];
  /**
   * True if the proof holds only until the user signs a second PSBT of these coins that states
   * other amounts.
   */
  readonly once: boolean;
};

const proven: Amounts = { kind: 'proven', unproven: [], once: false };

/** Judges the known amounts. Missing amounts are another finding. */
export function proveAmounts(inputs: Inputs, knowsOwners: boolean): Amounts {
  const isKnown = (input: CostInput) => input.value !== undefined;
  const unsure = placesOf(inputs, (input) => isKnown(input) && isUnsure(input));
  if (unsure.length === 0) return proven;
  const signed = inputs.filter((input) => isKnown(input) && isSigned(input, knowsOwners));
  if (signed.length > 0 && signed.every((input) => isOffer(input, knowsOwners))) return proven;
  const covering = signed.filter((input) => commitsToAll(input, typesOf(input, knowsOwners)));
  if (signed.length > 0 && covering.length === signed.length) return proven;
  // If owners are unknown, the user may sign only inputs that prove no amount.
  const isSure = knowsOwners || signed.length === 1;
  if (isSure && covering.some((input) => !isUnsure(input))) return proven;
  const only = unsure.length === 1 ? inputs[unsure[0] ?? 0] : undefined;
  const isOwn = only?.certainty === 'committed' && signed.includes(only);
  if (isOwn && signed.length === 1) return proven;
  // Signatures of other inputs stay valid beside a second PSBT that states these amounts correctly.
  // An unproven coin may be someone else's: then only the user's own signatures bind amounts.
  const isBare = signed.some(({ certainty }) => certainty === 'claimed');
  if (isSure && (isOwn || (covering.length > 0 && !isBare))) return { ...proven, once: true };
  return { kind: reasonOf(inputs, unsure, knowsOwners), unproven: unsure, once: false };
}

/**
 * Returns whether all signatures of an input offer its coin for one output, or for nothing. They
 * cover its own amount, so that no false amount of another coin hides what it is given for.
 */
function isOffer(input: CostInput, knowsOwners: boolean): boolean {
  const types = typesOf(input, knowsOwners);
  const isFree = (type: SighashType) => isAnyoneCanPay(type) && (isSingle(type) || isNone(type));
  return input.certainty !== 'claimed' && types.length > 0 && types.every(isFree);
}

/**
 * Returns the inputs, where amounts that are only claimed count as committed if a signature of the
 * user covers the amounts of all inputs, as in taproot.
 */
export function withCovered(
  inputs: readonly ReviewedInput[],
  knowsOwners: boolean,
): readonly ReviewedInput[] {
  const covers = inputs.some(
    (input) => isSigned(input, knowsOwners) && commitsToAll(input, typesOf(input, knowsOwners)),
  );
  if (!covers || proveAmounts(inputs, knowsOwners).kind !== 'proven') return inputs;
  return inputs.map((input) =>
    input.certainty === 'claimed' && input.value !== undefined
      ? { ...input, certainty: 'committed' }
      : input,
  );
}

const isUnsure = ({ certainty }: CostInput) => certainty === 'committed' || certainty === 'claimed';

/**
 * Returns whether signatures of these types commit to the amounts and scripts of all inputs. Those
 * of BIP341 do, except ANYONECANPAY. Those of BIP143 commit only to the amount of their input.
 */
function commitsToAll({ scriptPubKey }: CostInput, types: readonly SighashType[]): boolean {
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
