import { hash160 } from '../crypto/hash.ts';
import { type Bytes, compareBytes, concatBytes, emptyBytes } from '../encoding/bytes.ts';
import { createWriter, type Writer } from '../encoding/writer.ts';
import type { TaprootLeaf } from '../signing/provider.ts';
import { compareLeaves } from '../signing/taproot-output.ts';
import {
  type FieldMap,
  type FieldRow,
  globalRows,
  inputRows,
  MAGIC,
  outputRows,
  rowsOfPending,
} from './fields.ts';
import { type GlobalXpub, hasValue, isFinalized, type Psbt } from './psbt.ts';
import {
  nameOf,
  type RecordForm,
  type RecordOfForm,
  recordKeys,
  recordWriters,
} from './record-forms.ts';
import { isScriptPending } from './silent-fields.ts';
import { outlineTransaction } from './unsigned-transaction.ts';
import { valueWriters } from './value-forms.ts';

/** The place for maps, and one for a value until its length is known. */
type Target = { readonly writer: Writer; readonly body: Writer };

/** Writes "<keylen> <keytype> <keydata> <valuelen> <value>". */
function writeField({ writer, body }: Target, { type = 0, list }: FieldRow, key: Bytes): void {
  if (list !== 'RawField') writer.compactSize(key.length + 1).u8(type);
  else writer.compactSize(key.length);
  writer.bytes(key).varBytes(body.written());
}

/** Returns one leaf for each control block, because a record has one. */
const splitLeaves = (leaves: readonly TaprootLeaf[]): readonly TaprootLeaf[] =>
  leaves.every(({ controlBlocks }) => controlBlocks.length === 1)
    ? leaves
    : leaves.flatMap((leaf) =>
        leaf.controlBlocks.map((block) => ({ ...leaf, controlBlocks: [block] })),
      );

/** Writes the records of a map in the order of its rows, which is that of Core's psbt.h. */
function writeMap(target: Target, rows: readonly FieldRow[], map: FieldMap): void {
  const { writer, body } = target;
  for (const row of rows) {
    const { member, list } = row;
    const value = map[member];
    if (value === undefined || !(hasValue(value) || member === 'scriptPubKey')) continue;
    // Sound: the compiler checks that each row's form has the type of its member.
    if (list === undefined) {
      valueWriters[row.value](body.clear(), value as never);
      writeField(target, row, emptyBytes);
      continue;
    }
    const sorted = sortRecords(list, value as never[]);
    for (const record of list === 'TaprootLeaf' ? splitLeaves(sorted as never[]) : sorted) {
      recordWriters[list](body.clear(), record as never);
      writeField(target, row, recordKeys[list](record as never));
    }
  }
  writer.u8(0);
}

/**
 * Encodes a PSBT as bytes, in the order of Core's psbt.h, so that equal content gives equal bytes.
 * Returns `undefined` for version 0 if the inputs' lock times exclude each other.
 */
export function encodePsbt(psbt: Psbt): Bytes | undefined {
  const isTwo = psbt.version === 2;
  const unsignedTx = isTwo ? undefined : outlineTransaction(psbt);
  if (!isTwo && unsignedTx === undefined) return undefined;
  const rowsIn = (rows: readonly FieldRow[]) => rows.filter(({ two }) => isTwo || !two);
  const target = { writer: createWriter(1024).bytes(Uint8Array.from(MAGIC)), body: createWriter() };
  const version = isTwo ? 2 : undefined;
  const { length: inputCount } = psbt.inputs;
  const { length: outputCount } = psbt.outputs;
  writeMap(target, rowsIn(globalRows), { ...psbt, unsignedTx, version, inputCount, outputCount });
  const inputs = rowsIn(inputRows);
  const finals = inputs.filter(({ isKept }) => isKept);
  for (const input of psbt.inputs) writeMap(target, isFinalized(input) ? finals : inputs, input);
  const outputs = rowsIn(outputRows);
  for (const output of psbt.outputs) {
    writeMap(target, isScriptPending(output) ? rowsIn(rowsOfPending) : outputs, output);
  }
  return target.writer.finish();
}

// Core keeps the records of a map in sorted containers (psbt.h), so they have one order.

/** Records whose order in Core is not that of their keys. */
const sorters: {
  readonly [F in RecordForm]?: (records: readonly RecordOfForm<F>[]) => typeof records;
} = {
  TaprootLeaf: (leaves) => [...leaves].sort(compareLeaves),
  PartialSignature: (signatures) => sortedBy(signatures, ({ publicKey }) => hash160(publicKey)),
  GlobalXpub: orderXpubs,
};

function sortedBy<T>(items: readonly T[], key: (item: T) => Bytes): readonly T[] {
  const keys = items.map(key);
  if (keys.every((bytes, i) => compareBytes(keys[i - 1] ?? bytes, bytes) <= 0)) return items;
  return items
    .map((item) => ({ item, bytes: key(item) }))
    .sort((a, b) => compareBytes(a.bytes, b.bytes))
    .map(({ item }) => item);
}

/** Returns records in Core's order. */
function sortRecords<F extends RecordForm>(
  form: F,
  records: readonly RecordOfForm<F>[],
): readonly RecordOfForm<F>[] {
  if (records.length < 2) return records;
  return sorters[form]?.(records) ?? sortedBy(records, nameOf(form));
}

function sortLists<Fields extends FieldMap>(fields: Fields, rows: readonly FieldRow[]): Fields {
  const sorted: { [name: string]: readonly unknown[] } = {};
  for (const { member, list } of rows) {
    // Sound: the compiler checks that each row's form has the type of its member.
    if (list !== undefined) sorted[member] = sortRecords(list, fields[member] as never[]);
  }
  return { ...fields, ...sorted };
}

/** Returns a PSBT with all lists in Core's order. */
export const orderPsbt = (psbt: Psbt): Psbt => ({
  ...sortLists(psbt, globalRows),
  inputs: psbt.inputs.map((input) => sortLists(input, inputRows)),
  outputs: psbt.outputs.map((output) => sortLists(output, outputRows)),
});

/** Sorts xpubs. Of equal ones the first is kept, whatever its depth and parent. */
function orderXpubs(xpubs: readonly GlobalXpub[]): readonly GlobalXpub[] {
  return [...xpubs].sort(compareXpubs).filter((xpub, i, sorted) => {
    const before = i === 0 ? undefined : sorted[i - 1];
    return before === undefined || compareXpubs(before, xpub) !== 0;
  });
}

/** Compares by origin (fingerprint, path length, path; script/keyorigin.h), then by the key. */
function compareXpubs(a: GlobalXpub, b: GlobalXpub): number {
  const byFingerprint = compareBytes(a.origin.fingerprint, b.origin.fingerprint);
  if (byFingerprint !== 0) return byFingerprint;
  const byLength = a.origin.path.length - b.origin.path.length;
  if (byLength !== 0) return byLength;
  for (const [i, index] of a.origin.path.entries()) {
    const difference = index - (b.origin.path[i] ?? 0);
    if (difference !== 0) return difference;
  }
  // CExtPubKey::operator< compares the public key, then the chain code.
  const key = ({ xpub }: GlobalXpub) => concatBytes(xpub.subarray(45), xpub.subarray(13, 45));
  return compareBytes(key(a), key(b));
}
