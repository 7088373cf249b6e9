import type { Satoshis } from '../encoding/amount.ts';
import { type Bytes, emptyBytes } from '../encoding/bytes.ts';
import type { KeyOrigin, TaprootLeaf, TaprootTree } from '../signing/provider.ts';
import type { PartialSignature, TaprootKeyInfo } from '../signing/signature-data.ts';
import { type FeeLimits, lowestLimits } from '../transaction/fee-bounds.ts';
import type { OutPoint, Transaction, TxOut } from '../transaction/transaction.ts';

/** A public key and its origin. */
export type KeyPath = {
  /** 33 or 65 bytes. */
  readonly publicKey: Bytes;
  /** The master key's fingerprint and the path from it. */
  readonly origin: KeyOrigin;
};

/** A field kept unchanged; `key` includes the type. */
export type RawField = {
  /** The type and the rest of the key. */
  readonly key: Bytes;
  /** Value without its length prefix. */
  readonly value: Bytes;
};

/** The MuSig2 signing that a nonce or partial signature belongs to (BIP373). */
export type MusigField = {
  /** The public key of the participant, 33 bytes. */
  readonly participant: Bytes;
  /** The key they sign for, 33 bytes: the key in the script, or the output key. */
  readonly aggregate: Bytes;
  /** Leaf hash in wire order (BIP341). Absent for the key path. */
  readonly leafHash: Bytes | undefined;
  /** A public nonce (66 bytes) or a partial signature (32 bytes). */
  readonly value: Bytes;
};

/** The participants of an aggregate key (BIP373). */
export type MusigParticipants = {
  /** The aggregate of their keys (BIP327), 33 bytes, before any derivation. */
  readonly aggregate: Bytes;
  /** Public keys of 33 bytes in the order of aggregation. */
  readonly participants: readonly Bytes[];
};

/** The preimage of a hash in a script, which opens the lock. */
export type Preimage = {
  /** 20 bytes (RIPEMD-160, HASH160) or 32 (SHA-256, HASH256), in the order of the script. */
  readonly digest: Bytes;
  /** Any length; 32 bytes in miniscript. */
  readonly preimage: Bytes;
};

/**
 * The map of an input (BIP174, 370, 371, 373). Lists are sets; `fields.ts` has the order on
 * the wire.
 */
export type PsbtInput = {
  /** The output that is spent. */
  readonly prevout: OutPoint;
  /** Unsigned, 32 bits. `undefined` means 0xffffffff (only in version 2). */
  readonly sequence: number | undefined;
  /**
   * Minimum lock time that its script requires, in seconds since 1970 (500,000,000 and more).
   * `undefined`: none.
   */
  readonly timeLocktime: number | undefined;
  /**
   * Minimum lock time that its script requires, as a block height (1 to 499,999,999). `undefined`:
   * none.
   */
  readonly heightLocktime: number | undefined;
  /**
   * The complete transaction that created the spent output. Its id is in `prevout`, which proves
   * the amount.
   */
  readonly nonWitnessUtxo: Transaction | undefined;
  /** The spent output. Its amount is only a claim until the signature commits to it. */
  readonly witnessUtxo: TxOut | undefined;
  /** ECDSA signatures so far, by public key. */
  readonly partialSignatures: readonly PartialSignature[];
  /** The only type that signers may use. Default: DEFAULT for taproot, ALL for others. */
  readonly sighashType: number | undefined;
  /** Redeem script of P2SH; empty if unknown. */
  readonly redeemScript: Bytes;
  /** Witness script of P2WSH; empty if unknown. */
  readonly witnessScript: Bytes;
  /** Keys that may sign, with their origins. Excludes taproot keys. */
  readonly keyPaths: readonly KeyPath[];
  /** Empty: none, or not final yet. */
  readonly finalScriptSig: Bytes;
  /** Stack items, bottom first; empty: none, or not final yet. */
  readonly finalWitness: readonly Bytes[];
  /** Preimages of OP_RIPEMD160. */
  readonly ripemd160: readonly Preimage[];
  /** Preimages of OP_SHA256. */
  readonly sha256: readonly Preimage[];
  /** Preimages of OP_HASH160. */
  readonly hash160: readonly Preimage[];
  /** Preimages of OP_HASH256. */
  readonly hash256: readonly Preimage[];
  /** Signature of the key path: 64 bytes (BIP340), or 65 with a sighash byte other than DEFAULT. */
  readonly tapKeySignature: Bytes | undefined;
  /** Signatures of script paths, by key and leaf. */
  readonly tapScriptSignatures: readonly TapScriptSignature[];
  /** Scripts that can spend the output, with the proofs that they belong to it. */
  readonly tapLeaves: readonly TaprootLeaf[];
  /** X-only keys that may sign, with their origins. */
  readonly tapKeyPaths: readonly TaprootKeyInfo[];
  /** 32 bytes, x-only, before the tweak (BIP341). */
  readonly tapInternalKey: Bytes | undefined;
  /**
   * Merkle root by which the internal key was tweaked, 32 bytes in hashing order. `undefined` if
   * unknown, or if there are no scripts.
   */
  readonly tapMerkleRoot: Bytes | undefined;
  /** The participants of aggregate keys that must sign. */
  readonly musigParticipants: readonly MusigParticipants[];
  /** The first round of MuSig2: public nonces of 66 bytes. */
  readonly musigPubNonces: readonly MusigField[];
  /** The second round of MuSig2: partial signatures of 32 bytes. */
  readonly musigPartialSignatures: readonly MusigField[];
  /** Fields of type 0xfc, which belong to an application (BIP174). */
  readonly proprietary: readonly RawField[];
  /** Fields of types unknown to coldsign, kept unchanged. */
  readonly unknown: readonly RawField[];
};

