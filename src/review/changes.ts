import { equalBytes, isBytes } from '../encoding/bytes.ts';
import type { Psbt, PsbtInput, PsbtOutput } from '../psbt/psbt.ts';
import { unsignedTransaction } from '../psbt/unsigned-transaction.ts';
import { encodeTransaction } from '../transaction/codec.ts';

/** As a change: what the PSBT is about is another transaction. */
export const TRANSACTION = 'the transaction';

/** Signatures, and what takes their place in the end. */
const ADDED: readonly string[] = [
  'partialSignatures',
  'tapKeySignature',
  'tapScriptSignatures',
  'finalScriptSig',
  'finalWitness',
  'musigPubNonces',
  'musigPartialSignatures',
];

/** What was changed beside signatures, by its place. */
export function changesOf(before: Psbt, after: Psbt): readonly string[] {
  const [a, b] = [unsignedTransaction(before), unsignedTransaction(after)];
  const isSame = a && b && equalBytes(encodeTransaction(a), encodeTransaction(b));
  return [
    ...(isSame ? [] : [TRANSACTION]),
    ...before.inputs.flatMap((input, i) => fieldsChanged(`input ${i}`, input, after.inputs[i])),
    ...before.outputs.flatMap((output, i) =>
      fieldsChanged(`output ${i}`, output, after.outputs[i]),
    ),
  ];
}

/**
 * A field that is gone changes nothing of what is signed: finalizers remove what is not needed any
 * more (BIP174).
 */
function fieldsChanged(
  place: string,
  before: PsbtInput | PsbtOutput,
  after: PsbtInput | PsbtOutput | undefined,
): readonly string[] {
  if (after === undefined) return [`${place}: it is gone`];
  const old = new Map(Object.entries(before));
  return Object.entries(after).flatMap(([name, value]) =>
    ADDED.includes(name) || isEmpty(value) || isEqual(old.get(name), value)
      ? []
      : [`${place}: ${name}`],
  );
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  (isBytes(value) && value.length === 0) ||
  (Array.isArray(value) && value.length === 0);

function isEqual(a: unknown, b: unknown): boolean {
  if (isBytes(a) && isBytes(b)) return equalBytes(a, b);
  if (a instanceof Set && b instanceof Set) return isEqual([...a].sort(), [...b].sort());
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  const [left, right] = [Object.entries(a), Object.entries(b)];
  const other = new Map(right);
  return (
    left.length === right.length && left.every(([name, value]) => isEqual(value, other.get(name)))
  );
}
