import { decodeBase64, encodeBase64 } from '../../../src/encoding/base64.ts';
import { encodeHex } from '../../../src/encoding/hex.ts';
import { createReader } from '../../../src/encoding/reader.ts';
import { decodeTransaction } from '../../../src/transaction/codec.ts';
import { tryPsbt, writePsbt } from '../psbt.ts';
import { type Answer, askBoth } from './both.ts';
import { type Judge, kindOf } from './compare.ts';

/**
 * Returns true if the node makes PSBTs of version 0. An older one knows no other, and has no
 * argument for it.
 */
export async function makesVersionZero(): Promise<boolean> {
  const { node } = await askBoth('createpsbt', '[[],[]]');
  const psbt = tryPsbt(String(node.result));
  if ('error' in psbt) throw new Error(`the node makes no PSBT: ${JSON.stringify(node)}`);
  return psbt.version === 0;
}

/** Adds the argument that asks us for version 0. */
export function versionZero(params: string, place: number): string {
  const given: unknown = JSON.parse(params);
  const missing = Array.isArray(given) ? place - given.length : -1;
  return missing < 0 ? params : `${params.slice(0, -1)}${',null'.repeat(missing)},0]`;
}

/** Shortens messages about unreadable data, which are newer in Core than in this node. */
function inFewWords({ status, result, error }: Answer): Answer {
  const words = error?.code === -22 ? { ...error, message: 'cannot be read' } : error;
  return { status, result: withSortedTrees(result), error: words };
}

/** Sorts trees, which Core reorders when it reads them, unlike this node. */
function withSortedTrees(result: unknown): unknown {
  const text = typeof result === 'string' ? result : Object(result).psbt;
  const psbt = typeof text === 'string' ? tryPsbt(text) : { error: 'none' };
  if ('error' in psbt) return result;
  const trees = psbt.outputs.map(({ tapTree }) =>
    tapTree.map((leaf) => `${leaf.depth} ${encodeHex(leaf.script)}`).sort(),
  );
  const outputs = psbt.outputs.map((output) => ({ ...output, tapTree: [] }));
  const rest = typeof result === 'string' ? {} : Object(result);
  return { ...rest, psbt: writePsbt({ ...psbt, outputs }), trees };
}

/**
 * Returns true for fields of BIP370 and BIP373, which Core reads and this node keeps as unknown
 * ones.
 */
function namesNewerField(words: string): boolean {
  const fields =
    /PSBTv[02]|musig|Input (Previous|Sequence|Required)|Output (Amount|Script)\b|Global (Transaction Version|Fallback|Input Count|Output Count|TX Modifiable)/i;
  return fields.test(words);
}

/** Types of the fields of BIP370 and BIP373 in the global map, in inputs and in outputs. */
const NEWER_TYPES: readonly (readonly number[])[] = [
  [0x02, 0x03, 0x04, 0x05, 0x06],
  [0x0e, 0x0f, 0x10, 0x11, 0x12, 0x1a, 0x1b, 0x1c],
  [0x03, 0x04, 0x08],
];

/** Removes the fields of BIP370 and BIP373 from a PSBT of version 0. */
function withoutNewerFields(text: string): string {
  const bytes = decodeBase64(text) ?? new Uint8Array();
  const reader = createReader(bytes);
  const kept = [...reader.bytes(5)];
  let inputs = 0;
  for (let map = 0; reader.remaining > 0 && !reader.failed; ) {
    const start = reader.position;
    const key = reader.varBytes();
    if (key.length === 0) {
      kept.push(0);
      map++;
      continue;
    }
    const value = reader.varBytes();
    if (map === 0 && key[0] === 0)
      inputs = decodeTransaction(value, { witness: false })?.inputs.length ?? 0;
    const types = NEWER_TYPES[map === 0 ? 0 : map <= inputs ? 1 : 2] ?? [];
    if (types.includes(key[0] ?? -1)) continue;
    kept.push(...bytes.subarray(start, reader.position));
  }
  return encodeBase64(Uint8Array.from(kept));
}

/** Returns true if Core cannot read a PSBT, but only because of fields that this node keeps. */
function hasBrokenNewerField(said: string, params: string): boolean {
  if (!said.includes('Size of value was not the stated size')) return false;
  const texts = params.match(/(?<=")cHNidP[^"]*/g) ?? [];
  const isBroken = (text: string) => 'error' in tryPsbt(text);
  return texts.filter(isBroken).every((text) => !isBroken(withoutNewerFields(text)));
}

/** Returns true if Core, which is newer than this node, checks more; see ../shared/oracle. */
function isOtherwise(ours: Answer, node: Answer, params: string): boolean {
  const [said, theirs] = [ours.error?.message ?? '', node.error?.message ?? ''];
  const onlyOursLooks = /^Specified sighash value|Signature is not a valid encoding/.test(said);
  return (
    (onlyOursLooks && said !== theirs) ||
    namesNewerField(said) ||
    hasBrokenNewerField(said, params) ||
    theirs.includes('under reduced-data') ||
    JSON.stringify(node.result).includes('|UNIFIED"') ||
    // Core checks that final scripts are valid.
    theirs.includes('FinalizeAndExtractPSBT') ||
    // Core accepts a sighash type other than the usual one only if it is requested.
    (Object(ours.result).next === 'updater' && Object(node.result).next !== 'updater')
  );
}

/**
 * Removes estimates, because this node also estimates with BIP340 signatures, and rounds below 0
 * unlike Core.
 */
function withoutEstimates(answer: Answer): Answer {
  const { estimated_vsize: _size, estimated_feerate: _rate, ...result } = Object(answer.result);
  return { ...answer, result };
}

/**
 * Removes the verdict on completeness: Core verifies scripts, this node only checks that they are
 * present. Unless it is extracted, the PSBT is the same.
 */
function unfinished(answer: Answer): Answer {
  const { complete: _complete, hex: _hex, ...result } = Object(answer.result);
  return { ...answer, result };
}

export const judgePsbts: Judge = (ours, node, { method, params }) => {
  const pair = { ours: inFewWords(ours), node: inFewWords(node) };
  if (isOtherwise(ours, node, params)) return pair;
  if (Object(node.result).complete !== Object(ours.result).complete) {
    if (Object(node.result).psbt === undefined) return pair;
    return { ours: unfinished(pair.ours), node: unfinished(pair.node), kind: 'otherwise complete' };
  }
  const { estimated_feerate: rate = -1 } = Object(ours.result);
  if (method !== 'analyzepsbt' || ours.error !== null || rate >= 0) {
    return { ...pair, kind: kindOf(node) };
  }
  return { ours: withoutEstimates(ours), node: withoutEstimates(node), kind: kindOf(node) };
};
