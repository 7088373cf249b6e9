import type { Bytes } from '../encoding/bytes.ts';
import { emptyBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import type { KeyOrigin, MusigParticipants, TaprootSpendData, TaprootTree } from './provider.ts';

/** A signature with its sighash byte and public key. */
export type PartialSignature = {
  /** 33 or 65 bytes. */
  readonly publicKey: Bytes;
  /** DER with the sighash byte. */
  readonly signature: Bytes;
};

/** A key of a taproot output, with its leaves and origin (BIP371). */
export type TaprootKeyInfo = {
  /** 32 bytes. */
  readonly xOnly: Bytes;
  /** Hex of the leaf hashes that contain the key; empty for internal and output keys. */
  readonly leafHashes: ReadonlySet<string>;
  /** The master key's fingerprint and the path from it. */
  readonly origin: KeyOrigin;
};

/**
 * Known data for spending one output, from a transaction, a PSBT or signing. Maps have hex keys:
 * the hash160 of a public key (`keyHash`), an x-only key, or a digest. Core: SignatureData
 * (script/sign.h).
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
 * Identifies a MuSig2 signature by the key in the script or output (33 bytes), and the leaf
 * (BIP373).
 */
export function musigKey(publicKey: Bytes, leafHash: Bytes | undefined): string {
  return `${encodeHex(publicKey)}:${leafHash ? encodeHex(leafHash) : ''}`;
}

/** Data that was needed and not found, identified by hashes. */
export type MissingData = {
  /** The hash160 of unknown public keys, 20 bytes each. */
  readonly publicKeys: readonly Bytes[];
  /** Public keys without a signature: 33 or 65 bytes, 32 in taproot. */
  readonly signatures: readonly Bytes[];
  /** The hash160 of the missing redeem script, 20 bytes, if one is missing. */
  readonly redeemScript: Bytes | undefined;
  /** SHA-256 of the missing witness script, 32 bytes, if one is missing. */
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
