import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createEngine } from '../../src/adapters/page/worker/engine.ts';
import { readVector } from '../support/paths.ts';

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
