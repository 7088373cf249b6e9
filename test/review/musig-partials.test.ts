import { describe, expect, test } from 'vitest';
import { kernelSecp256k1 as secp256k1 } from '../../src/crypto/kernel-backend.ts';
import type { PsbtInput } from '../../src/psbt/psbt.ts';
import { openSession } from '../../src/psbt/psbt-session.ts';
import { wrongMusigPartials } from '../../src/review/partial-signatures.ts';
import { readVector } from '../support/paths.ts';
import { readPsbt } from '../support/psbt.ts';

/** BIP373's PSBTs with all partial signatures, for a group key in four places. */
const { spends }: { spends: readonly { readonly key: string; readonly signatures: string }[] } =
  JSON.parse(readVector('psbt/bip373.json'));

describe.each(spends)('a group key that is: $key', ({ signatures }) => {
  const psbt = readPsbt(signatures);
  const session = openSession(psbt, secp256k1);
  const [input] = psbt.inputs;
  if (session === undefined || input === undefined) throw new Error('no input');
  const partials = input.musigPartialSignatures;
  const wrong = (change: Partial<PsbtInput>) =>
    wrongMusigPartials({ ...input, ...change }, session.cache, 0, secp256k1);
  const spoiled = (value: Uint8Array) => value.map((byte, i) => (i === 20 ? byte ^ 1 : byte));

  test('has correct partial signatures', () => {
    expect(partials.length).toBeGreaterThan(1);
    expect(wrong({})).toEqual([]);
  });

  test('finds each wrong partial signature', () => {
    for (const [place] of partials.entries()) {
      const changed = partials.map((each, i) =>
        i === place ? { ...each, value: spoiled(each.value) } : each,
      );
      expect(wrong({ musigPartialSignatures: changed })).toEqual([changed[place]]);
    }
  });

  test('has only wrong ones for another message, and no verdict without nonces or its group', () => {
    expect(wrong({ sighashType: 0x81 })).toEqual(partials);
    const [first, ...nonces] = input.musigPubNonces;
    if (first === undefined) throw new Error('no nonce');
    expect(wrong({ sighashType: 0x81, musigPubNonces: nonces })).toEqual([]);
    expect(wrong({ sighashType: 0x81, musigParticipants: [] })).toEqual([]);
    // The nonce of another leaf, or of another group, does not belong to this one.
    for (const other of [
      { ...first, leafHash: new Uint8Array(32) },
      { ...first, aggregate: first.participant },
    ]) {
      expect(wrong({ sighashType: 0x81, musigPubNonces: [other, ...nonces] })).toEqual([]);
    }
  });
});

test('a key below a group key is found among the first eight named paths', () => {
  const { signatures = '' } = spends.find(({ key }) => key === 'derived') ?? {};
  const psbt = readPsbt(signatures);
  const session = openSession(psbt, secp256k1);
  const [input] = psbt.inputs;
  const path = input?.tapKeyPaths.find(({ origin }) => origin.path.length > 0);
  if (session === undefined || input === undefined || path === undefined)
    throw new Error('no path');
  const changed = input.musigPartialSignatures.map((each) => ({
    ...each,
    value: each.value.map((byte) => byte ^ 1),
  }));
  const group = input.tapKeyPaths.filter(({ origin }) => origin.path.length > 0);
  const others = (count: number) =>
    Array.from({ length: count }, (_, i) => ({
      ...path,
      origin: { ...path.origin, path: [1_000 + i] },
    }));
  const wrong = (count: number) =>
    wrongMusigPartials(
      { ...input, musigPartialSignatures: changed, tapKeyPaths: [...others(count), ...group] },
      session.cache,
      0,
      secp256k1,
    ).length;
  const most = 8 - group.length;
  expect(wrong(most)).toBe(changed.length);
  expect(wrong(8)).toBe(0);
});
