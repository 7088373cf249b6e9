import { type Bytes, concatBytes, emptyBytes, reverseBytes } from '../encoding/bytes.ts';
import { decodeHex } from '../encoding/hex.ts';
import { compactSizeLength, createWriter, type Writer } from '../encoding/writer.ts';
import type { HashKind, KeyOrigin } from '../signing/provider.ts';
import type { TaprootKeyInfo } from '../signing/signature-data.ts';
import { encodeTransaction, writeTxOut } from '../transaction/codec.ts';
import { GLOBAL, INPUT, MAGIC, OUTPUT } from './keys.ts';
import { orderPsbt } from './order.ts';
import type {
  KeyPath,
  MusigField,
  MusigParticipants,
  Psbt,
  PsbtInput,
  PsbtOutput,
  RawField,
} from './psbt.ts';
import { isScriptPending } from './silent-fields.ts';
import { outlineTransaction } from './unsigned-transaction.ts';

// Records are written in the order of Core's psbt.h, so that equal content gives equal bytes.

/** Writes "<keylen> <keytype> <keydata> <valuelen>". */
function writeHead(writer: Writer, type: number, keyData: Bytes, valueLength: number): Writer {
  return writer
    .compactSize(keyData.length + 1)
    .u8(type)
    .bytes(keyData)
    .compactSize(valueLength);
}

function writeField(writer: Writer, type: number, keyData: Bytes, value: Bytes): void {
  writeHead(writer, type, keyData, value.length).bytes(value);
}

/** Writes a record whose key is only its type, unless the value is `undefined`. */
function writeSingle(writer: Writer, type: number, value: Bytes | undefined): void {
  if (value !== undefined) writeField(writer, type, emptyBytes, value);
}

export const hashKinds: readonly HashKind[] = ['ripemd160', 'sha256', 'hash160', 'hash256'];

export const unlessEmpty = (bytes: Bytes): Bytes | undefined =>
  bytes.length > 0 ? bytes : undefined;

function writeU32(writer: Writer, type: number, value: number | undefined): void {
  if (value !== undefined) writeHead(writer, type, emptyBytes, 4).u32(value);
}

function writeCount(writer: Writer, type: number, count: number): void {
  writeHead(writer, type, emptyBytes, compactSizeLength(count)).compactSize(count);
}

const originLength = ({ path }: KeyOrigin): number => 4 + 4 * path.length;

function writeOrigin(writer: Writer, origin: KeyOrigin): void {
  writer.bytes(origin.fingerprint);
  for (const index of origin.path) writer.u32(index);
}

function writeKeyPaths(writer: Writer, type: number, keyPaths: readonly KeyPath[]): void {
  for (const { publicKey, origin } of keyPaths) {
    writeOrigin(writeHead(writer, type, publicKey, originLength(origin)), origin);
  }
}

function writeTapKeyPaths(writer: Writer, type: number, keyPaths: readonly TaprootKeyInfo[]): void {
  for (const { xOnly, leafHashes, origin } of keyPaths) {
    const count = leafHashes.size;
    const length = compactSizeLength(count) + 32 * count + originLength(origin);
    writeHead(writer, type, xOnly, length).compactSize(count);
    for (const leafHash of [...leafHashes].sort()) writer.bytes(decodeHex(leafHash) ?? emptyBytes);
    writeOrigin(writer, origin);
  }
}

function writeParticipants(writer: Writer, type: number, list: readonly MusigParticipants[]): void {
  for (const { aggregate, participants } of list) {
    writeField(writer, type, aggregate, concatBytes(...participants));
  }
}

function writeMusigFields(writer: Writer, type: number, fields: readonly MusigField[]): void {
  for (const { participant, aggregate, leafHash, value } of fields) {
    writeField(writer, type, concatBytes(participant, aggregate, leafHash ?? emptyBytes), value);
  }
}

function writeRaw(writer: Writer, fields: readonly RawField[]): void {
  for (const { key, value } of fields) {
    writer.varBytes(key).varBytes(value);
  }
}

export function isFinalized(input: PsbtInput): boolean {
  return input.finalScriptSig.length > 0 || input.finalWitness.length > 0;
}

/** Writes the fields that a final input no longer needs. */
function writeUnfinished(writer: Writer, input: PsbtInput): void {
  for (const { publicKey, signature } of input.partialSignatures) {
    writeField(writer, INPUT.partialSig, publicKey, signature);
  }
  writeU32(writer, INPUT.sighash, input.sighashType);
  writeSingle(writer, INPUT.redeemScript, unlessEmpty(input.redeemScript));
  writeSingle(writer, INPUT.witnessScript, unlessEmpty(input.witnessScript));
  writeKeyPaths(writer, INPUT.bip32Derivation, input.keyPaths);
  for (const kind of hashKinds) {
    for (const { digest, preimage } of input[kind]) {
      writeField(writer, INPUT[kind], digest, preimage);
    }
  }
  writeTaproot(writer, input);
  writeParticipants(writer, INPUT.musigParticipants, input.musigParticipants);
  writeMusigFields(writer, INPUT.musigPubNonce, input.musigPubNonces);
  writeMusigFields(writer, INPUT.musigPartialSig, input.musigPartialSignatures);
}

