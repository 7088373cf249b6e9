/** Bits of interpreter.h, SCRIPT_VERIFY_*, with the same numbers. */
export const VerifyFlag = {
  P2SH: 1 << 0,
  STRICTENC: 1 << 1,
  DERSIG: 1 << 2,
  LOW_S: 1 << 3,
  NULLDUMMY: 1 << 4,
  SIGPUSHONLY: 1 << 5,
  MINIMALDATA: 1 << 6,
  DISCOURAGE_UPGRADABLE_NOPS: 1 << 7,
  CLEANSTACK: 1 << 8,
  CHECKLOCKTIMEVERIFY: 1 << 9,
  CHECKSEQUENCEVERIFY: 1 << 10,
  WITNESS: 1 << 11,
  DISCOURAGE_UPGRADABLE_WITNESS_PROGRAM: 1 << 12,
  MINIMALIF: 1 << 13,
  NULLFAIL: 1 << 14,
  WITNESS_PUBKEYTYPE: 1 << 15,
  CONST_SCRIPTCODE: 1 << 16,
  TAPROOT: 1 << 17,
  DISCOURAGE_UPGRADABLE_TAPROOT_VERSION: 1 << 18,
  DISCOURAGE_OP_SUCCESS: 1 << 19,
  DISCOURAGE_UPGRADABLE_PUBKEYTYPE: 1 << 20,
} as const;

/**
 * A set of `VerifyFlag` bits. CLEANSTACK and WITNESS need P2SH, CLEANSTACK needs WITNESS as well.
 */
export type VerifyFlags = number;

export const NO_VERIFY_FLAGS: VerifyFlags = 0;

/** The rules for blocks today (policy.h, MANDATORY_SCRIPT_VERIFY_FLAGS). */
export const MANDATORY_VERIFY_FLAGS: VerifyFlags =
  VerifyFlag.P2SH |
  VerifyFlag.DERSIG |
  VerifyFlag.NULLDUMMY |
  VerifyFlag.CHECKLOCKTIMEVERIFY |
  VerifyFlag.CHECKSEQUENCEVERIFY |
  VerifyFlag.WITNESS |
  VerifyFlag.TAPROOT;

/**
 * The rules for relay by nodes, which signing also verifies with (policy.h,
 * STANDARD_SCRIPT_VERIFY_FLAGS).
 */
export const STANDARD_VERIFY_FLAGS: VerifyFlags =
  MANDATORY_VERIFY_FLAGS |
  VerifyFlag.STRICTENC |
  VerifyFlag.MINIMALDATA |
  VerifyFlag.DISCOURAGE_UPGRADABLE_NOPS |
  VerifyFlag.CLEANSTACK |
  VerifyFlag.MINIMALIF |
  VerifyFlag.NULLFAIL |
  VerifyFlag.LOW_S |
  VerifyFlag.DISCOURAGE_UPGRADABLE_WITNESS_PROGRAM |
  VerifyFlag.WITNESS_PUBKEYTYPE |
  VerifyFlag.CONST_SCRIPTCODE |
  VerifyFlag.DISCOURAGE_UPGRADABLE_TAPROOT_VERSION |
  VerifyFlag.DISCOURAGE_OP_SUCCESS |
  VerifyFlag.DISCOURAGE_UPGRADABLE_PUBKEYTYPE;