/** A Schnorr signature for one leaf of a taproot output (BIP371). */
export type TapScriptSignature = {
  /** The key in the script that made the signature, 32 bytes. */
  readonly xOnly: Bytes;
  /** 32 bytes in hashing order (BIP341, tapleaf). */
  readonly leafHash: Bytes;
  /** 64 bytes (BIP340), or 65 with a sighash byte that is not DEFAULT. */
  readonly signature: Bytes;
};

/** The map of an output (BIP174, 370, 371, 373). */
export type PsbtOutput = {
  /** Amount in satoshi. */
  readonly value: Satoshis;
  /** The scriptPubKey, without a length prefix. */
  readonly scriptPubKey: Bytes;
  /** Redeem script of P2SH, by which the owner recognizes the output; empty if unknown. */
  readonly redeemScript: Bytes;
  /** Witness script of P2WSH, by which the owner recognizes the output; empty if unknown. */
  readonly witnessScript: Bytes;
  /**
   * Keys that can spend it, with their origins, by which a device recognizes change. Excludes
   * taproot keys.
   */
  readonly keyPaths: readonly KeyPath[];
  /** 32 bytes, x-only, before the tweak (BIP341). */
  readonly tapInternalKey: Bytes | undefined;
  /** All scripts of a taproot output, for its owner; empty if unknown. */
  readonly tapTree: TaprootTree;
  /** X-only keys that can spend it, with their origins. */
  readonly tapKeyPaths: readonly TaprootKeyInfo[];
  /** The participants of its aggregate keys. */
  readonly musigParticipants: readonly MusigParticipants[];
  /** Fields of type 0xfc, which belong to an application (BIP174). */
  readonly proprietary: readonly RawField[];
  /** Fields of types unknown to coldsign, kept unchanged. */
  readonly unknown: readonly RawField[];
};

/** An extended public key from which keys of inputs are derived. */
export type GlobalXpub = {
  /** The 78 bytes of BIP32, version first, without a checksum. */
  readonly xpub: Bytes;
  /** The master key's fingerprint and the path from it. */
  readonly origin: KeyOrigin;
};

