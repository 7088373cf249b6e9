/** A set of the properties of BIP379, one bit each; 0 if ill-typed. */
export type MiniscriptType = number;

/** Base: pushes nonzero when satisfied, 0 when dissatisfied. Every complete script is a B. */
export const B = 1 << 0;
/** Verify: pushes no element when satisfied, and cannot be dissatisfied. */
export const V = 1 << 1;
/** Key: pushes a public key, for which a signature must follow. */
export const K = 1 << 2;
/** Wrapped: takes its input from one below the top of the stack. */
export const W = 1 << 3;
/** Zero-arg: consumes no stack element. */
export const z = 1 << 4;
/** One-arg: consumes one. */
export const o = 1 << 5;
/** Nonzero: has a satisfaction whose top element is not zero. */
export const n = 1 << 6;
/** Dissatisfiable: there is an easy dissatisfaction. */
export const d = 1 << 7;
/** Unit: pushes exactly 1 when satisfied. */
export const u = 1 << 8;
/** Expression: the dissatisfaction is unique. */
export const e = 1 << 9;
/** Forced: no dissatisfaction without a signature. */
export const f = 1 << 10;
/** Safe: no satisfaction without a signature. */
export const s = 1 << 11;
/** Non-malleable: every way to satisfy has a satisfaction that third parties cannot change. */
export const m = 1 << 12;
/** Expensive verify: a following OP_VERIFY cannot be merged into the last opcode. */
export const x = 1 << 13;
/** Has an older in units of 512 seconds. */
export const g = 1 << 14;
/** Has an older in blocks. */
export const h = 1 << 15;
/** Has an after by time. */
export const i = 1 << 16;
/** Has an after by height. */
export const j = 1 << 17;
/** No way to satisfy needs both blocks and time of the same kind of lock. */
export const k = 1 << 18;

/** Returns true if `type` has all properties in `wanted`. */
export function has(type: MiniscriptType, wanted: MiniscriptType): boolean {
  return (wanted & ~type) === 0;
}

export type MiniscriptContext = 'p2wsh' | 'tapscript';

/**
 * The fragments of BIP379. Syntactic sugar has no fragment: and_n(X,Y) is andor(X,Y,0), t:X is
 * and_v(X,1), l:X is or_i(0,X), u:X is or_i(X,0), pk(K) is c:pk_k(K), pkh(K) is c:pk_h(K).
 */
export type Fragment =
  | '0'
  | '1'
  | 'pk_k'
  | 'pk_h'
  | 'older'
  | 'after'
  | HashFragment
  | WrapperFragment
  | 'and_v'
  | 'and_b'
  | 'or_b'
  | 'or_c'
  | 'or_d'
  | 'or_i'
  | 'andor'
  | 'thresh'
  | 'multi'
  | 'multi_a';

export type HashFragment = 'sha256' | 'hash256' | 'ripemd160' | 'hash160';
type WrapperFragment = 'a' | 's' | 'c' | 'd' | 'v' | 'j' | 'n';
