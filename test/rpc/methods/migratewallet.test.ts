import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { kernelSecp256k1 } from '../../../src/crypto/kernel-backend.ts';
import { networks } from '../../../src/encoding/network.ts';
import { createMemoryHost } from '../../../src/wallet-host/memory-host.ts';
import { createRandom } from '../../support/generate/random.ts';
import { harness } from '../../support/harness.ts';
import { readVector } from '../../support/paths.ts';

type Listed = {
  readonly desc: string;
  readonly active: boolean;
  readonly timestamp: number;
  readonly range?: readonly number[];
};

type Vector = {
  readonly name: string;
  readonly kind: string;
  readonly passphrase?: string;
  readonly file: string;
  readonly migrated?: { readonly [member: string]: string };
  readonly wallets: { readonly [wallet: string]: readonly Listed[] };
};

const vectors: readonly Vector[] = JSON.parse(readVector('formats/wallet-dat.json'));
const migrated = vectors.filter((each) => each.migrated !== undefined);
const base64Of = ({ file }: Vector) => gunzipSync(Buffer.from(file, 'base64')).toString('base64');

function start() {
  const host = createMemoryHost({ keypoolSize: 2, scryptCost: { n: 2, r: 1, p: 1 } });
  return harness({
    network: networks.regtest,
    profile: 'default',
    secp256k1: kernelSecp256k1,
    wallets: host,
    now: () => 1_700_000_000,
    random: createRandom(5).bytes,
    reportBug: (error) => {
      throw error;
    },
  });
}

/** A file without a seed gets new random addresses, so active descriptors differ. */
const hasSeed = ({ wallets, name }: Vector) =>
  (wallets[name] ?? []).some(({ desc }) => /\/0h\/0h\/\*h\)/.test(desc));

describe.each(migrated)('migratewallet of “$name”', (vector) => {
  test('has the result and the wallets of Core', async () => {
    const { call } = start();
    const params = [vector.name, vector.passphrase ?? '', true, base64Of(vector)];
    expect(await call('migratewallet', params)).toEqual(vector.migrated);
    for (const [wallet, theirs] of Object.entries(vector.wallets)) {
      const isOwn = wallet === vector.name;
      if (isOwn && vector.passphrase !== undefined) {
        await call('walletpassphrase', [vector.passphrase, 60], wallet);
      }
      const { descriptors } = await call<{ descriptors: readonly Listed[] }>(
        'listdescriptors',
        [isOwn],
        wallet,
      );
      const compared = (all: readonly Listed[]) =>
        all
          .filter(({ active }) => !active || hasSeed(vector))
          .map(({ desc, active, timestamp, range }) => ({
            desc,
            active,
            // New descriptors have the time of the call, and as many addresses as an option says.
            ...(!active && { timestamp: Math.max(1, timestamp), range }),
          }))
          .sort((a, b) => (a.desc < b.desc ? -1 : 1));
      expect(compared(descriptors)).toEqual(compared(theirs));
    }
  });
});

test('refuses a wrong or missing passphrase in Core’s words', async () => {
  const [encrypted] = migrated.filter(({ passphrase }) => passphrase !== undefined);
  if (encrypted === undefined) throw new Error('no file');
  const { refusal } = start();
  expect(await refusal('migratewallet', ['w', '', true, base64Of(encrypted)])).toMatchObject({
    code: -14,
    message: 'Error: Wallet decryption failed, the wallet passphrase was not provided.',
  });
  expect(await refusal('migratewallet', ['w', 'wrong', true, base64Of(encrypted)])).toMatchObject({
    code: -14,
    message: 'Error: Wallet decryption failed, the wallet passphrase provided was incorrect.',
  });
});

test('refuses another file and an empty name', async () => {
  const { refusal } = start();
  expect(await refusal('migratewallet', ['w', '', true, 'AAAA'])).toMatchObject({ code: -22 });
  expect(await refusal('migratewallet', ['', '', true, 'AAAA'])).toMatchObject({ code: -8 });
});
