/** Maximum bytes of a stack element (script.h). */
export const MAX_SCRIPT_ELEMENT_SIZE = 520;
/** Maximum operations per script that are not pushes (script.h); not in tapscript. */
export const MAX_OPS_PER_SCRIPT = 201;
export const MAX_PUBKEYS_PER_MULTISIG = 20;
/** Maximum keys of a script of OP_CHECKSIGADD (script.h), from the stack limit of BIP342. */
export const MAX_PUBKEYS_PER_MULTI_A = 999;
/** Maximum bytes of a script; not in tapscript. */
export const MAX_SCRIPT_SIZE = 10_000;
/** Maximum elements of stack and altstack together. */
export const MAX_STACK_SIZE = 1_000;
/** Threshold of lock times: below are block heights, others are seconds since 1970. */
export const LOCKTIME_THRESHOLD = 500_000_000;

export const WITNESS_V0_KEYHASH_SIZE = 20;
export const WITNESS_V0_SCRIPTHASH_SIZE = 32;
export const WITNESS_V1_TAPROOT_SIZE = 32;

/** The first byte of an annex (BIP341). */
export const ANNEX_TAG = 0x50;
export const TAPROOT_LEAF_MASK = 0xfe;
export const TAPROOT_LEAF_TAPSCRIPT = 0xc0;
export const TAPROOT_CONTROL_BASE_SIZE = 33;
export const TAPROOT_CONTROL_NODE_SIZE = 32;
export const TAPROOT_CONTROL_MAX_SIZE = 33 + 32 * 128;

/**
 * Cost in the signature budget (BIP342), which is the size of the witness plus 50. Each signature
 * that is not empty costs 50.
 */
export const VALIDATION_WEIGHT_PER_SIGOP_PASSED = 50;
export const VALIDATION_WEIGHT_OFFSET = 50;
