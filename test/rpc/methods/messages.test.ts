import { describe, expect, test } from 'vitest';
import { kernelSecp256k1 } from '../../../src/crypto/kernel-backend.ts';
import { addChecksum } from '../../../src/descriptor/checksum.ts';
import { networks } from '../../../src/encoding/network.ts';
import type { Context, Profile } from '../../../src/rpc/context.ts';
import { outPointKey } from '../../../src/transaction/transaction.ts';
import { createMemoryHost } from '../../../src/wallet-host/memory-host.ts';
import { createPayingChain } from '../../support/chains/paying-chain.ts';
import { createRandom } from '../../support/generate/random.ts';
import { harness } from '../../support/harness.ts';
import { readVector } from '../../support/paths.ts';

const KEY = 'cUeKHd5orzT3mz8P9pxyREHfsWtVfgsfDjiZZBcjUBAaGk1BTj7N';
const ADDRESS = 'mpLQjfK79b7CCV4VMJWEWAj5Mpx8Up5zxB';
const MESSAGE = 'This is just a test message';
/** A node's signature, as in Core's rpc_signmessagewithprivkey.py. */
const SIGNATURE =
  'INbVnW4e6PeRmsv2Qgu8NuopvrVjkcxob+sX8OcZG0SALhWybUjzMLPdAsXI46YZGb0KQTRii+wWIQzRpG/U+S0=';

function start(profile: Profile, more: Partial<Context> = {}) {
  const context: Context = {
    network: networks.regtest,
    profile,
    secp256k1: kernelSecp256k1,
    wallets: createMemoryHost({ keypoolSize: 3, scryptCost: { n: 2, r: 1, p: 1 } }),
    now: () => 1_700_000_000,
    random: createRandom(5).bytes,
    ...more,
  };
  return harness(context);
}

async function withWallet(profile: Profile, ...descriptors: readonly string[]) {
  const { source } = createPayingChain({ blocks: 1, payments: 1, descriptors: 1 }, kernelSecp256k1);
  const { call, refusal } = start(profile, { chain: source });
  await call('createwallet', ['w', false, true]);
  const requests = descriptors.map((text) => ({ desc: addChecksum(text), timestamp: 'now' }));
  await call('importdescriptors', [requests]);
  const addressOf = async (text: string) => (await call('deriveaddresses', [addChecksum(text)]))[0];
  return { call, refusal, addressOf };
}

describe('signmessage', () => {
  test.each(['core', 'default'] as const)(
    'signs for a P2PKH address as a node does, with -profile=%s',
    async (profile) => {
      const { call, refusal } = await withWallet(profile, `pkh(${KEY})`);
      expect(await call('signmessage', [ADDRESS, MESSAGE])).toBe(SIGNATURE);
      expect(
        await refusal('signmessage', ['mfWxJ45yp2SFn7UciZyNpvDKrzbhyfKrY8', 'm']),
      ).toMatchObject({
        code: -4,
        message: 'Private key not available',
      });
      expect(await refusal('signmessage', ['nothing', 'm'])).toMatchObject({
        code: -5,
        message: 'Invalid address',
      });
    },
  );

  test('refuses addresses without a key and unknown to Core with -profile=core', async () => {
    const { refusal, addressOf } = await withWallet('core', `wpkh(${KEY})`);
    const address = await addressOf(`wpkh(${KEY})`);
    expect(await refusal('signmessage', [address, 'm'])).toEqual({
      code: -3,
      message: 'Address does not refer to key',
    });
    expect((await refusal('signmessage', [ADDRESS, 'm', { format: 'full' }])).code).toBe(-1);
  });

  test('asks for the passphrase of a locked wallet before it checks the address', async () => {
    const { call, refusal } = start('core');
    await call('createwallet', ['w', false, true, 'pw']);
    expect((await refusal('signmessage', ['nothing', 'm'])).code).toBe(-13);
  });

  test.each([
    ['wpkh', `wpkh(${KEY})`, {}, /^smp/],
    ['tr', `tr(${KEY})`, {}, /^smp/],
    ['sh(wpkh)', `sh(wpkh(${KEY}))`, {}, /^ful/],
    ['pkh, by its script', `pkh(${KEY})`, { format: 'full' }, /^ful/],
    ['wpkh, in full', `wpkh(${KEY})`, { format: 'full' }, /^ful/],
    [
      'wsh with an absolute lock',
      `wsh(and_v(v:pk(${KEY}),after(700000)))`,
      { locktime: 700_000 },
      /^ful/,
    ],
    ['wsh with a relative lock', `wsh(and_v(v:pk(${KEY}),older(144)))`, { sequence: 144 }, /^ful/],
  ])('signs by script: %s', async (_name, descriptor, options, form) => {
    const { call, refusal, addressOf } = await withWallet('default', descriptor);
    const address = await addressOf(descriptor);
    const signature = await call('signmessage', [address, MESSAGE, options]);
    expect(signature).toMatch(form);
    const verdict = await call('verifymessage', [address, signature, MESSAGE, true]);
    const { locktime = 0, sequence = 0 } = options as Record<string, number>;
    expect(verdict).toMatchObject({ state: 'valid', locktime, sequence, utxos: [] });
    if (locktime === 0 && sequence === 0) {
      expect(await call('verifymessage', [address, signature, MESSAGE])).toBe(true);
    } else {
      expect(await refusal('verifymessage', [address, signature, MESSAGE])).toMatchObject({
        code: -8,
        data: { hint: 'With verbose=true the answer lists them.' },
      });
    }
    expect(await call('verifymessage', [address, signature, `${MESSAGE}.`])).toBe(false);
  });

  test('names the missing or wrong argument', async () => {
    const locked = `wsh(and_v(v:pk(${KEY}),after(700000)))`;
    const foreign = 'wpkh(03a34b99f22c790c4e36b2b3c2c35a36db06226e41c692fc82b8b56ac1c540c5bd)';
    const { refusal, addressOf } = await withWallet('default', locked);
    const address = await addressOf(locked);
    expect((await refusal('signmessage', [address, 'm'])).data?.hint).toContain('locktime');
    expect((await refusal('signmessage', [await addressOf(foreign), 'm'])).data?.hint).toContain(
      'is missing',
    );
    const wrong = async (options: unknown) =>
      (await refusal('signmessage', [address, 'm', options])).message;
    expect(await wrong({ format: 'bip322' })).toContain('simple, full, proof-of-funds');
    expect(await wrong({ format: 'legacy' })).toBe('The format does not fit the request');
    expect(await wrong({ formt: 'full' })).toBe('Unexpected key formt');
    expect(await wrong({ utxos: [{ txid: '11'.repeat(32), vout: 0 }] })).toContain(
      'no unspent coin of this wallet',
    );
  });
});

