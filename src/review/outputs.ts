import { hash160, sha256 } from '../crypto/hash.ts';
import { type Bytes, emptyBytes, equalBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { p2shScript, p2trScript, p2wshScript } from '../script/builders.ts';
import { refusingChecker } from '../script/checker.ts';
import { STANDARD_VERIFY_FLAGS } from '../script/flags.ts';
import { evalScript } from '../script/interpreter/eval.ts';
import { MAX_SCRIPT_ELEMENT_SIZE } from '../script/limits.ts';
import { Op } from '../script/opcodes.ts';
import {
  isPayToScriptHash,
  isUnspendable,
  matchWitnessProgram,
  pushNumber,
  walkScript,
} from '../script/script.ts';
import { type ScriptTemplate, solveScript } from '../script/templates.ts';
import { hasValidOps } from '../script/valid-ops.ts';
import type { Transaction, TxOut } from '../transaction/transaction.ts';
import { dustThreshold } from '../wallet/funding/fund-fees.ts';
import { defaultRelayFees } from '../wallet/funding/fund-request.ts';
import type { OutputRole, ReviewedOutput } from './model.ts';
import type { Subject } from './subject.ts';

/**
 * What an output is, that is nobody's of ours. `inner`: scripts that are said to be hashed in it.
 */
export function foreignRole(
  { value, scriptPubKey }: TxOut,
  inner: readonly Bytes[],
  isKey: Subject['isKey'] = () => true,
): OutputRole {
  const template = solveScript(scriptPubKey);
  const { kind } = template;
  const hasNoKey = template.kind === 'witness_v1_taproot' && !isKey(template.outputKey);
  if (hasNoKey || hasWrongSize(scriptPubKey) || hashesNothing(template)) return 'burned';
  const hidden = roleOfHidden(scriptPubKey, inner);
  if (hidden !== undefined) return hidden;
  if (kind === 'nulldata' && value === 0n) return 'data';
  if (isUnspendable(scriptPubKey) || (kind === 'nonstandard' && !hasValidOps(scriptPubKey))) {
    return value > 0n ? 'burned' : 'data';
  }
  if (kind === 'anchor' || opensForAll(scriptPubKey, inner)) return 'anyone';
  if (kind === 'nonstandard' && failsAlways(scriptPubKey)) return 'burned';
  if (inner.some((each) => closesForAll(scriptPubKey, each))) return 'burned';
  return kind === 'witness_unknown' ? 'unknown' : 'payment';
}

/** BIP141: a program of version 0 has 20 or 32 bytes, and with any other size always fails. */
function hasWrongSize(script: Bytes): boolean {
  const witness = matchWitnessProgram(script);
  return witness?.version === 0 && ![20, 32].includes(witness.program.length);
}

/**
 * A program inside a hash. P2WSH of one leaves two items, which always fails (BIP141). P2SH knows
 * version 0 only (BIP341). P2SH inside a hash opens for its script, without a key.
 */
function roleOfHidden(outer: Bytes, inner: readonly Bytes[]): OutputRole | undefined {
  for (const script of inner.filter((each) => hides(outer, each))) {
    if (isPayToScriptHash(script)) return 'anyone';
    const witness = matchWitnessProgram(script);
    const isInP2sh = equalBytes(p2shScript(hash160(script)), outer);
    if (witness !== undefined && isInP2sh && witness.version > 0) return 'anyone';
    if (witness !== undefined && (!isInP2sh || hasWrongSize(script))) return 'burned';
  }
  return undefined;
}

const NO_KEY = hash160(emptyBytes);

/**
 * A hash that a program did not fill in: of zeros, or of a key of no bytes. (A script of no bytes
 * opens for all.)
 */
function hashesNothing(template: ScriptTemplate): boolean {
  if (!('hash' in template)) return false;
  const { kind, hash } = template;
  const isOfKey = kind === 'pubkeyhash' || kind === 'witness_v0_keyhash';
  return hash.every((byte) => byte === 0) || (isOfKey && equalBytes(hash, NO_KEY));
}

/** Whether an output has a script hashed that can never be satisfied. */
function closesForAll(outer: Bytes, inner: Bytes): boolean {
  if (!hides(outer, inner)) return false;
  const isRedeemed = equalBytes(p2shScript(hash160(inner)), outer);
  if (isRedeemed && inner.length > MAX_SCRIPT_ELEMENT_SIZE) return true;
  if (isUnspendable(inner) || !hasValidOps(inner)) return true;
  return solveScript(inner).kind === 'nonstandard' && failsAlways(inner);
}

/** A script of pushes that ends with nothing, or that comes to OP_RETURN. */
function failsAlways(script: Bytes): boolean {
  const operations = walkScript(script) ?? [];
  const isPlain = operations.every(({ opcode }) => opcode <= Op.NOP || opcode === Op.RETURN);
  return isPlain && !opens(script);
}

/** A silent payment whose script is not computed yet (BIP375). */
export const isPending = ({ silentPayment, scriptPubKey }: ReviewedOutput): boolean =>
  silentPayment !== undefined && scriptPubKey.length === 0;

/** With taproot outputs where scripts are not computed yet: what silent payments will pay. */
export function withPendingScripts(
  transaction: Transaction,
  reviewed: readonly ReviewedOutput[],
): Transaction {
  if (!reviewed.some(isPending)) return transaction;
  const scriptPubKey = p2trScript(new Uint8Array(32));
  const outputs = reviewed.map((each) => ({
    value: each.value,
    scriptPubKey: isPending(each) ? scriptPubKey : each.scriptPubKey,
  }));
  return { ...transaction, outputs };
}

const TRUE: Bytes = Uint8Array.of(1);

/** Scripts that everybody knows, and that hashes may hide: of no bytes, or of one number. */
const OPEN_SCRIPTS: readonly Bytes[] = [
  emptyBytes,
  ...Array.from({ length: 16 }, (_, i) => pushNumber(i + 1)),
];

const OPEN_OUTPUTS: ReadonlySet<string> = new Set(OPEN_SCRIPTS.flatMap(hiding).map(encodeHex));

/** Whether a script takes what anybody can write: nothing, or ones. */
function opensForAll(script: Bytes, inner: readonly Bytes[]): boolean {
  const isHash = isPayToScriptHash(script) || matchWitnessProgram(script) !== undefined;
  if (!isHash) return opens(script);
  return (
    OPEN_OUTPUTS.has(encodeHex(script)) || inner.some((each) => hides(script, each) && opens(each))
  );
}

/** Whether the inner script is what the outer one has hashed. */
const hides = (outer: Bytes, inner: Bytes): boolean =>
  hiding(inner).some((each) => equalBytes(each, outer));

/** The outputs that have a script hashed: P2SH, P2WSH, and one inside the other. */
function hiding(inner: Bytes): readonly Bytes[] {
  const witness = p2wshScript(sha256(inner));
  return [p2shScript(hash160(inner)), witness, p2shScript(hash160(witness))];
}

/** What anybody can put before a script. */
const STARTS = Array.from({ length: 9 }, (_, count) => Array.from({ length: count }, () => TRUE));

/** A lock time passes, sooner or later. */
const anyTimeChecker = { ...refusingChecker, checkLockTime: () => true, checkSequence: () => true };

function opens(script: Bytes): boolean {
  if (solveScript(script).kind !== 'nonstandard') return false;
  return STARTS.some((start) => {
    const stack: Bytes[] = [...start];
    const flags = STANDARD_VERIFY_FLAGS;
    const failure = evalScript(stack, script, flags, anyTimeChecker, 'base');
    const top = stack[stack.length - 1];
    return failure === undefined && top !== undefined && top.some((byte) => byte !== 0);
  });
}

/** Core: IsDust, at its default rate. */
export function isDust({ value, scriptPubKey }: TxOut): boolean {
  return value < BigInt(dustThreshold(scriptPubKey, defaultRelayFees.dustRelayFee));
}

/** Which of the known scripts has an address that begins and ends like this one's. */
export function findLookAlike(
  script: Bytes,
  known: readonly Bytes[],
  address: (script: Bytes) => string | undefined,
): Bytes | undefined {
  const text = address(script);
  if (text === undefined) return undefined;
  return known.find((each) => {
    if (equalBytes(each, script)) return false;
    const other = address(each);
    return other !== undefined && looksAlike(text, other);
  });
}

/**
 * What people compare: four letters at the end and some behind what all addresses of a kind begin
 * with.
 */
function looksAlike(a: string, b: string): boolean {
  if (prefixOf(a) !== prefixOf(b)) return false;
  const [left, right] = [a.slice(prefixOf(a).length), b.slice(prefixOf(b).length)];
  const head = shared(left, right, (text, at) => text[at]);
  const tail = shared(left, right, (text, at) => text[text.length - 1 - at]);
  return head >= 2 && tail >= 2 && head + tail >= 6;
}

/** `bc1q` or the first letter. */
const prefixOf = (address: string): string =>
  /^(bc|tb|bcrt)1./.exec(address)?.[0] ?? address.slice(0, 1);

function shared(
  a: string,
  b: string,
  letter: (text: string, at: number) => string | undefined,
): number {
  let at = 0;
  while (at < Math.min(a.length, b.length) && letter(a, at) === letter(b, at)) at++;
  return at;
}
