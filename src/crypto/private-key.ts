import type { Bytes } from '../encoding/bytes.ts';
import { invariant } from '../encoding/invariant.ts';
import { isPrivateScalar } from './order.ts';
import type { Secp256k1 } from './secp256k1.ts';

/**
 * A private key that refuses to print itself: its bytes are reached by `reveal` only, so that no template string,
 * JSON text or debugger's dump carries them by accident.
 */
export class PrivateKey {
  readonly #bytes: Bytes;
  /** Whether its public key is the 33 byte form: Core keeps this with the key (CKey::IsCompressed). */
  readonly compressed: boolean;
  #publicKey: Bytes | undefined;

  private constructor(bytes: Bytes, compressed: boolean) {
    this.#bytes = bytes.slice();
    this.compressed = compressed;
  }

  /** `undefined` unless the bytes are 32, not 0 and below the curve's order. They are copied. */
  static from(bytes: Bytes, compressed: boolean): PrivateKey | undefined {
    return isPrivateScalar(bytes) ? new PrivateKey(bytes, compressed) : undefined;
  }

  /** The 32 bytes themselves, not a copy. */
  reveal(): Bytes {
    return this.#bytes;
  }

  /** 33 or 65 bytes, derived when first asked for. */
  publicKey(curve: Secp256k1): Bytes {
    this.#publicKey ??= curve.publicKey(this.#bytes, this.compressed);
    invariant(
      this.#publicKey !== undefined,
      'a key in range has a point, and a wiped key is not used',
    );
    return this.#publicKey;
  }

  /** Derives the public keys of all together, which is cheaper than one by one. */
  static derivePublicKeys(keys: readonly PrivateKey[], curve: Secp256k1): void {
    for (const compressed of [true, false]) {
      const fresh = keys.filter((key) => key.compressed === compressed && !key.#publicKey);
      const publicKeys = curve.publicKeyMany(
        fresh.map((key) => key.#bytes),
        compressed,
      );
      fresh.forEach((key, i) => {
        key.#publicKey = publicKeys[i];
      });
    }
  }

  /** Overwrites the bytes. What the runtime has copied elsewhere is out of reach. */
  wipe(): void {
    this.#bytes.fill(0);
  }

  toString(): string {
    return '[redacted]';
  }
}
