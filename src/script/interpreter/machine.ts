import { type Bytes, emptyBytes } from '../../encoding/bytes.ts';
import type { SignatureChecker } from '../checker.ts';
import { VerifyFlag, type VerifyFlags } from '../flags.ts';
import { createCursor, type ScriptCursor } from '../script.ts';
import type { ScriptError } from '../script-error.ts';
import { decodeScriptNum } from '../script-num.ts';

/** Script versions that run a script. Core: SigVersion without the key path. */
export type ExecutedVersion = 'base' | 'witness_v0' | 'tapscript';

/** State of tapscript besides the stack. */
export type TapscriptExecution = {
  readonly leafHash: Bytes;
  readonly annexHash?: Bytes;
  /** The signature budget (BIP342). */
  readonly weight: number;
};

/**
 * The state of a running script. Stack elements are never written to, because they may be views of
 * scripts and of each other.
 */
export type Machine = {
  readonly cursor: ScriptCursor;
  readonly stack: Bytes[];
  readonly altStack: Bytes[];
  readonly flags: VerifyFlags;
  readonly checker: SignatureChecker;
  readonly sigVersion: ExecutedVersion;
  readonly tapscript: TapscriptExecution | undefined;
  readonly requireMinimal: boolean;
  /** Index of the current operation, from 0. */
  index: number;
  /** Number of operations so far that count towards the limit. */
  operations: number;
  /** Start of the signed code, after the last OP_CODESEPARATOR that ran. */
  codeStart: number;
  codeSeparatorPosition: number;
  weightLeft: number;
  /**
   * Number of open branches, and the outermost branch that does not run (-1 if all run). Core:
   * ConditionStack.
   */
  openBranches: number;
  firstSkipped: number;
};

/** Runs an operation and returns the error, if any. */
export type Handler = (machine: Machine) => ScriptError | undefined;

const TRUE: Bytes = Uint8Array.of(1);
const FALSE: Bytes = emptyBytes;

export function createMachine(
  stack: Bytes[],
  script: Bytes,
  flags: VerifyFlags,
  checker: SignatureChecker,
  sigVersion: ExecutedVersion,
  tapscript?: TapscriptExecution,
): Machine {
  return {
    cursor: createCursor(script),
    stack,
    altStack: [],
    flags,
    checker,
    sigVersion,
    tapscript,
    requireMinimal: (flags & VerifyFlag.MINIMALDATA) !== 0,
    index: 0,
    operations: 0,
    codeStart: 0,
    codeSeparatorPosition: 0xffffffff,
    weightLeft: tapscript?.weight ?? 0,
    openBranches: 0,
    firstSkipped: -1,
  };
}

/** Returns false only for zero bytes, of which the last may have a sign. Core: CastToBool. */
export function isTrue(element: Bytes): boolean {
  const last = element.length - 1;
  for (let i = 0; i < last; i++) if (element[i] !== 0) return true;
  return last >= 0 && element[last] !== 0 && element[last] !== 0x80;
}

/** Returns the element `depth` below the top (0), which the handler has checked to exist. */
export function peek({ stack }: Machine, depth: number): Bytes {
  return stack[stack.length - 1 - depth] ?? FALSE;
}

/** Returns the result of `peek` as a number of up to four bytes. */
export function peekNumber(machine: Machine, depth: number): number | undefined {
  return decodeScriptNum(peek(machine, depth), machine);
}

export function pushBool(machine: Machine, value: boolean): undefined {
  machine.stack.push(value ? TRUE : FALSE);
}

/**
 * Makes the -VERIFY form of a handler that leaves a bool: removes true, or fails and leaves false.
 */
export function verified(handler: Handler, error: ScriptError): Handler {
  return (machine) => {
    const fault = handler(machine);
    if (fault !== undefined) return fault;
    if (!isTrue(peek(machine, 0))) return error;
    machine.stack.pop();
    return undefined;
  };
}
