import { describe, expect, test } from 'vitest';
import { kernelSecp256k1 as secp256k1 } from '../../src/crypto/kernel-backend.ts';
import { toSigningProvider } from '../../src/descriptor/flat-signing-provider.ts';
import { networks } from '../../src/encoding/network.ts';
import { finalizePsbt } from '../../src/psbt/finalize.ts';
import type { Psbt, PsbtInput } from '../../src/psbt/psbt.ts';
import { signPsbt } from '../../src/psbt/sign-psbt.ts';
import { checkSigned } from '../../src/review/check.ts';
import { silentPsbt } from '../support/generate/silent-payments.ts';
import { readVector } from '../support/paths.ts';
import { readPsbt } from '../support/psbt.ts';
import {
  COSIGNER,
  keyAt,
  ME,
  person,
  place,
  secretsOf,
  tr,
  wpkh,
} from '../support/review/accounts.ts';
import { coin } from '../support/review/coins.ts';
import { back, buildPsbt, pay } from '../support/review/payments.ts';

const people = [ME, COSIGNER, person(3)];
const multisig = (secret: number) =>
  `wsh(sortedmulti(2,${people.map((who, i) => keyAt(who, '48h/1h/0h/2h', i === secret)).join(',')}))`;
const shared = multisig(-1);
const unsigned = buildPsbt({
  coins: [coin(place(shared, 0, 0), 1)],
  outputs: [pay(60_000n), back(39_800n, shared)],
  psbtVersion: 2,
});

function signedBy(psbt: Psbt, text: string, sighashType?: number): Psbt {
  const provider = toSigningProvider(secretsOf(text, 0, 0));
  const done = signPsbt({ psbt, provider, sighashType, finalize: false, secp256k1 });
  if ('error' in done) throw new Error(done.error);
  return done.psbt;
}
const withInput = (psbt: Psbt, change: Partial<PsbtInput>): Psbt => ({
  ...psbt,
  inputs: psbt.inputs.map((input, i) => (i === 0 ? { ...input, ...change } : input)),
});
const check = (before: Psbt, after: Psbt) => checkSigned(before, after, { secp256k1 });
const harmful = (before: Psbt, after: Psbt) =>
  check(before, after).changes.flatMap(({ isHarmless, text }) => (isHarmless ? [] : [text]));

const byCosigner = signedBy(unsigned, multisig(1));
const byBoth = signedBy(byCosigner, multisig(0));
const ofCosigner = byCosigner.inputs[0]?.partialSignatures ?? [];
const ofMine = (byBoth.inputs[0]?.partialSignatures ?? []).filter(
  ({ publicKey }) => publicKey !== ofCosigner[0]?.publicKey,
);

describe('an earlier signature', () => {
  test('is kept by an honest cosigner, or used in final scripts', () => {
    expect(check(byCosigner, byBoth)).toMatchObject({ changes: [], isFine: true });
    const { psbt, complete } = finalizePsbt(byBoth, secp256k1);
    expect(complete).toBe(true);
    expect(check(byCosigner, psbt).isFine).toBe(true);
  });

  test('is reported if the answer lacks it', () => {
    const after = withInput(byBoth, {
      partialSignatures: ofMine.filter(
        ({ signature }) => !ofCosigner.some((each) => each.signature.join() === signature.join()),
      ),
    });
    const { changes, isFine } = check(byCosigner, after);
    expect(isFine).toBe(false);
    expect(changes).toMatchObject([{ kind: 'removed', part: 'input', isHarmless: false }]);
    expect(changes[0]?.text).toMatch(/^Input 0 loses the signature of key 0[23][0-9a-f]{64}\.$/);
  });

  test('is reported if its input was final and no longer is', () => {
    const { psbt } = finalizePsbt(byBoth, secp256k1);
    expect(harmful(psbt, withInput(psbt, { finalWitness: [] }))).toEqual([
      'Input 0 loses its final scripts.',
    ]);
  });
});

test('invalid final scripts are not fine, although one of their signatures is valid', () => {
  const { psbt } = finalizePsbt(byBoth, secp256k1);
  const [zero, first, second, script] = psbt.inputs[0]?.finalWitness ?? [];
  if (!zero || !first || !second || !script) throw new Error('no witness');
  for (const finalWitness of [
    [zero, first, first, script],
    [zero, second, second, script],
    [zero, second, first, script],
    [zero, zero, second, script],
    [zero, first, script],
  ]) {
    expect(check(unsigned, withInput(psbt, { finalWitness })).isFine).toBe(false);
  }
});

