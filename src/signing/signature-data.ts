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

/** A key of a taproot output, with its leaves and origin (BIP371). */
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
  /** True if a witness spends the output. */
  readonly isWitness: boolean;
  /** Signatures by keyHash. */
  readonly signatures: ReadonlyMap<string, PartialSignature>;
  /** Participating keys with their origins, by keyHash. */
  readonly publicKeys: ReadonlyMap<
    string,
    { readonly publicKey: Bytes; readonly origin: KeyOrigin }
  >;
  readonly taprootSpendData: TaprootSpendData;
  readonly taprootTree: TaprootTree | undefined;
  readonly taprootKeySignature: Bytes | undefined;
  /** Signatures by `taprootSignatureKey`. */
  readonly taprootScriptSignatures: ReadonlyMap<string, Bytes>;
  /** Keys by x-only key. */
  readonly taprootPublicKeys: ReadonlyMap<string, TaprootKeyInfo>;
  /** X-only keys by the hash160 of their 32 bytes. */
  readonly taprootKeysByHash: ReadonlyMap<string, Bytes>;
  readonly musigParticipants: MusigParticipants;
  readonly musigPubNonces: MusigContributions;
  readonly musigPartialSignatures: MusigContributions;
  /** Preimages by `kind:digest`. */
  readonly preimages: ReadonlyMap<string, Bytes>;
  readonly missing: MissingData;
};

/** Contributions by `musigKey`, then by the hex of the participant's key. */
export type MusigContributions = ReadonlyMap<string, ReadonlyMap<string, Bytes>>;

/**
 * Returns a name for a MuSig2 signature: the key (33 bytes) in the script or output, and the leaf
 * (BIP373).
 */
export function musigKey(publicKey: Bytes, leafHash: Bytes | undefined): string {
  return `${encodeHex(publicKey)}:${leafHash ? encodeHex(leafHash) : ''}`;
}

/** Data that was needed and not found, identified by hashes. */
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
