import type { Secp256k1 } from '../crypto/secp256k1.ts';
import type { Bytes } from '../encoding/bytes.ts';
import { nameOfBytes } from '../encoding/hex.ts';
import { createReader, type Reader } from '../encoding/reader.ts';
import { type Pause, runNow, type Task } from '../signing/task.ts';
import { readTransaction } from '../transaction/codec.ts';
import type { Transaction } from '../transaction/transaction.ts';
import { transactionId } from '../transaction/txid.ts';
import { decodePsbtInput } from './decode-input.ts';
import { decodePsbtOutput } from './decode-output.ts';
import {
  type Decoders,
  expectKeySize,
  type FieldKey,
  type FieldSource,
  readKeyOrigin,
  readProprietary,
  readRecords,
  readU32,
  readValue,
  singleOf,
  sized,
} from './field-reader.ts';
import { GLOBAL, MAGIC, PROPRIETARY } from './keys.ts';
import type { GlobalXpub, Psbt, PsbtInput, RawField } from './psbt.ts';

/** The fields of the global map; the version decides which are required and forbidden. */
type Global = {
  transaction?: Transaction;
  version?: number;
  txVersion?: number;
  fallbackLocktime?: number;
  inputCount?: number;
  outputCount?: number;
  txModifiable?: number;
  readonly xpubs: GlobalXpub[];
  readonly proprietary: RawField[];
  readonly unknown: RawField[];
};

const single = singleOf<Global>();

const readCount = sized((reader) => reader.compactSize());

function readUnsignedTx(source: FieldSource, key: FieldKey, global: Global): void {
  expectKeySize(source, key, 1, 'Global Unsigned TX');
  const transaction = readValue(source, (reader) => readTransaction(reader, { witness: false }));
  if (transaction.inputs.some((input) => input.scriptSig.length > 0)) {
    source.reader.fail('Unsigned tx does not have empty scriptSigs and scriptWitnesses.');
  }
  global.transaction = transaction;
}

/** Checks an extended key as CExtPubKey::Decode does: a root has no parent and is no child. */
function isExtendedKey({ secp256k1 }: FieldSource, xpub: Bytes): boolean {
  const [depth] = xpub.subarray(4);
  const isOrphan = xpub.subarray(5, 13).every((byte) => byte === 0);
  return (depth !== 0 || isOrphan) && secp256k1.isPublicKey(xpub.subarray(45));
}

const decoders: Decoders<Global> = {
  [GLOBAL.unsignedTx]: readUnsignedTx,
  [GLOBAL.xpub]: (source, key, global) => {
    expectKeySize(source, key, 79, 'Global XPUB');
    if (!isExtendedKey(source, key.data)) source.reader.fail('Invalid pubkey');
    global.xpubs.push({ xpub: key.data, origin: readKeyOrigin(source) });
  },
  [GLOBAL.txVersion]: single('txVersion', 'Global Transaction Version', readU32),
  [GLOBAL.fallbackLocktime]: single('fallbackLocktime', 'Global Fallback Locktime', readU32),
  [GLOBAL.inputCount]: single('inputCount', 'Global Input Count', readCount),
  [GLOBAL.outputCount]: single('outputCount', 'Global Output Count', readCount),
  [GLOBAL.txModifiable]: single('txModifiable', 'Global TX Modifiable Flags', (source) =>
    readValue(source, (reader) => reader.u8()),
  ),
  [GLOBAL.version]: (source, key, global) => {
    expectKeySize(source, key, 1, 'Global PSBT Version');
    const version = readU32(source);
    if (version > 2) source.reader.fail('Unsupported version number');
    global.version = version;
  },
  [PROPRIETARY]: readProprietary,
};

function decodeGlobal(source: FieldSource): Global {
  const global: Global = { xpubs: [], proprietary: [], unknown: [] };
  readRecords(source, 'global', (key) => {
    const decode = decoders[key.type];
    if (decode !== undefined) decode(source, key, global);
    else global.unknown.push({ key: key.key, value: source.reader.varBytes() });
  });
  return global;
}

/** Fields of version 2, in the order in which Core checks them. */
const versionTwoFields: readonly [keyof Global, string, required: boolean][] = [
  ['txVersion', 'PSBT_GLOBAL_TX_VERSION', true],
  ['fallbackLocktime', 'PSBT_GLOBAL_FALLBACK_LOCKTIME', false],
  ['inputCount', 'PSBT_GLOBAL_INPUT_COUNT', true],
  ['outputCount', 'PSBT_GLOBAL_OUTPUT_COUNT', true],
  ['txModifiable', 'PSBT_GLOBAL_TX_MODIFIABLE', false],
];

/** Returns the reason why the global map does not fit its version. */
function versionFault(global: Global): string | undefined {
  const version = global.version ?? 0;
  if (version === 1) return 'There is no PSBT version 1';
  if (version === 0) {
    if (global.transaction === undefined) return 'No unsigned transaction was provided';
    const extra = versionTwoFields.find(([field]) => global[field] !== undefined);
    return extra && `${extra[1]} is not allowed in PSBTv0`;
  }
  const missing = versionTwoFields.find(
    ([field, , required]) => required && global[field] === undefined,
  );
  if (missing !== undefined) return `${missing[1]} is required in PSBTv2`;
  return global.transaction && 'PSBT_GLOBAL_UNSIGNED_TX is not allowed in PSBTv2';
}

function checkNonWitnessUtxo(reader: Reader, { nonWitnessUtxo, prevout }: PsbtInput): void {
  if (nonWitnessUtxo === undefined || reader.failed) return;
  if (transactionId(nonWitnessUtxo) !== prevout.txid) {
    reader.fail('Non-witness UTXO does not match outpoint hash');
  } else if (prevout.vout >= nonWitnessUtxo.outputs.length) {
    reader.fail('Input specifies output index that does not exist');
  }
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
  const source: FieldSource = { reader, secp256k1: rememberingKeys(secp256k1, known) };
  const magic = reader.bytes(MAGIC.length);
  if (!reader.failed && MAGIC.some((byte, i) => magic[i] !== byte)) {
    reader.fail('Invalid PSBT magic bytes');
  }
  const global = decodeGlobal(source);
  const fault = versionFault(global);
  if (fault !== undefined) reader.fail(fault);
  const version = global.version === 2 ? 2 : 0;
  const { transaction } = global;
  const inputCount = transaction?.inputs.length ?? global.inputCount ?? 0;
  const decodeInput = (i: number) => {
    const input = decodePsbtInput(source, version, transaction?.inputs[i]);
    checkNonWitnessUtxo(reader, input);
    return input;
  };
  const inputs = yield* decodeMaps(reader, 'input', inputCount, decodeInput, pause);
  const outputCount = transaction?.outputs.length ?? global.outputCount ?? 0;
  const decodeOutput = (i: number) =>
    decodePsbtOutput(source, { version, needsScript }, transaction?.outputs[i]);
  const outputs = yield* decodeMaps(reader, 'output', outputCount, decodeOutput, pause);
  if (reader.failure !== undefined) return { error: streamError(reader.failure) };
  if (reader.remaining > 0) return { error: 'extra data after PSBT' };
  return {
    version,
    txVersion: transaction?.version ?? global.txVersion ?? 0,
    fallbackLocktime: transaction?.locktime ?? global.fallbackLocktime,
    txModifiable: global.txModifiable,
    xpubs: global.xpubs,
    inputs,
    outputs,
    proprietary: global.proprietary,
    unknown: global.unknown,
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
