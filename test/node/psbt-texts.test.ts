import fc from 'fast-check';
import { test } from 'vitest';
import { encodeBase64 } from '../../src/encoding/base64.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { encodePsbt } from '../../src/psbt/encode.ts';
import { arbitraryPsbt } from '../support/arbitrary-psbt.ts';
import type { Answer } from '../support/both.ts';
import { batchesOfCases, createTally } from '../support/cases.ts';
import { compareAll, type Judge, kindOf } from '../support/compare.ts';
import { randomCreateParams } from '../support/generate/create.ts';
import { mutate, randomDescriptor } from '../support/generate/descriptors.ts';
import { randomSigning } from '../support/generate/sign.ts';
import { tryPsbt, writePsbt } from '../support/psbt.ts';
import { type Random, seedOfRun } from '../support/random.ts';

const seed = seedOfRun();

const psbts = arbitraryPsbt(0).map((psbt) => ({
  ...psbt,
  // This node is older than the fields of BIP373.
  inputs: psbt.inputs.map((input) => ({
    ...input,
    musigParticipants: [],
    musigPubNonces: [],
    musigPartialSignatures: [],
  })),
  outputs: psbt.outputs.map((output) => ({ ...output, musigParticipants: [] })),
}));

/** With every kind of field, of which some are nonsense. */
function randomPsbt(random: Random): string {
  const [psbt] = fc.sample(psbts, { seed: random.int(2 ** 31), numRuns: 1 });
  const bytes = psbt && encodePsbt(psbt);
  if (bytes === undefined) return randomPsbt(random);
  const text = encodeBase64(bytes);
  return random.oneIn(2) ? text : spoil(random, bytes, text);
}

/** One fault, in the bytes mostly: there it gets past the base64. */
function spoil(random: Random, bytes: Uint8Array, text: string): string {
  if (random.oneIn(8)) return mutate(random, text);
  const at = random.int(bytes.length);
  const changed = bytes.slice();
  changed[at] = random.pick([0, 1, 0xff, random.int(256), (changed[at] ?? 0) ^ 1]);
  const cut = [...bytes.slice(0, at), ...bytes.slice(at + random.int(3))];
  const doubled = [...bytes.slice(0, at), ...random.bytes(1), ...bytes.slice(at)];
  return encodeBase64(
    random.pick([changed, changed, changed, Uint8Array.from(cut), Uint8Array.from(doubled)]),
  );
}

type Request = { readonly method: string; readonly params: string; readonly ours?: string };

/** This node knows PSBTs of version 0 only, and no argument that says so. */
function versionZero(params: string, place: number): string {
  const given: unknown = JSON.parse(params);
  const missing = Array.isArray(given) ? place - given.length : -1;
  return missing < 0 ? params : `${params.slice(0, -1)}${',null'.repeat(missing)},0]`;
}

/** What each method makes of one PSBT. */
function randomRequests(random: Random): readonly Request[] {
  const psbt = randomPsbt(random);
  const other = random.oneIn(2) ? psbt : randomPsbt(random);
  const flag = () => random.pick(['', ',true', ',false', ',null']);
  const inputs = randomCreateParams(random);
  const transaction = `["${randomSigning(random).hex}"${flag()}${flag()}]`;
  return [
    { method: 'decodepsbt', params: JSON.stringify([psbt]) },
    { method: 'analyzepsbt', params: JSON.stringify([psbt]) },
    { method: 'finalizepsbt', params: `["${psbt}"${flag()}]` },
    { method: 'combinepsbt', params: JSON.stringify([[psbt, other]]) },
    {
      method: 'descriptorprocesspsbt',
      params: JSON.stringify([psbt, [randomDescriptor(random)]]),
    },
    { method: 'createpsbt', params: inputs, ours: versionZero(inputs, 5) },
    { method: 'converttopsbt', params: transaction, ours: versionZero(transaction, 3) },
  ];
}

/** Core's words for what cannot be read are newer than this node's. */
function inFewWords({ status, result, error }: Answer): Answer {
  const words = error?.code === -22 ? { ...error, message: 'cannot be read' } : error;
  return { status, result: withSortedTrees(result), error: words };
}

/** Core turns a tree around whenever it looks at it, which this node does not. */
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

/** Where Core, newer than this node, looks at more; see ../shared/oracle. */
function isOtherwise(ours: Answer, node: Answer): boolean {
  const [said, theirs] = [ours.error?.message ?? '', node.error?.message ?? ''];
  const onlyOursLooks = /^Specified sighash value|Signature is not a valid encoding/.test(said);
  return (
    (onlyOursLooks && said !== theirs) ||
    theirs.includes('under reduced-data') ||
    JSON.stringify(node.result).includes('|UNIFIED"') ||
    // Core looks whether what is called final is valid.
    theirs.includes('FinalizeAndExtractPSBT') ||
    (Object(node.result).complete === true && Object(ours.result).complete === false)
  );
}

/** This node estimates in the presence of BIP340 signatures, and rounds below 0 as Core does not. */
function withoutEstimates(answer: Answer): Answer {
  const { estimated_vsize: _size, estimated_feerate: _rate, ...result } = Object(answer.result);
  return { ...answer, result };
}

const judge: Judge = (ours, node, { method }) => {
  const pair = { ours: inFewWords(ours), node: inFewWords(node) };
  if (isOtherwise(ours, node)) return pair;
  const { estimated_feerate: rate = -1 } = Object(ours.result);
  if (method !== 'analyzepsbt' || ours.error !== null || rate >= 0) {
    return { ...pair, kind: kindOf(node) };
  }
  return { ours: withoutEstimates(ours), node: withoutEstimates(node), kind: kindOf(node) };
};

test('PSBTs of every field, whole and broken, are read as the node reads them', async ({
  signal,
}) => {
  const tally = createTally();
  for (const cases of batchesOfCases({ seed, usual: 300, make: randomRequests, signal })) {
    const asked = cases.flatMap((of) => of.value.map((request) => ({ of, ...request })));
    await compareAll(asked, tally, judge);
  }
  tally.finish();
});
