import { encodeHex } from '../encoding/hex.ts';
import { createReader } from '../encoding/reader.ts';
import type { TaprootTree } from '../signing/provider.ts';
import type { TxOut } from '../transaction/transaction.ts';
import {
  checkProprietaryKey,
  expectKeySize,
  type FieldKey,
  type FieldSource,
  notNull,
  readKey,
  readKeyPath,
  readMusigParticipants,
  readTapKeyPath,
  readValue,
} from './field-reader.ts';
import { OUTPUT, PROPRIETARY } from './keys.ts';
import { type Draft, emptyPsbtOutput, type PsbtOutput } from './psbt.ts';

/** BIP341: the longest path in a taproot tree. */
const TAPROOT_CONTROL_MAX_NODE_COUNT = 128;

type FieldDecoder = (source: FieldSource, key: FieldKey, output: Draft<PsbtOutput>) => void;

/** BIP371: "{<8-bit uint depth> <8-bit uint leaf version> <compact size uint scriptlen> <bytes script>}*". */
function readTapTree({ reader }: FieldSource): TaprootTree {
  const value = createReader(reader.varBytes());
  if (value.remaining === 0) reader.fail('Output Taproot tree must not be empty');
  const leaves: TaprootTree[number][] = [];
  while (value.remaining > 0) {
    const leaf = { depth: value.u8(), leafVersion: value.u8(), script: value.varBytes() };
    if (value.failure !== undefined) reader.fail(`SpanReader::read(): ${value.failure}`);
    if (leaf.depth > TAPROOT_CONTROL_MAX_NODE_COUNT) {
      reader.fail('Output Taproot tree has as leaf greater than Taproot maximum depth');
    }
    if ((leaf.leafVersion & 1) !== 0) {
      reader.fail('Output Taproot tree has a leaf with an invalid leaf version');
    }
    leaves.push(leaf);
  }
  if (!isCompleteTree(leaves)) reader.fail('Output Taproot tree is malformed');
  return leaves;
}

/** Whether depths, depth first, describe a binary tree with no branch left open (TaprootBuilder::IsComplete). */
function isCompleteTree(leaves: TaprootTree): boolean {
  // The depths at which a left branch waits for its right one.
  const open: number[] = [];
  let closed = false;
  for (const leaf of leaves) {
    if (closed || leaf.depth < (open.at(-1) ?? 0)) return false;
    let depth = leaf.depth;
    while (open.at(-1) === depth && depth > 0) {
      open.pop();
      depth--;
    }
    if (depth === 0) closed = true;
    else open.push(depth);
  }
  return closed;
}

function single<K extends keyof PsbtOutput>(
  field: K,
  name: string,
  read: (source: FieldSource) => PsbtOutput[K],
): FieldDecoder {
  return (source, key, output) => {
    expectKeySize(source, key, 1, name);
    Object.assign(output, { [field]: read(source) });
  };
}

const decoders: { readonly [type: number]: FieldDecoder | undefined } = {
  [OUTPUT.redeemScript]: single('redeemScript', 'Output redeemScript', ({ reader }) =>
    reader.varBytes(),
  ),
  [OUTPUT.witnessScript]: single('witnessScript', 'Output witnessScript', ({ reader }) =>
    reader.varBytes(),
  ),
  [OUTPUT.bip32Derivation]: (source, key, output) => {
    output.keyPaths.push(readKeyPath(source, key));
  },
  [OUTPUT.tapInternalKey]: single('tapInternalKey', 'Output Taproot Internal Key', (source) =>
    notNull(readValue(source, (reader) => reader.bytes(32))),
  ),
  [OUTPUT.tapTree]: single('tapTree', 'Output Taproot Tree Key', readTapTree),
  [OUTPUT.tapBip32Derivation]: (source, key, output) => {
    output.tapKeyPaths.push(readTapKeyPath(source, key, 'Output'));
  },
  [OUTPUT.musigParticipants]: (source, key, output) => {
    output.musigParticipants.push(readMusigParticipants(source, key, 'Output'));
  },
  [PROPRIETARY]: (source, key, output) => {
    checkProprietaryKey(source, key);
    output.proprietary.push({ key: key.key, value: source.reader.varBytes() });
  },
};

const versionTwo: { readonly [type: number]: { name: string; decode: FieldDecoder } | undefined } =
  {
    [OUTPUT.amount]: {
      name: 'Output amount',
      decode: single('amount', 'Output Amount', (source) =>
        readValue(source, (reader) => reader.i64()),
      ),
    },
    [OUTPUT.script]: {
      name: 'Output script',
      decode: single('script', 'Output Script', ({ reader }) => reader.varBytes()),
    },
  };

function decodeField(
  source: FieldSource,
  key: FieldKey,
  output: Draft<PsbtOutput>,
  version: 0 | 2,
): void {
  const added = versionTwo[key.type];
  if (added !== undefined && key.key.length === 1 && version === 0) {
    source.reader.fail(`${added.name} is not allowed in PSBTv0`);
  }
  const decode = added?.decode ?? decoders[key.type];
  if (decode !== undefined) decode(source, key, output);
  else output.unknown.push({ key: key.key, value: source.reader.varBytes() });
}

/** One output's map. In version 0 amount and script come from the global transaction. */
export function decodePsbtOutput(
  source: FieldSource,
  version: 0 | 2,
  from: TxOut | undefined,
): PsbtOutput {
  const { reader } = source;
  const seen = new Set<string>();
  const types = new Set<number>();
  const output = emptyPsbtOutput(from?.value ?? 0n, from?.scriptPubKey ?? new Uint8Array(0));
  while (!reader.failed && reader.remaining > 0) {
    const key = readKey(reader);
    if (key === undefined) {
      if (version === 2 && !types.has(OUTPUT.amount)) {
        reader.fail('Output amount is required in PSBTv2');
      }
      if (version === 2 && !types.has(OUTPUT.script)) {
        reader.fail('Output script is required in PSBTv2');
      }
      return output;
    }
    const hex = encodeHex(key.key);
    if (seen.has(hex)) reader.fail(`Duplicate Key, output key "${hex}" already provided`);
    seen.add(hex);
    types.add(key.type);
    decodeField(source, key, output, version);
  }
  reader.fail('Separator is missing at the end of an output map');
  return output;
}