function writeTaproot(writer: Writer, input: PsbtInput): void {
  writeSingle(writer, INPUT.tapKeySig, input.tapKeySignature);
  for (const { xOnly, leafHash, signature } of input.tapScriptSignatures) {
    writeField(writer, INPUT.tapScriptSig, concatBytes(xOnly, leafHash), signature);
  }
  for (const { script, leafVersion, controlBlocks } of input.tapLeaves) {
    const value = concatBytes(script, Uint8Array.of(leafVersion));
    for (const controlBlock of controlBlocks) {
      writeField(writer, INPUT.tapLeafScript, controlBlock, value);
    }
  }
  writeTapKeyPaths(writer, INPUT.tapBip32Derivation, input.tapKeyPaths);
  writeSingle(writer, INPUT.tapInternalKey, input.tapInternalKey);
  writeSingle(writer, INPUT.tapMerkleRoot, input.tapMerkleRoot);
}

function writeInput(writer: Writer, input: PsbtInput, version: 0 | 2): void {
  const { nonWitnessUtxo, witnessUtxo, finalWitness } = input;
  if (nonWitnessUtxo !== undefined) {
    const value = encodeTransaction(nonWitnessUtxo, { witness: false });
    writeSingle(writer, INPUT.nonWitnessUtxo, value);
  }
  if (witnessUtxo !== undefined) {
    const { length } = witnessUtxo.scriptPubKey;
    const size = 8 + compactSizeLength(length) + length;
    writeTxOut(writeHead(writer, INPUT.witnessUtxo, emptyBytes, size), witnessUtxo);
  }
  if (!isFinalized(input)) writeUnfinished(writer, input);
  writeSingle(writer, INPUT.scriptSig, unlessEmpty(input.finalScriptSig));
  if (finalWitness.length > 0) {
    const value = createWriter().compactSize(finalWitness.length);
    for (const item of finalWitness) value.varBytes(item);
    writeSingle(writer, INPUT.scriptWitness, value.finish());
  }
  if (version === 2) {
    const hash = decodeHex(input.prevout.txid) ?? emptyBytes;
    writeSingle(writer, INPUT.previousTxid, reverseBytes(hash));
    writeU32(writer, INPUT.outputIndex, input.prevout.vout);
    writeU32(writer, INPUT.sequence, input.sequence);
    writeU32(writer, INPUT.timeLocktime, input.timeLocktime);
    writeU32(writer, INPUT.heightLocktime, input.heightLocktime);
  }
  writeRaw(writer, input.proprietary);
  writeRaw(writer, input.unknown);
  writer.u8(0);
}

function writeOutput(writer: Writer, output: PsbtOutput, version: 0 | 2): void {
  writeSingle(writer, OUTPUT.redeemScript, unlessEmpty(output.redeemScript));
  writeSingle(writer, OUTPUT.witnessScript, unlessEmpty(output.witnessScript));
  writeKeyPaths(writer, OUTPUT.bip32Derivation, output.keyPaths);
  if (version === 2) {
    writeHead(writer, OUTPUT.amount, emptyBytes, 8).i64(output.value);
    writeSingle(writer, OUTPUT.script, isScriptPending(output) ? undefined : output.scriptPubKey);
  }
  writeRaw(writer, output.proprietary);
  writeSingle(writer, OUTPUT.tapInternalKey, output.tapInternalKey);
  if (output.tapTree.length > 0) {
    const value = createWriter();
    for (const leaf of output.tapTree) {
      value.u8(leaf.depth).u8(leaf.leafVersion).varBytes(leaf.script);
    }
    writeSingle(writer, OUTPUT.tapTree, value.finish());
  }
  writeTapKeyPaths(writer, OUTPUT.tapBip32Derivation, output.tapKeyPaths);
  writeParticipants(writer, OUTPUT.musigParticipants, output.musigParticipants);
  writeRaw(writer, output.unknown);
  writer.u8(0);
}

/**
 * Encodes a PSBT as bytes, in the order of Core's psbt.h. Returns `undefined` for version 0 if the
 * inputs' lock times exclude each other.
 */
export function encodePsbt(unordered: Psbt): Bytes | undefined {
  const psbt = orderPsbt(unordered);
  const writer = createWriter(1024).bytes(Uint8Array.from(MAGIC));
  if (psbt.version === 0) {
    const transaction = outlineTransaction(psbt);
    if (transaction === undefined) return undefined;
    writeSingle(writer, GLOBAL.unsignedTx, encodeTransaction(transaction, { witness: false }));
  }
  for (const { xpub, origin } of psbt.xpubs) {
    writeOrigin(writeHead(writer, GLOBAL.xpub, xpub, originLength(origin)), origin);
  }
  if (psbt.version === 2) {
    const { txModifiable } = psbt;
    writeU32(writer, GLOBAL.txVersion, psbt.txVersion);
    writeU32(writer, GLOBAL.fallbackLocktime, psbt.fallbackLocktime);
    writeCount(writer, GLOBAL.inputCount, psbt.inputs.length);
    writeCount(writer, GLOBAL.outputCount, psbt.outputs.length);
    writeSingle(
      writer,
      GLOBAL.txModifiable,
      txModifiable === undefined ? undefined : Uint8Array.of(txModifiable),
    );
    writeU32(writer, GLOBAL.version, psbt.version);
  }
  writeRaw(writer, psbt.proprietary);
  writeRaw(writer, psbt.unknown);
  writer.u8(0);
  for (const input of psbt.inputs) writeInput(writer, input, psbt.version);
  for (const output of psbt.outputs) writeOutput(writer, output, psbt.version);
  return writer.finish();
}
