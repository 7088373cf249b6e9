import { hash160, sha256 } from '../crypto/hash.ts';
import { type Bytes, equalBytes } from '../encoding/bytes.ts';
import { p2shScript, p2trScript, p2wshScript } from '../script/builders.ts';
import { refusingChecker } from '../script/checker.ts';
import { STANDARD_VERIFY_FLAGS } from '../script/flags.ts';
import { evalScript } from '../script/interpreter/eval.ts';
import { Op } from '../script/opcodes.ts';
import {
  isPayToScriptHash,
  isUnspendable,
  matchWitnessProgram,
  walkScript,
} from '../script/script.ts';
import { solveScript } from '../script/templates.ts';
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
  if (hasNoKey || hasWrongSize(scriptPubKey)) return 'burned';
  const hidden = roleOfHidden(scriptPubKey, inner);
  if (hidden !== undefined) return hidden;
  if (kind === 'nulldata' && value === 0n) return 'data';
  if (isUnspendable(scriptPubKey) || (kind === 'nonstandard' && !hasValidOps(scriptPubKey))) {
    return value > 0n ? 'burned' : 'data';
  }
  if (kind === 'anchor' || opensForAll(scriptPubKey, inner)) return 'anyone';
  if (kind === 'nonstandard' && failsAlways(scriptPubKey)) return 'burned';
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

/** What hashes hide that everybody knows: OP_TRUE. */
const OPEN_SCRIPT: Bytes = Uint8Array.of(0x51);

/** Whether a script takes what anybody can write: nothing, or ones. */
function opensForAll(script: Bytes, inner: readonly Bytes[]): boolean {
  const isHash = isPayToScriptHash(script) || matchWitnessProgram(script) !== undefined;
  if (!isHash) return opens(script);
  return [OPEN_SCRIPT, ...inner].some((each) => hides(script, each) && opens(each));
}

/** Whether the inner script is what the outer one has hashed. */
function hides(outer: Bytes, inner: Bytes): boolean {
  const witness = p2wshScript(sha256(inner));
  const nested = p2shScript(hash160(witness));
  return [p2shScript(hash160(inner)), witness, nested].some((each) => equalBytes(each, outer));
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
