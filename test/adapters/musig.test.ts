import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createEngine } from '../../src/adapters/page/worker/engine.ts';
import { combine, extract, parsePsbt, sign } from '../../src/index.ts';
import { encodePsbt } from '../../src/psbt/encode.ts';
import { networks } from '../../src/public/script.ts';
import { readKeys } from '../../src/public/seed.ts';
import { musigCosigner } from '../support/nodes/musig-cosigner.ts';
import { commandFolder } from '../support/screens/command-folder.ts';
import { musigPayment, WORDS } from '../support/vectors/musig-payment.ts';

const { call, write, folder } = commandFolder();
const bytesOf = (psbt: Parameters<typeof encodePsbt>[0]) => encodePsbt(psbt) ?? new Uint8Array(0);
const yes = { answer: 'yes' };
const keys = `-keys=${write('me.words', WORDS)}`;
const written = (name: string) => parsePsbt(new Uint8Array(readFileSync(join(folder, name))));

test('the last signer signs in one visit by words, and another program completes it', async () => {
  const { psbt, cosigner: key } = await musigPayment();
  const cosigner = musigCosigner(key);
  const nonced = cosigner.addNonces(psbt);
  const file = write('last.psbt', bytesOf(nonced));
  const { out, err } = await call([keys, `-nonces=${join(folder, 'none')}`, 'sign', file], yes);
  expect(`${out}${err}`).toContain('Signed. Saved to');
  expect(out.replace(/\s+/g, ' ')).toContain('MuSig2, round 2: 1 of 2 cosigners have signed');
  expect(() => readdirSync(join(folder, 'none'))).toThrow('ENOENT');
  const signed = cosigner.addSignatures(written('last-signed.psbt'));
  const done = await sign(signed, { keys: [] });
  expect(done.complete).toBe(true);
  expect(extract(done.psbt).hex).toMatch(/^02000000/);
});

test('the library signs last in the same way', async () => {
  const { psbt, cosigner: key } = await musigPayment();
  const cosigner = musigCosigner(key);
  const ring = readKeys(WORDS, { network: networks.regtest });
  if ('error' in ring) throw new Error(ring.error);
  const { psbt: signed } = await sign(cosigner.addNonces(psbt), { keys: ring });
  const done = await sign(cosigner.addSignatures(signed), { keys: [] });
  expect(done.complete).toBe(true);
});

test('the page adds a nonce, keeps its secret half and signs in the second round', async () => {
  const { psbt, cosigner: key } = await musigPayment();
  const cosigner = musigCosigner(key);
  const engine = createEngine(() => undefined);
  const open = async (copy: Parameters<typeof encodePsbt>[0]) => {
    engine.takeBytes(bytesOf(copy));
    engine.keepSubject();
    return engine.sign((await engine.review()).id, []);
  };
  engine.chooseNetwork('regtest');
  engine.takeText(WORDS);
  await engine.openPayload('');
  const first = await open(psbt);
  expect([first.kind, first.outcome, first.isComplete]).toEqual(['psbt', 'nonce-added', false]);
  const both = cosigner.addNonces(parsePsbt(first.bytes));
  const second = await open(both);
  expect([second.kind, second.outcome]).toEqual(['psbt', 'signed']);
  expect(second.needs).toMatchObject([
    { id: 'incomplete' },
    { id: 'input', values: [0] },
    { id: 'musig-signatures', values: [1, 2, expect.any(String)] },
  ]);
  const { complete } = await sign(cosigner.addSignatures(parsePsbt(second.bytes)), { keys: [] });
  expect(complete).toBe(true);
  // The nonce was used, so no second signature is made with it.
  await expect(open(both)).rejects.toThrow('Nothing was signed');
});

test('a first signer seals a nonce, which signs once in another process', async () => {
  const { psbt, cosigner: key } = await musigPayment();
  const cosigner = musigCosigner(key);
  const nonces = `-nonces=${join(folder, 'sealed')}`;
  const file = write('first.psbt', bytesOf(psbt));
  const first = await call([keys, nonces, 'sign', file], yes);
  expect(first.out.replace(/\s+/g, ' ')).toContain('Nonce added (MuSig2, round 1 of 2)');
  const [sealed = '', ...others] = readdirSync(join(folder, 'sealed'));
  expect([sealed.endsWith('.nonce'), others]).toEqual([true, []]);
  const copy = readFileSync(join(folder, 'sealed', sealed));
  const both = cosigner.addNonces(written('first-signed.psbt'));
  const second = write('second.psbt', bytesOf(both));
  const signing = await call([keys, nonces, 'sign', second], yes);
  expect(signing.out).toContain('Signed. Saved to');
  // It was destroyed, and a copy is not accepted.
  const used = sealed.replace('.nonce', '.used');
  expect(readdirSync(join(folder, 'sealed'))).toEqual([used]);
  writeFileSync(join(folder, 'sealed', sealed), copy);
  const again = await call([keys, nonces, 'sign', write('third.psbt', bytesOf(both))], yes);
  expect(again.err.replace(/\s+/g, ' ')).toContain('the secret half of your nonce was used');
  const combined = combine(written('second-signed.psbt'), cosigner.addSignatures(both));
  const { complete } = await sign(combined, { keys: [] });
  expect(complete).toBe(true);
});

test('a nonce sealed for other words does not open', async () => {
  const { psbt, cosigner: key } = await musigPayment();
  const cosigner = musigCosigner(key);
  const nonces = `-nonces=${join(folder, 'swapped')}`;
  await call([keys, nonces, 'sign', write('a.psbt', bytesOf(psbt))], yes);
  await call([keys, nonces, 'sign', write('b.psbt', bytesOf((await musigPayment(2)).psbt))], yes);
  const [one = '', other = ''] = readdirSync(join(folder, 'swapped'));
  const [left, right] = [one, other].map((name) => readFileSync(join(folder, 'swapped', name)));
  writeFileSync(join(folder, 'swapped', one), right ?? '');
  writeFileSync(join(folder, 'swapped', other), left ?? '');
  const both = cosigner.addNonces(written('a-signed.psbt'));
  const { err } = await call([keys, nonces, 'sign', write('c.psbt', bytesOf(both))], yes);
  expect(err).toContain('Nothing was signed');
});
