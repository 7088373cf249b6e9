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
