import { equalBytes } from '../encoding/bytes.ts';
import { nameOfBytes } from '../encoding/hex.ts';
import { transactionId } from '../transaction/txid.ts';
import { convertPsbt } from './convert.ts';
import { type FieldMap, type FieldRow, globalRows, inputRows, outputRows } from './fields.ts';
import { hasValue, limited, type Psbt } from './psbt.ts';
import { nameOf, type RecordForm, type RecordOfForm } from './record-forms.ts';
import { outlineTransaction, uniqueId } from './unsigned-transaction.ts';

/** Joins two lists of records. Of two records with one key, the first is kept. */
export function union<F extends RecordForm>(
  form: F,
  a: readonly RecordOfForm<F>[],
  b: readonly RecordOfForm<F>[],
): readonly RecordOfForm<F>[] {
  const uniqueName = nameOf(form);
  const known = a.map(uniqueName);
  // Copies of one PSBT have mostly the same records.
  const isKnown = (record: RecordOfForm<F>, i: number) => {
    const key = known[i];
    return key !== undefined && equalBytes(key, uniqueName(record));
  };
  if (b.every(isKnown)) return a;
  const seen = new Set(known.map(nameOfBytes));
  return [...a, ...b.filter((record) => !seen.has(nameOfBytes(uniqueName(record))))];
}

/** All records of both; of each other field the first one's value, unless that one has none. */
function combineMaps<Map extends FieldMap>(a: Map, b: Map, rows: readonly FieldRow[]): Map {
  const added: { [member: string]: unknown } = {};
  for (const { member, list } of rows) {
    const other = b[member];
    if (!hasValue(other)) continue;
    const own = a[member];
    // Sound: the compiler checks that each row's form has the type of its member.
    if (list !== undefined) added[member] = union(list, own as never[], other as never[]);
    else if (!hasValue(own)) added[member] = other;
  }
  return { ...a, ...added };
}

const HAS_SIGHASH_SINGLE = 0b100;

/** Both PSBTs must allow a change; the flag for SIGHASH_SINGLE is kept if either has it. */
function combineModifiable(a: number | undefined, b: number | undefined): number | undefined {
  if (a === undefined && b === undefined) return undefined;
  const [left, right] = [a ?? 0, b ?? 0];
  return (left & right & ~HAS_SIGHASH_SINGLE) | ((left | right) & HAS_SIGHASH_SINGLE);
}

/** Converts `b` to the version of `a`. Returns `undefined` if their transactions differ. */
function alike(a: Psbt, b: Psbt): Psbt | undefined {
  if (a.version === b.version) {
    const id = uniqueId(a);
    return id !== undefined && id === uniqueId(b) && haveSameScripts(a, b) ? b : undefined;
  }
  // The id of BIP370 ignores sequence numbers. Version 0 fixes them, and its signatures commit to
  // them.
  const [one, other] = [outlineTransaction(a), outlineTransaction(b)];
  if (one === undefined || other === undefined) return undefined;
  if (transactionId(one) !== transactionId(other)) return undefined;
  // Converting back removes the fields that keep data for which version 0 has no field.
  const fields = convertPsbt(b, 2);
  return fields && { ...fields, ...locksOf(a), inputs: withLocksOf(a, fields.inputs) };
}

/** Compares scripts. A silent payment may have its script in only one of the PSBTs. */
function haveSameScripts(a: Psbt, b: Psbt): boolean {
  return a.outputs.every(({ scriptPubKey: script }, i) => {
    const other = b.outputs[i]?.scriptPubKey ?? script;
    return script.length === 0 || other.length === 0 || equalBytes(script, other);
  });
}

/** Returns the lock fields of a PSBT, which differ between versions. */
function locksOf({ version, fallbackLocktime, txModifiable }: Psbt): Partial<Psbt> {
  return { version, fallbackLocktime, ...(version === 0 && { txModifiable }) };
}

function withLocksOf({ inputs: known }: Psbt, inputs: Psbt['inputs']): Psbt['inputs'] {
  return inputs.map((input, i) => {
    const { sequence, timeLocktime, heightLocktime } = known[i] ?? input;
    return { ...input, sequence, timeLocktime, heightLocktime };
  });
}

function combineTwo(a: Psbt, given: Psbt): Psbt | undefined {
  const b = alike(a, given);
  if (b === undefined) return undefined;
  const inputs = a.inputs.map((input, i) => {
    const { sighashType } = input;
    return { ...combineMaps(input, b.inputs[i] ?? input, inputRows), sighashType };
  });
  const outputs = a.outputs.map((output, i) =>
    combineMaps(output, b.outputs[i] ?? output, outputRows),
  );
  return {
    ...combineMaps(a, b, globalRows),
    txModifiable: combineModifiable(a.txModifiable, b.txModifiable),
    inputs,
    outputs,
    ...limited([a, b]),
  };
}

/**
 * Combines the data of PSBTs of one transaction (BIP174, Combiner), in the version of the first.
 * Returns `undefined` if the transactions differ. If two PSBTs have different values for a field,
 * the earlier one counts.
 */
export function combinePsbts(first: Psbt, ...others: readonly Psbt[]): Psbt | undefined {
  let combined: Psbt | undefined = first;
  for (const other of others) combined &&= combineTwo(combined, other);
  return combined;
}
