import { expect, test } from 'vitest';
import { addChecksum } from '../../src/descriptor/checksum.ts';
import { casesOfRun } from '../support/generate/cases.ts';
import { mutate, randomDescriptor } from '../support/generate/descriptors.ts';
import { createRandom, seedOfRun } from '../support/generate/random.ts';
import { type Answer, askBoth } from '../support/nodes/both.ts';

const seed = seedOfRun();

const message = ({ error }: Answer): string =>
  (error as { message?: string } | null)?.message ?? '';

/**
 * Whether the answers differ where this node differs from today's Core: it refuses OP_IF in
 * tapscript miniscripts, does not check for white space around keys, and takes the first closing
 * bracket as the end of a key in a miniscript.
 */
function isOtherwise(ours: Answer, node: Answer): boolean {
  if (message(node).includes('under reduced-data')) return true;
  if (message(ours).endsWith('is invalid due to whitespace')) return true;
  const [, longer] = /^(key '.*)' is not valid$/.exec(message(ours)) ?? [];
  const [, shorter] = /^(key '.*)' is not valid$/.exec(message(node)) ?? [];
  if (shorter !== undefined && longer?.startsWith(shorter) && longer.includes('(')) return true;
  // The text up to the matching bracket has the origin of the next key, too.
  const hasTwo = message(ours) === "Multiple ']' characters found for a single pubkey";
  if (hasTwo && shorter?.includes('(')) return true;
  const noFunction = (answer: Answer) =>
    /is not a valid descriptor function$|^A function is needed/.test(message(answer));
  return noFunction(ours) && !noFunction(node);
}

test('random descriptors and their addresses', async () => {
  const random = createRandom(seed);
  let refused = 0;
  for (let i = 0; i < casesOfRun(800); i++) {
    const text = randomDescriptor(random);
    const info = await askBoth('getdescriptorinfo', JSON.stringify([text]));
    if (isOtherwise(info.ours, info.node)) continue;
    expect(info.ours, text).toEqual(info.node);
    if (info.node.error !== null) refused += 1;
    const begin = random.pick([0, 5, 2 ** 31 - 3]);
    const range = (info.node.result as { isrange?: boolean } | null)?.isrange
      ? [[begin, begin + 2]]
      : [];
    const params = JSON.stringify([addChecksum(text), ...range]);
    const addresses = await askBoth('deriveaddresses', params);
    expect(addresses.ours, params).toEqual(addresses.node);
  }
  console.log(`refused: ${refused} of ${casesOfRun(800)}`);
});

test('faulty descriptors', async () => {
  const random = createRandom(seed + 1);
  for (let i = 0; i < casesOfRun(2000); i++) {
    let text = mutate(random, randomDescriptor(random));
    if (random.oneIn(3)) text = mutate(random, text);
    const { ours, node } = await askBoth('getdescriptorinfo', JSON.stringify([text]));
    if (!isOtherwise(ours, node)) expect(ours, text).toEqual(node);
  }
});
