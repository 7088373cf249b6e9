import type { Bytes } from '../encoding/bytes.ts';
import { emptyBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import type { KeyOrigin, MusigParticipants, TaprootSpendData, TaprootTree } from './provider.ts';

/** A signature with its sighash byte, and the key that made it. */
export type PartialSignature = {
  /** 33 or 65 bytes. */
  readonly publicKey: Bytes;
  /** DER, and the sighash byte. */
  readonly signature: Bytes;
};

/** A key of a taproot output, in which leaves it stands, and where it comes from (BIP371). */
export type TaprootKeyInfo = {
  /** 32 bytes. */
  readonly xOnly: Bytes;
  /** Hex of the leaves that name the key; empty for internal and output keys. */
  readonly leafHashes: ReadonlySet<string>;
  /** The path from the master key to it. */
  readonly origin: KeyOrigin;
};

/**
 * All that is known about spending one output: what a transaction or a PSBT brought, and what
 * signing added. Maps go by hex: of the hash160 of a public key (`keyHash`), of an x-only key, of a
 * digest. Core: SignatureData (script/sign.h).
 */
export type SignatureData = {
  readonly scriptSig: Bytes;
  readonly witness: readonly Bytes[];
  readonly redeemScript: Bytes | undefined;
  readonly witnessScript: Bytes | undefined;
  /** Whether the output turned out to be spent by a witness. */
  readonly isWitness: boolean;
  /** By keyHash. */
  readonly signatures: ReadonlyMap<string, PartialSignature>;
  /** By keyHash: keys that take part, with their origins. */
  readonly publicKeys: ReadonlyMap<
    string,
    { readonly publicKey: Bytes; readonly origin: KeyOrigin }
  >;
  readonly taprootSpendData: TaprootSpendData;
  readonly taprootTree: TaprootTree | undefined;
  readonly taprootKeySignature: Bytes | undefined;
  /** By `taprootSignatureKey`. */
  readonly taprootScriptSignatures: ReadonlyMap<string, Bytes>;
  /** By x-only key. */
  readonly taprootPublicKeys: ReadonlyMap<string, TaprootKeyInfo>;
  /** X-only keys by the hash160 of their 32 bytes. */
  readonly taprootKeysByHash: ReadonlyMap<string, Bytes>;
  readonly musigParticipants: MusigParticipants;
  readonly musigPubNonces: MusigContributions;
  readonly musigPartialSignatures: MusigContributions;
  /** By `kind:digest`. */
  readonly preimages: ReadonlyMap<string, Bytes>;
  readonly missing: MissingData;
};

/** By `musigKey`, then by the hex of the participant's key. */
export type MusigContributions = ReadonlyMap<string, ReadonlyMap<string, Bytes>>;

/**
 * What MuSig2 signs for: the key (33 bytes) that stands in the script or the output, and the leaf
 * (BIP373).
 */
export function musigKey(publicKey: Bytes, leafHash: Bytes | undefined): string {
  return `${encodeHex(publicKey)}:${leafHash ? encodeHex(leafHash) : ''}`;
}

/** What was looked for and not found, as bytes of the hashes. */
export type MissingData = {
  /** hash160 of public keys that are not known, 20 bytes each. */
  readonly publicKeys: readonly Bytes[];
  /** Public keys whose signature could not be had: 33 or 65 bytes, in taproot 32. */
  readonly signatures: readonly Bytes[];
  /** hash160 of the redeem script, 20 bytes; `undefined`: none is missing. */
  readonly redeemScript: Bytes | undefined;
  /** SHA-256 of the witness script, 32 bytes; `undefined`: none is missing. */
  readonly witnessScript: Bytes | undefined;
};

export const nothingMissing: MissingData = {
  publicKeys: [],
  signatures: [],
  redeemScript: undefined,
  witnessScript: undefined,
};

export const emptySignatureData: SignatureData = {
  scriptSig: emptyBytes,
  witness: [],
  redeemScript: undefined,
  witnessScript: undefined,
  isWitness: false,
  signatures: new Map(),
  publicKeys: new Map(),
  taprootSpendData: { leaves: [] },
  taprootTree: undefined,
  taprootKeySignature: undefined,
  taprootScriptSignatures: new Map(),
  taprootPublicKeys: new Map(),
  taprootKeysByHash: new Map(),
  musigParticipants: new Map(),
  musigPubNonces: new Map(),
  musigPartialSignatures: new Map(),
  preimages: new Map(),
  missing: nothingMissing,
};
