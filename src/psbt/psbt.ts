import type { Satoshis } from '../encoding/amount.ts';
import type { Bytes } from '../encoding/bytes.ts';
import type { KeyOrigin, TaprootLeaf, TaprootTree } from '../signing/provider.ts';
import type { PartialSignature, TaprootKeyInfo } from '../signing/signature-data.ts';
import type { OutPoint, Transaction, TxOut } from '../transaction/transaction.ts';

/** A public key and where it comes from. */
export type KeyPath = { readonly publicKey: Bytes; readonly origin: KeyOrigin };

/** A field that is kept as it came: `key` includes the type. */
export type RawField = { readonly key: Bytes; readonly value: Bytes };

/** Which part of a MuSig2 signing a nonce or partial signature belongs to (BIP373). */
export type MusigField = {
  readonly participant: Bytes;
  readonly aggregate: Bytes;
  /** Absent: the key path. */
  readonly leafHash: Bytes | undefined;
  readonly value: Bytes;
};

export type MusigParticipants = {
  readonly aggregate: Bytes;
  readonly participants: readonly Bytes[];
};

export type Preimage = { readonly digest: Bytes; readonly preimage: Bytes };

/** One input's map (BIP174, 370, 371, 373). Lists are sets: see `encode.ts` for their order on the wire. */
export type PsbtInput = {
  readonly prevout: OutPoint;
  readonly sequence: number | undefined;
  readonly timeLocktime: number | undefined;
  readonly heightLocktime: number | undefined;
  readonly nonWitnessUtxo: Transaction | undefined;
  readonly witnessUtxo: TxOut | undefined;
  readonly partialSignatures: readonly PartialSignature[];
  readonly sighashType: number | undefined;
  readonly redeemScript: Bytes;
  readonly witnessScript: Bytes;
  readonly keyPaths: readonly KeyPath[];
  readonly finalScriptSig: Bytes;
  readonly finalWitness: readonly Bytes[];
  readonly ripemd160: readonly Preimage[];
  readonly sha256: readonly Preimage[];
  readonly hash160: readonly Preimage[];
  readonly hash256: readonly Preimage[];
  readonly tapKeySignature: Bytes | undefined;
  readonly tapScriptSignatures: readonly TapScriptSignature[];
  readonly tapLeaves: readonly TaprootLeaf[];
  readonly tapKeyPaths: readonly TaprootKeyInfo[];
  readonly tapInternalKey: Bytes | undefined;
  readonly tapMerkleRoot: Bytes | undefined;
  readonly musigParticipants: readonly MusigParticipants[];
  readonly musigPubNonces: readonly MusigField[];
  readonly musigPartialSignatures: readonly MusigField[];
  readonly proprietary: readonly RawField[];
  readonly unknown: readonly RawField[];
};

export type TapScriptSignature = {
  readonly xOnly: Bytes;
  readonly leafHash: Bytes;
  readonly signature: Bytes;
};

/** One output's map (BIP174, 370, 371, 373). */
export type PsbtOutput = {
  readonly amount: Satoshis;
  readonly script: Bytes;
  readonly redeemScript: Bytes;
  readonly witnessScript: Bytes;
  readonly keyPaths: readonly KeyPath[];
  readonly tapInternalKey: Bytes | undefined;
  /** Empty: none. */
  readonly tapTree: TaprootTree;
  readonly tapKeyPaths: readonly TaprootKeyInfo[];
  readonly musigParticipants: readonly MusigParticipants[];
  readonly proprietary: readonly RawField[];
  readonly unknown: readonly RawField[];
};

/** An extended public key that inputs derive from, as the 78 bytes of BIP32. */
export type GlobalXpub = { readonly xpub: Bytes; readonly origin: KeyOrigin };

/** A partially signed transaction: BIP174 (version 0) or BIP370 (version 2). */
export type Psbt = {
  readonly version: 0 | 2;
  readonly txVersion: number;
  readonly fallbackLocktime: number | undefined;
  /** BIP370: bit 0 inputs, bit 1 outputs may be added, bit 2 has SIGHASH_SINGLE. */
  readonly txModifiable: number | undefined;
  readonly xpubs: readonly GlobalXpub[];
  readonly inputs: readonly PsbtInput[];
  readonly outputs: readonly PsbtOutput[];
  readonly proprietary: readonly RawField[];
  readonly unknown: readonly RawField[];
};

/** A value under construction: what is a list in `T` can be pushed to. */
export type Draft<T> = {
  -readonly [K in keyof T]: T[K] extends readonly (infer Item)[] ? Item[] : T[K];
};

const nothing: Bytes = new Uint8Array(0);

export function emptyPsbtInput(prevout: OutPoint, sequence: number | undefined): Draft<PsbtInput> {
  return {
    prevout,
    sequence,
    timeLocktime: undefined,
    heightLocktime: undefined,
    nonWitnessUtxo: undefined,
    witnessUtxo: undefined,
    partialSignatures: [],
    sighashType: undefined,
    redeemScript: nothing,
    witnessScript: nothing,
    keyPaths: [],
    finalScriptSig: nothing,
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

export function emptyPsbtOutput(amount: Satoshis, script: Bytes): Draft<PsbtOutput> {
  return {
    amount,
    script,
    redeemScript: nothing,
    witnessScript: nothing,
    keyPaths: [],
    tapInternalKey: undefined,
    tapTree: [],
    tapKeyPaths: [],
    musigParticipants: [],
    proprietary: [],
    unknown: [],
  };
}

/** A PSBT around an unsigned transaction, with nothing filled in. Scripts and witnesses of its inputs are left out. */
export function createPsbt(transaction: Transaction, version: 0 | 2): Psbt {
  return {
    version,
    txVersion: transaction.version,
    fallbackLocktime: transaction.locktime,
    txModifiable: undefined,
    xpubs: [],
    inputs: transaction.inputs.map((input) => emptyPsbtInput(input.prevout, input.sequence)),
    outputs: transaction.outputs.map((output) =>
      emptyPsbtOutput(output.value, output.scriptPubKey),
    ),
    proprietary: [],
    unknown: [],
  };
}
