import { formatBoth } from '../encoding/amount.ts';
import { encodeHex } from '../encoding/hex.ts';
import { isAnyoneCanPay, isNone, isSingle, type SighashType } from '../sighash/sighash-type.ts';
import { isUsualType } from './fee-proof.ts';
import type {
  Certainty,
  Cosigner,
  Cosigners,
  Review,
  ReviewedInput,
  ReviewedSignature,
} from './model.ts';
import type { Section } from './section.ts';
import { relativeLock } from './time-locks.ts';

/** Most inputs that people can check. */
const MOST_SHOWN = 12;

const CERTAINTIES: { readonly [C in Certainty]: string } = {
  known: 'known to the wallet or the chain',
  proven: 'proven by its previous transaction',
  committed: 'claimed, and your signature is valid for no other amount',
  claimed: 'CLAIMED, not proven',
};

/** Describes the first of the spent coins, and how many more there are. */
export function describeInputs(review: Review): readonly Section[] {
  const { inputs } = review;
  const sections = inputs.slice(0, MOST_SHOWN).map((_, index) => describeInput(review, index));
  const more = inputs.length - sections.length;
  if (more <= 0) return sections;
  return [...sections, { heading: `${more} more inputs`, lines: [summary(inputs)] }];
}

function summary(inputs: readonly ReviewedInput[]): string {
  const counts = new Map<Certainty, number>();
  for (const { certainty } of inputs) counts.set(certainty, (counts.get(certainty) ?? 0) + 1);
  const parts = [...counts].map(([certainty, count]) => `${count} ${certainty}`);
  return `Amounts of all ${inputs.length} inputs: ${parts.join(', ')}.`;
}

function describeInput(review: Review, index: number): Section {
  const input = review.inputs[index] as ReviewedInput;
  const { outPoint, value: amount, certainty, lock, owner, sighashType, sequence } = input;
  const whose = review.knowsOwners ? `${whoseInput(input)}, ` : '';
  const age = relativeLock(review.transaction, sequence);
  const text = amount === undefined ? 'amount unknown' : formatBoth(amount);
  return {
    heading: `Input ${index}: ${whose}${lock}`,
    lines: [
      `${outPoint.txid.replace(/(.{8})(?=.)/g, '$1 ')} :${outPoint.vout}`,
      amount === undefined ? text : `${text}, ${CERTAINTIES[certainty]}`,
      ...(owner ? [`verified yours: ${owner.paths.join(', ').replace(/\s+/g, ' ')}`] : []),
      ...(input.cosigners ? describeCosigners(input.cosigners) : []),
      ...(isUsualType(sighashType)
        ? []
        : [`asks for a signature that ${describeType(sighashType ?? 1, index)}`]),
      ...describeSignatures(input, index),
      ...(age ? [`must be ${age.least} ${age.kind} old`] : []),
    ],
  };
}

function whoseInput({ owner, claim, scriptPubKey }: ReviewedInput): string {
  if (owner !== undefined) return 'yours';
  if (claim === 'shared') return 'one key is yours';
  if (claim === 'key') return "your key can sign it, but the script is not your wallet's";
  return scriptPubKey === undefined ? 'owner unknown' : 'NOT yours';
}

/**
 * Formats as `2 of 3: you are key 2 (b8688df1), 28645006 has signed, your signature completes it`.
 */
function describeCosigners({ required, keys }: Cosigners): readonly string[] {
  const own = keys.flatMap((key, i) => (key.isOwn ? [`key ${i + 1}${nameOf(key)}`] : []));
  if (own.length === 0) return [];
  const signed = keys.flatMap((key, i) =>
    key.hasSigned && !key.isOwn ? [key.fingerprint ?? `key ${i + 1}`] : [],
  );
  const count = keys.filter(({ hasSigned }) => hasSigned).length;
  const open = keys.filter(({ isOwn, hasSigned }) => isOwn && !hasSigned).length;
  const parts = [
    `${required} of ${keys.length}: you are ${own.join(' and ')}`,
    ...(signed.length > 0
      ? [`${signed.join(', ')} ${signed.length > 1 ? 'have' : 'has'} signed`]
      : []),
    ...(open === 0 ? ['you have signed'] : []),
    ...(open > 0 && count < required && count + open >= required
      ? ['your signature completes it']
      : []),
  ];
  return [parts.join(', ')];
}

function nameOf({ fingerprint, isMislabelled }: Cosigner): string {
  if (fingerprint === undefined) return '';
  return isMislabelled === true ? ` (labelled ${fingerprint}, NOT verified)` : ` (${fingerprint})`;
}

/** Describes the parts of the transaction that a signature of this type covers. */
function describeType(type: SighashType, index: number): string {
  const outputs = isNone(type)
    ? 'covers NO output'
    : isSingle(type)
      ? `covers ONLY output ${index}`
      : 'covers all outputs';
  return `${outputs}, ${isAnyoneCanPay(type) ? 'ONLY this input' : 'all inputs'}`;
}

function describeSignatures(
  { signatures, verdict }: ReviewedInput,
  index: number,
): readonly string[] {
  const lines = signatures.map(({ publicKey, sighashType, isValid }: ReviewedSignature) => {
    const scope = isUsualType(sighashType) ? '' : `, ${describeType(sighashType, index)}`;
    return `signed by ${encodeHex(publicKey).slice(0, 16)}…${isValid ? '' : ', INVALID'}${scope}`;
  });
  if (verdict === undefined) return lines;
  const words = { valid: 'final, and valid', invalid: 'final, but INVALID', unchecked: 'final' };
  return [...lines, words[verdict]];
}
