import type { Satoshis } from '../encoding/amount.ts';
import { type Bytes, emptyBytes } from '../encoding/bytes.ts';
import type { KeyOrigin, TaprootLeaf, TaprootTree } from '../signing/provider.ts';
import type { PartialSignature, TaprootKeyInfo } from '../signing/signature-data.ts';
import type { OutPoint, Transaction, TxOut } from '../transaction/transaction.ts';

/** A public key and where it comes from. */
export type KeyPath = {
  /** 33 or 65 bytes. */
  readonly publicKey: Bytes;
  /** The path from the master key to it. */
  readonly origin: KeyOrigin;
};

/** A field that is kept as it came: `key` includes the type. */
export type RawField = {
  /** The type, and what follows it in the key. */
  readonly key: Bytes;
  /** Value without its length prefix. */
  readonly value: Bytes;
};

/** The MuSig2 signing that a nonce or partial signature belongs to (BIP373). */
export type MusigField = {
  /** The public key of who made it, 33 bytes. */
  readonly participant: Bytes;
  /** The key that they sign for, 33 bytes: the key in the script, or the output key. */
  readonly aggregate: Bytes;
  /** Leaf hash in wire order (BIP341). Absent: the key path. */
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

/** The preimage of a hash in a script; it opens the lock. */
export type Preimage = {
  /** 20 bytes (RIPEMD-160, HASH160) or 32 (SHA-256, HASH256), in the order of the script. */
  readonly digest: Bytes;
  /** Any length; in miniscript 32 bytes. */
  readonly preimage: Bytes;
};

/**
 * One input's map (BIP174, 370, 371, 373). Lists are sets: see `encode.ts` for their order on the
 * wire.
 */
export type PsbtInput = {
  /** The output that is spent. */
  readonly prevout: OutPoint;
  /** Unsigned, 32 bits; `undefined` (in version 2 alone): 0xffffffff. */
  readonly sequence: number | undefined;
  /**
   * The least lock time that its script takes, in seconds since 1970 (500,000,000 and more);
   * `undefined`: any.
   */
  readonly timeLocktime: number | undefined;
  /**
   * The least lock time that its script takes, as a block's height (1 to 499,999,999); `undefined`:
   * any.
   */
  readonly heightLocktime: number | undefined;
  /**
   * The whole transaction that made the spent output. Its id is in `prevout`, which proves the
   * amount.
   */
  readonly nonWitnessUtxo: Transaction | undefined;
  /** The spent output alone. Its amount is a claim, until the signature commits to it. */
  readonly witnessUtxo: TxOut | undefined;
  /** ECDSA signatures so far, by public key. */
  readonly partialSignatures: readonly PartialSignature[];
  /** The only type that signers may use; `undefined`: DEFAULT for taproot, ALL for the rest. */
  readonly sighashType: number | undefined;
  /** Redeem script of P2SH; empty if unknown. */
  readonly redeemScript: Bytes;
  /** Witness script of P2WSH; empty if unknown. */
  readonly witnessScript: Bytes;
  /** Keys that may sign, and where they come from; not those of taproot. */
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
  /** The scripts that may be spent by, with the proofs that the output has them. */
  readonly tapLeaves: readonly TaprootLeaf[];
  /** X-only keys that may sign, and where they come from. */
  readonly tapKeyPaths: readonly TaprootKeyInfo[];
  /** 32 bytes, x-only: before the tweak (BIP341). */
  readonly tapInternalKey: Bytes | undefined;
  /**
   * Merkle root, 32 bytes in hashing order, with which the internal key was tweaked; `undefined`:
   * unknown, or no scripts.
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
  /** Fields of types that are not known here; they are carried along. */
  readonly unknown: readonly RawField[];
};

/** A Schnorr signature for one leaf of a taproot output (BIP371). */
export type TapScriptSignature = {
  /** The key in the script that made it, 32 bytes. */
  readonly xOnly: Bytes;
  /** 32 bytes in the order of hashing (BIP341, tapleaf). */
  readonly leafHash: Bytes;
  /** 64 bytes (BIP340), or 65 with a sighash byte that is not DEFAULT. */
  readonly signature: Bytes;
};

/** One output's map (BIP174, 370, 371, 373). */
export type PsbtOutput = {
  /** Amount in satoshi. */
  readonly value: Satoshis;
  /** The scriptPubKey, without a length in front. */
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
  /** 32 bytes, x-only: before the tweak (BIP341). */
  readonly tapInternalKey: Bytes | undefined;
  /** All scripts of a taproot output, for its owner; empty if unknown. */
  readonly tapTree: TaprootTree;
  /** X-only keys that can spend it, and where they come from. */
  readonly tapKeyPaths: readonly TaprootKeyInfo[];
  /** The participants of its aggregate keys. */
  readonly musigParticipants: readonly MusigParticipants[];
  /** Fields of type 0xfc, which belong to an application (BIP174). */
  readonly proprietary: readonly RawField[];
  /** Fields of types that are not known here; they are carried along. */
  readonly unknown: readonly RawField[];
};

/** An extended public key that inputs derive from, as the 78 bytes of BIP32. */
export type GlobalXpub = {
  /** 78 bytes, network's version bytes first, without a checksum (BIP32). */
  readonly xpub: Bytes;
  /** The path from the master key to it. */
  readonly origin: KeyOrigin;
};

/** A partially signed transaction: BIP174 (version 0) or BIP370 (version 2). */
export type Psbt = {
  /**
   * Version of the format: 0 contains a complete unsigned transaction (BIP174), 2 its parts
   * (BIP370).
   */
  readonly version: 0 | 2;
  /** `version` of the transaction. */
  readonly txVersion: number;
  /**
   * `locktime` of the transaction, where no input asks for one: a height, from 500000000 on seconds
   * since 1970; `undefined`: 0.
   */
  readonly fallbackLocktime: number | undefined;
  /** BIP370: bit 0 inputs, bit 1 outputs may be added, bit 2 has SIGHASH_SINGLE. */
  readonly txModifiable: number | undefined;
  /** Extended keys by which cosigners of a multisig recognize each other. */
  readonly xpubs: readonly GlobalXpub[];
  /** Inputs in the order of the transaction. */
  readonly inputs: readonly PsbtInput[];
  /** Outputs in the order of the transaction. */
  readonly outputs: readonly PsbtOutput[];
  /** Fields of type 0xfc, which belong to an application (BIP174). */
  readonly proprietary: readonly RawField[];
  /** Fields of types that are not known here; they are carried along. */
  readonly unknown: readonly RawField[];
};

/** A value under construction: what is a list in `T` can be pushed to. */
export type Mutable<T> = {
  -readonly [K in keyof T]: T[K] extends readonly (infer Item)[] ? Item[] : T[K];
};

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
 * Makes a PSBT from an unsigned transaction, without any other data. Scripts and witnesses of its
 * inputs are left out.
 *
 * @param transaction - Its inputs keep their sequence.
 * @param version - 0: BIP174; 2: BIP370.
 * @throws `ColdsignError`: `WRONG_ARGUMENT` if an argument has another type.
 *
 * @example
 * import { createPsbt } from 'coldsign/psbt';
 *
 * const transaction = { version: 2, inputs: [], outputs: [], locktime: 0 };
 * console.log(createPsbt(transaction, 2).version); // 2
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
