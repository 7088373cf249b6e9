import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createEngine } from '../../src/adapters/page/worker/engine.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { commandFolder } from '../support/screens/command-folder.ts';
import { bytes, damaged, forms, reference } from '../support/vectors/key-forms.ts';

const { call, write, folder } = commandFolder();

const nameOf = (text: string) => text.replace(/\W+/g, '-');

function openPage() {
  const engine = createEngine(() => undefined);
  engine.chooseNetwork('regtest');
  return engine;
}

test.each(forms)('the command line signs with %s', async (name, text) => {
  const as = nameOf(name);
  const file = write(`${as}.psbt`, bytes);
  const { out, err } = await call([`-keys=${write(`${as}.key`, text)}`, 'sign', file], {
    answer: 'yes',
  });
  expect(`${out}${err}`).toContain('Broadcast it from any online wallet');
  expect(readFileSync(`${folder}/${as}.txn`, 'utf8')).toContain(await reference());
});

test.each(forms)('the page signs with %s', async (_, text) => {
  const engine = openPage();
  expect(engine.takeText(text).status).toBe('done');
  expect((await engine.openPayload('')).signs).toBe(true);
  engine.takeBytes(bytes);
  engine.keepSubject();
  const { id } = await engine.review();
  const signed = await engine.sign(id, []);
  expect(signed.isComplete).toBe(true);
  expect(encodeHex(signed.bytes)).toContain(await reference());
});

test('the page signs with the bytes of a CompactSeedQR', async () => {
  const engine = openPage();
  engine.takeBytes(new Uint8Array(16));
  expect((await engine.openPayload('')).fingerprint).toBe('73c5da0a');
});

test.each(damaged)(
  'command line and page refuse %s for the same reason',
  async (name, text, error) => {
    const as = `damaged-${nameOf(name)}`;
    const keys = `-keys=${write(`${as}.key`, text)}`;
    const { code, err } = await call([keys, 'sign', write(`${as}.psbt`, bytes)], { answer: 'yes' });
    expect(code).not.toBe(0);
    expect(err).toContain(error);
    // The page selects the network of a key.
    if (/main network/.test(error)) return;
    const engine = openPage();
    engine.takeText(text);
    const refusal = await engine.openPayload('').catch((reason: unknown) => String(reason));
    const damagedText = engine.takeText(text);
    const message = damagedText.status === 'refused' ? damagedText.message : refusal;
    const plain = String(message).replace('isn’t', 'is not');
    expect(plain.toLowerCase()).toContain(error.toLowerCase());
  },
);