test('invalid final scripts are not fine next to an input that was already final', () => {
  const two = buildPsbt({
    coins: [coin(place(shared, 0, 0), 1), coin(place(shared, 0, 0), 2)],
    outputs: [pay(160_000n), back(39_800n, shared)],
  });
  const all = finalizePsbt(signedBy(signedBy(two, multisig(0)), multisig(1)), secp256k1).psbt;
  const [first, second] = all.inputs;
  const [unfinished] = two.inputs;
  if (!first || !second || !unfinished) throw new Error('no inputs');
  const before = { ...all, inputs: [{ ...unfinished }, second] };
  const [zero, , last, script] = first.finalWitness;
  if (!zero || !last || !script) throw new Error('no witness');
  const broken = { ...first, finalWitness: [zero, last, last, script] };
  expect(check(before, all).isFine).toBe(true);
  expect(check(before, { ...all, inputs: [broken, second] }).isFine).toBe(false);
  // An input that was final is not judged again, also if its coin is unknown.
  const hidden = { ...second, witnessUtxo: undefined, nonWitnessUtxo: undefined };
  const unknown = { ...before, inputs: [unfinished, hidden] };
  expect(check(unknown, { ...all, inputs: [first, hidden] }).isFine).toBe(true);
});

describe('a sighash type', () => {
  const one = buildPsbt({
    coins: [coin(place(wpkh, 0, 0), 1)],
    outputs: [pay(60_000n), back(39_800n)],
  });
  const own = `wpkh(${keyAt(ME, '84h/1h/0h', true)})`;
  const asking = (sighashType?: number) => withInput(one, { sighashType });
  /** A signature of one type, for a PSBT that asks for another. */
  const answer = (asked: number | undefined, type: number) => {
    const signed = signedBy(asking(type), own, type);
    return check(asking(asked), withInput(signed, { sighashType: asked }));
  };

  test.each([
    [undefined, 0x02, 'NONE', 'ALL'],
    [undefined, 0x83, 'SINGLE|ANYONECANPAY', 'ALL'],
    [1, 0x81, 'ALL|ANYONECANPAY', 'ALL'],
    [0x83, 0x03, 'SINGLE', 'SINGLE|ANYONECANPAY'],
  ])('is reported if it differs from the request: %s, signed %s', (asked, type, made, wanted) => {
    const { changes, isFine } = answer(asked, type);
    expect(isFine).toBe(false);
    expect(changes.map(({ text }) => text)).toEqual([
      `Input 0 is signed with sighash type ${made} instead of ${wanted}.`,
    ]);
  });

  test.each([
    [undefined, 1],
    [1, 1],
    [0x83, 0x83],
  ])('is fine as requested: %s', (asked, type) => {
    expect(answer(asked, type)).toMatchObject({ changes: [], isFine: true });
  });

  test('is the usual one of taproot if it is DEFAULT or ALL, in the PSBT or in the signature', () => {
    const taproot = buildPsbt({
      coins: [coin(place(tr, 0, 0), 1)],
      outputs: [pay(60_000n), back(39_800n, tr)],
    });
    const keys = `tr(${keyAt(ME, '86h/1h/0h', true)})`;
    const all = signedBy(withInput(taproot, { sighashType: 1 }), keys, 1);
    const usual = signedBy(taproot, keys);
    expect(check(taproot, withInput(all, { sighashType: undefined })).isFine).toBe(true);
    expect(
      check(withInput(taproot, { sighashType: 1 }), withInput(usual, { sighashType: 1 })).isFine,
    ).toBe(true);
    const once = signedBy(withInput(taproot, { sighashType: 0x81 }), keys, 0x81);
    expect(harmful(taproot, withInput(once, { sighashType: undefined }))).toEqual([
      'Input 0 is signed with sighash type ALL|ANYONECANPAY instead of DEFAULT.',
    ]);
  });
});

