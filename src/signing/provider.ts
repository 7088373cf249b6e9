import type { PrivateKey } from '../crypto/private-key.ts';
import { type Bytes, equalBytes } from '../encoding/bytes.ts';
import type { decodeMiniscript } from '../miniscript/from-script.ts';
import type { satisfy } from '../miniscript/satisfy.ts';

/** The origin of a key (BIP32): the master key's fingerprint (4 bytes) and the path below it. */
export type KeyOrigin = {
  /** The first 4 bytes of HASH160 of the master public key. Descriptors show their hex. */
  readonly fingerprint: Bytes;
  /** Steps from the master key: unsigned, 32 bits; the highest bit means hardened. */
  readonly path: readonly number[];
};

/** A leaf of a taproot tree with its control blocks, the shortest first. */
export type TaprootLeaf = {
  /** The script without the leaf version. */
  readonly script: Bytes;
  /** 0xc0 for tapscript (BIP342). */
  readonly leafVersion: number;
  /**
   * One control block for each place of the leaf: 33 bytes, and 32 for each step from the root
   * (BIP341).
   */
  readonly controlBlocks: readonly Bytes[];
};

/** Known data about a taproot output. Without `merkleRoot` it has no scripts. */
export type TaprootSpendData = {
  /** X-only, 32 bytes, before the tweak; absent if unknown. */
  readonly internalKey?: Bytes | undefined;
  /** 32 bytes in hashing order (BIP341); absent if there are no scripts. */
  readonly merkleRoot?: Bytes | undefined;
  /** Known leaves; there may be more. */
  readonly leaves: readonly TaprootLeaf[];
};

/** All leaves of a tree, depth first (BIP371, PSBT_OUT_TAP_TREE). */
export type TaprootTree = readonly {
  /** Steps from the root; 0 is the only leaf of its tree. */
  readonly depth: number;
  /** 0xc0 for tapscript (BIP342). */
  readonly leafVersion: number;
  /** The script without the leaf version. */
  readonly script: Bytes;
}[];

/**
 * Participants' keys in the order of aggregation (BIP327, BIP373), by the hex of an aggregate key
 * (33 bytes).
 */
export type MusigParticipants = ReadonlyMap<string, readonly Bytes[]>;

/** One of several ways to spend an output, when only this one is to be signed. */
export type SigningPath = {
  /** The keys that may sign, x-only, in hex. The script requires some or all of them. */
  readonly keys: ReadonlySet<string>;
  /**
   * Hash of the leaf (BIP341), 32 bytes. Absent for the key of a taproot output, and for the only
   * script.
   */
  readonly leafHash?: Bytes | undefined;
  /** The lock of OP_CHECKSEQUENCEVERIFY on this path, if any. */
  readonly older?: number | undefined;
  /** The lock of OP_CHECKLOCKTIMEVERIFY on this path, if any. */
  readonly after?: number | undefined;
};

/** The opcode of a hash lock: OP_SHA256, OP_HASH256, OP_RIPEMD160, OP_HASH160. */
export type HashKind = 'sha256' | 'hash256' | 'ripemd160' | 'hash160';

/**
 * Lookups of keys and scripts; `undefined` means unknown. Public keys are looked up by the hash160
 * of their SEC1 bytes, so compressed and uncompressed keys differ. Core: script/signingprovider.h.
 */
export type SigningProvider = {
  /** Looks up a script by hash160. For a witness script, that is RIPEMD-160 of its SHA-256. */
  readonly getScript: (hash160: Bytes) => Bytes | undefined;
  /** Looks up a public key, 33 or 65 bytes. */
  readonly getPublicKey: (hash160: Bytes) => Bytes | undefined;
  /** Looks up a public key by the hash160 of its x-only form, for pk_h in tapscript. */
  readonly getPublicKeyByXOnlyHash: (hash160: Bytes) => Bytes | undefined;
  /**
   * Returns true if a signature of this key is available, from `getPrivateKey` or an external
   * signer.
   */
  readonly canSign: (hash160: Bytes) => boolean;
  /** Looks up a private key by the hash160 of its public key. */
  readonly getPrivateKey: (hash160: Bytes) => PrivateKey | undefined;
  /** Looks up an origin by the hash160 of the public key. */
  readonly getKeyOrigin: (hash160: Bytes) => KeyOrigin | undefined;
  /** Looks up spend data by the x-only output key, 32 bytes. */
  readonly getTaprootSpendData: (outputKey: Bytes) => TaprootSpendData | undefined;
  /**
   * Looks up the tree by the x-only output key, 32 bytes; `undefined` if it is not completely
   * known.
   */
  readonly getTaprootTree: (outputKey: Bytes) => TaprootTree | undefined;
  /**
   * Returns the known aggregate keys in the scripts of an output, by its x-only output key (32
   * bytes). Without an output key, all that are known.
   */
  readonly getMusigParticipants: (outputKey?: Bytes) => MusigParticipants;
  /** Looks up a preimage by the digest in the script, 20 or 32 bytes. */
  readonly getPreimage: (kind: HashKind, digest: Bytes) => Bytes | undefined;
  /**
   * Returns the only path to sign for an output script. If it is absent or returns `undefined`, any
   * path that the keys allow.
   */
  readonly pathOf?: ((scriptPubKey: Bytes) => SigningPath | undefined) | undefined;
  /**
   * Parses and satisfies scripts that match no template. If absent, they are not satisfied, and a
   * bundle contains no miniscript.
   */
  readonly miniscript?: Miniscript | undefined;
};

