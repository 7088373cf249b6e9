import { lastOf } from '../encoding/list.ts';
import { createReader } from '../encoding/reader.ts';
import type { TaprootTree } from '../signing/provider.ts';
import type { TxOut } from '../transaction/transaction.ts';
import {
  type AddedFields,
  type Decoders,
  decodeRecord,
  type FieldSource,
  readRecords,
  readValue,
  readVarBytes,
  sharedDecoders,
  singleOf,
} from './field-reader.ts';
import { OUTPUT } from './keys.ts';
import { emptyPsbtOutput, type Mutable, type PsbtOutput } from './psbt.ts';
import { isScriptPending } from './silent-fields.ts';

/** Maximum depth of a taproot tree (BIP341). */
const TAPROOT_CONTROL_MAX_NODE_COUNT = 128;

/**
 * BIP371: "{<8-bit uint depth> <8-bit uint leaf version> <compact size uint scriptlen> <bytes
 * script>}*".
 */
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

/**
 * Returns true if these depths, depth first, describe a complete binary tree
 * (TaprootBuilder::IsComplete).
 */
function isCompleteTree(leaves: TaprootTree): boolean {
  // Depths at which a left branch has no right one yet.
  const open: number[] = [];
  let closed = false;
  for (const leaf of leaves) {
    if (closed || leaf.depth < (lastOf(open) ?? 0)) return false;
    let depth = leaf.depth;
    while (lastOf(open) === depth && depth > 0) {
      open.pop();
      depth--;
    }
    if (depth === 0) closed = true;
    else open.push(depth);
  }
  return closed;
}

const single = singleOf<PsbtOutput>();

const decoders: Decoders<Mutable<PsbtOutput>> = {
  ...sharedDecoders('Output', OUTPUT),
  [OUTPUT.tapTree]: single('tapTree', 'Output Taproot Tree Key', readTapTree),
};

const versionTwo: AddedFields<Mutable<PsbtOutput>> = {
  [OUTPUT.amount]: {
    name: 'Output amount',
    decode: single('value', 'Output Amount', (source) =>
      readValue(source, (reader) => reader.i64()),
    ),
  },
  [OUTPUT.script]: {
    name: 'Output script',
    decode: single('scriptPubKey', 'Output Script', readVarBytes),
  },
};

/**
 * Decodes the map of one output. In version 0, amount and script are in the global transaction. In
 * version 2 a silent payment may have no script yet (BIP375), unless `needsScript`.
 */
export function decodePsbtOutput(
  source: FieldSource,
  { version, needsScript }: { readonly version: 0 | 2; readonly needsScript: boolean },
  from: TxOut | undefined,
): PsbtOutput {
  const output = emptyPsbtOutput(from?.value ?? 0n, from?.scriptPubKey ?? new Uint8Array(0));
  const how = { decoders, added: versionTwo, version };
  const types = readRecords(source, 'output', (key) => decodeRecord(source, key, output, how));
  const require = (type: number, name: string) => {
    if (version === 2 && !types.has(type)) source.reader.fail(`${name} is required in PSBTv2`);
  };
  require(OUTPUT.amount, 'Output amount');
  if (needsScript || !isScriptPending(output)) require(OUTPUT.script, 'Output script');
  return output;
}
