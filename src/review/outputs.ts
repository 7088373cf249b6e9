import { hash160, sha256 } from '../crypto/hash.ts';
import { type Bytes, emptyBytes, equalBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { p2shScript, p2trScript, p2wshScript } from '../script/builders.ts';
import { refusingChecker } from '../script/checker.ts';
import { MANDATORY_VERIFY_FLAGS } from '../script/flags.ts';
import { evalScript } from '../script/interpreter/eval.ts';
import { MAX_SCRIPT_ELEMENT_SIZE, TAPROOT_LEAF_TAPSCRIPT } from '../script/limits.ts';
import { isOpSuccess, Op } from '../script/opcodes.ts';
import {
  isPayToScriptHash,
  isUnspendable,
  matchWitnessProgram,
  pushNumber,
  walkScript,
} from '../script/script.ts';
import { UNSPENDABLE_KEY } from '../script/taproot.ts';
import { type ScriptTemplate, solveScript } from '../script/templates.ts';
import { hasValidOps } from '../script/valid-ops.ts';
import type { Transaction, TxOut } from '../transaction/transaction.ts';
import { failsByForm } from './closed-scripts.ts';
import type { OutputRole, ReviewedOutput } from './model.ts';
import { hashesNothing, type IsKey, isLostKey } from './ordinary-payment.ts';
import { xOf } from './own-keys.ts';
import type { HiddenTree, OutputClaim } from './subject.ts';

/** Returns the role of an output that is not the user's. */
export function foreignRole(
  { value, scriptPubKey }: TxOut,
  { scripts: inner, tree }: Pick<OutputClaim, 'scripts' | 'tree'>,
  isKey: IsKey = () => true,
): OutputRole {
  const template = solveScript(scriptPubKey);
  const { kind } = template;
  if (lacksKeys(template, isKey) || hasWrongSize(scriptPubKey) || hashesNothing(template)) {
    return 'burned';
  }
  const byTree = tree && roleOfTree(tree);
  if (byTree !== undefined) return byTree;
  const hidden = roleOfHidden(scriptPubKey, inner);
  if (hidden !== undefined) return hidden;
  if (kind === 'nulldata' && value === 0n) return 'data';
  if (isUnspendable(scriptPubKey) || (kind === 'nonstandard' && !hasValidOps(scriptPubKey))) {
    return value > 0n ? 'burned' : 'data';
  }
  if (kind === 'anchor' || opensForAll(scriptPubKey, inner)) return 'anyone';
  const isClosed = () => failsAlways(scriptPubKey) || failsByForm(scriptPubKey, false);
  if (kind === 'nonstandard' && isClosed()) return 'burned';
  if (inner.some((each) => closesForAll(scriptPubKey, each, isKey))) return 'burned';
  return kind === 'witness_unknown' ? 'unknown' : 'payment';
}

/** Returns whether too few of the keys are on the curve, or one has no private key. */
function lacksKeys(template: ScriptTemplate, isKey: IsKey): boolean {
  switch (template.kind) {
    case 'witness_v1_taproot':
      return isLostKey(template.outputKey, isKey);
    case 'pubkey':
      return !isKey(xOf(template.publicKey));
    case 'multisig':
      return template.publicKeys.filter((key) => isKey(xOf(key))).length < template.required;
    default:
      return false;
  }
}

/** Returns the role of a taproot output that its leaves decide. */
function roleOfTree({ internalKey, leaves }: HiddenTree): OutputRole | undefined {
  if (leaves.some(opensLeaf)) return 'anyone';
  const hasKeyPath = !equalBytes(internalKey, UNSPENDABLE_KEY);
  const isClosed = ({ script }: HiddenTree['leaves'][number]) =>
    isPlain(script) || failsByForm(script, true);
  return hasKeyPath || !leaves.every(isClosed) ? undefined : 'burned';
}

/**
 * BIP341, BIP342: unknown leaf versions and OP_SUCCESSx open for anyone, and keys of an unknown
 * type take any signature. Nodes do not relay these, but miners can include them.
 */
function opensLeaf({ leafVersion, script }: HiddenTree['leaves'][number]): boolean {
  const operations = walkScript(script) ?? [];
  if (leafVersion !== TAPROOT_LEAF_TAPSCRIPT) return true;
  if (operations.some(({ opcode }) => isOpSuccess(opcode))) return true;
  const signatures = operations.filter(({ opcode }) => SIGNATURE_OPS.has(opcode));
  const run = { leafHash: emptyBytes, weight: Number.MAX_SAFE_INTEGER };
  return [...STARTS, signatures.map(() => emptyBytes)].some((start) => {
    const stack: Bytes[] = [...start];
    const checker = checkerFor(start);
    const failed = evalScript(stack, script, MANDATORY_VERIFY_FLAGS, checker, 'tapscript', run);
    return failed === undefined && stack.length === 1 && isTrue(stack[0]);
  });
}

/** BIP141: a version 0 program has 20 or 32 bytes; with any other size it always fails. */
function hasWrongSize(script: Bytes): boolean {
  const witness = matchWitnessProgram(script);
  return witness?.version === 0 && ![20, 32].includes(witness.program.length);
}

/**
 * Returns the role of a hash that hides a program. P2WSH of a program leaves two items, which
 * always fails (BIP141). P2SH supports only version 0 (BIP341). A hash that hides P2SH opens for
 * the hidden script, without a key.
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

/** Returns whether an output hashes a script that can never be satisfied. */
function closesForAll(outer: Bytes, inner: Bytes, isKey: IsKey): boolean {
  if (!hides(outer, inner)) return false;
  if (lacksKeys(solveScript(inner), isKey)) return true;
  const isRedeemed = equalBytes(p2shScript(hash160(inner)), outer);
  if (isRedeemed && inner.length > MAX_SCRIPT_ELEMENT_SIZE) return true;
  if (isUnspendable(inner) || !hasValidOps(inner) || failsByForm(inner, false)) return true;
  return solveScript(inner).kind === 'nonstandard' && failsAlways(inner);
}

/** Returns whether a script of pushes leaves a false value or reaches OP_RETURN. */
const failsAlways = (script: Bytes): boolean => isPlain(script) && !opens(script);

/** Returns whether a script has only pushes and OP_RETURN. */
const isPlain = (script: Bytes): boolean =>
  (walkScript(script) ?? []).every(({ opcode }) => opcode <= Op.NOP || opcode === Op.RETURN);

/** Returns whether the script of a silent payment is not computed yet (BIP375). */
export const isPending = ({ silentPayment, scriptPubKey }: ReviewedOutput): boolean =>
  silentPayment !== undefined && scriptPubKey.length === 0;

/** Inserts taproot outputs for silent payments whose scripts are not computed yet. */
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

/** Scripts that everyone knows and that hashes may hide: an empty script, or one number. */
const OPEN_SCRIPTS: readonly Bytes[] = [
  emptyBytes,
  ...Array.from({ length: 16 }, (_, i) => pushNumber(i + 1)),
];

const OPEN_OUTPUTS: ReadonlySet<string> = new Set(OPEN_SCRIPTS.flatMap(hiding).map(encodeHex));

/** Returns whether a script accepts input that anyone can provide: none, or ones. */
function opensForAll(script: Bytes, inner: readonly Bytes[]): boolean {
  const isHash = isPayToScriptHash(script) || matchWitnessProgram(script) !== undefined;
  if (!isHash) return opens(script);
  return (
    OPEN_OUTPUTS.has(encodeHex(script)) || inner.some((each) => hides(script, each) && opens(each))
  );
}

/** Returns whether the outer script hashes the inner one. Only P2SH and P2WSH hash scripts. */
const hides = (outer: Bytes, inner: Bytes): boolean =>
  (isPayToScriptHash(outer) || matchWitnessProgram(outer)?.version === 0) &&
  hiding(inner).some((each) => equalBytes(each, outer));

/** Returns the outputs that hash a script: P2SH, P2WSH, and P2WSH inside P2SH. */
function hiding(inner: Bytes): readonly Bytes[] {
  const witness = p2wshScript(sha256(inner));
  return [p2shScript(hash160(inner)), witness, p2shScript(hash160(witness))];
}

const SIGNATURE_OPS: ReadonlySet<number> = new Set([
  Op.CHECKSIG,
  Op.CHECKSIGVERIFY,
  Op.CHECKSIGADD,
]);

/** Stacks that anyone can provide: each of up to four items, and up to eight equal ones. */
const STARTS: readonly (readonly Bytes[])[] = Array.from({ length: 9 }, (_, count) => {
  const last = 2 ** count - 1;
  const step = count > 4 ? last : 1;
  return Array.from({ length: last / step + 1 }, (_, i) =>
    Array.from({ length: count }, (_, place) => (((i * step) >> place) & 1 ? TRUE : emptyBytes)),
  );
}).flat();

/** Every lock time passes eventually. */
const anyTimeChecker = { ...refusingChecker, checkLockTime: () => true, checkSequence: () => true };

/**
 * Anchors of Lightning open for anyone after some blocks, in place of a signature. They hold dust
 * for their owner until then.
 */
const checkerFor = (start: readonly Bytes[]) =>
  start.includes(emptyBytes) ? refusingChecker : anyTimeChecker;

const isTrue = (item: Bytes | undefined): boolean => item?.some((byte) => byte !== 0) === true;

function opens(script: Bytes): boolean {
  if (solveScript(script).kind !== 'nonstandard') return false;
  return STARTS.some((start) => {
    const stack: Bytes[] = [...start];
    const checker = checkerFor(start);
    const failure = evalScript(stack, script, MANDATORY_VERIFY_FLAGS, checker, 'base');
    return failure === undefined && isTrue(stack[stack.length - 1]);
  });
}
