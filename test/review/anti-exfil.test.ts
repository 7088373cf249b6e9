import { expect, test } from 'vitest';
import { parseDerLax } from '../../src/crypto/der.ts';
import { kernelSecp256k1 } from '../../src/crypto/kernel-backend.ts';
import { nobleSecp256k1 as secp256k1 } from '../../src/crypto/noble.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import type { Psbt } from '../../src/psbt/psbt.ts';
import { type AntiExfil, judgeAntiExfil } from '../../src/review/anti-exfil.ts';
import { checkSigned } from '../../src/review/check.ts';
import { readPsbt } from '../support/psbt.ts';
import { hexBytes } from '../support/signing.ts';
import { antiExfil, changed } from '../support/vectors/anti-exfil.ts';

const { published, session } = antiExfil;
const before = readPsbt(session.before);
const after = readPsbt(session.after);
const transcript = session.transcript.map(
  (told): AntiExfil => ({
    input: told.input,
    publicKey: hexBytes(told.pubkey),
    hostCommitment: hexBytes(told.host_commitment),
    signerCommitment: hexBytes(told.signer_commitment),
    hostEntropy: hexBytes(told.host_entropy),
  }),
);

const check = (told: readonly AntiExfil[], signed: Psbt = after) =>
  checkSigned(before, signed, { secp256k1, transcript: told });
const verdicts = (told: readonly AntiExfil[], signed: Psbt = after) =>
  check(told, signed).signatures.map(({ antiExfil: verdict }) => verdict);

test('published openings of libsecp256k1-zkp are in its signatures', () => {
  for (const { data, commitment, opening, signature } of published) {
    const told: AntiExfil = {
      input: 0,
      publicKey: undefined,
      hostCommitment: hexBytes(commitment),
      signerCommitment: hexBytes(opening),
      hostEntropy: hexBytes(data),
    };
    const nonce = parseDerLax(hexBytes(signature))?.subarray(0, 32) ?? new Uint8Array(0);
    for (const curve of [secp256k1, kernelSecp256k1]) {
      expect(judgeAntiExfil(told, nonce, curve)).toBe('kept');
      expect(judgeAntiExfil(told, changed(nonce), curve)).toBe('broken');
    }
  }
});

test('a session accepted by the reference implementation is fine', () => {
  const { isFine, unanswered } = check(transcript);
  expect({ verdicts: verdicts(transcript), isFine, unanswered }).toEqual({
    verdicts: ['kept', 'kept'],
    isFine: true,
    unanswered: [],
  });
});

test('changes in one entry and swaps between two are noticed', () => {
  const [first, second] = transcript;
  if (first === undefined || second === undefined) throw new Error('no transcript');
  const forged: readonly (readonly [Partial<AntiExfil>, string])[] = [
    [{ hostEntropy: changed(first.hostEntropy) }, 'uncommitted'],
    [{ hostCommitment: changed(first.hostCommitment) }, 'uncommitted'],
    [{ hostEntropy: second.hostEntropy, hostCommitment: second.hostCommitment }, 'broken'],
    [{ signerCommitment: second.signerCommitment }, 'broken'],
    // The same x with the other y is another point.
    [{ signerCommitment: changed(first.signerCommitment, 0) }, 'broken'],
  ];
  for (const [change, verdict] of forged) {
    const told = [{ ...first, ...change }, second];
    expect(verdicts(told)).toEqual([verdict, 'kept']);
    expect(check(told).isFine).toBe(false);
  }
});

test('a device that signs with a nonce of its own is detected despite a valid signature', () => {
  // Its answer was a valid point, but it did not keep to it.
  const selfish = transcript.map((each) => ({
    ...each,
    signerCommitment: each.publicKey ?? each.signerCommitment,
  }));
  const found = checkSigned(before, after, { secp256k1, transcript: selfish });
  expect(found.signatures.map(({ isValid, antiExfil: verdict }) => [isValid, verdict])).toEqual([
    [true, 'broken'],
    [true, 'broken'],
  ]);
  expect(found.isFine).toBe(false);
});

test('a signature without an entry is not fine, and vice versa', () => {
  expect(verdicts(transcript.slice(0, 1))).toEqual(['kept', 'missing']);
  expect(check(transcript.slice(0, 1)).isFine).toBe(false);
  const half: Psbt = { ...after, inputs: [...after.inputs.slice(0, 1), ...before.inputs.slice(1)] };
  expect(check(transcript, half)).toMatchObject({ unanswered: [1], isFine: false });
});

test('accepts any signer of that input if no key is named, else only that key', () => {
  const open = transcript.map((each) => ({ ...each, publicKey: undefined }));
  expect(verdicts(open)).toEqual(['kept', 'kept']);
  const swapped = transcript.map((each, i) => ({
    ...each,
    publicKey: transcript[1 - i]?.publicKey,
  }));
  expect(verdicts(swapped)).toEqual(['missing', 'missing']);
  expect(check(swapped).unanswered).toEqual([0, 1]);
});

test('reports nothing if there is no transcript', () => {
  const { signatures, isFine } = checkSigned(before, after, { secp256k1 });
  expect(signatures.map(({ antiExfil: verdict }) => verdict)).toEqual([undefined, undefined]);
  expect(signatures.map(({ publicKey }) => encodeHex(publicKey))).toEqual(
    session.transcript.map(({ pubkey }) => pubkey),
  );
  expect(isFine).toBe(true);
});
