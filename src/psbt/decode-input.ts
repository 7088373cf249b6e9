import { type Bytes, reverseBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import type { Reader } from '../encoding/reader.ts';
import { VerifyFlag } from '../script/flags.ts';
import { LOCKTIME_THRESHOLD } from '../script/limits.ts';
import { checkSignatureEncoding } from '../script/signature-encoding.ts';
import type { HashKind, TaprootLeaf } from '../signing/provider.ts';
import { shortestFirst } from '../signing/taproot-output.ts';
import { readList, readTransaction, readTxOut } from '../transaction/codec.ts';
import type { OutPoint } from '../transaction/transaction.ts';
import {
  type AddedFields,
  type Decoders,
  decodeRecord,
  expectKeySize,
  type FieldDecoder,
  type FieldKey,
  type FieldSource,
  readMusigKey,
  readNotNull,
  readPublicKey,
  readRecords,
  readU32,
  readValue,
  readVarBytes,
  sharedDecoders,
  singleOf,
  sized,
} from './field-reader.ts';
import { INPUT } from './keys.ts';
import { emptyPsbtInput, type Mutable, type PsbtInput } from './psbt.ts';

type MutableInput = Mutable<PsbtInput>;
type LeafRecord = Omit<TaprootLeaf, 'controlBlocks'> & { readonly controlBlock: Bytes };

type InputDecoder = FieldDecoder<MutableInput>;

function readSignature({ reader }: FieldSource): Bytes {
  const signature = reader.varBytes();
  const flags = VerifyFlag.DERSIG | VerifyFlag.STRICTENC;
  if (signature.length === 0 || checkSignatureEncoding(signature, flags) !== undefined) {
    reader.fail('Signature is not a valid encoding');
  }
  return signature;
}

function readSchnorrSignature({ reader }: FieldSource, path: 'key' | 'script'): Bytes {
  const signature = reader.varBytes();
  const what = `Input Taproot ${path} path signature`;
  if (signature.length < 64) reader.fail(`${what} is shorter than 64 bytes`);
  if (signature.length > 65) reader.fail(`${what} is longer than 65 bytes`);
  return signature;
}

/**
 * "The hash preimage, encoded as a byte vector, which must equal the key when run through the
 * hash".
 */
function preimages(kind: HashKind, name: string, length: number): InputDecoder {
  return (source, key, input) => {
    expectKeySize(source, key, length + 1, `Input ${name} Preimage`);
    input[kind].push({ digest: key.data, preimage: source.reader.varBytes() });
  };
}

function locktime(
  field: 'timeLocktime' | 'heightLocktime',
  name: string,
  fault: (value: number) => string | undefined,
): InputDecoder {
  return (source, key, input) => {
    expectKeySize(source, key, 1, `Input Required ${name} Based Locktime`);
    const value = readU32(source);
    const reason = fault(value);
    if (reason !== undefined) {
      source.reader.fail(`Required ${name.toLowerCase()} based locktime is invalid (${reason})`);
    }
    input[field] = value;
  };
}

function readLeaf({ reader }: FieldSource, { key, data }: FieldKey): LeafRecord {
  if (key.length < 34) reader.fail('Input Taproot leaf script key is not at least 34 bytes');
  else if ((key.length - 2) % 32 !== 0) {
    reader.fail("Input Taproot leaf script key's control block size is not valid");
  }
  const value = reader.varBytes();
  if (value.length === 0) reader.fail('Input Taproot leaf script must be at least 1 byte');
  const script = value.subarray(0, -1);
  const leafVersion = value[value.length - 1] ?? 0;
  return { script, leafVersion, controlBlock: data };
}

/** Groups control blocks by leaf, because several may lead to the same leaf. */
function groupLeaves(records: readonly LeafRecord[]): TaprootLeaf[] {
  const leaves = new Map<string, Mutable<TaprootLeaf>>();
  for (const { script, leafVersion, controlBlock } of records) {
    const key = `${encodeHex(script)} ${leafVersion}`;
    const leaf = leaves.get(key) ?? { script, leafVersion, controlBlocks: [] };
    leaf.controlBlocks.push(controlBlock);
    leaves.set(key, leaf);
  }
  for (const leaf of leaves.values()) leaf.controlBlocks.sort(shortestFirst);
  return [...leaves.values()];
}

const single = singleOf<PsbtInput>();

const readHash = sized((reader) => reader.bytes(32));

const decoders: Decoders<MutableInput> = {
  ...sharedDecoders('Input', INPUT),
  [INPUT.nonWitnessUtxo]: single('nonWitnessUtxo', 'Input Non-witness UTXO', (source) =>
    readValue(source, (reader) => readTransaction(reader, { witness: true })),
  ),
  [INPUT.witnessUtxo]: single('witnessUtxo', 'Input Witness UTXO', (source) => {
    const output = readValue(source, readTxOut);
    // Core treats an amount of -1 as absent (CTxOut::IsNull).
    return output.value === -1n ? undefined : output;
  }),
  [INPUT.partialSig]: (source, key, input) => {
    const publicKey = readPublicKey(source, key, 'partial signature pubkey');
    const signature = readSignature(source);
    input.partialSignatures.push({ publicKey, signature });
  },
  [INPUT.sighash]: single('sighashType', 'Input Sighash Type', (source) =>
    readValue(source, (reader) => reader.i32()),
  ),
  [INPUT.scriptSig]: single('finalScriptSig', 'Input Final scriptSig', readVarBytes),
  [INPUT.scriptWitness]: single('finalWitness', 'Input Final scriptWitness', (source) =>
    readValue(source, (reader) => readList(reader, (stack) => stack.varBytes())),
  ),
  [INPUT.ripemd160]: preimages('ripemd160', 'RIPEMD160', 20),
  [INPUT.sha256]: preimages('sha256', 'SHA256', 32),
  [INPUT.hash160]: preimages('hash160', 'Hash160', 20),
  [INPUT.hash256]: preimages('hash256', 'Hash256', 32),
  [INPUT.tapKeySig]: single('tapKeySignature', 'Input Taproot Key Path Signature', (source) =>
    readSchnorrSignature(source, 'key'),
  ),
  [INPUT.tapScriptSig]: (source, key, input) => {
    expectKeySize(source, key, 65, 'Input Taproot Script Path Signature');
    const signature = readSchnorrSignature(source, 'script');
    const [xOnly, leafHash] = [key.data.subarray(0, 32), key.data.subarray(32)];
    input.tapScriptSignatures.push({ xOnly, leafHash, signature });
  },
  [INPUT.tapMerkleRoot]: single('tapMerkleRoot', 'Input Taproot Merkle Root', readNotNull),
  [INPUT.musigPubNonce]: (source, key, input) => {
    const who = readMusigKey(source, key, 'pubnonce');
    const value = source.reader.varBytes();
    if (value.length !== 66) source.reader.fail('Input musig2 pubnonce value is not 66 bytes');
    input.musigPubNonces.push({ ...who, value });
  },
  [INPUT.musigPartialSig]: (source, key, input) => {
    const who = readMusigKey(source, key, 'partial sig');
    const value = readHash(source);
    input.musigPartialSignatures.push({ ...who, value });
  },
};

/** The fields that replace the global transaction in version 2 (BIP370). */
const versionTwo: AddedFields<MutableInput> = {
  [INPUT.previousTxid]: {
    name: 'Previous txid',
    decode: (source, key, input) => {
      expectKeySize(source, key, 1, 'Input Previous TXID');
      const hash = readHash(source);
      input.prevout = { ...input.prevout, txid: encodeHex(reverseBytes(hash)) };
    },
  },
  [INPUT.outputIndex]: {
    name: "Previous output's index",
    decode: (source, key, input) => {
      expectKeySize(source, key, 1, "Input Previous Output's Index");
      input.prevout = { ...input.prevout, vout: readU32(source) };
    },
  },
  [INPUT.sequence]: {
    name: 'Sequence',
    decode: single('sequence', 'Input Sequence', readU32),
  },
  [INPUT.timeLocktime]: {
    name: 'Required time based locktime',
    decode: locktime('timeLocktime', 'Time', (value) =>
      value < LOCKTIME_THRESHOLD ? 'less than 500000000' : undefined,
    ),
  },
  [INPUT.heightLocktime]: {
    name: 'Required height based locktime',
    decode: locktime('heightLocktime', 'Height', (value) => {
      if (value >= LOCKTIME_THRESHOLD) return 'greater than or equal to 500000000';
      return value === 0 ? '0' : undefined;
    }),
  },
};

/** Decodes the map of one input. In version 0, outpoint and sequence are in the transaction. */
export function decodePsbtInput(
  source: FieldSource,
  version: 0 | 2,
  from: { readonly prevout: OutPoint; readonly sequence: number } | undefined,
): PsbtInput {
  const prevout = from?.prevout ?? { txid: '00'.repeat(32), vout: 0 };
  const input = emptyPsbtInput(prevout, from?.sequence);
  const leaves: LeafRecord[] = [];
  const how = { decoders, added: versionTwo, version };
  const types = readRecords(source, 'input', (key) => {
    if (key.type === INPUT.tapLeafScript) leaves.push(readLeaf(source, key));
    else decodeRecord(source, key, input, how);
  });
  if (version === 2) requireFields(source.reader, types);
  input.tapLeaves = groupLeaves(leaves);
  return input;
}

function requireFields(reader: Reader, types: ReadonlySet<number>): void {
  if (!types.has(INPUT.previousTxid)) reader.fail('Previous TXID is required in PSBTv2');
  if (!types.has(INPUT.outputIndex)) reader.fail("Previous output's index is required in PSBTv2");
}
