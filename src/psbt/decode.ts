import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { type Bytes, emptyBytes } from '../encoding/bytes.ts';
import { encodeHex, nameOfBytes } from '../encoding/hex.ts';
import { createReader, type Reader } from '../encoding/reader.ts';
import type { TaprootLeaf } from '../signing/provider.ts';
import { shortestFirst } from '../signing/taproot-output.ts';
import { type Pause, runNow, type Task } from '../signing/task.ts';
import type { TxIn, TxOut } from '../transaction/transaction.ts';
import { transactionId } from '../transaction/txid.ts';
import {
  type FieldRow,
  type GlobalMap,
  globalRows,
  inputRows,
  MAGIC,
  outputRows,
  rowsOfPending,
} from './fields.ts';
import {
  emptyPsbtInput,
  emptyPsbtOutput,
  type Mutable,
  type Psbt,
  type PsbtInput,
  type PsbtOutput,
} from './psbt.ts';
import { type FieldKey, keySizes, recordReaders } from './record-forms.ts';
import { isScriptPending } from './silent-fields.ts';
import { type FieldSource, valueReaders } from './value-forms.ts';

/** Reads "<keylen><keytype><keydata>"; `undefined` means the separator. */
function readKey(reader: Reader): FieldKey | undefined {
  const key = reader.varBytes();
  const [first] = key;
  if (first === undefined) return undefined;
  // Nearly all types are one byte.
  if (first < 0xfd) return { key, type: first, data: key.subarray(1) };
  const keyReader = createReader(key);
  const type = keyReader.compactSize();
  if (keyReader.failure !== undefined) reader.fail(keyReader.failure);
  return { key, type, data: keyReader.bytes(keyReader.remaining) };
}

/** The decoders of a map by the types of one byte. Types without a row are unknown fields. */
function byType(rows: readonly FieldRow[]) {
  const decoders = rows.map((row) => ({ ...row, decode: decoderOf(row) }));
  const find = (type: number | undefined) => decoders.find((each) => each.type === type);
  return Array.from({ length: 0x100 }, (_, type) => find(type) ?? find(undefined));
}

const rowsByType = /* @__PURE__ */ (() => ({
  Global: byType(globalRows),
  Input: byType(inputRows),
  Output: byType(outputRows),
}))();

/** The keys of a map: the type of a key without data, or else its `nameOfBytes`. */
type Keys = ReadonlySet<number | string | undefined>;

/** A map under construction. */
type Target = { [member: string]: unknown };

/**
 * Reads records up to the separator, and refuses a key that is there twice.
 *
 * @param version - `undefined`: not known before the map is read.
 */
function readMap(source: FieldSource, target: Target, version: 0 | 2 | undefined): Keys {
  const { reader, side } = source;
  const rows = rowsByType[side];
  const keys = new Set<number | string | undefined>();
  while (!reader.failed && reader.remaining > 0) {
    const key = readKey(reader);
    if (key === undefined) return keys;
    const name = key.key.length === 1 ? key.type : nameOfBytes(key.key);
    if (keys.has(name)) {
      const map = side.toLowerCase();
      reader.fail(`Duplicate Key, ${map} key "${encodeHex(key.key)}" already provided`);
    }
    keys.add(name);
    const row = rows[key.type < 0xff ? key.type : 0xff];
    if (row === undefined) continue;
    if (version === 0 && row.two !== undefined && key.key.length === 1) {
      reader.fail(`${row.two} is not allowed in PSBTv0`);
    }
    row.decode(source, key, target);
  }
  const map = side === 'Global' ? 'the global' : `an ${side.toLowerCase()}`;
  reader.fail(`Separator is missing at the end of ${map} map`);
  return keys;
}

type Decoder = (source: FieldSource, key: FieldKey, target: Target) => void;

/** Returns a decoder that adds one record to the map. */
function decoderOf({ member, name, list, value }: FieldRow): Decoder {
  const after = list === undefined ? 0 : keySizes[list];
  const size = after === undefined ? undefined : after + 1;
  const checkKey = ({ reader, side }: FieldSource, { key }: FieldKey) => {
    if (size !== undefined && key.length !== size) {
      reader.fail(`Size of key was not ${size} for the type ${side} ${name}`);
    }
  };
  // Sound: the compiler checks that each row's form has the type of its member.
  if (list === undefined) {
    const readValue = valueReaders[value];
    return (source, key, target) => {
      checkKey(source, key);
      target[member] = readValue(source, target[member] as never);
    };
  }
  const readRecord = recordReaders[list];
  return (source, key, target) => {
    checkKey(source, key);
    (target[member] as unknown[]).push(readRecord(source, key, name));
  };
}

