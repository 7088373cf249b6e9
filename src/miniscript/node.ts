import type { Bytes } from '../encoding/bytes.ts';
import type { MiniscriptType } from './types.ts';

export type MiniscriptContext = 'p2wsh' | 'tapscript';

/**
 * The fragments of BIP379. Sugar has no fragment of its own: and_n(X,Y) is andor(X,Y,0), t:X is and_v(X,1), l:X is
 * or_i(0,X), u:X is or_i(X,0), pk(K) is c:pk_k(K), pkh(K) is c:pk_h(K).
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
export type WrapperFragment = 'a' | 's' | 'c' | 'd' | 'v' | 'j' | 'n';

/** `K` is what stands for a key: bytes when a script was decoded, a key expression in a descriptor. */
export type Node<K> = {
  readonly fragment: Fragment;
  readonly context: MiniscriptContext;
  /** The threshold of thresh and multi, the number of older and after; else 0. */
  readonly k: number;
  readonly keys: readonly K[];
  /** The digest of a hash fragment; else empty. */
  readonly data: Bytes;
  readonly subs: readonly Node<K>[];
  /** 0 when the tree is not well typed. */
  readonly type: MiniscriptType;
  /** Bytes of the script. */
  readonly scriptSize: number;
  readonly bounds: Bounds;
};

/** Worst cases over all canonical satisfactions; `undefined` where there is none. */
export type Bounds = {
  /** Opcodes that are not pushes, whether executed or not. */
  readonly ops: number;
  /** Keys of the OP_CHECKMULTISIGs that are executed. */
  readonly keysSatisfy: number | undefined;
  readonly keysDissatisfy: number | undefined;
  readonly stackSatisfy: StackUse | undefined;
  readonly stackDissatisfy: StackUse | undefined;
  /** Bytes of the witness items with their length bytes, without the script. */
  readonly witnessSatisfy: number | undefined;
  readonly witnessDissatisfy: number | undefined;
};

/** Stack elements, compared with the end of the script: at its start, and at the highest moment. */
export type StackUse = { readonly start: number; readonly peak: number };
