import { delimiter } from 'node:path';
import { expect, test } from 'vitest';
import { addChecksum } from '../../src/descriptor/checksum.ts';
import { createTally } from '../support/generate/cases.ts';
import { compareAll, type Judge, kindOf } from '../support/nodes/compare.ts';
import { type Harvest, harvest, readTexts } from '../support/nodes/harvest.ts';
import { judgePsbts } from '../support/nodes/older-node.ts';
import { tryPsbt } from '../support/psbt.ts';

/** Folders and git directories of other projects, whose strings are used as input. */
const folders = (process.env.COLDSIGN_HARVEST ?? '').split(delimiter).filter((name) => name !== '');
const BATCH = 100;

type Request = { readonly method: string; readonly params: string };

/**
 * Keys of BIP373 for participants (in inputs and outputs), nonces and partial signatures, with
 * their length prefixes.
 */
const musigKeys = /(22(1a|08)|(43|63)1[bc])0[23][0-9a-f]{64}/;

/**
 * Whether a PSBT has what this node does not know: version 2, or MuSig2 fields, which Core refuses
 * when malformed.
 */
function isNewer(text: string): boolean {
  const psbt = tryPsbt(text);
  if ('error' in psbt) return musigKeys.test(Buffer.from(text, 'base64').toString('hex'));
  const shared = psbt.inputs.flatMap((input) => [
    ...input.musigPubNonces,
    ...input.musigPartialSignatures,
  ]);
  const owners = [...psbt.inputs, ...psbt.outputs].flatMap((map) => map.musigParticipants);
  return psbt.version !== 0 || shared.length > 0 || owners.length > 0;
}

function* requests(found: Harvest): Generator<Request> {
  const call = (method: string, ...params: readonly unknown[]) => ({
    method,
    params: JSON.stringify(params),
  });
  for (const psbt of found.psbts) {
    if (isNewer(psbt)) continue;
    yield call('decodepsbt', psbt);
    yield call('analyzepsbt', psbt);
    yield call('finalizepsbt', psbt);
    yield call('combinepsbt', [psbt, psbt]);
    yield call('descriptorprocesspsbt', psbt, []);
  }
  for (const hex of found.hexes) {
    yield call('decodescript', hex);
    if (hex.length < 20) continue;
    yield call('decoderawtransaction', hex);
    yield call('signrawtransactionwithkey', hex, []);
  }
  const miniscripts = [...found.miniscripts].flatMap((text) => [
    `wsh(${text})`,
    `tr(${KEY},${text})`,
  ]);
  for (const text of [...found.descriptors, ...miniscripts]) {
    yield call('getdescriptorinfo', text);
    yield call('deriveaddresses', addChecksum(text.split('#')[0] ?? ''));
  }
  for (const address of found.addresses) yield call('validateaddress', address);
}

const KEY = '79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';

/**
 * Ignores known differences between this older node and our target Core on descriptors; only this
 * node has error_index.
 */
const judge: Judge = (ours, node, asked) => {
  const message = ours.error?.message ?? '';
  if (asked.method === 'validateaddress') {
    const { error_index: _own, ...result } = Object(node.result);
    return { ours, node: { ...node, result }, kind: kindOf(node) };
  }
  if (/is invalid due to whitespace$|musig/i.test(message + asked.params)) return { ours, node };
  if (isReadAsAWhole(message, node.error?.message ?? '')) return { ours, node };
  return judgePsbts(ours, node, asked);
};

/**
 * Whether both refuse the text as a miniscript with different words. Core (miniscript.h, ParseKey)
 * reads a fragment to its end and then its key, which may be empty; this node reads the key first,
 * up to the next parenthesis, and skips an empty key.
 */
function isReadAsAWhole(ours: string, node: string): boolean {
  const isNoFunction = (words: string) =>
    /is not a valid descriptor function$|^A function is needed within/.test(words);
  if (ours === 'No key provided') return isNoFunction(node);
  const [, key] = /^key '(.*)' is not valid$/.exec(node) ?? [];
  return key !== undefined && (isNoFunction(ours) || ours.startsWith(`key '${key})`));
}

test.skipIf(folders.length === 0)(
  'strings of other projects get the answers of the node',
  async ({ signal }) => {
    const tally = createTally();
    for (const folder of folders) {
      const all = [...requests(harvest(readTexts(folder)))];
      expect(all.length, `strings in ${folder}`).toBeGreaterThan(0);
      console.log(`${folder}: ${all.length} calls`);
      for (let next = 0; next < all.length && !signal.aborted; next += BATCH) {
        const part = all.slice(next, next + BATCH);
        await compareAll(
          part.map((request) => ({ of: { value: request }, ...request })),
          tally,
          judge,
        );
      }
    }
    tally.finish();
  },
);
