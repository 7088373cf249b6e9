import { equalBytes, isBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { type Network, networks } from '../encoding/network.ts';
import { createPsbt, type Psbt, type PsbtInput, type PsbtOutput } from '../psbt/psbt.ts';
import { unsignedTransaction } from '../psbt/unsigned-transaction.ts';
import { formatAddress } from '../script/address.ts';
import { outPointKey, type Transaction, type TxOut } from '../transaction/transaction.ts';
import { formatBoth } from './amounts.ts';

/** A difference between a PSBT and another signer's version of it. */
export type PsbtChange = {
  readonly kind: 'added' | 'changed' | 'removed';
  /**
   * True if the change does not affect what is signed or reviewed: finalizers remove fields that a
   * final input no longer needs (BIP174), and signers add derivations or fields of their own.
   */
  readonly isHarmless: boolean;
  /** The part that differs. `transaction`: the unsigned transaction differs. */
  readonly part: 'transaction' | 'global' | 'input' | 'output';
  /** One sentence, such as `Output 1 pays 0.5 BTC (50,000,000 sat) instead of 0.2 BTC …`. */
  readonly text: string;
};

/** Signatures, nonces and final scripts: signers add these. */
const ADDED: readonly string[] = [
  'partialSignatures',
  'tapKeySignature',
  'tapScriptSignatures',
  'finalScriptSig',
  'finalWitness',
  'musigPubNonces',
  'musigPartialSignatures',
];

/** Transaction fields, which are compared separately. */
const COMPARED: readonly string[] = ['prevout', 'sequence', 'value', 'scriptPubKey'];

/** Fields that add information about keys, but do not affect what is signed. */
const ABOUT_KEYS: readonly string[] = [
  'keyPaths',
  'tapKeyPaths',
  'musigParticipants',
  'xpubs',
  'proprietary',
  'unknown',
];

/** Returns all differences except signatures, in the order of the transaction. */
export function changesOf(
  before: Psbt,
  after: Psbt,
  network: Network = networks.main,
): readonly PsbtChange[] {
  const [a, b] = [unsignedTransaction(before), unsignedTransaction(after)];
  if (a === undefined || b === undefined) {
    return [change('changed', 'transaction', 'The lock times that the inputs require differ.')];
  }
  const pairsOf = <T>(old: readonly T[], now: readonly T[]) =>
    old.flatMap((each, i) => (now[i] === undefined ? [] : [[each, now[i], i] as const]));
  return [
    ...transactionChanges(a, b, network),
    ...fieldChanges('global', globalsOf(before), globalsOf(after), 'The PSBT'),
    ...pairsOf(before.inputs, after.inputs).flatMap(([old, now, i]) =>
      fieldChanges('input', old, now, `Input ${i}`),
    ),
    ...pairsOf(before.outputs, after.outputs).flatMap(([old, now, i]) =>
      fieldChanges('output', old, now, `Output ${i}`),
    ),
  ];
}

/** Converts a finished transaction into a PSBT that can be compared with the original one. */
export function finishedPsbt(before: Psbt, transaction: Transaction): Psbt {
  const made = createPsbt(transaction, before.version);
  const like = unsignedTransaction(before);
  const isSame = like !== undefined && transactionChanges(like, transaction).length === 0;
  // A transaction has none of the other fields, so those of the PSBT are no difference.
  const source = isSame ? before : { ...made, ...globalsOf(before), ...fieldsOf(before, made) };
  const inputs = source.inputs.map((input, i) => ({
    ...input,
    partialSignatures: [],
    tapKeySignature: undefined,
    tapScriptSignatures: [],
    finalScriptSig: transaction.inputs[i]?.scriptSig ?? new Uint8Array(0),
    finalWitness: transaction.inputs[i]?.witness ?? [],
  }));
  return { ...source, inputs };
}

/** Inputs and outputs of a transaction with the other fields of a PSBT. */
const fieldsOf = (before: Psbt, made: Psbt): Pick<Psbt, 'inputs' | 'outputs'> => ({
  inputs: made.inputs.map((input, i) => {
    const { prevout, sequence, timeLocktime, heightLocktime } = input;
    const place = { prevout, sequence, timeLocktime, heightLocktime };
    return { ...input, ...before.inputs[i], ...place };
  }),
  outputs: made.outputs.map((output, i) => {
    const { value, scriptPubKey } = output;
    return { ...output, ...before.outputs[i], value, scriptPubKey };
  }),
});

const change = (
  kind: PsbtChange['kind'],
  part: PsbtChange['part'],
  text: string,
  isHarmless = false,
): PsbtChange => ({ kind, part, text, isHarmless });

function transactionChanges(
  a: Transaction,
  b: Transaction,
  network: Network = networks.main,
): readonly PsbtChange[] {
  const found: PsbtChange[] = [];
  const say = (kind: PsbtChange['kind'], text: string) =>
    found.push(change(kind, 'transaction', text));
  const compare = (name: string, old: number, now: number) => {
    if (old !== now) say('changed', `${name} is ${now} instead of ${old}.`);
  };
  compare('The version', a.version, b.version);
  compare('The lock time', a.locktime, b.locktime);
  pairs(a.inputs, b.inputs).forEach(([old, now], i) => {
    const [was, is] = [old && outPointKey(old.prevout), now && outPointKey(now.prevout)];
    if (is === undefined) say('removed', `Input ${i} is gone: it spent ${was}.`);
    else if (was === undefined) say('added', `Input ${i} is new: it spends ${is}.`);
    else if (was !== is) say('changed', `Input ${i} spends ${is} instead of ${was}.`);
    else compare(`The sequence of input ${i}`, old?.sequence ?? 0, now?.sequence ?? 0);
  });
  pairs(a.outputs, b.outputs).forEach(([old, now], i) => {
    const [was, is] = [old && describe(old, network), now && describe(now, network)];
    if (is === undefined) say('removed', `Output ${i} is gone: it paid ${was}.`);
    else if (was === undefined) say('added', `Output ${i} is new: it pays ${is}.`);
    else if (was !== is) say('changed', `Output ${i} pays ${is} instead of ${was}.`);
  });
  return found;
}

function pairs<T>(
  a: readonly T[],
  b: readonly T[],
): readonly (readonly [T | undefined, T | undefined])[] {
  return Array.from({ length: Math.max(a.length, b.length) }, (_, i) => [a[i], b[i]]);
}

const describe = ({ value, scriptPubKey }: TxOut, network: Network): string =>
  `${formatBoth(value)} to ${formatAddress(scriptPubKey, network) ?? encodeHex(scriptPubKey)}`;

/** Global fields of the PSBT that a transaction does not have. */
const globalsOf = ({ xpubs, txModifiable, proprietary, unknown }: Psbt) => ({
  xpubs,
  // A flags field of zero means the same as no field.
  txModifiable: txModifiable === 0 ? undefined : txModifiable,
  proprietary,
  unknown,
});

type Field = keyof PsbtInput | keyof PsbtOutput | keyof ReturnType<typeof globalsOf>;

const NAMES: { readonly [F in Field]?: string } = {
  nonWitnessUtxo: 'the previous transaction',
  witnessUtxo: 'the amount and script of the spent coin',
  sighashType: 'the sighash type',
  redeemScript: 'the redeem script',
  witnessScript: 'the witness script',
  keyPaths: 'derivations of keys',
  tapKeyPaths: 'derivations of taproot keys',
  tapInternalKey: 'the taproot internal key',
  tapMerkleRoot: 'the root of the taproot tree',
  tapLeaves: 'taproot leaves',
  tapTree: 'the taproot tree',
  musigParticipants: 'MuSig2 participants',
  timeLocktime: 'the required time',
  heightLocktime: 'the required height',
  xpubs: 'extended public keys',
  txModifiable: 'the flags that let others add inputs or outputs',
  proprietary: 'fields of an application',
  unknown: 'fields of an unknown type',
};

const WORDS: { readonly [K in PsbtChange['kind']]: string } = {
  added: 'adds',
  changed: 'changes',
  removed: 'removes',
};

function fieldChanges(
  part: 'global' | 'input' | 'output',
  before: object,
  after: object,
  subject: string,
): readonly PsbtChange[] {
  const [old, now] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((name) => {
    const [was, is] = [old.get(name), now.get(name)];
    if (ADDED.includes(name) || COMPARED.includes(name)) return [];
    if (isEqual(was, is) || (isEmpty(was) && isEmpty(is))) return [];
    const kind = isEmpty(was) ? 'added' : isEmpty(is) ? 'removed' : 'changed';
    const isHarmless = kind === 'removed' || (ABOUT_KEYS.includes(name) && keepsAll(was, is));
    return [change(kind, part, `${subject} ${WORDS[kind]} ${nameOf(name)}.`, isHarmless)];
  });
}

/** Returns whether a list keeps all its former entries. */
function keepsAll(was: unknown, is: unknown): boolean {
  const [old, now] = [Array.isArray(was) ? was : [], Array.isArray(is) ? is : []];
  return old.every((each) => now.some((other) => isEqual(each, other)));
}

const nameOf = (field: string): string =>
  new Map(Object.entries(NAMES)).get(field) ?? `the field ${field}`;

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
