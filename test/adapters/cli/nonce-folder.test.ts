import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { kernelSecp256k1 as secp256k1 } from '../../../src/crypto/kernel-backend.ts';
import { encodeHex } from '../../../src/encoding/hex.ts';
import { networks, parsePsbt, sign } from '../../../src/index.ts';

import { encodePsbt } from '../../../src/psbt/encode.ts';
import type { Psbt } from '../../../src/psbt/psbt.ts';
import { readKeys } from '../../../src/public/seed.ts';
import { createSealedNonces, type NonceStore } from '../../../src/signing/sealed-nonces.ts';
import { musigCosigner } from '../../support/nodes/musig-cosigner.ts';
import { commandFolder } from '../../support/screens/command-folder.ts';
import { musigPayment, WORDS } from '../../support/vectors/musig-payment.ts';

const { call, write, folder } = commandFolder();
const bytesOf = (psbt: Psbt) => encodePsbt(psbt) ?? new Uint8Array(0);
const noncesIn = ({ inputs }: Psbt) =>
  inputs.flatMap(({ musigPubNonces }) => musigPubNonces.map(({ value }) => encodeHex(value)));
const partsIn = ({ inputs }: Psbt) =>
  inputs.reduce((sum, { musigPartialSignatures }) => sum + musigPartialSignatures.length, 0);

test('sign adds no nonce if its secret half cannot be stored, and can be repeated', async () => {
  const { psbt, cosigner: key } = await musigPayment();
  const cosigner = musigCosigner(key);
  const keys = `-keys=${write('k.txt', WORDS)}`;
  const file = write('pay.psbt', bytesOf(psbt));
  const taken = write('taken', 'not a folder');
  const failed = await call([keys, `-nonces=${taken}`, 'sign', file], { answer: 'yes' });
  expect(failed.code).not.toBe(0);
  expect(failed.err).toContain(`MuSig2 nonces ${taken} cannot be written`);
  expect(failed.err).not.toContain('Internal bug');
  const part = `${folder}/pay-signed.psbt`;
  expect([existsSync(part), existsSync(`${folder}/pay.txn`)]).toEqual([false, false]);
  expect(readFileSync(taken, 'utf8')).toBe('not a folder');

  const good = `-nonces=${folder}/nonces`;
  expect((await call([keys, good, 'sign', file], { answer: 'yes' })).code).toBe(0);
  const first = parsePsbt(readFileSync(part));
  expect(noncesIn(first)).toHaveLength(1);
  write('both.psbt', bytesOf(cosigner.addNonces(first)));
  // The folder of the failure has no secret half, and signing by it loses none of another folder.
  const wrong = await call([keys, `-nonces=${taken}`, 'sign', `${folder}/both.psbt`], {
    answer: 'yes',
  });
  expect(wrong.code).not.toBe(0);
  const second = await call([keys, good, 'sign', `${folder}/both.psbt`], { answer: 'yes' });
  expect(second.code).toBe(0);
  const signed = cosigner.addSignatures(parsePsbt(readFileSync(`${folder}/both-signed.psbt`)));
  expect((await sign(signed, { keys: [], secp256k1 })).complete).toBe(true);
  expect(readdirSync(`${folder}/nonces`).filter((name) => name.endsWith('.nonce'))).toEqual([]);
});

describe('a store of nonces that fails', () => {
  const ring = () => {
    const read = readKeys(WORDS, { network: networks.regtest });
    if ('error' in read) throw new Error(read.error);
    return read;
  };
  const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));

  /** Stores nonces in memory. `fails` decides which calls fail, as on a disk that is full. */
  function storeIn(sealed: Map<string, Uint8Array>, fails: () => keyof NonceStore | undefined) {
    const used = new Set<string>();
    const check = (name: keyof NonceStore) => {
      if (fails() === name) throw new Error('the disk is full');
    };
    const store: NonceStore = {
      put(name, bytes) {
        check('put');
        sealed.set(name, bytes);
      },
      has: (name) => sealed.has(name) && !used.has(name),
      destroy(name) {
        check('destroy');
        if (!store.has(name)) return undefined;
        used.add(name);
        return sealed.get(name);
      },
    };
    return createSealedNonces(store, random);
  }

  test('gives no public nonce and no signature, and the next try succeeds', async () => {
    const { psbt, cosigner: key } = await musigPayment(3);
    const cosigner = musigCosigner(key);
    let failing: keyof NonceStore | undefined = 'put';
    const sealed = new Map<string, Uint8Array>();
    const musig = { random, nonces: storeIn(sealed, () => failing) };
    const signing = { keys: ring(), musig, secp256k1 };
    await expect(sign(psbt, signing)).rejects.toThrow('the disk is full');
    expect([noncesIn(psbt), sealed.size]).toEqual([[], 0]);

    failing = undefined;
    const both = cosigner.addNonces((await sign(psbt, signing)).psbt);
    failing = 'destroy';
    await expect(sign(both, signing)).rejects.toThrow('the disk is full');
    expect(partsIn(both)).toBe(0);

    failing = undefined;
    const { psbt: signed } = await sign(both, signing);
    expect((await sign(cosigner.addSignatures(signed), { keys: [], secp256k1 })).complete).toBe(
      true,
    );
    // The nonce is used: no other PSBT gets a signature with it.
    expect(partsIn((await sign(both, signing)).psbt)).toBe(0);
  });
});
