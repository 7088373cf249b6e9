import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { formatBoth } from '../encoding/amount.ts';
import { type Bytes, equalBytes, isBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import type { Network } from '../encoding/network.ts';
import { createPsbt, type Psbt, type PsbtInput, type PsbtOutput } from '../psbt/psbt.ts';
import { spentOutput } from '../psbt/psbt-session.ts';
import {
  isScriptPending,
  isSilentField,
  type PsbtMap,
  silentRecipient,
} from '../psbt/silent-fields.ts';
import { outlineTransaction } from '../psbt/unsigned-transaction.ts';
import { formatAddress } from '../script/address.ts';
import { Sighash } from '../sighash/sighash-type.ts';
import { formatSilentAddress } from '../silent/silent-address.ts';
import { outPointKey, type Transaction, type TxOut } from '../transaction/transaction.ts';
import { transactionId } from '../transaction/txid.ts';
import { misfitsOfInput, misfitsOfOutput } from './find-misfits.ts';
import { type PsbtChange, signatureChanges } from './signature-changes.ts';

/** Signatures, nonces and final scripts, which signers add. They are compared one by one. */
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
  'silentShares',
  'silentSpend',
];

/** Fields that the script of a coin or output proves. */
const PROVEN: readonly string[] = [
  'nonWitnessUtxo',
  'witnessUtxo',
  'redeemScript',
  'witnessScript',
  'tapInternalKey',
  'tapMerkleRoot',
  'tapLeaves',
  'tapTree',
  'ripemd160',
  'sha256',
  'hash160',
  'hash256',
];

/**
 * Returns all differences except new signatures, in the order of the transaction. Without a curve,
 * the scripts of coins and outputs prove no field.
 */
export function changesOf(
  before: Psbt,
  after: Psbt,
  network?: Network | undefined,
  curve?: Secp256k1,
): readonly PsbtChange[] {
  const [a, b] = [outlineTransaction(before), outlineTransaction(after)];
  if (a === undefined || b === undefined) {
    return [change('changed', 'transaction', 'The lock times that the inputs require differ.')];
  }
  const pairsOf = <T>(old: readonly T[], now: readonly T[]) =>
    old.flatMap((each, i) => (now[i] === undefined ? [] : [[each, now[i], i] as const]));
  return [
    ...transactionChanges(a, b, payeesOf(before, network), payeesOf(after, network)),
    ...fieldChanges('global', fieldsOfPsbt(before), fieldsOfPsbt(after), 'The PSBT'),
    ...pairsOf(before.inputs, after.inputs).flatMap(([old, now, i]) => [
      ...fieldChanges('input', fieldsOfInput(old), fieldsOfInput(now), `Input ${i}`, () =>
        fitsCoin(old, now, curve),
      ),
      ...signatureChanges(old, now, `Input ${i}`),
    ]),
    ...pairsOf(before.outputs, after.outputs).flatMap(([old, now, i]) =>
      fieldChanges('output', fieldsOfOutput(old), fieldsOfOutput(now), `Output ${i}`, () =>
        fitsOutput(old, now, curve),
      ),
    ),
  ];
}

type RawFields = Psbt['unknown'];

const without = (unknown: RawFields, place: PsbtMap): RawFields =>
  unknown.filter((field) => !isSilentField(field, place));

const only = (unknown: RawFields, place: PsbtMap): RawFields =>
  unknown.filter((field) => isSilentField(field, place));

/** Names the payee of an output. Without a network, its address would be that of another one. */
type Payees = (output: TxOut, index: number) => string;

function payeesOf({ outputs }: Psbt, network: Network | undefined): Payees {
  return ({ scriptPubKey }, index) => {
    const output = outputs[index];
    if (output === undefined || !isScriptPending(output)) return payeeOf(scriptPubKey, network);
    const { recipient } = silentRecipient(output);
    const address = network && recipient && formatSilentAddress(recipient, network);
    return `${address ?? 'a silent payment address'}, whose script is not computed yet`;
  };
}

const payeeOf = (script: Bytes, network: Network | undefined): string =>
  (network && formatAddress(script, network)) ??
  (script.length === 0 ? 'an empty script' : encodeHex(script));

const fieldsOfInput = ({ unknown, nonWitnessUtxo, ...input }: PsbtInput) => ({
  ...input,
  // Core and others write previous transactions without their witnesses, which change no id.
  nonWitnessUtxo: nonWitnessUtxo && transactionId(nonWitnessUtxo),
  unknown: without(unknown, 'input'),
  silentShares: without(only(unknown, 'input'), 'spend'),
  silentSpend: only(unknown, 'spend'),
});

const fieldsOfOutput = ({ unknown, ...output }: PsbtOutput) => ({
  ...output,
  unknown: without(unknown, 'output'),
  silentAddress: only(unknown, 'output'),
});

