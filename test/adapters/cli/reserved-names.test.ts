import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parsePsbt, sign } from '../../../src/index.ts';
import { encodePsbt } from '../../../src/psbt/encode.ts';
import type { Psbt } from '../../../src/psbt/psbt.ts';
import { musigCosigner } from '../../support/nodes/musig-cosigner.ts';
import { commandFolder } from '../../support/screens/command-folder.ts';
import { musigPayment, WORDS } from '../../support/vectors/musig-payment.ts';

const { call, write, folder } = commandFolder();
const bytesOf = (psbt: Psbt) => encodePsbt(psbt) ?? new Uint8Array(0);

test('sign uses no MuSig2 nonce up while a file with the name of its result exists', async () => {
  const { psbt, cosigner: key } = await musigPayment();
  const cosigner = musigCosigner(key);
  const keys = `-keys=${write('k.txt', WORDS)}`;
  const file = write('pay.psbt', bytesOf(psbt));
  const [part, whole] = [`${folder}/pay-signed.psbt`, `${folder}/pay.txn`];
  const first = await call([keys, 'sign', file], { answer: 'yes' });
  expect(`${first.out}${first.err}`).toContain('1 of 2 cosigners have added a nonce');
  expect([existsSync(part), existsSync(whole)]).toEqual([true, false]);
  write('pay.psbt', bytesOf(cosigner.addNonces(parsePsbt(readFileSync(part)))));
  const refused = await call([keys, 'sign', file], { answer: 'yes' });
  expect(refused.code).not.toBe(0);
  expect(refused.err).toContain('pay-signed.psbt already exists');
  renameSync(part, `${folder}/round-1.psbt`);
  const second = await call([keys, 'sign', file], { answer: 'yes' });
  expect(second.code).toBe(0);
  const signed = cosigner.addSignatures(parsePsbt(readFileSync(part)));
  expect((await sign(signed, { keys: [] })).complete).toBe(true);
  expect(existsSync(whole)).toBe(false);
});

test('sign leaves no empty file after a refusal', async () => {
  const { psbt } = await musigPayment(2);
  const keys = `-keys=${write('k2.txt', WORDS)}`;
  const file = write('other.psbt', bytesOf(psbt));
  const { code } = await call([keys, 'sign', file], { answer: 'no' });
  expect(code).not.toBe(0);
  for (const name of ['other.txn', 'other-signed.psbt']) {
    expect(existsSync(`${folder}/${name}`)).toBe(false);
  }
  rmSync(file);
});