describe('fields that an honest signer adds', () => {
  const [full] = byCosigner.inputs;
  if (full === undefined) throw new Error('no input');
  const sparse = withInput(unsigned, {
    nonWitnessUtxo: undefined,
    witnessScript: new Uint8Array(0),
  });

  test('are harmless if the coin proves them: its transaction and its scripts', () => {
    expect(harmful(sparse, byCosigner)).toEqual([]);
    expect(check(sparse, byCosigner).isFine).toBe(true);
    const unknown = withInput(sparse, { witnessUtxo: undefined });
    expect(check(unknown, byCosigner).isFine).toBe(true);
  });

  test('are harmful if the coin contradicts them', () => {
    const wrong = { ...full, witnessScript: Uint8Array.of(0x51) };
    expect(harmful(sparse, withInput(byCosigner, wrong))).toContain(
      'Input 0 adds the witness script.',
    );
    const unknown = withInput(sparse, { witnessUtxo: undefined });
    const claimed = withInput(byCosigner, { nonWitnessUtxo: undefined });
    expect(harmful(unknown, claimed)).toContain(
      'Input 0 adds the amount and script of the spent coin.',
    );
    const other = full.nonWitnessUtxo && { ...full.nonWitnessUtxo, version: 1 };
    expect(harmful(sparse, withInput(byCosigner, { nonWitnessUtxo: other }))).toContain(
      'Input 0 adds the previous transaction.',
    );
  });

  test('are harmless if the output proves them', () => {
    const outputs = unsigned.outputs.map((each) => ({ ...each, witnessScript: new Uint8Array(0) }));
    expect(check({ ...unsigned, outputs }, byCosigner).isFine).toBe(true);
    const wrong = byCosigner.outputs.map((each) => ({
      ...each,
      witnessScript: Uint8Array.of(0x51),
    }));
    expect(harmful({ ...unsigned, outputs }, { ...byCosigner, outputs: wrong })).toEqual([
      'Output 0 adds the witness script.',
      'Output 1 adds the witness script.',
    ]);
  });

  test('do not include the witnesses of a previous transaction, which have no part in its id', () => {
    const previous = full.nonWitnessUtxo;
    if (previous === undefined) throw new Error('no transaction');
    const inputs = previous.inputs.map((each) => ({ ...each, witness: [Uint8Array.of(1)] }));
    const before = withInput(unsigned, { nonWitnessUtxo: { ...previous, inputs } });
    expect(check(before, byCosigner)).toMatchObject({ changes: [], isFine: true });
  });

  test('include flags that are cleared (BIP370), but none that is set', () => {
    const flagged = (psbt: Psbt, txModifiable: number) => ({ ...psbt, txModifiable });
    expect(check(flagged(unsigned, 3), byCosigner).isFine).toBe(true);
    expect(check(flagged(unsigned, 3), flagged(byCosigner, 1)).isFine).toBe(true);
    expect(check(flagged(unsigned, 1), flagged(byCosigner, 3)).isFine).toBe(false);
  });
});

describe('MuSig2', () => {
  const vectors: { readonly spends: readonly Readonly<Record<string, string>>[] } = JSON.parse(
    readVector('psbt/bip373.json'),
  );
  const row = vectors.spends[0] ?? {};
  const done = readPsbt(row.signatures ?? '');
  const [input] = done.inputs;
  if (input === undefined) throw new Error('no input');
  const nonces = input.musigPubNonces;
  const partials = input.musigPartialSignatures;
  const spoiled = (list: typeof nonces, at = 0) =>
    list.map((each, i) =>
      i === at
        ? { ...each, value: each.value.map((byte, k) => (k === 20 ? byte ^ 1 : byte)) }
        : each,
    );
  const bare = withInput(done, { musigPubNonces: [], musigPartialSignatures: [] });
  const first = withInput(done, { musigPartialSignatures: [] });
  const one = withInput(done, { musigPartialSignatures: partials.slice(0, 1) });

  test('rounds of an honest signer are fine', () => {
    expect(check(bare, withInput(bare, { musigPubNonces: nonces.slice(0, 1) })).isFine).toBe(true);
    expect(check(withInput(bare, { musigPubNonces: nonces.slice(0, 1) }), first).isFine).toBe(true);
    expect(check(first, one).isFine).toBe(true);
    expect(check(one, done).isFine).toBe(true);
    const { psbt } = finalizePsbt(done, secp256k1);
    expect(check(one, psbt).isFine).toBe(true);
  });

  test('replaced and removed nonces and partial signatures of others are reported', () => {
    expect(harmful(first, withInput(one, { musigPubNonces: spoiled(nonces) }))[0]).toMatch(
      /^Input 0 replaces the MuSig2 nonce of 0[23][0-9a-f]{64}\.$/,
    );
    expect(harmful(first, withInput(one, { musigPubNonces: nonces.slice(1) }))[0]).toMatch(
      /^Input 0 loses the MuSig2 nonce of /,
    );
    expect(harmful(one, withInput(done, { musigPartialSignatures: partials.slice(1) }))[0]).toMatch(
      /^Input 0 loses the partial signature of /,
    );
  });

  test('a nonce that copies the nonce of another participant is not fine', () => {
    const [mine, theirs] = nonces;
    if (mine === undefined || theirs === undefined) throw new Error('no nonces');
    const before = withInput(bare, { musigPubNonces: [mine] });
    const copied = [mine, { ...theirs, value: mine.value }];
    expect(check(before, withInput(bare, { musigPubNonces: copied })).isFine).toBe(false);
    expect(check(before, withInput(bare, { musigPubNonces: [mine, theirs] })).isFine).toBe(true);
  });

  test('a wrong partial signature is not fine', () => {
    expect(
      check(first, withInput(one, { musigPartialSignatures: spoiled(partials.slice(0, 1)) }))
        .isFine,
    ).toBe(false);
  });
});