/** Returns whether the fields of an input contain the same coin, or prove it, and fit it. */
function fitsCoin(before: PsbtInput, after: PsbtInput, curve: Secp256k1 | undefined): boolean {
  const [known, coin] = [spentOutput(before), spentOutput(after)];
  const proven = known ?? (after.nonWitnessUtxo && coin);
  if (curve === undefined || coin === undefined || proven === undefined) return false;
  const isSame = isEqual(proven, coin) && isEqual(after.witnessUtxo ?? coin, coin);
  return isSame && misfitsOfInput(after, coin.scriptPubKey, curve).length === 0;
}

const fitsOutput = (before: PsbtOutput, after: PsbtOutput, curve: Secp256k1 | undefined): boolean =>
  curve !== undefined &&
  equalBytes(before.scriptPubKey, after.scriptPubKey) &&
  misfitsOfOutput(after, curve).length === 0;

/** Returns the fields by which an answer completes what an input lacked. */
export function addedFields(before: PsbtInput, after: PsbtInput): Partial<PsbtInput> {
  const old = new Map(Object.entries(before));
  const added = Object.entries(after).filter(
    ([name]) => PROVEN.includes(name) && isEmpty(old.get(name)),
  );
  return Object.fromEntries(added);
}

/** Converts a finished transaction into a PSBT that can be compared with the original one. */
export function finishedPsbt(before: Psbt, transaction: Transaction): Psbt {
  const made = createPsbt(transaction, before.version);
  const like = outlineTransaction(before);
  const isSame = like !== undefined && isSameTransaction(like, transaction);
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

/** Compares unsigned transactions. */
function isSameTransaction(a: Transaction, b: Transaction): boolean {
  const byScript: Payees = ({ scriptPubKey }) => encodeHex(scriptPubKey);
  return transactionChanges(a, b, byScript, byScript).length === 0;
}

function transactionChanges(
  a: Transaction,
  b: Transaction,
  oldPayees: Payees,
  newPayees: Payees,
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
    const [was, is] = [old && describe(old, i, oldPayees), now && describe(now, i, newPayees)];
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

const describe = (output: TxOut, index: number, payees: Payees): string =>
  `${formatBoth(output.value)} to ${payees(output, index)}`;

/** Global fields of the PSBT that a transaction does not have. */
const globalsOf = ({ xpubs, txModifiable, proprietary, unknown }: Psbt) => ({
  xpubs,
  // A flags field of zero means the same as no field.
  txModifiable: txModifiable === 0 ? undefined : txModifiable,
  proprietary,
  unknown,
});

const fieldsOfPsbt = (psbt: Psbt) => ({
  ...globalsOf(psbt),
  unknown: without(psbt.unknown, 'global'),
  silentShares: only(psbt.unknown, 'global'),
});

type Field =
  | keyof ReturnType<typeof fieldsOfPsbt>
  | keyof ReturnType<typeof fieldsOfInput>
  | keyof ReturnType<typeof fieldsOfOutput>;

const NAMES: { readonly [F in Field]?: string } = {
  nonWitnessUtxo: 'the previous transaction',
  witnessUtxo: 'the amount and script of the spent coin',
  sighashType: 'the sighash type',
  ripemd160: 'preimages of RIPEMD-160',
  sha256: 'preimages of SHA-256',
  hash160: 'preimages of HASH160',
  hash256: 'preimages of HASH256',
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
  silentShares: 'shares and proofs for silent payments',
  silentSpend: 'the tweak or keys of a silent payment that it spends',
  silentAddress: 'the silent payment address or its label',
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
  fits: () => boolean = () => false,
): readonly PsbtChange[] {
  const [old, now] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((name) => {
    const [was, is] = [old.get(name), now.get(name)];
    if (ADDED.includes(name) || COMPARED.includes(name)) return [];
    if (isEqual(was, is) || (isEmpty(was) && isEmpty(is))) return [];
    const kind = isEmpty(was) ? 'added' : isEmpty(is) ? 'removed' : 'changed';
    const isHarmless =
      kind === 'removed' ||
      (ABOUT_KEYS.includes(name) && keepsAll(was, is)) ||
      (PROVEN.includes(name) && (kind === 'added' || keepsAll(was, is)) && fits()) ||
      (name === 'txModifiable' && clearsFlags(was, is)) ||
      (name === 'sighashType' && kind === 'added' && isUsual(is));
    return [change(kind, part, `${subject} ${WORDS[kind]} ${nameOf(name)}.`, isHarmless)];
  });
}

/** Returns whether a list keeps all its former entries. */
function keepsAll(was: unknown, is: unknown): boolean {
  const [old, now] = [was ?? [], is];
  const isList = Array.isArray(old) && Array.isArray(now);
  return isList && old.every((each) => now.some((other) => isEqual(each, other)));
}

/** BIP370: signers clear the flags that their signatures cover, and note SIGHASH_SINGLE (4). */
const clearsFlags = (was: unknown, is: unknown): boolean =>
  typeof is === 'number' && (is & ~(typeof was === 'number' ? was : 0) & ~4) === 0;

const isUsual = (type: unknown): boolean => type === Sighash.ALL || type === Sighash.DEFAULT;

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
