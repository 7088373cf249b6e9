import { afterAll } from 'vitest';
import type { Secp256k1 } from '../../src/crypto/secp256k1.ts';
import { encodeHex } from '../../src/encoding/hex.ts';

type Derive = NonNullable<Secp256k1['deriveChildren']>;

/**
 * Remembers the children (BIP32) that a curve derives until the end of the file, for tests that
 * open the same accounts hundreds of times: every opening derives thousands.
 */
export function rememberChildren(curve: Secp256k1): void {
  const derive = curve.deriveChildren;
  if (derive === undefined) throw new Error('the curve derives no children');
  const known = new Map<string, ReturnType<Derive>>();
  curve.deriveChildren = (parent, numbers) => {
    const key = [parent.publicKey, parent.chainCode, ...numbers].map(encodeHex).join('');
    const children = known.get(key) ?? derive(parent, numbers);
    known.set(key, children);
    return children;
  };
  afterAll(() => {
    curve.deriveChildren = derive;
  });
}
