import { hash160 } from '../crypto/hash.ts';
import { type Bytes, concatBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { type KeyOrigin, knowsOrigins, type SigningProvider } from './provider.ts';
import { signMusig } from './sign-musig.ts';
import { noteTaprootOrigin, type SigningContext, withEntry } from './signature-data-builder.ts';

const EVEN: Bytes = Uint8Array.of(2);
const ODD: Bytes = Uint8Array.of(3);

/**
 * Returns both public keys with this x coordinate, the even one first. Core:
 * XOnlyPubKey::GetKeyIDs.
 */
export function publicKeysOfXOnly(xOnly: Bytes): readonly [Bytes, Bytes] {
  return [concatBytes(EVEN, xOnly), concatBytes(ODD, xOnly)];
}

/** Returns the public key with the parity for which `has` returns true. */
export function findByXOnly(
  xOnly: Bytes,
  has: (keyHash: Bytes) => boolean,
): { readonly publicKey: Bytes; readonly keyHash: Bytes } | undefined {
  for (const publicKey of publicKeysOfXOnly(xOnly)) {
    const keyHash = hash160(publicKey);
    if (has(keyHash)) return { publicKey, keyHash };
  }
  return undefined;
}

export function originByXOnly(provider: SigningProvider, xOnly: Bytes): KeyOrigin | undefined {
  if (!knowsOrigins(provider)) return undefined;
  const found = findByXOnly(xOnly, (hash) => provider.getKeyOrigin(hash) !== undefined);
  return found && provider.getKeyOrigin(found.keyHash);
}

/**
 * Finds a public key by hash160: in the signatures and keys at hand, then in the provider. Records
 * it as missing if not found.
 */
export function findPublicKey(
  { provider, data }: SigningContext,
  keyHash: Bytes,
): Bytes | undefined {
  const id = encodeHex(keyHash);
  const xOnly = data.taprootKeysByHash.get(id);
  const publicKey =
    data.signatures.get(id)?.publicKey ??
    data.publicKeys.get(id)?.publicKey ??
    (xOnly && concatBytes(EVEN, xOnly)) ??
    provider.getPublicKey(keyHash);
  if (publicKey === undefined) data.missingPublicKeys.push(keyHash);
  return publicKey;
}

/**
 * Returns a known ECDSA signature, or makes one. Records it as missing if neither is possible.
 * `keyHash`: hash160 of the public key. Core: CreateSig (script/sign.cpp).
 */
export function findEcdsaSignature(
  { provider, creator, data }: SigningContext,
  publicKey: Bytes,
  scriptCode: Bytes,
  sigVersion: 'base' | 'witness_v0',
  keyHash: Bytes = hash160(publicKey),
): Bytes | undefined {
  const id = encodeHex(keyHash);
  const known = data.signatures.get(id);
  if (known !== undefined) return known.signature;
  const origin = provider.getKeyOrigin(keyHash);
  if (origin && !data.publicKeys.has(id)) {
    data.publicKeys = withEntry(data.publicKeys, id, { publicKey, origin });
  }
  const keyOrigin = origin ?? data.publicKeys.get(id)?.origin;
  const signature = creator.ecdsa({ publicKey, keyHash, id, keyOrigin, scriptCode, sigVersion });
  if (signature === undefined) data.missingSignatures.push(publicKey);
  else data.signatures = withEntry(data.signatures, id, { publicKey, signature });
  return signature;
}

export function taprootSignatureKey(xOnly: Bytes, leafHash: Bytes): string {
  return `${encodeHex(xOnly)}:${encodeHex(leafHash)}`;
}

/** Returns a known tapscript signature, or makes one. Core: CreateTaprootScriptSig. */
export function findTapscriptSignature(
  context: SigningContext,
  xOnly: Bytes,
  leafHash: Bytes,
): Bytes | undefined {
  const { creator, data } = context;
  noteTaprootKey(context, xOnly, leafHash);
  const id = taprootSignatureKey(xOnly, leafHash);
  const known = data.taprootScriptSignatures.get(id);
  if (known !== undefined) return known;
  const signature = creator.schnorr({ xOnly, leafHash }) ?? signMusig(context, xOnly, { leafHash });
  if (signature === undefined) data.missingSignatures.push(xOnly);
  else data.taprootScriptSignatures = withEntry(data.taprootScriptSignatures, id, signature);
  return signature;
}

/** Records the origin of a taproot key if the provider knows it. */
export function noteTaprootKey(
  { provider, data }: Pick<SigningContext, 'provider' | 'data'>,
  xOnly: Bytes,
  leafHash?: Bytes,
): void {
  noteTaprootOrigin(data, xOnly, originByXOnly(provider, xOnly), leafHash);
}
