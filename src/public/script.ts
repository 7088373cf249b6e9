export type { Bytes } from '../encoding/bytes.ts';
export type { AsmOptions } from '../script/asm.ts';
export { formatAsm } from '../script/asm.ts';
export {
  multisigScript,
  nullDataScript,
  p2aScript,
  p2pkhScript,
  p2pkScript,
  p2shScript,
  p2trScript,
  p2wpkhScript,
  p2wshScript,
} from '../script/builders.ts';
export type { SignatureChecker, TaprootSpend } from '../script/checker.ts';
export { refusingChecker } from '../script/checker.ts';
export type { VerifyFlags } from '../script/flags.ts';
export { MANDATORY_VERIFY_FLAGS, STANDARD_VERIFY_FLAGS, VerifyFlag } from '../script/flags.ts';
export { verifyScript } from '../script/interpreter/verify.ts';
export { Op, opcodeName } from '../script/opcodes.ts';
export type { ScriptOp } from '../script/script.ts';
export { buildScript, pushBytes, pushNumber, walkScript } from '../script/script.ts';
export type { ScriptError, ScriptFailure, ScriptPlace } from '../script/script-error.ts';
export { scriptErrorSentence } from '../script/script-error.ts';
export type { ScriptTemplate } from '../script/templates.ts';
export { solveScript } from '../script/templates.ts';
