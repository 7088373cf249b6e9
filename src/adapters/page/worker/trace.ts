import { sha256 } from '../../../crypto/hash.ts';
import { kernelSecp256k1 } from '../../../crypto/kernel-backend.ts';
import { type Bytes, equalBytes } from '../../../encoding/bytes.ts';
import { encodeHex } from '../../../encoding/hex.ts';
import { lastOf } from '../../../encoding/list.ts';
import { isFinalized, type Psbt } from '../../../psbt/psbt.ts';
import { openSession } from '../../../psbt/psbt-session.ts';
import { p2pkhScript } from '../../../script/builders.ts';
import { refusingChecker, type SignatureChecker } from '../../../script/checker.ts';
import { STANDARD_VERIFY_FLAGS } from '../../../script/flags.ts';
import { evalScript } from '../../../script/interpreter/eval.ts';
import {
  type ExecutedVersion,
  isTrue,
  type TapscriptExecution,
} from '../../../script/interpreter/machine.ts';
import { verifyScript } from '../../../script/interpreter/verify-script.ts';
import { opcodeName } from '../../../script/opcodes.ts';
import {
  createCursor,
  isPayToScriptHash,
  matchWitnessProgram,
  readOp,
} from '../../../script/script.ts';
import { type ScriptError, scriptErrorSentence } from '../../../script/script-error.ts';
import { tapLeafHash } from '../../../script/taproot.ts';
import { transactionChecker } from '../../../sighash/transaction-checker.ts';

/** One operation: its name, the stack after it (the top last), and its error. */
type StepView = {
  readonly operation: string;
  readonly stack: readonly string[];
  readonly error: string | undefined;
};

/** One script as the interpreter runs it. */
export type TraceView = {
  /** Title, such as `Input 0: witnessScript`. */
  readonly title: string;
  readonly steps: readonly StepView[];
  /** Error of the complete input, or of the script only; `undefined` if it succeeds. */
  readonly error: string | undefined;
  /** True if each of its operations succeeds, even if the script fails. */
  readonly runs: boolean;
};

type Run = {
  readonly title: string;
  readonly script: Bytes;
  readonly stack: readonly Bytes[];
  readonly checker: SignatureChecker;
  readonly version: ExecutedVersion;
  readonly tapscript?: TapscriptExecution;
};

/** Limit of steps: longer scripts are decoded, but not run step by step. */
const MOST_STEPS = 1000;
const MOST_SHOWN = 160;

/** Runs a script by itself, on an empty stack and without a transaction: signatures fail. */
export function traceScript(script: Bytes): TraceView {
  const stack: Bytes[] = [];
  const failed = evalScript(stack, script, STANDARD_VERIFY_FLAGS, refusingChecker, 'base');
  const top = lastOf(stack);
  const isFalse = top === undefined || !isTrue(top);
  const error = failed?.error ?? (isFalse ? 'EVAL_FALSE' : undefined);
  return trace(
    { title: 'Script', script, stack: [], checker: refusingChecker, version: 'base' },
    error,
  );
}

/** Returns Core's sentence for an error, and its name. */
const errorText = (error: ScriptError) => `${scriptErrorSentence(error)} (${error})`;

/** Inputs of a PSBT whose scripts are final. */
export function tracePsbt(psbt: Psbt): readonly TraceView[] {
  const session = openSession(psbt, kernelSecp256k1);
  if (session === undefined) return [];
  return session.psbt.inputs.flatMap((input, index) => {
    const coin = session.cache.coins[index];
    if (!isFinalized(input) || coin === undefined) return [];
    const checker = transactionChecker(session.cache, index, kernelSecp256k1);
    const { finalScriptSig = new Uint8Array(0), finalWitness } = input;
    const spend = { scriptSig: finalScriptSig, witness: finalWitness, checker };
    const verdict = verifyScript(
      finalScriptSig,
      coin.scriptPubKey,
      finalWitness,
      STANDARD_VERIFY_FLAGS,
      checker,
    );
    return runsOf(index, coin.scriptPubKey, spend).map((run) => trace(run, verdict?.error));
  });
}

type Spend = {
  readonly scriptSig: Bytes;
  readonly witness: readonly Bytes[];
  readonly checker: SignatureChecker;
};