/** Reports a field that version 2 requires and the map does not have. */
function requireFields({ reader }: FieldSource, keys: Keys, rows: readonly FieldRow[]): void {
  const missing = rows.find(({ type, required }) => required !== undefined && !keys.has(type));
  if (missing) reader.fail(`${missing.required} is required in PSBTv2`);
}

/** Decodes the global map. Its version decides which fields are required and forbidden. */
function decodeGlobal(source: FieldSource): GlobalMap {
  const global: GlobalMap = {
    unsignedTx: undefined,
    txVersion: undefined,
    fallbackLocktime: undefined,
    inputCount: undefined,
    outputCount: undefined,
    txModifiable: undefined,
    version: undefined,
    xpubs: [],
    proprietary: [],
    unknown: [],
  };
  const { reader } = source;
  const keys = readMap(source, global, undefined);
  const { version = 0, unsignedTx } = global;
  if (version === 1) reader.fail('There is no PSBT version 1');
  if (version === 0) {
    if (unsignedTx === undefined) reader.fail('No unsigned transaction was provided');
    const extra = globalRows.find(({ type, two }) => two !== undefined && keys.has(type));
    if (extra) reader.fail(`${extra.two} is not allowed in PSBTv0`);
  } else {
    requireFields(source, keys, globalRows);
    if (unsignedTx) reader.fail('PSBT_GLOBAL_UNSIGNED_TX is not allowed in PSBTv2');
  }
  return global;
}

/** Decodes the map of one input. In version 0, outpoint and sequence are in the transaction. */
function decodePsbtInput(source: FieldSource, version: 0 | 2, from: TxIn | undefined): PsbtInput {
  const prevout = from?.prevout ?? { txid: '00'.repeat(32), vout: 0 };
  const input = emptyPsbtInput(prevout, from?.sequence);
  const keys = readMap(source, input, version);
  if (version === 2) requireFields(source, keys, inputRows);
  input.tapLeaves = groupLeaves(input.tapLeaves);
  checkNonWitnessUtxo(source.reader, input);
  return input;
}

/** Joins leaves with one control block each, because several may lead to the same leaf. */
function groupLeaves(records: readonly TaprootLeaf[]): TaprootLeaf[] {
  const leaves = new Map<string, Mutable<TaprootLeaf>>();
  for (const { script, leafVersion, controlBlocks } of records) {
    const key = `${encodeHex(script)} ${leafVersion}`;
    const leaf = leaves.get(key) ?? { script, leafVersion, controlBlocks: [] };
    for (const controlBlock of controlBlocks) leaf.controlBlocks.push(controlBlock);
    leaves.set(key, leaf);
  }
  for (const leaf of leaves.values()) leaf.controlBlocks.sort(shortestFirst);
  return [...leaves.values()];
}

function checkNonWitnessUtxo(reader: Reader, { nonWitnessUtxo, prevout }: PsbtInput): void {
  if (nonWitnessUtxo === undefined || reader.failed) return;
  if (transactionId(nonWitnessUtxo) !== prevout.txid) {
    reader.fail('Non-witness UTXO does not match outpoint hash');
  } else if (prevout.vout >= nonWitnessUtxo.outputs.length) {
    reader.fail('Input specifies output index that does not exist');
  }
}

/**
 * Decodes the map of one output. In version 0, amount and script are in the global transaction. In
 * version 2 a silent payment may have no script yet (BIP375), unless `needsScript`.
 */
function decodePsbtOutput(
  source: FieldSource,
  { version, needsScript }: { readonly version: 0 | 2; readonly needsScript: boolean },
  from: TxOut | undefined,
): PsbtOutput {
  const output = emptyPsbtOutput(from?.value ?? 0n, from?.scriptPubKey ?? emptyBytes);
  const keys = readMap(source, output, version);
  if (version === 0) return output;
  const isPending = !needsScript && isScriptPending(output);
  requireFields(source, keys, isPending ? rowsOfPending : outputRows);
  return output;
}

