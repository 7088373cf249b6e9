import { expect, expectTypeOf, test } from 'vitest';
import { type BlockTemplate, getblocktemplate } from '../../src/public/rpc.ts';
import { loadWorld } from '../support/chains/world.ts';

const { source } = loadWorld('gbt').chain;
const options = { network: 'regtest', chain: source, now: () => 1_700_072_600 } as const;

test('a template has the members of its type', async () => {
  const template = await getblocktemplate({ template_request: { rules: ['segwit'] } }, options);
  expectTypeOf(template).toEqualTypeOf<BlockTemplate>();
  const names: { readonly [name in keyof Required<BlockTemplate>]: string } = {
    capabilities: 'object',
    version: 'number',
    rules: 'object',
    vbavailable: 'object',
    vbrequired: 'number',
    previousblockhash: 'string',
    transactions: 'object',
    coinbaseaux: 'object',
    coinbasevalue: 'number',
    longpollid: 'string',
    target: 'string',
    mintime: 'number',
    mutable: 'object',
    noncerange: 'string',
    sigoplimit: 'number',
    sizelimit: 'number',
    weightlimit: 'number',
    curtime: 'number',
    bits: 'string',
    height: 'number',
    signet_challenge: 'undefined',
    default_witness_commitment: 'string',
  };
  const { signet_challenge: absent, ...present } = names;
  expect(absent).toBe('undefined');
  const kinds = Object.entries(template).map(([name, value]) => [name, typeof value]);
  expect(Object.fromEntries(kinds)).toEqual(present);
});

test('a proposal gets a verdict', async () => {
  const { previousblockhash } = await getblocktemplate(
    { template_request: { rules: ['segwit'] } },
    options,
  );
  expect(previousblockhash).toMatch(/^[0-9a-f]{64}$/);
  const header = `${'00'.repeat(80)}00`;
  const verdict = await getblocktemplate(
    { template_request: { mode: 'proposal', data: header } },
    options,
  );
  expectTypeOf(verdict).toEqualTypeOf<string | null>();
  expect(verdict).toBe('inconclusive-not-best-prevblk');
});

test('wrong requests do not compile, and are refused', async () => {
  // @ts-expect-error: the rules are missing
  await expect(getblocktemplate({ template_request: {} }, options)).rejects.toMatchObject({
    code: -8,
  });
  // @ts-expect-error: a proposal without a block
  const call = getblocktemplate({ template_request: { mode: 'proposal' } }, options);
  await expect(call).rejects.toMatchObject({ code: -3 });
});
