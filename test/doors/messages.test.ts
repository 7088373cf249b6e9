import { describe, expect, test } from 'vitest';
import { createEngine } from '../../src/adapters/page/worker/engine.ts';
import { consensusParams } from '../../src/chain/consensus.ts';
import { kernelSecp256k1 as secp256k1 } from '../../src/crypto/kernel-backend.ts';
import { addChecksum } from '../../src/descriptor/checksum.ts';
import { networks } from '../../src/encoding/network.ts';
import { judgeMessage, openAccount, signMessage } from '../../src/index.ts';
import { outPointKey } from '../../src/public/transaction.ts';
import { encodeSnapshot } from '../../src/snapshot/snapshot-codec.ts';
import { createMemoryHost } from '../../src/wallet-host/memory-host.ts';
import { createMemoryChain } from '../support/chains/memory-chain.ts';
import { createRandom } from '../support/generate/random.ts';
import { snapshotOf } from '../support/generate/snapshot.ts';
import { harness } from '../support/harness.ts';
import { keyAt, person, place } from '../support/review/accounts.ts';
import { commandFolder } from '../support/screens/command-folder.ts';
import { descriptors } from './cases.ts';

// The library, the command line, the methods and the page sign a message alike.

const { call, write } = commandFolder();
const MESSAGE = 'These coins are mine.';
const INDEX = 2;

type Format = 'usual' | 'plain' | 'legacy' | 'full';

/** The first letters of a signature in base64, by the form of the address. */
const BEGINNINGS: Readonly<Record<string, { readonly [F in Format]?: RegExp | 'refused' }>> = {
  wpkh: { usual: /^smp/, plain: /^Ak/, legacy: /^[J-K]/, full: /^ful/ },
  'sh(wpkh)': { usual: /^ful/, plain: 'refused', legacy: /^[I-J]/, full: /^ful/ },
  tr: { usual: /^smp/, plain: /^AU/, legacy: 'refused', full: /^ful/ },
  pkh: { usual: /^[H-I]/, plain: /^[H-I]/, legacy: /^[H-I]/, full: /^ful/ },
  'wsh(pk)': { usual: /^smp/, plain: /^Ak/, legacy: 'refused', full: /^ful/ },
};
const cases = Object.entries(BEGINNINGS).flatMap(([name, formats]) =>
  Object.entries(formats).map(([format, beginning]) => ({
    name,
    format: format as Format,
    beginning,
  })),
);

const optionsOf = (format: Format) => ({
  ...(format === 'plain' && { prefix: false }),
  ...((format === 'legacy' || format === 'full') && { format }),
});

const refused = () => 'refused';

async function byLibrary(text: string, format: Format): Promise<string> {
  const account = openAccount(text, { network: 'regtest' });
  return signMessage(MESSAGE, { account, index: INDEX, ...optionsOf(format) }).catch(refused);
}

async function byCommand(name: string, text: string, address: string, format: Format) {
  const keys = `-keys=${write(`${name.replace(/\W/g, '')}.keys`, text)}`;
  const options = JSON.stringify(optionsOf(format));
  const { code, out } = await call([keys, 'signmessage', address, MESSAGE, options]);
  return code === 0 ? out.trim() : 'refused';
}

async function byWallet(text: string, address: string, format: Format): Promise<string> {
  const wallets = createMemoryHost({ keypoolSize: 5, scryptCost: { n: 2, r: 1, p: 1 } });
  const now = () => 1_700_000_000;
  const context = { network: networks.regtest, secp256k1, profile: 'default' } as const;
  const random = createRandom(1).bytes;
  const node = harness({ ...context, wallets, now, random });
  await node.call('createwallet', ['w', false, true]);
  const request = { desc: addChecksum(text), timestamp: 'now', active: true, range: [0, 5] };
  await node.call('importdescriptors', [[request]]);
  const { result } = await node.ask('signmessage', [address, MESSAGE, optionsOf(format)]);
  return result ?? 'refused';
}

async function byPage(text: string, address: string, format: Format): Promise<string> {
  const engine = createEngine(() => undefined);
  engine.chooseNetwork('regtest');
  engine.takeText(text);
  await engine.openPayload('');
  return engine.signText({ address, message: MESSAGE, format }).catch(refused);
}

test.each(cases)(
  '$name signs alike at every door: $format',
  async ({ name, format, beginning }) => {
    const text = descriptors[name] ?? '';
    const address = openAccount(text, { network: 'regtest' }).address(INDEX);
    const signature = await byLibrary(text, format);
    if (beginning === 'refused') expect(signature).toBe('refused');
    else {
      expect(signature).toMatch(beginning);
      expect(judgeMessage({ address, message: MESSAGE, signature }).state).toBe('valid');
    }
    expect(await byCommand(name, text, address, format)).toBe(signature);
    expect(await byWallet(text, address, format)).toBe(signature);
    expect(await byPage(text, address, format)).toBe(signature);
  },
);

describe('a proof of funds', () => {
  const text = descriptors.wpkh ?? '';
  const account = openAccount(text, { network: 'regtest' });
  const address = account.address(INDEX);
  const outPoint = { txid: '11'.repeat(32), vout: 1 };
  const coins = account.coins([
    { ...outPoint, value: 5_000n, confirmations: 1, address: account.address(7) },
  ]);

  test('is signed alike with -keys for coins of a snapshot, and by the library', async () => {
    const { source } = createMemoryChain(consensusParams.regtest);
    const made = await snapshotOf(source, [], createRandom(1));
    const known = { value: 5_000n, scriptPubKey: place(text, 0, 7).script, height: 10 };
    const unspent = new Map([[outPointKey(outPoint), { ...known, coinbase: false }]]);
    const tip = { ...made.tip, height: 20 };
    const snapshot = write(
      'funds.snapshot',
      encodeSnapshot({ ...made, tip, coins: unspent }).bytes,
    );
    const options = JSON.stringify({ utxos: [outPoint] });
    const keys = `-keys=${write('funds.keys', text)}`;
    const words = [keys, 'signmessage', address, MESSAGE, options];
    const { out } = await call([`-snapshot=${snapshot}`, ...words]);
    const signature = out.trim();
    const judged = judgeMessage({ address, message: MESSAGE, signature });
    expect(judged).toMatchObject({ state: 'valid', format: 'proof-of-funds' });
    expect(judged.coins).toHaveLength(1);
    expect(await signMessage(MESSAGE, { account, index: INDEX, coins })).toBe(signature);
    const unknown = await call(words);
    expect(unknown.err).toContain('is not known here');
  });

  test('names a coin whose keys are missing, and one whose amount nothing proves', async () => {
    const other = openAccount(descriptors.pkh ?? '', { network: 'regtest' });
    const legacy = other.coins([
      { ...outPoint, value: 5_000n, confirmations: 1, address: other.address(0) },
    ]);
    const withLegacy = signMessage(MESSAGE, { account, index: INDEX, coins: legacy });
    await expect(withLegacy).rejects.toMatchObject({ code: 'PREVIOUS_TRANSACTION_MISSING' });
    const watching = openAccount(`tr(${keyAt(person(2), '86h/1h/0h')})`, { network: 'regtest' });
    const strange = watching.coins([
      { ...outPoint, value: 5_000n, confirmations: 1, address: watching.address(0) },
    ]);
    const withoutKeys = signMessage(MESSAGE, { account, index: INDEX, coins: strange });
    await expect(withoutKeys).rejects.toThrow(`Keys for the coin ${outPointKey(outPoint)}`);
  });
});