/** A partially signed transaction: BIP174 (version 0) or BIP370 (version 2). */
export type Psbt = {
  /**
   * Version of the format: 0 contains a complete unsigned transaction (BIP174), 2 its parts
   * (BIP370).
   */
  readonly version: 0 | 2;
  /** The transaction's `version`. */
  readonly txVersion: number;
  /**
   * The transaction's `locktime` if no input requires one: a block height, or from 500,000,000
   * seconds since 1970. `undefined` means 0.
   */
  readonly fallbackLocktime: number | undefined;
  /** BIP370: bit 0, inputs may be added; bit 1, outputs may be added; bit 2, has SIGHASH_SINGLE. */
  readonly txModifiable: number | undefined;
  /** Extended keys by which cosigners of a multisig recognize each other. */
  readonly xpubs: readonly GlobalXpub[];
  /** Inputs in the order of the transaction. */
  readonly inputs: readonly PsbtInput[];
  /** Outputs in the order of the transaction. */
  readonly outputs: readonly PsbtOutput[];
  /** Fields of type 0xfc, which belong to an application (BIP174). */
  readonly proprietary: readonly RawField[];
  /** Fields of types unknown to coldsign, kept unchanged. */
  readonly unknown: readonly RawField[];
  /**
   * Limits of the fee that this program set (`fund`, `parsePsbt`), for later calls. The bytes of a
   * PSBT never contain them, so its author cannot set them.
   */
  readonly feeLimits?: FeeLimits | undefined;
};

/** A value under construction: the lists of `T` can be pushed to. */
export type Mutable<T> = {
  -readonly [K in keyof T]: T[K] extends readonly (infer Item)[] ? Item[] : T[K];
};

export const isFinalized = ({ finalScriptSig, finalWitness }: PsbtInput): boolean =>
  finalScriptSig.length > 0 || finalWitness.length > 0;

export function emptyPsbtInput(
  prevout: OutPoint,
  sequence: number | undefined,
): Mutable<PsbtInput> {
  return {
    prevout,
    sequence,
    timeLocktime: undefined,
    heightLocktime: undefined,
    nonWitnessUtxo: undefined,
    witnessUtxo: undefined,
    partialSignatures: [],
    sighashType: undefined,
    redeemScript: emptyBytes,
    witnessScript: emptyBytes,
    keyPaths: [],
    finalScriptSig: emptyBytes,
    finalWitness: [],
    ripemd160: [],
    sha256: [],
    hash160: [],
    hash256: [],
    tapKeySignature: undefined,
    tapScriptSignatures: [],
    tapLeaves: [],
    tapKeyPaths: [],
    tapInternalKey: undefined,
    tapMerkleRoot: undefined,
    musigParticipants: [],
    musigPubNonces: [],
    musigPartialSignatures: [],
    proprietary: [],
    unknown: [],
  };
}

export function emptyPsbtOutput(value: Satoshis, scriptPubKey: Bytes): Mutable<PsbtOutput> {
  return {
    value,
    scriptPubKey,
    redeemScript: emptyBytes,
    witnessScript: emptyBytes,
    keyPaths: [],
    tapInternalKey: undefined,
    tapTree: [],
    tapKeyPaths: [],
    musigParticipants: [],
    proprietary: [],
    unknown: [],
  };
}

/**
 * Creates a PSBT from a transaction. Drops the inputs' scripts and witnesses.
 *
 * @param transaction - Its inputs keep their sequence.
 * @param version - 0: BIP174; 2: BIP370.
 */
export function createPsbt(transaction: Transaction, version: 0 | 2): Psbt {
  return {
    version,
    txVersion: transaction.version,
    fallbackLocktime: transaction.locktime,
    txModifiable: undefined,
    xpubs: [],
    inputs: transaction.inputs.map((input) => emptyPsbtInput(input.prevout, input.sequence)),
    outputs: transaction.outputs.map((each) => emptyPsbtOutput(each.value, each.scriptPubKey)),
    proprietary: [],
    unknown: [],
  };
}

/** Returns the lowest limits of the fee that any of the PSBTs has, as a member. */
export function limited(psbts: readonly Psbt[]): Pick<Psbt, 'feeLimits'> {
  const feeLimits = lowestLimits(psbts.map((psbt) => psbt.feeLimits));
  return feeLimits === undefined ? {} : { feeLimits };
}

/** Returns true unless a member is absent, or is an empty list or empty bytes. */
export function hasValue(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return ArrayBuffer.isView(value) ? value.byteLength > 0 : value !== undefined;
}

/** Returns `undefined` for zeros, with which Core stores and writes absent values. */
export function notNull(bytes: Bytes | undefined): Bytes | undefined {
  return bytes?.some((byte) => byte !== 0) ? bytes : undefined;
}