/** Number of inputs and outputs that are decoded between pauses. */
const FEW = 32;

/** Decodes the maps of all inputs or outputs; the global map contains their number. */
function* decodeMaps<T>(
  reader: Reader,
  kind: 'input' | 'output',
  count: number,
  decode: (index: number) => T,
  pause: Pause | undefined,
): Task<T[]> {
  const maps: T[] = [];
  while (!reader.failed && reader.remaining > 0 && maps.length < count) {
    maps.push(decode(maps.length));
    if (pause && maps.length % FEW === 0) yield pause();
  }
  if (maps.length !== count) {
    const name = kind === 'input' ? 'Inputs' : 'Outputs';
    reader.fail(`${name} provided does not match the number of ${kind}s in transaction.`);
  }
  return maps;
}

/** Results of checking whether keys, by `nameOfBytes`, are on the curve. */
export type KnownKeys = Map<string, boolean>;

/** Options for decoding a PSBT. */
export type DecodePsbtOptions = {
  /** Results of earlier checks. PSBTs of one transaction share keys, so each is checked once. */
  readonly known?: KnownKeys | undefined;
  /** True if every output needs a script, as in Core. By default a silent payment may have none. */
  readonly needsScript?: boolean | undefined;
};

/** Decodes a PSBT, or returns the error in Core's words (psbt.cpp, DecodeRawPSBT). */
export const decodePsbt = (
  bytes: Bytes,
  secp256k1: Secp256k1,
  options: DecodePsbtOptions = {},
): Psbt | { readonly error: string } => runNow(decodePsbtTask(bytes, secp256k1, options));

/** Decodes a PSBT as `decodePsbt` does, and lets other work run. */
export function* decodePsbtTask(
  bytes: Bytes,
  secp256k1: Secp256k1,
  { known = new Map(), needsScript = false }: DecodePsbtOptions = {},
  pause?: Pause,
): Task<Psbt | { readonly error: string }> {
  const reader = createReader(bytes);
  const curve = rememberingKeys(secp256k1, known);
  const sourceOf = (side: FieldSource['side']): FieldSource => ({ reader, side, secp256k1: curve });
  const magic = reader.bytes(MAGIC.length);
  if (!reader.failed && MAGIC.some((byte, i) => magic[i] !== byte)) {
    reader.fail('Invalid PSBT magic bytes');
  }
  const {
    unsignedTx,
    inputCount = 0,
    outputCount = 0,
    ...global
  } = decodeGlobal(sourceOf('Global'));
  const version = global.version === 2 ? 2 : 0;
  const { inputs: txIns, outputs: txOuts } = unsignedTx ?? {};
  const from = sourceOf('Input');
  const decodeInput = (i: number) => decodePsbtInput(from, version, txIns?.[i]);
  const inputs = yield* decodeMaps(
    reader,
    'input',
    txIns?.length ?? inputCount,
    decodeInput,
    pause,
  );
  const to = sourceOf('Output');
  const how = { version, needsScript } as const;
  const decodeOutput = (i: number) => decodePsbtOutput(to, how, txOuts?.[i]);
  const outputs = yield* decodeMaps(
    reader,
    'output',
    txOuts?.length ?? outputCount,
    decodeOutput,
    pause,
  );
  if (reader.failure !== undefined) return { error: streamError(reader.failure) };
  if (reader.remaining > 0) return { error: 'extra data after PSBT' };
  return {
    ...global,
    version,
    txVersion: unsignedTx?.version ?? global.txVersion ?? 0,
    fallbackLocktime: unsignedTx?.locktime ?? global.fallbackLocktime,
    inputs,
    outputs,
  };
}

/** Caches key checks: a key may be in several records, and a MuSig2 key is in every input. */
function rememberingKeys(curve: Secp256k1, known: KnownKeys): FieldSource['secp256k1'] {
  return {
    isPublicKey(key) {
      const id = nameOfBytes(key);
      const isKey = known.get(id) ?? curve.isPublicKey(key);
      known.set(id, isKey);
      return isKey;
    },
  };
}

/** std::ios_base::failure adds its category to every message. */
function streamError(failure: string): string {
  const reason = failure === 'end of data' ? 'SpanReader::read(): end of data' : failure;
  return `${reason}: iostream error`;
}