describe('signmessagewithprivkey', () => {
  test('signs for each kind of address of its key', async () => {
    const { call, refusal } = start('default');
    for (const form of ['wpkh', 'tr', 'pkh']) {
      const [address] = await call('deriveaddresses', [addChecksum(`${form}(${KEY})`)]);
      const signature = await call('signmessagewithprivkey', [KEY, MESSAGE, { address }]);
      expect(await call('verifymessage', [address, signature, MESSAGE])).toBe(true);
    }
    const other = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
    const error = await refusal('signmessagewithprivkey', [KEY, MESSAGE, { address: other }]);
    expect(error.message).toBe('Private key not available');
    expect(JSON.stringify(error)).not.toContain(KEY);
  });
});

type Proof = {
  readonly address: string;
  readonly message: string;
  readonly bip322_signatures: readonly [string];
};

describe('verifymessage', () => {
  /**
   * Answers of Core, from MessageVerify and its functional tests, where Knots, whose answers are
   * recorded, accepts more.
   */
  test('answers like Core where the recorded node differs', async () => {
    const { call, refusal } = start('core');
    expect(await call('verifymessage', [ADDRESS, '', MESSAGE])).toBe(false);
    expect(await call('verifymessage', [ADDRESS, 'aGVsbG8=', MESSAGE])).toBe(false);
    const outOfRange = SIGNATURE.replace('IN', '//');
    expect(await call('verifymessage', [ADDRESS, outOfRange, MESSAGE])).toBe(false);
    for (const form of [`sh(wpkh(${KEY}))`, `wpkh(${KEY})`]) {
      const [address] = await call('deriveaddresses', [addChecksum(form)]);
      expect(await refusal('verifymessage', [address, SIGNATURE, MESSAGE])).toEqual({
        code: -3,
        message: 'Address does not refer to key',
      });
    }
    const prefixed = ['smp', 'ful', 'pof'].map((prefix) => prefix + SIGNATURE);
    for (const signature of prefixed) {
      expect((await refusal('verifymessage', [ADDRESS, signature, MESSAGE])).code).toBe(-3);
    }
  });

  test('looks a claimed coin up, and refuses a proof that the chain contradicts', async () => {
    const [, , proof]: readonly Proof[] = JSON.parse(
      readVector('messages/bip322-generated.json'),
    ).proof_of_funds;
    if (proof === undefined) throw new Error('the vector is gone');
    const asked = [proof.address, proof.bip322_signatures[0], proof.message, true];
    const network = networks.main;
    const offline = await start('default', { network }).call('verifymessage', asked);
    expect(offline.utxos[0]).not.toHaveProperty('unspent');
    type Claimed = { txid: string; vout: number; amount: number; scriptPubKey: string };
    const coins = (offline.utxos as Claimed[]).map(
      ({ txid, vout, scriptPubKey }) =>
        [
          outPointKey({ txid, vout }),
          { value: 345_678n, scriptPubKey: Uint8Array.from(Buffer.from(scriptPubKey, 'hex')) },
        ] as const,
    );
    const findCoins = () => new Map(coins);
    const online = await start('default', { network, findCoins }).call('verifymessage', asked);
    expect(online.state).toBe('valid');
    expect(online.utxos).toEqual(
      offline.utxos.map((coin: object) => ({ ...coin, proven: true, unspent: true })),
    );
    const others = () => new Map(coins.map(([key, coin]) => [key, { ...coin, value: 1n }]));
    const lied = await start('default', { network, findCoins: others }).call(
      'verifymessage',
      asked,
    );
    expect(lied).toMatchObject({ state: 'invalid' });
    const spent = await start('default', { network, findCoins: () => new Map() }).call(
      'verifymessage',
      asked,
    );
    expect(spent.utxos[0]).toMatchObject({ unspent: false });
  });
});