/** A parser and satisfier of miniscript. */
type Miniscript = {
  /** See `decodeMiniscript`. */
  readonly decode: typeof decodeMiniscript;
  /** See `satisfy`. */
  readonly satisfy: typeof satisfy;
};

/** Adds the keys of an external signer to a provider. */
export type AddExternalKeys = (own: SigningProvider) => SigningProvider;

const unknown = () => undefined;
const noParticipants: MusigParticipants = new Map();

/** Knows no keys and parses no scripts. A bundle with only this provider contains no miniscript. */
export const unknowingProvider: SigningProvider = {
  getScript: unknown,
  getPublicKey: unknown,
  getPublicKeyByXOnlyHash: unknown,
  canSign: () => false,
  getPrivateKey: unknown,
  getKeyOrigin: unknown,
  getTaprootSpendData: unknown,
  getTaprootTree: unknown,
  getMusigParticipants: () => noParticipants,
  getPreimage: unknown,
};

/**
 * Returns true if the provider may know key origins. A lookup for an x-only key costs two hashes.
 */
export function knowsOrigins({ getKeyOrigin }: SigningProvider): boolean {
  return getKeyOrigin !== unknown;
}

/**
 * Joins two providers. Core: MultiSigningProvider.
 */
export function joinProviders(first: SigningProvider, second: SigningProvider): SigningProvider {
  return {
    getScript: (hash) => first.getScript(hash) ?? second.getScript(hash),
    getPublicKey: (hash) => first.getPublicKey(hash) ?? second.getPublicKey(hash),
    getPublicKeyByXOnlyHash: (hash) =>
      first.getPublicKeyByXOnlyHash(hash) ?? second.getPublicKeyByXOnlyHash(hash),
    canSign: (hash) => first.canSign(hash) || second.canSign(hash),
    getPrivateKey: (hash) => first.getPrivateKey(hash) ?? second.getPrivateKey(hash),
    getKeyOrigin: (hash) => first.getKeyOrigin(hash) ?? second.getKeyOrigin(hash),
    getTaprootSpendData: (key) => first.getTaprootSpendData(key) ?? second.getTaprootSpendData(key),
    getTaprootTree: (key) => first.getTaprootTree(key) ?? second.getTaprootTree(key),
    getMusigParticipants: (key) =>
      new Map([...second.getMusigParticipants(key), ...first.getMusigParticipants(key)]),
    getPreimage: (kind, digest) =>
      first.getPreimage(kind, digest) ?? second.getPreimage(kind, digest),
    pathOf: (script) => first.pathOf?.(script) ?? second.pathOf?.(script),
    miniscript: first.miniscript ?? second.miniscript,
  };
}

/**
 * Returns the same provider without private keys, or without key origins. Core:
 * HidingSigningProvider.
 */
export function hideFromProvider(
  provider: SigningProvider,
  hide: { readonly secrets: boolean; readonly origins: boolean },
): SigningProvider {
  return {
    ...provider,
    ...(hide.secrets && { canSign: () => false, getPrivateKey: unknown }),
    ...(hide.origins && { getKeyOrigin: unknown }),
  };
}

/** Returns a lookup by bytes; if bytes occur twice, the first entry counts. */
export function byBytes<T>(entries: Iterable<readonly [Bytes, T]>): (key: Bytes) => T | undefined {
  // A lookup by the first two bytes as a number is faster than by a long string.
  const buckets = new Map<number, (readonly [Bytes, T])[]>();
  for (const entry of entries) {
    const bucket = buckets.get(bucketOf(entry[0]));
    if (bucket) bucket.push(entry);
    else buckets.set(bucketOf(entry[0]), [entry]);
  }
  return (key) => buckets.get(bucketOf(key))?.find(([known]) => equalBytes(known, key))?.[1];
}

function bucketOf(key: Bytes): number {
  return ((key[0] ?? 0) << 8) | (key[1] ?? 0);
}
