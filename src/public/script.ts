export type { Bytes } from '../encoding/bytes.ts';
export {
  buildScript,
  formatAsm,
  multisigScript,
  nullDataScript,
  opcodeName,
  p2pkhScript,
  p2pkScript,
  p2shScript,
  p2trScript,
  p2wpkhScript,
  p2wshScript,
  pushBytes,
  pushNumber,
  scriptErrorSentence,
  solveScript,
  verifyScript,
  walkScript,
} from '../library/checked-script.ts';
export type { AsmOptions } from '../script/asm.ts';
export { p2aScript } from '../script/builders.ts';
export type { SignatureChecker, TaprootSpend } from '../script/checker.ts';
export { refusingChecker } from '../script/checker.ts';
export type { VerifyFlags } from '../script/flags.ts';
export { MANDATORY_VERIFY_FLAGS, STANDARD_VERIFY_FLAGS, VerifyFlag } from '../script/flags.ts';
export { Op } from '../script/opcodes.ts';
export type { ScriptOp } from '../script/script.ts';
export type { ScriptError, ScriptFailure, ScriptPlace } from '../script/script-error.ts';
export type { ScriptTemplate } from '../script/templates.ts';
export * from './address.ts';