/** The scripts of one input in the order in which they run. */
function runsOf(
  index: number,
  scriptPubKey: Bytes,
  { scriptSig, witness, checker }: Spend,
): readonly Run[] {
  const named = (place: string) => `Input ${index}: ${place}`;
  const runs: Run[] = [];
  const base = (place: string, script: Bytes, stack: readonly Bytes[]) => {
    runs.push({ title: named(place), script, stack, checker, version: 'base' });
    return after(script, stack, checker);
  };
  const pushed = scriptSig.length === 0 ? [] : base('scriptSig', scriptSig, []);
  base('scriptPubKey', scriptPubKey, pushed);
  const redeemScript = isPayToScriptHash(scriptPubKey) ? lastOf(pushed) : undefined;
  if (redeemScript !== undefined) base('redeemScript', redeemScript, pushed.slice(0, -1));
  const program = matchWitnessProgram(redeemScript ?? scriptPubKey);
  const inside = program === undefined ? undefined : witnessRun(program, witness);
  if (inside !== undefined) runs.push({ ...inside, title: named(inside.title), checker });
  return runs;
}

function after(
  script: Bytes,
  stack: readonly Bytes[],
  checker: SignatureChecker,
): readonly Bytes[] {
  const changed = [...stack];
  evalScript(changed, script, STANDARD_VERIFY_FLAGS, checker, 'base');
  return changed;
}

function witnessRun(
  { version, program }: { readonly version: number; readonly program: Bytes },
  witness: readonly Bytes[],
): Omit<Run, 'checker'> | undefined {
  const script = lastOf(witness);
  if (version === 0 && program.length === 20) {
    return { title: 'P2WPKH', script: p2pkhScript(program), stack: witness, version: 'witness_v0' };
  }
  if (version === 0 && script !== undefined && equalBytes(sha256(script), program)) {
    return { title: 'witnessScript', script, stack: witness.slice(0, -1), version: 'witness_v0' };
  }
  const [leaf, control] = witness.slice(-2);
  if (version !== 1 || leaf === undefined || control === undefined || witness.length < 2)
    return undefined;
  const leafHash = tapLeafHash((control[0] ?? 0) & 0xfe, leaf);
  const tapscript = { leafHash, weight: Number.MAX_SAFE_INTEGER };
  return {
    title: 'tapscript',
    script: leaf,
    stack: witness.slice(0, -2),
    version: 'tapscript',
    tapscript,
  };
}

/**
 * Runs the beginning of the script up to each operation. The results of signature checks are taken
 * from one run of the complete script, because its beginnings would sign other code.
 */
function trace(
  { title, script, stack, checker, version, tapscript }: Run,
  error: ScriptError | undefined,
): TraceView {
  const { recording, replaying } = recorder(checker);
  const flags = STANDARD_VERIFY_FLAGS;
  const whole = evalScript([...stack], script, flags, recording, version, tapscript);
  const steps: StepView[] = [{ operation: '', stack: shown(stack), error: undefined }];
  const cursor = createCursor(script);
  while (cursor.position < script.length && steps.length <= MOST_STEPS) {
    if (!readOp(cursor)) break;
    const { opcode, dataStart, dataEnd } = cursor;
    const data = script.subarray(dataStart, dataEnd);
    const operation = data.length > 0 ? short(data) : opcodeName(opcode);
    const current = [...stack];
    const failed = evalScript(
      current,
      script.subarray(0, cursor.position),
      flags,
      replaying(),
      version,
      tapscript,
    );
    const isHere = failed !== undefined && failed.error !== 'UNBALANCED_CONDITIONAL';
    const why = isHere ? errorText(failed.error) : undefined;
    steps.push({ operation, stack: shown(current), error: why });
    if (isHere) break;
  }
  const found = whole?.error ?? error;
  return { title, steps, error: found && errorText(found), runs: whole === undefined };
}

const short = (bytes: Bytes): string => {
  const hex = encodeHex(bytes);
  return hex.length > MOST_SHOWN ? `${hex.slice(0, MOST_SHOWN)}… (${bytes.length} bytes)` : hex;
};
const shown = (stack: readonly Bytes[]) =>
  stack.map((each) => (each.length === 0 ? '0 (empty)' : short(each)));

function recorder(checker: SignatureChecker) {
  const ecdsa: boolean[] = [];
  const schnorr: ReturnType<SignatureChecker['checkSchnorrSignature']>[] = [];
  const recording: SignatureChecker = {
    ...checker,
    checkEcdsaSignature(...asked) {
      const holds = checker.checkEcdsaSignature(...asked);
      ecdsa.push(holds);
      return holds;
    },
    checkSchnorrSignature(...asked) {
      const error = checker.checkSchnorrSignature(...asked);
      schnorr.push(error);
      return error;
    },
  };
  const replaying = (): SignatureChecker => {
    let [nextEcdsa, nextSchnorr] = [0, 0];
    return {
      ...checker,
      checkEcdsaSignature: () => ecdsa[nextEcdsa++] ?? false,
      checkSchnorrSignature: () => schnorr[nextSchnorr++],
    };
  };
  return { recording, replaying };
}
