import type { Bytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import type { SignatureCreator } from './creator.ts';
import type { KeyOrigin, SigningProvider, TaprootSpendData, TaprootTree } from './provider.ts';
import type { PartialSignature, SignatureData } from './signature-data.ts';

/** `SignatureData` while one input is assembled. */
export type SignatureDataBuilder = {
  redeemScript: Bytes | undefined;
  witnessScript: Bytes | undefined;
  signatures: Map<string, PartialSignature>;
  publicKeys: Map<string, { readonly publicKey: Bytes; readonly origin: KeyOrigin }>;
  taprootSpendData: TaprootSpendData;
  taprootTree: TaprootTree | undefined;
  taprootKeySignature: Bytes | undefined;
  taprootScriptSignatures: Map<string, Bytes>;
  taprootPublicKeys: Map<
    string,
    { readonly xOnly: Bytes; readonly leafHashes: Set<string>; readonly origin: KeyOrigin }
  >;
  readonly taprootKeysByHash: ReadonlyMap<string, Bytes>;
  musigParticipants: Map<string, readonly Bytes[]>;
  musigPubNonces: Map<string, ReadonlyMap<string, Bytes>>;
  musigPartialSignatures: Map<string, ReadonlyMap<string, Bytes>>;
  readonly preimages: ReadonlyMap<string, Bytes>;
  readonly missingPublicKeys: Bytes[];
  readonly missingSignatures: Bytes[];
  missingRedeemScript: Bytes | undefined;
  missingWitnessScript: Bytes | undefined;
};

/** Sources and known data for assembling an input. */
export type SigningContext = {
  readonly provider: SigningProvider;
  readonly creator: SignatureCreator;
  readonly data: SignatureDataBuilder;
};

/** An empty map that all data share; never written to. */
const nothing = new Map<string, never>();

export function createSignatureDataBuilder(data: SignatureData): SignatureDataBuilder {
  return {
    redeemScript: data.redeemScript,
    witnessScript: data.witnessScript,
    signatures: copyOf(data.signatures),
    publicKeys: copyOf(data.publicKeys),
    taprootSpendData: data.taprootSpendData,
    taprootTree: data.taprootTree,
    taprootKeySignature: data.taprootKeySignature,
    taprootScriptSignatures: copyOf(data.taprootScriptSignatures),
    taprootPublicKeys: data.taprootPublicKeys.size === 0 ? nothing : copyKeys(data),
    taprootKeysByHash: data.taprootKeysByHash,
    musigParticipants: copyOf(data.musigParticipants),
    musigPubNonces: copyOf(data.musigPubNonces),
    musigPartialSignatures: copyOf(data.musigPartialSignatures),
    preimages: data.preimages,
    missingPublicKeys: [],
    missingSignatures: [],
    missingRedeemScript: undefined,
    missingWitnessScript: undefined,
  };
}

function copyKeys({ taprootPublicKeys }: SignatureData): SignatureDataBuilder['taprootPublicKeys'] {
  const copies = [...taprootPublicKeys].map(
    ([key, info]) => [key, { ...info, leafHashes: new Set(info.leafHashes) }] as const,
  );
  return new Map(copies);
}

function copyOf<V>(map: ReadonlyMap<string, V>): Map<string, V> {
  return map.size === 0 ? nothing : new Map(map);
}

/** Adds an entry to a builder's map, and replaces the shared empty map when necessary. */
export function withEntry<V>(map: Map<string, V>, key: string, value: V): Map<string, V> {
  const own = map === nothing ? new Map<string, V>() : map;
  return own.set(key, value);
}

/** Adds a participant's nonce or partial signature. Replaces maps instead of writing to them. */
export function addContribution(
  builder: SignatureDataBuilder,
  field: 'musigPubNonces' | 'musigPartialSignatures',
  key: string,
  participant: string,
  value: Bytes,
): void {
  const map = builder[field];
  builder[field] = withEntry(map, key, new Map(map.get(key)).set(participant, value));
}

/** Records the origin of a taproot key, and a leaf that contains it. */
export function noteTaprootOrigin(
  builder: SignatureDataBuilder,
  xOnly: Bytes,
  origin: KeyOrigin | undefined,
  leafHash: Bytes | undefined,
): void {
  if (origin === undefined) return;
  const id = encodeHex(xOnly);
  const known = builder.taprootPublicKeys.get(id);
  const info = known ?? { xOnly, leafHashes: new Set<string>(), origin };
  if (leafHash !== undefined) info.leafHashes.add(encodeHex(leafHash));
  builder.taprootPublicKeys = withEntry(builder.taprootPublicKeys, id, info);
}

/** Returns the `SignatureData` with the input's scripts. */
export function buildSignatureData(
  builder: SignatureDataBuilder,
  spend: Pick<SignatureData, 'scriptSig' | 'witness' | 'isWitness'>,
): SignatureData {
  // Members are listed because a spread costs more than all the rest of an input's plan.
  return {
    redeemScript: builder.redeemScript,
    witnessScript: builder.witnessScript,
    signatures: builder.signatures,
    publicKeys: builder.publicKeys,
    taprootSpendData: builder.taprootSpendData,
    taprootTree: builder.taprootTree,
    taprootKeySignature: builder.taprootKeySignature,
    taprootScriptSignatures: builder.taprootScriptSignatures,
    taprootPublicKeys: builder.taprootPublicKeys,
    taprootKeysByHash: builder.taprootKeysByHash,
    musigParticipants: builder.musigParticipants,
    musigPubNonces: builder.musigPubNonces,
    musigPartialSignatures: builder.musigPartialSignatures,
    preimages: builder.preimages,
    scriptSig: spend.scriptSig,
    witness: spend.witness,
    isWitness: spend.isWitness,
    missing: {
      publicKeys: builder.missingPublicKeys,
      signatures: builder.missingSignatures,
      redeemScript: builder.missingRedeemScript,
      witnessScript: builder.missingWitnessScript,
    },
  };
}
