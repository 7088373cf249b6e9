import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { engineText, setLanguage } from '../../src/adapters/page/language.ts';
import { createEngine } from '../../src/adapters/page/worker/engine.ts';
import { notesOf } from '../../src/adapters/page/worker/view-keys.ts';
import { kernelSecp256k1 as secp256k1 } from '../../src/crypto/kernel-backend.ts';
import { networks } from '../../src/encoding/network.ts';
import { importWallet } from '../../src/formats/import.ts';
import { walletNotes } from '../../src/keys/read-keys.ts';
import { readVector } from '../support/paths.ts';
import { otherLanguages, readLanguages } from '../support/screens/page-languages.ts';

type Vector = { readonly name: string; readonly passphrase?: string; readonly file: string };

const vectors: readonly Vector[] = JSON.parse(readVector('formats/wallet-dat.json'));
const bytesOf = ({ file }: Vector) => new Uint8Array(gunzipSync(Buffer.from(file, 'base64')));

test.each(vectors)('the page opens the wallet.dat “$name” as its file is', async (vector) => {
  const engine = createEngine(() => undefined);
  expect(engine.takeBytes(bytesOf(vector))).toMatchObject({ status: 'done', kind: 'binary' });
  if (vector.passphrase !== undefined) {
    await expect(engine.openPayload('')).rejects.toThrow(
      'This wallet.dat is encrypted: its passphrase is needed',
    );
    await expect(engine.openPayload('wrong')).rejects.toThrow(
      'The passphrase of this wallet.dat is wrong. Type it again',
    );
  }
  const view = await engine.openPayload(vector.passphrase ?? '');
  expect(view).toMatchObject({ signs: vector.name !== 'watched descriptors' });
  expect(JSON.stringify(view)).not.toMatch(
    /[xt]prv[1-9A-HJ-NP-Za-km-z]{90}|\b[c9][1-9A-HJ-NP-Za-km-z]{50,51}\b/,
  );
});

/** Returns what the page shows about a file. */
function reportOf(file: Uint8Array, password?: string): readonly string[] {
  const read = importWallet(file, { network: networks.regtest, secp256k1 }, { password });
  if ('error' in read) return [];
  return notesOf([...walletNotes(read), ...(read.notes ?? [])]);
}

/** Cuts and changes a file in ways that leave records in it. */
function* damaged(file: Uint8Array): Iterable<Uint8Array> {
  yield file.slice(0, file.length - 4096);
  for (const at of [4096, 8192, 12_288]) yield file.slice().fill(0, at, at + 4096);
}

let reports: readonly string[] = [];
beforeAll(() => {
  vi.stubGlobal('document', { documentElement: {} });
  readLanguages();
  const all = vectors.flatMap((vector) => {
    const file = bytesOf(vector);
    const opened = reportOf(file, vector.passphrase);
    return [...opened, ...reportOf(file), ...[...damaged(file)].flatMap((each) => reportOf(each))];
  });
  reports = [...new Set(all)];
});
afterAll(() => vi.unstubAllGlobals());

test.each(otherLanguages)(
  'the report of a wallet.dat is in the language of the reader: %s',
  (tag) => {
    setLanguage(tag);
    expect(reports.length).toBeGreaterThan(20);
    const left = reports.flatMap((note) => {
      const shown = engineText(note);
      return note.split(/(?<=[.]) /).filter((sentence) => shown.includes(sentence));
    });
    expect(left).toEqual([]);
  },
);
