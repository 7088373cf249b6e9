import { formatBoth } from '../encoding/amount.ts';
import type { Bytes } from '../encoding/bytes.ts';
import { isSameType, usualType } from '../psbt/signature-types.ts';
import { solveScript } from '../script/templates.ts';
import {
  isAnyoneCanPay,
  isNone,
  isSingle,
  isTaprootSighashType,
  Sighash,
} from '../sighash/sighash-type.ts';
import type { FindingId } from './catalog.ts';
import { takesMoreInputs, typesOf } from './fee-proof.ts';
import { type FindingCase, gather } from './finding-case.ts';
import type { ReviewedInput, ReviewFacts } from './model.ts';

/** Only taproot defines DEFAULT (BIP341). */
const isDefined = (type: number, script: ReviewedInput['scriptPubKey']) =>
  isTaprootSighashType(type) && (type !== Sighash.DEFAULT || !script || isTaproot(script));

const isTaproot = (script: Bytes) => solveScript(script).kind === 'witness_v1_taproot';

/** Returns whether an existing signature has another type than the requested one. */
function hasOtherType(
  { sighashType, scriptPubKey, signatures, verdict }: ReviewedInput,
  isSilent: boolean,
): boolean {
  if (verdict !== undefined || scriptPubKey === undefined) return false;
  const asked = sighashType ?? usualType(isTaproot(scriptPubKey), isSilent);
  return signatures.some((signature) => !isSameType(signature.sighashType, asked, isSilent));
}

/** Finds problems in requested sighash types and in the types of existing signatures. */
export function findInTypes(facts: ReviewFacts): readonly FindingCase[] {
  const { inputs, outputs, knowsOwners } = facts;
  if (inputs.every((input) => typesOf(input, knowsOwners).length === 0)) return [];
  const some = (id: FindingId, fits: (type: number, index: number) => boolean) =>
    gather(id, 'inputs', inputs, (input, index) =>
      typesOf(input, knowsOwners).some((type) => fits(type, index)),
    );
  const isSilent = outputs.some(({ silentPayment }) => silentPayment !== undefined);
  const hasOutput = (index: number) => index < outputs.length;
  return [
    ...some('sighash-undefined', (type, index) => !isDefined(type, inputs[index]?.scriptPubKey)),
    ...gather(
      'sighash-differs',
      'inputs',
      inputs,
      (input) => typesOf(input, knowsOwners).length > 0 && hasOtherType(input, isSilent),
    ),
    ...some('sighash-none', isNone),
    ...some('sighash-single', (type, index) => isSingle(type) && hasOutput(index)),
    ...some('sighash-single-without-output', (type, index) => isSingle(type) && !hasOutput(index)),
    ...some('sighash-anyone-can-pay', isAnyoneCanPay).map((found) => withRest(found, facts)),
  ];
}

/** Adds what others can do with such a signature. With ALL, every output stays. */
function withRest(
  found: FindingCase,
  { inputs, knowsOwners, fee, isWhole }: ReviewFacts,
): FindingCase {
  const movable = (found.inputs ?? []).some((index) => {
    const input = inputs[index];
    const types = input ? typesOf(input, knowsOwners) : [];
    return types.some((type) => isAnyoneCanPay(type) && (isNone(type) || isSingle(type)));
  });
  const sentences = [
    ...(movable ? ['They can also spend the coin in another transaction.'] : []),
    ...(isWhole && fee < 0n && takesMoreInputs(inputs, knowsOwners)
      ? [`${formatBoth(-fee)} and the fee are still missing.`]
      : []),
  ];
  return sentences.length > 0 ? { ...found, detail: sentences.join(' ') } : found;
}
