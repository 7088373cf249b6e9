import { describe, expect, test } from 'vitest';
import { consensusParams } from '../../../src/chain/consensus.ts';
import { encodeHex } from '../../../src/encoding/hex.ts';
import { type CallOptions, execute } from '../../../src/public/rpc.ts';
import { type FindingId, findingIds } from '../../../src/review/catalog.ts';
import { isHard, noPolicy, strictPolicy } from '../../../src/review/policy.ts';
import { createMemoryChain } from '../../support/chains/memory-chain.ts';
import { keyAt, person, place } from '../../support/review/accounts.ts';
import { reviewVectors } from '../../support/vectors/review-vectors.ts';

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

test('a review reports own outputs, the fee and whether it is proven', async () => {
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

test('text and HTML have the same content', async () => {
  const text = await execute('review', [spoofed.psbt, spoofed.descriptors, null, 'text'], options);
  const html = await execute('review', [spoofed.psbt, spoofed.descriptors, null, 'html'], options);
  const { id } = await reviewed(spoofed.psbt, spoofed.descriptors);
  expect(text).toContain('STOP: The PSBT labels an output as your change');
  expect(text).toContain(`Review id ${id}`);
  expect(html).toContain(
    '<section class="stop"><h3>STOP: The PSBT labels an output as your change',
  );
});

test('another transaction or other knowledge of it changes the id', async () => {
  const ids = [
    await reviewed(usual.psbt, usual.descriptors),
    await reviewed(spoofed.psbt, spoofed.descriptors),
    await reviewed(usual.psbt, []),
    (await execute('review', [usual.psbt], options)) as Reviewed,
  ].map(({ id }) => id);
  expect(new Set(ids).size).toBe(4);
  expect((await reviewed(usual.psbt, usual.descriptors)).id).toBe(ids[0]);
});

test("a review's id allows exactly the reviewed transaction", async () => {
  const { id } = await reviewed(usual.psbt, [secret]);
  const sign = (psbt: string) =>
    execute('descriptorprocesspsbt', { psbt, descriptors: [secret], reviewed: id }, options);
  expect(await sign(usual.psbt)).toMatchObject({ complete: true });
  await expect(sign(spoofed.psbt)).rejects.toThrow(
    'Nothing was signed: it is not what was reviewed',
  );
});

test('a policy stops findings that it does not allow, also if a person agrees', async () => {
  const half = psbtNamed('a coin that has to be two weeks old');
  const sign = (policy: CallOptions['policy'], { psbt } = half) =>
    execute('descriptorprocesspsbt', [psbt, [secret]], { ...options, policy, approve: () => true });
  const refusing = { ...noPolicy, refuse: ['relative-lock', 'change-not-ours'] as const };
  await expect(sign(refusing)).rejects.toThrow('(relative-lock)');
  expect(await sign(strictPolicy)).toMatchObject({ complete: true });
  const far = psbtNamed('one block more than two weeks');
  await expect(sign(strictPolicy, far)).rejects.toThrow('(relative-lock-far)');
  const allowing = { ...strictPolicy, allow: ['relative-lock-far'] as const };
  expect(await sign(allowing, far)).toMatchObject({ complete: true });
  expect(await sign(noPolicy, far)).toMatchObject({ complete: true });
});

describe('a finding without an override stops every policy and every id of a review', () => {
  const hard = reviewVectors.filter(
    ({ psbt, about, has, network, known, past }) =>
      psbt !== undefined && has && isHard(about as FindingId) && !network && !known && !past,
  );
  const sizeOf = ({ psbt = '' }: (typeof hard)[number]) => psbt.length;
  const smallestLast = [...hard].sort((a, b) => sizeOf(b) - sizeOf(a));
  const byFinding = new Map(smallestLast.map((vector) => [vector.about, vector]));
  const confirmed = findingIds;

  test('there is one of each kind', () => {
    expect([...byFinding.keys()].sort()).toEqual(
      expect.arrayContaining([
        'change-not-ours',
        'fee-negative',
        'input-foreign-script',
        'script-mismatch',
        'signature-invalid',
        'utxo-mismatch',
      ]),
    );
  });

  test.each([...byFinding.values()].map((vector) => [vector.about, vector] as const))(
    '%s',
    async (about, { psbt = '', descriptors = [] }) => {
      const own = [secret, ...descriptors];
      const { id } = await reviewed(psbt, own);
      const policies: readonly CallOptions[] = [
        { policy: noPolicy },
        { policy: { ...strictPolicy, allow: findingIds } },
        { policy: noPolicy, approve: () => ({ confirmed }) },
        {},
      ];
      for (const policy of policies) {
        const call = execute(
          'descriptorprocesspsbt',
          { psbt, descriptors: own, reviewed: id },
          { ...options, ...policy },
        );
        await expect(call).rejects.toThrow(/Nothing was signed: this cannot be allowed/);
        await expect(call).rejects.toThrow(`(${about})`);
      }
    },
    // Five reviews, each of which derives a thousand positions of every descriptor.
    300_000,
  );

  test('allows it only with the profile of Core', async () => {
    const { psbt } = psbtNamed('the path of our change over the address of a thief');
    const core = { network: 'regtest', profile: 'core' } as const;
    const done = await execute('descriptorprocesspsbt', [psbt, [secret]], core);
    expect(done).toMatchObject({ complete: true });
  });
});

test('reports a coin that a node does not know, and not one without a source', async () => {
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
  // The source knows only some scripts, like snapshots and servers.
  const { knowsAllCoins: _, ...some } = source;
  expect(await found({ chain: some })).toBe(false);
  expect(await found({ findCoins: async () => new Map() })).toBe(false);
});

test('the profile of Core has no such method and no such argument', async () => {
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

test('reports data that is neither a PSBT nor a transaction, and an unknown format', async () => {
  await expect(execute('review', ['nonsense'], options)).rejects.toThrow('TX decode failed');
  await expect(execute('review', [usual.psbt, null, null, 'pdf'], options)).rejects.toThrow(
    'format is one of json, text, html',
  );
});

describe('the scripts in prevtxs', () => {
  const people = [1, 2, 3].map((seed) => keyAt(person(seed), '48h/1h/0h/2h'));
  const coinAt = (index: number) => {
    const { script, knowledge } = place(`wsh(multi(2,${people.join(',')}))`, 0, index);
    const [witnessScript = new Uint8Array(0)] = knowledge.scripts.values();
    return { scriptPubKey: encodeHex(script), witnessScript: encodeHex(witnessScript) };
  };
  const [txid, vout] = ['11'.repeat(32), 0];
  const reviewOf = async (more: object) => {
    const outputs = [{ data: '00' }];
    const hex = await execute('createrawtransaction', [[{ txid, vout }], outputs], options);
    const { scriptPubKey } = coinAt(0);
    const prevtxs = [{ txid, vout, scriptPubKey, amount: 0.00001, ...more }];
    return execute('review', [hex, null, prevtxs], options) as Promise<object>;
  };

  test('decide the lock and the size of a raw transaction', async () => {
    const { witnessScript } = coinAt(0);
    const { vsize } = (await reviewOf({})) as { readonly vsize: number };
    expect(await reviewOf({ witnessScript })).toMatchObject({
      inputs: [{ lock: 'P2WSH, 2 of 3 keys' }],
      vsize: vsize + 36,
    });
  });

  test('are refused if they belong to another coin', async () => {
    const { witnessScript } = coinAt(1);
    await expect(reviewOf({ witnessScript })).rejects.toThrow('does not match scriptPubKey');
  });
});