describe('silent payments', () => {
  const before = silentPsbt({ kinds: ['wpkh'], outputs: [[1, 1]], shares: 'none' });
  const after = silentPsbt({ kinds: ['wpkh'], outputs: [[1, 1]], shares: 'global' });

  test('a script that the signer computes is harmless if it is proven', () => {
    const { changes } = check(before, after);
    expect(changes.filter(({ isHarmless }) => !isHarmless)).toEqual([]);
    expect(changes.map(({ text }) => text)).toContain(
      'Output 0 gets the script of its silent payment, which is proven.',
    );
  });

  test('a script of another payee, or without its proof, is harmful', () => {
    const wrong = after.outputs.map((each, i) =>
      i === 0
        ? { ...each, scriptPubKey: each.scriptPubKey.map((b, k) => (k === 9 ? b ^ 1 : b)) }
        : each,
    );
    expect(harmful(before, { ...after, outputs: wrong })).not.toEqual([]);
    expect(harmful(before, { ...after, unknown: [] })).not.toEqual([]);
  });

  const kinds = ['wpkh', 'tr'] as const;
  const pending = silentPsbt({ kinds, outputs: [[1, 1]], shares: 'none' });
  const shared = silentPsbt({ kinds, outputs: [[1, 1]], shares: 'inputs' });
  const withShares = (change: (unknown: PsbtInput['unknown']) => PsbtInput['unknown']) =>
    withInput(pending, { unknown: change(shared.inputs[0]?.unknown ?? []) });

  test('a signer that adds only its share has done its part', () => {
    const { changes, signatures, isFine } = check(
      pending,
      withShares((unknown) => unknown),
    );
    expect(changes.map(({ text, isHarmless }) => [text, isHarmless])).toEqual([
      ['Input 0 adds shares and proofs for silent payments.', true],
    ]);
    expect([signatures, isFine]).toEqual([[], true]);
    // Nothing was added.
    expect(check(pending, pending).isFine).toBe(false);
    expect(check(shared, shared).isFine).toBe(false);
  });

  test('a share that is false, or without its proof, is harmful', () => {
    const flip = (value: Uint8Array) => value.map((byte, i) => (i === 20 ? byte ^ 1 : byte));
    const wrong =
      'The shares, proofs or scripts of silent payments are not what their addresses require.';
    const flipped = withShares((unknown) =>
      unknown.map((field) => ({ ...field, value: flip(field.value) })),
    );
    const half = withShares((unknown) => unknown.slice(0, 1));
    for (const answer of [flipped, half]) {
      expect(harmful(pending, answer)).toContain(wrong);
      expect(check(pending, answer).isFine).toBe(false);
    }
  });

  test('another payee is named by its address, before any script exists', () => {
    const other = silentPsbt({ kinds, outputs: [[2, 1]], shares: 'none' });
    const found = checkSigned(pending, other, { network: networks.regtest, secp256k1 });
    const texts = found.changes.map(({ text }) => text);
    expect(texts[0]).toMatch(
      /^Output 0 pays .* to tsp1q\w+, whose script is not computed yet instead of .* to tsp1q\w+, whose/,
    );
    expect(texts).toContain('Output 0 changes the silent payment address or its label.');
    expect(found.isFine).toBe(false);
    expect(texts.join()).not.toMatch(/to \.|unknown type/);
  });
});
