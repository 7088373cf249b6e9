import { kindsOf, type MembersOf } from '../arguments/basic-kinds.ts';
import { checkArguments } from '../arguments/check-arguments.ts';
import type { Bytes } from '../encoding/bytes.ts';
import { nobleSecp256k1 } from './noble.ts';
import { backendOf } from './noble-single.ts';
import { isPrivateScalar } from './order.ts';
import { verifiedOwn } from './own-signatures.ts';
import type {
  Curve,
  CurveFunctions,
  EcdsaSigning,
  NewSignature,
  SchnorrSigning,
  Secp256k1,
  SignatureCheck,
} from './secp256k1.ts';

const curveKinds = /* @__PURE__ */ kindsOf({
  CurveFunctions: {
    only: {
      publicKey: 'function',
      signEcdsa: 'function',
      verifyEcdsa: 'function',
      signSchnorr: 'function',
      verifySchnorr: 'function',
      tweakPublicKey: 'function',
    } satisfies MembersOf<CurveFunctions>,
  },
});

/** Number of signatures of each list that JavaScript verifies. The app's curve verifies all. */
const SAMPLE = 4;

/**
 * Makes a curve of the functions of an app, such as a native library. The rest is computed in
 * JavaScript. Every signature is verified, and some by JavaScript, before it is used.
 *
 * @param functions - Its six functions.
 */
export function createCurve(functions: CurveFunctions): Curve {
  checkArguments('createCurve', { functions: [functions, 'CurveFunctions'] }, curveKinds);
  const curve = { ...functions };
  const derive = (key: Bytes) => curve.publicKey(key, true);
  const verifyOne = ({ kind, signature, digest, publicKey }: SignatureCheck) =>
    kind === 'ecdsa'
      ? curve.verifyEcdsa(signature, digest, publicKey)
      : curve.verifySchnorr(signature, digest, publicKey);
  const verifyAll = (checks: readonly SignatureCheck[]) => checks.every(verifyOne);
  const opinion = {
    confirmAll: (sample: readonly SignatureCheck[]) => sample.every(nobleSecp256k1.confirm),
    verifyAll,
    sample: SAMPLE,
    derive,
  };
  const verified = <S extends EcdsaSigning>(
    kind: SignatureCheck['kind'],
    signings: readonly S[],
    sign: (signing: S) => Bytes | undefined,
  ): (NewSignature | undefined)[] => {
    const made = signings.map((signing) => {
      const isValid = isPrivateScalar(signing.privateKey) && signing.digest.length === 32;
      const signature = isValid ? sign(signing) : undefined;
      return signature && { signature };
    });
    return verifiedOwn(kind, signings, made, opinion);
  };
  const signEcdsaMany = (signings: readonly EcdsaSigning[]) =>
    verified('ecdsa', signings, ({ digest, privateKey }) => curve.signEcdsa(digest, privateKey));
  const signSchnorrMany = (signings: readonly SchnorrSigning[]) =>
    verified('schnorr', signings, ({ digest, privateKey, auxiliary }) =>
      curve.signSchnorr(digest, privateKey, auxiliary),
    );
  const backend: Secp256k1 = {
    ...backendOf(() => derive, {
      ...nobleSecp256k1,
      publicKeyMany: (keys, compressed) => keys.map((key) => curve.publicKey(key, compressed)),
      signEcdsaMany,
      signSchnorrMany,
      verifyAll,
      tweakPublicKeyMany: (key, tweaks) => tweaks.map((tweak) => curve.tweakPublicKey(key, tweak)),
    }),
    publicKey: (key, compressed) => curve.publicKey(key, compressed),
    signEcdsa: (digest, privateKey) => signEcdsaMany([{ digest, privateKey }])[0]?.signature,
    signSchnorr: (digest, privateKey, auxiliary) =>
      signSchnorrMany([{ digest, privateKey, auxiliary }])[0]?.signature,
    verifyEcdsa: (signature, digest, key) => curve.verifyEcdsa(signature, digest, key),
    verifySchnorr: (signature, digest, key) => curve.verifySchnorr(signature, digest, key),
  };
  return backend;
}
