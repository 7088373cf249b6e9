import type { Bytes } from '../encoding/bytes.ts';
import type { MiniscriptContext, Node } from './node.ts';

/** Which key stands in a script; `undefined`: none that is known, and the script does not decode. */
export type KeyLookup<K> = {
  /** 33 bytes (P2WSH) or 32 (tapscript), as pushed. */
  readonly fromKey: (bytes: Bytes) => K | undefined;
  /** The 20 bytes of a pk_h. */
  readonly fromKeyHash: (hash: Bytes) => K | undefined;
};

/**
 * A script as its tree, or `undefined` when it is no valid miniscript of type B. It need not be sane (`isSane`).
 * Any bytes are tolerated. Core: miniscript::FromScript.
 */
export declare function decodeMiniscript<K>(
  script: Bytes,
  context: MiniscriptContext,
  keys: KeyLookup<K>,
): Node<K> | undefined;
