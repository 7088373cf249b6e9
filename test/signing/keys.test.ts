import { expect, test } from 'vitest';
import { hash160 } from '../../src/crypto/hash.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { p2pkScript, p2trScript } from '../../src/script/builders.ts';
import { Op } from '../../src/script/opcodes.ts';
import { buildScript } from '../../src/script/script.ts';
import { produceSignature } from '../../src/signing/assemble.ts';
import type { EcdsaRequest, SignatureCreator } from '../../src/signing/creator.ts';
import { createKeyProvider } from '../../src/signing/miniscript-provider.ts';
import type { KeyOrigin, SigningProvider } from '../../src/signing/provider.ts';
import { emptySignatureData } from '../../src/signing/signature-data.ts';
import { buildTaprootOutput } from '../../src/signing/taproot-output.ts';
import { curve, publicKeyOf, xOnlyOf } from '../support/signing.ts';

/** Signs with these x-only keys; each signature has 64 bytes of the key's number. */
const creatorOf = (...numbers: number[]): SignatureCreator => ({
  ecdsa: () => undefined,
  schnorr: ({ xOnly }) => {
    const number = numbers.find((each) => encodeHex(xOnlyOf(each)) === encodeHex(xOnly));
    return number === undefined ? undefined : new Uint8Array(64).fill(number);
  },
  checkLockTime: () => false,
  checkSequence: () => false,
});

test('signers of a tapscript in turn keep what the one before signed', () => {
  const script = buildScript(
    ...[xOnlyOf(3), Op.CHECKSIG, xOnlyOf(4), Op.CHECKSIGADD, xOnlyOf(5), Op.CHECKSIGADD],
    ...[Op.OP_2, Op.NUMEQUAL],
  );
  const tree = [{ depth: 0, leafVersion: 0xc0, script }];
  const output = buildTaprootOutput(xOnlyOf(1), tree, curve) ?? expect.unreachable();
  const taproot = [[output.outputKey, output.spendData] as const];
  const provider = createKeyProvider({ keys: [], taproot }, curve);
  const scriptPubKey = p2trScript(output.outputKey);
  const first = produceSignature(provider, creatorOf(5), scriptPubKey, emptySignatureData);
  expect(first.solved).toBe(false);
  expect([...first.data.taprootScriptSignatures.values()]).toEqual([new Uint8Array(64).fill(5)]);
  const missing = first.data.missing.signatures.map(encodeHex);
  expect(missing).toEqual(expect.arrayContaining([xOnlyOf(3), xOnlyOf(4)].map(encodeHex)));
  expect(missing).not.toContain(encodeHex(xOnlyOf(5)));
  const second = produceSignature(provider, creatorOf(3), scriptPubKey, first.data);
  expect(second.solved).toBe(true);
  // The last key's signature is the first in the witness.
  const signatures = second.data.witness.slice(0, 3);
  expect(signatures.map(([byte]) => byte)).toEqual([5, undefined, 3]);
  const foreign = produceSignature(provider, creatorOf(), scriptPubKey, second.data);
  expect(foreign.data.witness).toEqual(second.data.witness);
});

test('keeps the known origin of a key, and otherwise asks the provider', () => {
  const publicKey = publicKeyOf(1);
  const id = encodeHex(hash160(publicKey));
  const origin = (step: number): KeyOrigin => ({ fingerprint: new Uint8Array(4), path: [step] });
  const known = {
    ...emptySignatureData,
    publicKeys: new Map([[id, { publicKey, origin: origin(2) }]]),
  };
  const cases = [
    { given: origin(1), data: known, asked: origin(1), noted: origin(2) },
    { given: origin(1), data: emptySignatureData, asked: origin(1), noted: origin(1) },
    { given: undefined, data: known, asked: origin(2), noted: origin(2) },
    { given: undefined, data: emptySignatureData, asked: undefined, noted: undefined },
  ];
  for (const { given, data, asked, noted } of cases) {
    const requests: EcdsaRequest[] = [];
    const creator: SignatureCreator = {
      ...creatorOf(),
      ecdsa: (request) => {
        requests.push(request);
        return undefined;
      },
    };
    const provider: SigningProvider = {
      ...createKeyProvider({ keys: [], publicKeys: [publicKey] }, curve),
      getKeyOrigin: () => given,
    };
    const { data: after } = produceSignature(provider, creator, p2pkScript(publicKey), data);
    expect(requests.map(({ keyOrigin }) => keyOrigin)).toEqual([asked]);
    expect([...after.publicKeys.values()].map((each) => each.origin)).toEqual(noted ? [noted] : []);
  }
});
