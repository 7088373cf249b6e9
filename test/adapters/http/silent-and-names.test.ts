import { expect, test } from 'vitest';
import { createContext } from '../../../src/adapters/http/calls/call-context.ts';
import type { Profile } from '../../../src/rpc/context.ts';
import { silentPsbt } from '../../support/generate/silent-payments.ts';
import { harness } from '../../support/harness.ts';
import { writePsbt } from '../../support/psbt.ts';

const contextOf = (profile: Profile) =>
  createContext({ network: 'regtest', profile, chain: undefined }, (error) => {
    throw error;
  });

/** Makes a silent payment with a name whose proof is worthless. */
function named() {
  const psbt = silentPsbt({ kinds: ['wpkh'], outputs: [[1, 1]], shares: 'global' });
  const proof = { key: Uint8Array.of(0x35), value: Uint8Array.of(3, 97, 64, 98, 0) };
  const outputs = psbt.outputs.map((output) => ({
    ...output,
    unknown: [...output.unknown, proof],
  }));
  return writePsbt({ ...psbt, outputs });
}

test('a server checks names and silent payments of a reviewed PSBT', async () => {
  const { call } = harness(await contextOf('default'));
  type Review = {
    readonly findings: readonly { readonly id: string }[];
    readonly outputs: readonly { readonly silent_payment?: { readonly proven: boolean } }[];
  };
  const review = await call<Review>('review', [named()]);
  expect(review.findings.map(({ id }) => id)).toContain('name-proof-invalid');
  expect(JSON.stringify(review.outputs)).toContain('tsp1');
});

test('a server creates PSBTs for silent payment addresses, and none with the profile core', async () => {
  const [address] = [
    'tsp1qqd20lv0zrkvg4v895je47rruudv8v6w2ycp3yg9hft87a439x59xcqkwf9c9w7u30pyta5ztn0k9jnpl0rnqmaeaqtmqa52zs4qte0teqye9ffmc',
  ];
  const args = [[], [{ [address ?? '']: 0.001 }]];
  const { call } = harness(await contextOf('default'));
  expect(await call<string>('createpsbt', args)).toMatch(/^cHNidP8/);
  const { message } = await harness(await contextOf('core')).refusal('createpsbt', args);
  expect(message).toContain('Invalid Bitcoin address');
});
