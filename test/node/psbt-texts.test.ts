import fc from 'fast-check';
import { test } from 'vitest';
import { encodeBase64 } from '../../src/encoding/base64.ts';
import { encodePsbt } from '../../src/psbt/encode.ts';
import type { PsbtInput } from '../../src/psbt/psbt.ts';
import { Sighash } from '../../src/sighash/sighash-type.ts';
import { arbitraryPsbt } from '../support/generate/arbitrary-psbt.ts';
import { batchesOfCases, createTally } from '../support/generate/cases.ts';
import { randomCreateParams } from '../support/generate/create.ts';
import { mutate, randomDescriptor } from '../support/generate/descriptors.ts';
import { type Random, seedOfRun } from '../support/generate/random.ts';
import { randomSigning } from '../support/generate/sign.ts';
import { compareAll } from '../support/nodes/compare.ts';
import { judgePsbts, makesVersionZero, versionZero } from '../support/nodes/older-node.ts';

const seed = seedOfRun();

/**
 * Removes sighash types from most inputs: Core stops at any type other than ALL unless asked for
 * it.
 */
function withSighashAll(input: PsbtInput): PsbtInput {
  const all = (signature: Uint8Array) => Uint8Array.of(...signature, Sighash.ALL);
  const { partialSignatures, tapKeySignature, tapScriptSignatures, sighashType } = input;
  if (sighashType !== undefined && sighashType % 8 === 0) return input;
  return {
    ...input,
    sighashType: undefined,
    partialSignatures: partialSignatures.map(({ signature, ...rest }) => ({
      ...rest,
      signature: all(signature.subarray(0, -1)),
    })),
    tapKeySignature: tapKeySignature && all(tapKeySignature.subarray(0, 64)),
    tapScriptSignatures: tapScriptSignatures.map(({ signature, ...rest }) => ({
      ...rest,
      signature: all(signature.subarray(0, 64)),
    })),
  };
}

const psbts = arbitraryPsbt(0).map((psbt) => ({
  ...psbt,
  // The node is older than the fields of BIP373.
  inputs: psbt.inputs.map(withSighashAll).map((input) => ({
    ...input,
    musigParticipants: [],
    musigPubNonces: [],
    musigPartialSignatures: [],
  })),
  outputs: psbt.outputs.map((output) => ({ ...output, musigParticipants: [] })),
}));

/** Makes a PSBT with every kind of field, some of them malformed. */
function randomPsbt(random: Random): string {
  const [psbt] = fc.sample(psbts, { seed: random.int(2 ** 31), numRuns: 1 });
  const bytes = psbt && encodePsbt(psbt);
  if (bytes === undefined) return randomPsbt(random);
  const text = encodeBase64(bytes);
  return random.oneIn(2) ? text : spoil(random, bytes, text);
}

/** Makes one fault, mostly in the bytes, which the base64 check does not catch. */
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

/**
 * Makes a descriptor to scan, mostly with a range: without one both derive a thousand scripts, a
 * hundred times the work of all other calls of a case.
 */
function randomScanned(random: Random): unknown {
  const desc = randomDescriptor(random);
  if (!desc.includes('*') || random.oneIn(200)) return desc;
  const first = random.pick([0, 0, 1, random.int(2 ** 31 - 4), 2 ** 31 - 4]);
  const range = random.oneIn(4) ? random.int(4) : [first, first + random.int(4)];
  return { desc, range: random.oneIn(20) ? random.pick([-1, [3, 1], 2 ** 31, '1']) : range };
}

type Request = { readonly method: string; readonly params: string; readonly ours?: string };

/** Makes requests of every method for one PSBT. */
function randomRequests(random: Random, isOld: boolean): readonly Request[] {
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
      params: JSON.stringify([psbt, [randomScanned(random)]]),
    },
    { method: 'createpsbt', params: inputs, ...(isOld && { ours: versionZero(inputs, 5) }) },
    {
      method: 'converttopsbt',
      params: transaction,
      ...(isOld && { ours: versionZero(transaction, 3) }),
    },
  ];
}

test('PSBTs of every field, valid and broken, are read like in the node', async ({ signal }) => {
  const tally = createTally();
  const isOld = await makesVersionZero();
  const make = (random: Random) => randomRequests(random, isOld);
  for (const cases of batchesOfCases({ seed, usual: 300, make, signal })) {
    const asked = cases.flatMap((of) => of.value.map((request) => ({ of, ...request })));
    await compareAll(asked, tally, judgePsbts);
  }
  tally.finish();
});
