import type { EcdsaSigning, NewSignature, SignatureCheck } from '../../crypto/secp256k1.ts';
import { type Bytes, equalBytes } from '../../encoding/bytes.ts';

type Begun = Pick<SignatureCheck, 'kind' | 'digest' | 'publicKey'> & {
  readonly isValid: Promise<boolean>;
};

/** What threads verify by themselves: the signatures that they have just made. */
export type BegunChecks = {
  /** `isValid`: whether all these signatures are, with the digests and keys that they were asked for with. */
  note(
    kind: SignatureCheck['kind'],
    signings: readonly EcdsaSigning[],
    signatures: readonly (NewSignature | undefined)[],
    isValid: Promise<boolean>,
  ): void;
  /** Waits for what was begun, and returns the checks that were not found valid by it. */
  remaining(checks: readonly SignatureCheck[]): Promise<SignatureCheck[]>;
};

export function createBegunChecks(): BegunChecks {
  // By the signature's own array: it goes when the signature does.
  const begun = new WeakMap<Bytes, Begun>();

  function find({ kind, signature, digest, publicKey }: SignatureCheck) {
    const known = begun.get(signature);
    const isSame =
      known?.kind === kind &&
      equalBytes(known.digest, digest) &&
      equalBytes(known.publicKey, publicKey);
    return isSame ? known.isValid : undefined;
  }

  return {
    note(kind, signings, signatures, isValid) {
      // Who asks for it learns of a failure, and perhaps nobody does.
      isValid.catch(() => undefined);
      signings.forEach(({ digest, publicKey }, i) => {
        const signature = signatures[i]?.signature;
        if (signature && publicKey) begun.set(signature, { kind, digest, publicKey, isValid });
      });
    },
    async remaining(checks) {
      const found = checks.map(find);
      const valid = new Set<(typeof found)[number]>();
      for (const isValid of new Set(found)) if (await isValid) valid.add(isValid);
      return checks.filter((_, i) => !valid.has(found[i]));
    },
  };
}
