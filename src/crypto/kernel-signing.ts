import type { Bytes } from '../encoding/bytes.ts';
import type { Kernel } from './kernel.ts';
import { nobleSecp256k1 } from './noble.ts';
import { isPrivateScalar } from './order.ts';
import type { EcdsaSigning, NewSignature, SchnorrSigning, Secp256k1 } from './secp256k1.ts';

/** Signs lists without verification, for callers that verify by themselves. */
export type UnverifiedSigning = Pick<Secp256k1, 'signEcdsaMany' | 'signSchnorrMany'>;

/** Signs a list; `undefined` where the key or digest is invalid. */
export function signEcdsaBy(
  kernel: Kernel,
  requests: readonly EcdsaSigning[],
  takesHighR: boolean,
): (NewSignature | undefined)[] {
  const canSign = requests.map(
    ({ digest, privateKey }) => isPrivateScalar(privateKey) && digest.length === 32,
  );
  const given = requests.filter((_, i) => canSign[i]);
  const pairs = given.map(({ digest, privateKey }) => [digest, privateKey]);
  const answers = kernel.signEcdsa(pairs, takesHighR).values();
  return requests.map((_, i) => {
    const bytes = canSign[i] ? answers.next().value : undefined;
    return bytes && { signature: bytes.slice(0, 64), nonceY: bytes.slice(64) };
  });
}

/** Signs with a kernel, without verification. */
export function unverifiedOf(kernel: Kernel): UnverifiedSigning {
  /** Returns x and y of the public keys: those in the requests, and others derived together. */
  function pointsOf(signings: readonly EcdsaSigning[]): Bytes[][] {
    const unnamed = signings.filter((signing) => namedPoint(signing) === undefined);
    const derived = kernel.publicKeys(unnamed.map(({ privateKey }) => privateKey));
    let next = 0;
    return signings.map((signing) => namedPoint(signing) ?? derived.slice(next, ++next));
  }

  function signSchnorrMany(requests: readonly SchnorrSigning[]): (NewSignature | undefined)[] {
    const canSign = ({ digest, privateKey, auxiliary }: SchnorrSigning) =>
      isPrivateScalar(privateKey) && digest.length === 32 && auxiliary.length === 32;
    const given = requests.filter(canSign);
    const points = pointsOf(given);
    const answers = kernel
      .signSchnorr(
        given.map(({ digest, privateKey, auxiliary }, i) => [
          ...[digest, privateKey, auxiliary],
          ...(points[i] ?? []),
        ]),
      )
      .values();
    return requests.map((request) => {
      if (!canSign(request)) return signOddSchnorr(request);
      const bytes = answers.next().value;
      return (
        bytes && {
          signature: bytes.slice(0, 64),
          nonceY: bytes.slice(64, 96),
          keyY: bytes.slice(96),
        }
      );
    });
  }

  return {
    signEcdsaMany: (requests) => signEcdsaBy(kernel, requests, false),
    signSchnorrMany,
  };
}

const namedPoint = ({ publicKey, keyY }: EcdsaSigning): Bytes[] | undefined =>
  publicKey?.length === 32 && keyY?.length === 32 ? [publicKey, keyY] : undefined;

/** Signs a message of another length than 32 bytes, which BIP340 allows. */
const signOddSchnorr = (request: SchnorrSigning): NewSignature | undefined =>
  request.digest.length === 32 ? undefined : nobleSecp256k1.signSchnorrMany([request])[0];
