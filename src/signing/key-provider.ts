import { hash160 } from '../crypto/hash.ts';
import { PrivateKey } from '../crypto/private-key.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import type { Bytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { isCompressedPublicKey } from '../script/public-key.ts';
import { tapTweakHash } from '../script/taproot.ts';
import {
  byBytes,
  type SigningProvider,
  type TaprootSpendData,
  unknowingProvider,
} from './provider.ts';
import { type Pause, runNow, type Task } from './task.ts';

/** The keys and scripts of a key provider. */
export type KeyProviderOptions = {
  /** Private keys. Each signs for its public key in its own form, compressed or not. */
  readonly keys: readonly PrivateKey[];
  /** Keys of an external signer: 33 or 65 bytes. */
  readonly publicKeys?: readonly Bytes[] | undefined;
  /** Redeem and witness scripts, which are found by their hash160. */
  readonly scripts?: readonly Bytes[] | undefined;
  /** Taproot data by x-only output key. */
  readonly taproot?:
    | readonly (readonly [outputKey: Bytes, spendData: TaprootSpendData])[]
    | undefined;
  /** Lets keys also sign for the taproot outputs that BIP86 derives from them. */
  readonly bip86?: boolean | undefined;
};

type Pair = {
  readonly key: PrivateKey | undefined;
  readonly publicKey: Bytes;
  readonly keyHash: Bytes;
};

/**
 * Creates a provider from keys and scripts in memory, for scripts that match a template. A bundle
 * with only this one contains no miniscript.
 */
export const createTemplateProvider = (
  options: KeyProviderOptions,
  curve: Secp256k1,
): SigningProvider => runNow(keyProviderTask(options, curve));

/** Number of keys and scripts that are hashed between pauses. */
const FEW = 256;

/** Creates a provider as `createTemplateProvider` does, and lets other work run. */
export function* keyProviderTask(
  { keys, publicKeys = [], scripts = [], taproot = [], bip86 = false }: KeyProviderOptions,
  curve: Secp256k1,
  pause?: Pause,
): Task<SigningProvider> {
  PrivateKey.derivePublicKeys(keys, curve);
  const hashed = yield* hashAll([...publicKeys, ...scripts], pause);
  const pairs: Pair[] = [
    ...keys.map((key) => ({
      key,
      publicKey: key.publicKey(curve),
      keyHash: key.publicKeyHash(curve),
    })),
    ...hashed.slice(0, publicKeys.length).map(([keyHash, publicKey]) => ({
      key: undefined,
      publicKey,
      keyHash,
    })),
  ];
  const xOnlyKeys = pairs.filter(({ publicKey }) => isCompressedPublicKey(publicKey));
  const findPair = byBytes(pairs.map((pair) => [pair.keyHash, pair] as const));
  const findTaproot = byBytes(taproot);
  const findBip86 = bip86 ? lazily(() => bip86Outputs(xOnlyKeys, curve)) : () => undefined;
  const findXOnly = lazily(() =>
    byBytes(xOnlyKeys.map(({ publicKey }) => [hash160(publicKey.subarray(1)), publicKey] as const)),
  );
  return {
    ...unknowingProvider,
    getScript: byBytes(hashed.slice(publicKeys.length)),
    getPublicKey: (hash) => findPair(hash)?.publicKey,
    getPublicKeyByXOnlyHash: (hash) => findXOnly(hash),
    canSign: (hash) => findPair(hash) !== undefined,
    getPrivateKey: (hash) => findPair(hash)?.key,
    getTaprootSpendData: (outputKey) => findTaproot(outputKey) ?? findBip86(outputKey),
  };
}

function* hashAll(
  list: readonly Bytes[],
  pause: Pause | undefined,
): Task<(readonly [hash: Bytes, bytes: Bytes])[]> {
  const hashed: (readonly [Bytes, Bytes])[] = [];
  for (const bytes of list) {
    hashed.push([hash160(bytes), bytes]);
    if (pause && hashed.length % FEW === 0) yield pause();
  }
  return hashed;
}

function lazily<T>(make: () => (key: Bytes) => T | undefined): (key: Bytes) => T | undefined {
  let find: ((key: Bytes) => T | undefined) | undefined;
  return (key) => {
    find ??= make();
    return find(key);
  };
}

/** BIP86: "outputKey = internalKey + int(hashTapTweak(bytes(internalKey)))G". */
function bip86Outputs(
  keys: readonly Pair[],
  curve: Secp256k1,
): (outputKey: Bytes) => TaprootSpendData | undefined {
  const outputs = new Map<string, TaprootSpendData>();
  for (const { publicKey } of keys) {
    const internalKey = publicKey.subarray(1);
    const tweaked = curve.tweakXOnlyPublicKey(internalKey, tapTweakHash(internalKey));
    if (tweaked) outputs.set(encodeHex(tweaked.xOnly), { internalKey, leaves: [] });
  }
  return (outputKey) => outputs.get(encodeHex(outputKey));
}
