import { type Bytes, isBytes, wipeableCopy } from '../encoding/bytes.ts';
import { argumentError } from '../encoding/coldsign-error.ts';
import { invariant } from '../encoding/invariant.ts';
import { hash160 } from './hash.ts';
import { isPrivateScalar } from './order.ts';
import type { Curve } from './secp256k1.ts';

/** The operation of a curve that derives public keys. */
type Deriving = Pick<Curve, 'publicKey'>;
/** The operation of a curve that derives the public keys of a list. */
type DerivingMany = {
  /** Returns `undefined` for an invalid key. */
  publicKeyMany(privateKeys: readonly Bytes[], compressed: boolean): (Bytes | undefined)[];
};

/**
 * A private key that refuses to print itself. Only `reveal` returns its bytes, so that no template
 * string, JSON text or debugger output contains them by accident.
 */
export class PrivateKey {
  readonly #bytes: Bytes;
  /**
   * True if its public key has the 33-byte form. Core stores this with the key
   * (CKey::IsCompressed).
   */
  readonly compressed: boolean;
  /** The public key in 65 bytes, because its derivation computes y anyway. */
  #publicKey: Bytes | undefined;
  #publicKeyHash: Bytes | undefined;

  private constructor(bytes: Bytes, compressed: boolean) {
    this.#bytes = wipeableCopy(bytes);
    this.compressed = compressed;
  }

  /**
   * Creates a key from a copy of the bytes. Returns `undefined` unless they are 32, not 0 and below
   * the curve's order.
   */
  static from(bytes: Bytes, compressed: boolean): PrivateKey | undefined {
    if (!isBytes(bytes)) {
      throw argumentError(
        'PrivateKey.from: bytes must be a Uint8Array',
        'Hexadecimal text becomes bytes by decodeHex.',
      );
    }
    if (typeof compressed !== 'boolean') {
      throw argumentError(
        'PrivateKey.from: compressed must be a boolean',
        'Write true, unless the key belongs to an old address with an uncompressed public key.',
      );
    }
    return isPrivateScalar(bytes) ? new PrivateKey(bytes, compressed) : undefined;
  }

  /** Returns the 32 bytes, not a copy. */
  reveal(): Bytes {
    return this.#bytes;
  }

  /** Returns the public key in 33 or 65 bytes, derived on first use. */
  publicKey(curve: Deriving): Bytes {
    const full = this.#fullPublicKey(curve);
    if (!this.compressed) return full;
    const short = new Uint8Array(full.subarray(0, 33));
    short[0] = 2 + ((full[64] ?? 0) & 1);
    return short;
  }

  /** Returns the hash160 of the public key. */
  publicKeyHash(curve: Deriving): Bytes {
    this.#publicKeyHash ??= hash160(this.publicKey(curve));
    return this.#publicKeyHash;
  }

  /** Returns y of the public key, as a hint for `Secp256k1.verifyAll`. */
  publicKeyY(curve: Deriving): Bytes {
    return this.#fullPublicKey(curve).subarray(33);
  }

  #fullPublicKey(curve: Deriving): Bytes {
    this.#publicKey ??= curve.publicKey(this.#bytes, false);
    invariant(
      this.#publicKey !== undefined,
      'a key in range has a point, and a wiped key is not used',
    );
    return this.#publicKey;
  }

  /** Derives the public keys of several keys together, which is cheaper. */
  static derivePublicKeys(keys: readonly PrivateKey[], curve: DerivingMany): void {
    const fresh = keys.filter((key) => !key.#publicKey);
    const derived = curve.publicKeyMany(
      fresh.map((key) => key.#bytes),
      false,
    );
    PrivateKey.#learn(fresh, derived);
  }

  /**
   * Derives the public keys of a list with `derive`, which may use threads, and hashes them. Keys
   * that `derive` omits are derived when needed.
   */
  static async derivePublicKeysBy(
    keys: readonly PrivateKey[],
    derive: (privateKeys: readonly Bytes[]) => Promise<readonly (Bytes | undefined)[]>,
    curve: Deriving,
  ): Promise<void> {
    const fresh = keys.filter((key) => !key.#publicKey);
    PrivateKey.#learn(fresh, await derive(fresh.map((key) => key.#bytes)));
    for (const key of fresh) if (key.#publicKey) key.publicKeyHash(curve);
  }

  static #learn(keys: readonly PrivateKey[], publicKeys: readonly (Bytes | undefined)[]): void {
    keys.forEach((key, i) => {
      key.#publicKey = publicKeys[i];
    });
  }

  /** Overwrites the bytes. Copies that the runtime made elsewhere cannot be overwritten. */
  wipe(): void {
    this.#bytes.fill(0);
  }

  /** Returns `[redacted]`. */
  toString(): string {
    return '[redacted]';
  }
}
