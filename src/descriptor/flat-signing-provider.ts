import { hash160 } from '../crypto/hash.ts';
import type { PrivateKey } from '../crypto/private-key.ts';
import { type Bytes, emptyBytes } from '../encoding/bytes.ts';
import { decodeHex, encodeHex } from '../encoding/hex.ts';
import { walkScript } from '../script/script.ts';
import { publicKeysOfXOnly } from '../signing/keys.ts';
import { emptyProvider } from '../signing/miniscript-provider.ts';
import type {
  HashKind,
  KeyOrigin,
  MusigParticipants,
  SigningProvider,
} from '../signing/provider.ts';
import type { TaprootOutput } from '../signing/taproot-output.ts';

/**
 * Keys and scripts in memory, by the hex of their hash160; `expand` fills it. Core:
 * FlatSigningProvider.
 */
export type FlatSigningProvider = {
  /** Redeem and witness scripts. */
  readonly scripts: Map<string, Bytes>;
  /**
   * Public keys, 33 or 65 bytes. Keys known by their x-only form are stored under the hash160 of
   * those 32 bytes.
   */
  readonly publicKeys: Map<string, Bytes>;
  /** Origins by the hash160 of the public key. */
  readonly origins: Map<string, KeyOrigin>;
  /** Private keys by the hash160 of the public key. */
  readonly privateKeys: Map<string, PrivateKey>;
  /** Outputs by the hex of the output key. */
  readonly taproot: Map<string, TaprootOutput>;
  /** Participants' keys, sorted, by the hex of the aggregate key (33 bytes). */
  readonly aggregates: Map<string, readonly Bytes[]>;
};

/**
 * Creates an empty provider.
 */
export function createFlatSigningProvider(): FlatSigningProvider {
  return {
    scripts: new Map(),
    publicKeys: new Map(),
    origins: new Map(),
    privateKeys: new Map(),
    taproot: new Map(),
    aggregates: new Map(),
  };
}

let latest: { readonly bytes: Bytes; readonly id: string } | undefined;
/** Returns the hash160 in hex. Caches the latest, because keys are noted several times in a row. */
function idOf(bytes: Bytes): string {
  if (latest?.bytes !== bytes) latest = { bytes, id: encodeHex(hash160(bytes)) };
  return latest.id;
}

/** Sets a value unless there is one already. */
function keep<T>(map: Map<string, T>, key: string, value: T): void {
  if (!map.has(key)) map.set(key, value);
}

export function noteScript(flatProvider: FlatSigningProvider, script: Bytes): void {
  keep(flatProvider.scripts, idOf(script), script);
}

/**
 * Records a public key. `hashed`: bytes whose hash160 identifies the key, if they differ from it.
 */
export function notePublicKey(
  flatProvider: FlatSigningProvider,
  publicKey: Bytes,
  hashed = publicKey,
): void {
  keep(flatProvider.publicKeys, idOf(hashed), publicKey);
}

export function notePrivateKey(
  flatProvider: FlatSigningProvider,
  publicKey: Bytes,
  privateKey: PrivateKey,
): void {
  keep(flatProvider.privateKeys, idOf(publicKey), privateKey);
}

export function noteOrigin(
  flatProvider: FlatSigningProvider,
  publicKey: Bytes,
  origin: KeyOrigin,
): void {
  keep(flatProvider.origins, idOf(publicKey), origin);
}

/** Prefixes the known origin of a key with another origin. */
export function prefixOrigin(
  flatProvider: FlatSigningProvider,
  publicKey: Bytes,
  origin: KeyOrigin,
): void {
  const id = idOf(publicKey);
  const path = [...origin.path, ...(flatProvider.origins.get(id)?.path ?? [])];
  flatProvider.origins.set(id, { fingerprint: origin.fingerprint, path });
}

/** Returns the preimage of a digest, by the kind of its hash; `undefined` if unknown. */
export type Preimages = (kind: HashKind, digest: Bytes) => Bytes | undefined;

/**
 * Wraps a `FlatSigningProvider` as the lookups that signing needs.
 *
 * @param flatProvider - Scripts, keys and origins, as `expand` returns them.
 * @param getPreimage - Looks up preimages of hash locks. Default: none is known.
 */
export function toSigningProvider(
  flatProvider: FlatSigningProvider,
  getPreimage?: Preimages,
): SigningProvider {
  const { scripts, publicKeys, origins, privateKeys, taproot, aggregates } = flatProvider;
  const getPublicKey = (hash: Bytes) => publicKeys.get(encodeHex(hash));
  return {
    ...emptyProvider,
    getScript: (hash) => scripts.get(encodeHex(hash)),
    getPublicKey,
    // Expanding a miniscript in tapscript stores its keys under the hash of their x-only form.
    getPublicKeyByXOnlyHash: getPublicKey,
    canSign: (hash) => privateKeys.has(encodeHex(hash)),
    getPrivateKey: (hash) => privateKeys.get(encodeHex(hash)),
    getKeyOrigin: (hash) => origins.get(encodeHex(hash)),
    getTaprootSpendData: (outputKey) => taproot.get(encodeHex(outputKey))?.spendData,
    getTaprootTree: (outputKey) => taproot.get(encodeHex(outputKey))?.tree,
    getMusigParticipants: (outputKey) =>
      outputKey === undefined || aggregates.size === 0
        ? aggregates
        : groupsOf(outputKey, flatProvider),
    ...(getPreimage && { getPreimage }),
  };
}

/** Returns the groups whose aggregate key is in an output, or derives a key in it (BIP328). */
function groupsOf(
  outputKey: Bytes,
  { taproot, publicKeys, origins, aggregates }: FlatSigningProvider,
): MusigParticipants {
  const { internalKey, leaves = [] } = taproot.get(encodeHex(outputKey))?.spendData ?? {};
  const pushed = leaves.flatMap(({ script }) => walkScript(script) ?? []).map(({ data }) => data);
  const hashed = pushed.flatMap((data) => publicKeys.get(encodeHex(data))?.subarray(1) ?? []);
  const keys = [outputKey, internalKey ?? outputKey, ...pushed, ...hashed];
  const xOnly = keys.filter(({ length }) => length === 32);
  const inOutput = new Set(xOnly.map(encodeHex));
  const parents = new Set(
    xOnly.flatMap(publicKeysOfXOnly).flatMap((key) => {
      const origin = origins.get(encodeHex(hash160(key)));
      return origin ? [encodeHex(origin.fingerprint)] : [];
    }),
  );
  const isIn = (id: string) =>
    inOutput.has(id.slice(2)) ||
    parents.has(encodeHex(hash160(decodeHex(id) ?? emptyBytes).subarray(0, 4)));
  return new Map([...aggregates].filter(([id]) => isIn(id)));
}

/**
 * Adds the data of another provider to `target`, whose existing entries are kept. Core:
 * FlatSigningProvider::Merge.
 */
export function mergeFlatSigningProvider(
  target: FlatSigningProvider,
  more: FlatSigningProvider,
): void {
  mergeInto(target.scripts, more.scripts);
  mergeInto(target.publicKeys, more.publicKeys);
  mergeInto(target.origins, more.origins);
  mergeInto(target.privateKeys, more.privateKeys);
  mergeInto(target.taproot, more.taproot);
  mergeInto(target.aggregates, more.aggregates);
}

function mergeInto<T>(target: Map<string, T>, more: ReadonlyMap<string, T>): void {
  for (const [key, value] of more) keep(target, key, value);
}
