import { expect, test } from 'vitest';
import { execute } from '../../src/index.ts';
import { emptyPsbtOutput } from '../../src/psbt/psbt.ts';
import { updatePsbtOutput } from '../../src/psbt/update-output.ts';
import { p2trScript } from '../../src/script/builders.ts';
import { emptyProvider } from '../../src/signing/provider.ts';
import { curve, hexBytes, publicKeyOf, xOnlyOf } from '../support/signing.ts';

const options = { network: 'regtest', secp256k1: curve } as const;
const key = (number: number) => Buffer.from(publicKeyOf(number)).toString('hex');
const tree = `tr(${key(1)},{pk(${key(2)}),pk(${key(3)})})`;

type Decoded = { readonly outputs: readonly { readonly taproot_tree?: readonly unknown[] }[] };

/** The leaves that a PSBT names for its only output after each update in turn. */
async function leavesAfter(...updates: readonly (readonly string[])[]) {
  const { checksum } = (await execute('getdescriptorinfo', [tree], options)) as {
    readonly checksum: string;
  };
  const [address] = (await execute(
    'deriveaddresses',
    [`${tree}#${checksum}`],
    options,
  )) as string[];
  const inputs = [{ txid: 'ab'.repeat(32), vout: 0 }];
  let psbt = await execute('createpsbt', [inputs, [{ [String(address)]: 0.001 }]], options);
  for (const update of updates) {
    const answer = await execute('descriptorprocesspsbt', [psbt, update], options);
    psbt = (answer as { readonly psbt: string }).psbt;
  }
  const { outputs } = (await execute('decodepsbt', [psbt], options)) as Decoded;
  return outputs.map(({ taproot_tree }) => taproot_tree);
}

const leaves = [2, 3].map((number) => ({
  depth: 1,
  leaf_ver: 0xc0,
  script: `20${key(number).slice(2)}ac`,
}));

test('an output gets the tree of its descriptor', async () => {
  expect(await leavesAfter([tree])).toEqual([expect.arrayContaining(leaves)]);
});

test('an output keeps its tree when the next signer does not know it', async () => {
  expect(await leavesAfter([tree], [`wpkh(${key(4)})`])).toEqual([expect.arrayContaining(leaves)]);
});

test('an output of an unknown descriptor gets no tree', async () => {
  expect(await leavesAfter([`wpkh(${key(4)})`])).toEqual([undefined]);
});

test('an output without an internal key keeps the leaves that it has', async () => {
  const tapTree = leaves.map(({ depth, leaf_ver: leafVersion, script }) => ({
    depth,
    leafVersion,
    script: hexBytes(script),
  }));
  const output = { ...emptyPsbtOutput(1000n, p2trScript(xOnlyOf(1))), tapTree };
  const updated = updatePsbtOutput(output, emptyProvider, curve);
  expect(updated.tapTree).toEqual(tapTree);
});
