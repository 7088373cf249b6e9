import { expect, test } from 'vitest';
import { consensusParams } from '../../../src/chain/consensus.ts';
import { createMemoryChain } from '../../../src/chain/memory.ts';
import { type CallOptions, execute } from '../../../src/index.ts';
import { noPolicy, strictPolicy } from '../../../src/review/policy.ts';
import { reviewVectors } from '../../support/vectors/review-vectors.ts';
import { keyAt, person } from '../../support/vectors/review-world.ts';

const secret = `wpkh(${keyAt(person(1), '84h/1h/0h', true)})`;
const options: CallOptions = { network: 'regtest' };

function psbtNamed(name: string): {
  readonly psbt: string;
  readonly descriptors: readonly string[];
} {
  const vector = reviewVectors.find((each) => each.name === name);
  if (vector?.psbt === undefined) throw new Error(`no vector ${name}`);
  return { psbt: vector.psbt, descriptors: vector.descriptors ?? [] };
}

type Reviewed = { readonly id: string; readonly findings: readonly { readonly id: string }[] };

const usual = psbtNamed('a payment with change');
const spoofed = psbtNamed('the path of our change over the address of a thief');

const reviewed = (psbt: string, descriptors: readonly string[]) =>
  execute('review', [psbt, descriptors], options) as Promise<Reviewed>;

test('a review tells what is ours, what the fee is and whether it is proven', async () => {
  expect(await reviewed(usual.psbt, usual.descriptors)).toMatchObject({
    findings: [],
    fee: 0.000002,
    feerate: 0.00001418,
    fee_share: 0.33,
    fee_proof: 'proven',
    vsize: 141,
    inputs: [{ certainty: 'proven', lock: 'P2WPKH', owner: { role: 'own', index: 0 } }],
    outputs: [
      { role: 'payment' },
      { role: 'change', owner: { paths: ['4ba43603/84h/1h/0h/1/0'] } },
    ],
  });
});

test('text and HTML are printings of the same', async () => {
  const text = await execute('review', [spoofed.psbt, spoofed.descriptors, null, 'text'], options);
  const html = await execute('review', [spoofed.psbt, spoofed.descriptors, null, 'html'], options);
  const { id } = await reviewed(spoofed.psbt, spoofed.descriptors);
  expect(text).toContain('STOP: An output is passed off as your change');
  expect(text).toContain(`Review id ${id}`);
  expect(html).toContain('<section class="stop"><h3>STOP: An output is passed off as your change');
});

test('another transaction, and other knowledge of it, have another id', async () => {
  const ids = [
    await reviewed(usual.psbt, usual.descriptors),
    await reviewed(spoofed.psbt, spoofed.descriptors),
    await reviewed(usual.psbt, []),
    (await execute('review', [usual.psbt], options)) as Reviewed,
  ].map(({ id }) => id);
  expect(new Set(ids).size).toBe(4);
  expect((await reviewed(usual.psbt, usual.descriptors)).id).toBe(ids[0]);
});

test('what is signed under the id of a review is that, and nothing else', async () => {
  const { id } = await reviewed(usual.psbt, [secret]);
  const sign = (psbt: string) =>
    execute('descriptorprocesspsbt', { psbt, descriptors: [secret], reviewed: id }, options);
  expect(await sign(usual.psbt)).toMatchObject({ complete: true });
  await expect(sign(spoofed.psbt)).rejects.toThrow(
    'Nothing was signed: it is not what was reviewed',
  );
});

test('a policy stops what it does not allow, whoever says yes', async () => {
  const sign = (policy: CallOptions['policy'], psbt = spoofed.psbt) =>
    execute('descriptorprocesspsbt', [psbt, [secret]], { ...options, policy, approve: () => true });
  await expect(sign(strictPolicy)).rejects.toThrow('(change-not-ours)');
  const allowing = { ...strictPolicy, allow: ['change-not-ours'] as const };
  expect(await sign(allowing)).toMatchObject({ complete: true });
  expect(await sign(noPolicy)).toMatchObject({ complete: true });
  const refusing = { ...noPolicy, refuse: ['not-replaceable', 'change-not-ours'] as const };
  await expect(sign(refusing)).rejects.toThrow('(change-not-ours)');
});

test('a coin that a node does not know is told, and one that nobody is asked for is not', async () => {
  const { source } = createMemoryChain(consensusParams.regtest);
  const hex = (await execute(
    'createrawtransaction',
    [[{ txid: 'ab'.repeat(32), vout: 0 }], [{ data: '00' }]],
    options,
  )) as string;
  const found = async (more: CallOptions) => {
    const { findings } = (await execute('review', [hex], { ...options, ...more })) as Reviewed;
    return findings.map(({ id }) => id).includes('coin-not-found');
  };
  expect(await found({ chain: source })).toBe(true);
  expect(await found({})).toBe(false);
  // One that knows of some scripts alone, as snapshots and servers do.
  const { knowsAllCoins: _, ...some } = source;
  expect(await found({ chain: some })).toBe(false);
  expect(await found({ findCoins: async () => new Map() })).toBe(false);
});

test('with the profile of Core there is no such method, and no such argument', async () => {
  const core: CallOptions = { ...options, profile: 'core' };
  await expect(execute('review', [usual.psbt], core)).rejects.toThrow('Method not found');
  await expect(
    execute(
      'descriptorprocesspsbt',
      { psbt: usual.psbt, descriptors: [secret], reviewed: '00' },
      core,
    ),
  ).rejects.toThrow('Unknown named parameter reviewed');
});

test('what is neither a PSBT nor a transaction, and a format that is none, are told', async () => {
  await expect(execute('review', ['nonsense'], options)).rejects.toThrow('TX decode failed');
  await expect(execute('review', [usual.psbt, null, null, 'pdf'], options)).rejects.toThrow(
    'format is one of json, text, html',
  );
});
