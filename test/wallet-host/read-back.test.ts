import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createFileHost } from '../../src/adapters/files/file-host.ts';
import { kernelSecp256k1 } from '../../src/crypto/kernel-backend.ts';
import { networks } from '../../src/encoding/network.ts';
import { createWallets } from '../../src/library/create-wallets.ts';
import { hostError } from '../../src/rpc/wallet/rpc-host-error.ts';
import { encryptWallet } from '../../src/wallet/keys/unlock.ts';
import { defaultWalletOptions } from '../../src/wallet/options.ts';
import { createWallet, type Wallet } from '../../src/wallet/wallet.ts';
import type { WalletHost } from '../../src/wallet-host/host.ts';
import { WalletHostError } from '../../src/wallet-host/host-error.ts';
import { createRandom } from '../support/generate/random.ts';
import {
  TEST_XPRV,
  TEST_XPUB,
  withDescriptorText,
  withTransactions,
} from '../support/generate/wallet.ts';
import { passphraseKey } from '../support/passphrase-key.ts';

const network = networks.regtest;
const secp256k1 = kernelSecp256k1;

/** Creates a wallet with descriptors and transactions, under the name that hosts store it by. */
function wallet(): Wallet {
  const random = createRandom(7);
  const blank = createWallet({ name: 'some', network });
  const options = { secp256k1, random };
  const keyed = [`wpkh(${TEST_XPRV}/0/*)`, `unused(${TEST_XPRV})`].reduce(
    (each, text) => withDescriptorText(each, text, options),
    blank,
  );
  return withTransactions(keyed, { transactions: 3, coinsEach: 1 }, random);
}

function appHost() {
  const kept = new Map<string, Uint8Array>();
  const storage = {
    read: async (name: string) => kept.get(name),
    write: async (name: string, bytes: Uint8Array) => void kept.set(name, bytes),
    names: async () => [...kept.keys()],
  };
  const host = createWallets(storage, { network, secp256k1 });
  return { host, bytes: () => Buffer.from(kept.get('some') ?? []).toString('hex') };
}

function fileHost() {
  const folder = mkdtempSync(join(tmpdir(), 'coldsign-read-back-'));
  const options = { ...defaultWalletOptions, scryptCost: { n: 2, r: 1, p: 1 } };
  const host = createFileHost({ folder, context: { network, secp256k1 }, options });
  const bytes = () => readFileSync(join(folder, 'some.wallet')).toString('hex');
  const end = () => rmSync(folder, { recursive: true });
  return { host, bytes, end };
}

const loud = <T>(map: ReadonlyMap<string, T>): Map<string, T> =>
  new Map([...map].map(([key, value]) => [key.toUpperCase(), value]));

/** Changes whose result cannot be read back from the file, by the first missing part. */
const unreadable: { readonly [part: string]: (wallet: Wallet) => Wallet } = {
  flags: (w) => ({ ...w, flags: { ...w.flags, externalSigner: true } }),
  keyring: (w) => ({
    ...w,
    keyring: w.keyring.kind === 'open' ? { ...w.keyring, keys: loud(w.keyring.keys) } : w.keyring,
  }),
  descriptors: (w) => ({
    ...w,
    descriptors: new Map(
      [...w.descriptors].map(([id, each]) => [id, { ...each, publicKeys: loud(each.publicKeys) }]),
    ),
  }),
  malformed: (w) => ({
    ...w,
    descriptors: new Map(
      [...w.descriptors].map(([id, each]) => [id, { ...each, scripts: new Map() }]),
    ),
  }),
  active: (w) => ({
    ...w,
    active: { ...w.active, internal: new Map([['bech32', 'AB'.repeat(32)]]) },
  }),
  ledger: (w) => ({
    ...w,
    ledger: {
      ...w.ledger,
      outputs: new Map(
        [...w.ledger.outputs].map(([key, { outPoint, output }]) => [
          key,
          { outPoint, output: { ...output, value: output.value + 1n } },
        ]),
      ),
    },
  }),
  labels: (w) => ({ ...w, labels: new Map([['00AB', { label: 'dad', purpose: 'receive' }]]) }),
  lastBlock: (w) => ({ ...w, lastBlock: { height: 1, hash: 'AB'.repeat(32) } }),
};

async function refusedBy(host: WalletHost, change: (wallet: Wallet) => Wallet) {
  const open = host.get('some');
  if (open === undefined) throw new Error('it is loaded');
  const before = open.value;
  const update = open.update((current) => ({ wallet: change(current), value: undefined }));
  const error: unknown = await update.then(
    () => undefined,
    (reason) => reason,
  );
  expect(open.value).toBe(before);
  return error;
}

describe('a change that would be lost in the file', () => {
  for (const [part, change] of Object.entries(unreadable)) {
    test(`a change of ${part} is refused, and neither wallet nor file changes`, async () => {
      const { host, bytes, end } = fileHost();
      for (const each of [{ host, bytes }, appHost()]) {
        await each.host.create(wallet());
        const before = each.bytes();
        const error = await refusedBy(each.host, change);
        expect(error).toBeInstanceOf(WalletHostError);
        if (!(error instanceof WalletHostError)) return;
        expect(error.reason).toEqual({ error: 'not readable', part });
        expect(hostError(error.reason).message).toContain(
          'This is a bug in coldsign. The stored wallet is unchanged',
        );
        expect(each.bytes()).toBe(before);
        // The next change is stored.
        await each.host
          .get('some')
          ?.update((w) => ({ wallet: { ...w, blank: !w.blank }, value: undefined }));
        expect(each.bytes()).not.toBe(before);
      }
      end();
    });
  }

  test('is refused in a locked wallet with a proof, too', async () => {
    const { host, bytes } = appHost();
    const scrypt = { salt: new Uint8Array(16), n: 2, r: 1, p: 1 };
    const options = { secp256k1, random: createRandom(9).bytes };
    await host.create(encryptWallet(wallet(), { ...passphraseKey('pass'), scrypt }, options));
    const before = bytes();
    for (const part of ['labels', 'ledger', 'lastBlock']) {
      const error = await refusedBy(host, unreadable[part] ?? ((w) => w));
      expect(error).toMatchObject({ reason: { error: 'not readable', part } });
    }
    // A descriptor added without the passphrase would not be covered by the proof.
    const added = (w: Wallet) =>
      withDescriptorText(w, `wpkh(${TEST_XPUB}/3/*)`, { secp256k1, random: createRandom(3) });
    expect(await refusedBy(host, added)).toMatchObject({ reason: { part: 'descriptors' } });
    expect(bytes()).toBe(before);
  });
});
