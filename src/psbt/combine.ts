import { type Bytes, bigEndian, concatBytes, equalBytes, isBytes } from '../encoding/bytes.ts';
import { nameOfBytes } from '../encoding/hex.ts';
import { transactionId } from '../transaction/txid.ts';
import { convertPsbt } from './convert.ts';
import { inputKeys, type Keys, outputKeys, rawKeys } from './order.ts';
import { type GlobalXpub, limited, type Psbt } from './psbt.ts';
import { outlineTransaction, uniqueId } from './unsigned-transaction.ts';

/** Joins two lists. Of two entries with the same key, the entry of the first list is kept. */
/** Joins two lists of records; of equal keys, the first one counts. */
export function union<T>(a: readonly T[], b: readonly T[], key: (item: T) => Bytes): readonly T[] {
  if (b.length === 0) return a;
  const seen = new Set(a.map((item) => nameOfBytes(key(item))));
  return [...a, ...b.filter((item) => !seen.has(nameOfBytes(key(item))))];
}

/** The parts of an extended key that make it a record of its own. */
export const byXpub = ({ xpub, origin }: GlobalXpub) =>
  concatBytes(xpub, origin.fingerprint, ...origin.path.map((step) => bigEndian(step, 4)));

type Values = { readonly [name: string]: unknown };

const hasValue = (value: unknown) =>
  Array.isArray(value) || isBytes(value) ? value.length > 0 : value !== undefined;

/** All records of both; of each other field the first one's value, unless that one has none. */
function combineMaps<Fields extends Values>(a: Fields, b: Fields, keys: Keys): Fields {
  const added: { [name: string]: unknown } = {};
  for (const name in b) {
    const [own, other]: readonly unknown[] = [a[name], b[name]];
    if (!hasValue(other)) continue;
    const key = keys[name];
    // Sound: only lists of records have a key.
    if (key !== undefined) added[name] = union(own as never[], other as never[], key);
    else if (!hasValue(own)) added[name] = other;
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
    return { ...combineMaps(input, b.inputs[i] ?? input, inputKeys), sighashType };
  });
  const outputs = a.outputs.map((output, i) =>
    combineMaps(output, b.outputs[i] ?? output, outputKeys),
  );
  return {
    ...a,
    fallbackLocktime: a.fallbackLocktime ?? b.fallbackLocktime,
    txModifiable: combineModifiable(a.txModifiable, b.txModifiable),
    xpubs: union(a.xpubs, b.xpubs, byXpub),
    inputs,
    outputs,
    proprietary: union(a.proprietary, b.proprietary, rawKeys.proprietary),
    unknown: union(a.unknown, b.unknown, rawKeys.unknown),
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
