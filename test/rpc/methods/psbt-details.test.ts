import { describe, expect, test } from 'vitest';
import { kernelSecp256k1 } from '../../../src/crypto/kernel-backend.ts';
import { addChecksum } from '../../../src/descriptor/checksum.ts';
import { networks } from '../../../src/encoding/network.ts';
import { execute } from '../../../src/public/rpc.ts';
import type { PsbtInputDetails } from '../../../src/rpc/explain/psbt-details.ts';
import { decodeAddress } from '../../../src/script/address.ts';
import { createMusigNonces } from '../../../src/signing/memory-nonces.ts';
import { walletOf } from '../../support/chains/one-coin-wallet.ts';
import { countedBytes } from '../../support/counted-bytes.ts';
import { exampleOptions } from '../../support/example-options.ts';
import { readPsbt, writePsbt } from '../../support/psbt.ts';

const TXID = 'ab'.repeat(32);
// BIP32's first test vector: the fingerprint of its master key is 3442193e.
const XPRV =
  'tprv8ZgxMBicQKsPeDgjzdC36fs6bMjGApWDNLR9erAXMs5skhMv36j9MV5ecvfavji5khqjWaWSFhN3YcCUUdiKH6isR4Pwy3U5y5egddBr16m';
const OPEN = `[3442193e/1h]tpubD8eQVK4Kdxg3gHrF62jGP7dKVCoYiEB8dFSpuTawkL5YxTus5j5pf83vaKnii4bc6v2NVEy81P2gYrJczYne3QNNwMTS53p5uzDyHvnw2jm`;
const WIF = 'cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA';
const WIF_KEY = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';

type Processed = {
  readonly psbt: string;
  readonly complete: boolean;
  readonly details?: readonly PsbtInputDetails[];
};
type Rest = { readonly sequence?: number; readonly profile?: 'core' | 'default' };

/** Returns a call about the output of a descriptor, and a PSBT that spends it. */
async function spend(open: string, { sequence, profile = 'default' }: Rest = {}) {
  const descriptor = addChecksum(open);
  const network = 'regtest' as const;
  const [address = ''] = (await execute('deriveaddresses', [descriptor], { network })) as string[];
  const scriptPubKey = decodeAddress(address, networks.regtest);
  if ('error' in scriptPubKey) throw new Error(scriptPubKey.error);
  const { wallets, now, random } = exampleOptions();
  const options = {
    network,
    wallets,
    now,
    random,
    profile,
    secp256k1: kernelSecp256k1,
    details: true,
    findCoins: () => new Map([[`${TXID}:0`, { value: 100_000n, scriptPubKey }]]),
  } as const;
  const call = (method: string, ...params: readonly (string | readonly string[])[]) =>
    execute(method, params, options) as Promise<Processed>;
  const input =
    sequence === undefined ? { txid: TXID, vout: 0 } : { txid: TXID, vout: 0, sequence };
  const outputs = [{ bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080: '0.00099000' }];
  const blank = await execute('createpsbt', [[input], outputs], options);
  const updated = await execute('utxoupdatepsbt', [blank as string, [descriptor]], options);
  return { call, psbt: updated as string };
}

const methods = ['analyzepsbt', 'finalizepsbt'] as const;

describe('the option details, of PSBTs', () => {
  test('names the key that is missing, with its fingerprint and path', async () => {
    const { call, psbt } = await spend(`wpkh(${OPEN}/0)`);
    const wrong = await call('descriptorprocesspsbt', psbt, [addChecksum(`wpkh(${WIF})`)]);
    const all = [wrong, ...(await Promise.all(methods.map((method) => call(method, psbt))))];
    for (const { details } of all) {
      expect(details).toMatchObject([
        {
          input: 0,
          txid: TXID,
          vout: 0,
          missingOrigins: [{ masterFingerprint: '3442193e', path: 'm/1h/0' }],
          badSignatures: [],
          locks: [],
          fix: expect.stringContaining('[3442193e/1h/0]'),
        },
      ]);
    }
  });

  test('send reports whose signature is missing without a key', async () => {
    const context = { ...exampleOptions(), details: true };
    await execute(
      'createwallet',
      { wallet_name: 'w', disable_private_keys: true, blank: true },
      context,
    );
    const watched = {
      desc: 'wpkh([e2867bb6/84h/1h/0h]tpubDDPRy5xWxJTuVmsh7YRzK8o2EdMWgn4t41fTLxXRgyRN7EKvN2L8BKCFC1gUfPu8Xp6rr667Yc26zrXsiBZsgBc8dQiYnhPNk2Q7CsBrer5/<0;1>/*)#kuj0z8zn',
      active: true,
      range: 9,
      timestamp: 0,
    };
    await execute('importdescriptors', [[watched]], context);
    const outputs = { bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080: 0.1 };
    const sent = await execute('send', { outputs, options: { fee_rate: 2 } }, context);
    expect(sent.complete).toBe(false);
    expect(sent.details?.[0]).toMatchObject({
      missingOrigins: [
        { masterFingerprint: 'e2867bb6', path: expect.stringMatching('^m/84h/1h/0h') },
      ],
    });
    const core = await execute(
      'send',
      { outputs, options: { fee_rate: 2 } },
      { ...context, profile: 'core' },
    );
    expect(core).not.toHaveProperty('details');
  });

  test('names the missing key to the wrong wallet', async () => {
    const { call, psbt } = await spend(`wpkh(${OPEN}/0)`);
    await call('createwallet', 'other');
    const { complete, details } = await call('walletprocesspsbt', psbt);
    expect(complete).toBe(false);
    expect(details).toMatchObject([{ fix: expect.stringContaining('[3442193e/1h/0]') }]);
  });

  test.each([
    ['older(144)', 'sequence of at least 144'],
    ['after(800000)', 'locktime of at least 800000'],
  ])('reports that the transaction does not meet %s', async (lock, words) => {
    const { call, psbt } = await spend(`wsh(and_v(v:pk(${WIF}),${lock}))`);
    const signed = await call('descriptorprocesspsbt', psbt, [
      addChecksum(`wsh(and_v(v:pk(${WIF}),${lock}))`),
    ]);
    expect(signed.complete).toBe(false);
    expect(signed.details).toMatchObject([{ locks: [lock], fix: expect.stringContaining(words) }]);
  });

  test('does not warn of a lock that the transaction meets', async () => {
    const text = `wsh(and_v(v:pk(${WIF}),older(144)))`;
    const { call, psbt } = await spend(text, { sequence: 144 });
    const { complete, details } = await call('descriptorprocesspsbt', psbt, [addChecksum(text)]);
    expect([complete, details]).toEqual([true, undefined]);
    const before = await call('analyzepsbt', psbt);
    expect(before.details).toMatchObject([{ missingKeys: [WIF_KEY], locks: [] }]);
  });

  test('names the key whose signature was made for another transaction', async () => {
    const text = `wsh(multi(2,${WIF},${OPEN}/0))`;
    const first = await spend(text);
    const half = await first.call('descriptorprocesspsbt', first.psbt, [addChecksum(text)]);
    const { partialSignatures } = readPsbt(half.psbt).inputs[0] ?? { partialSignatures: [] };
    expect(partialSignatures.length).toBe(1);
    expect(half.details).toMatchObject([{ badSignatures: [] }]);
    const other = await spend(text, { sequence: 7 });
    const psbt = readPsbt(other.psbt);
    const inputs = psbt.inputs.map((input) => ({ ...input, partialSignatures }));
    const { details } = await other.call('finalizepsbt', writePsbt({ ...psbt, inputs }));
    expect(details).toMatchObject([
      {
        badSignatures: [WIF_KEY],
        fix: expect.stringContaining(`Remove the signature of ${WIF_KEY}`),
      },
    ]);
  });

  test('reports where final scripts fail, and which data is missing', async () => {
    const { call, psbt } = await spend(`wpkh(${WIF_KEY})`);
    const parsed = readPsbt(psbt);
    const bad = parsed.inputs.map((input) => ({ ...input, finalWitness: [Uint8Array.of(1)] }));
    const broken = await call('analyzepsbt', writePsbt({ ...parsed, inputs: bad }));
    expect(broken.details).toMatchObject([{ scriptError: 'WITNESS_PROGRAM_MISMATCH' }]);
    const none = parsed.inputs.map((input) => ({ ...input, witnessUtxo: undefined }));
    const unknown = await call('finalizepsbt', writePsbt({ ...parsed, inputs: none }));
    expect(unknown.details).toMatchObject([{ fix: expect.stringContaining('utxoupdatepsbt') }]);
  });

  test('is silent about complete inputs, and in the profile core', async () => {
    const { call, psbt } = await spend(`wpkh(${WIF})`);
    const signed = await call('descriptorprocesspsbt', psbt, [addChecksum(`wpkh(${WIF})`)]);
    expect([signed.complete, signed.details]).toEqual([true, undefined]);
    const core = await spend(`wpkh(${OPEN}/0)`, { profile: 'core' });
    expect(await core.call('analyzepsbt', core.psbt)).not.toHaveProperty('details');
  });
});

describe('each method that takes a PSBT reports', () => {
  const stranger = addChecksum(`wpkh(${OPEN}/5)`);
  const rest: { readonly [method: string]: readonly (string | readonly string[])[] } = {
    analyzepsbt: [],
    finalizepsbt: [],
    walletprocesspsbt: [],
    descriptorprocesspsbt: [[stranger]],
  };
  const locked = `wsh(and_v(v:pk(${OPEN}/0),older(144)))`;
  const multisig = `wsh(multi(2,${WIF},${OPEN}/0))`;

  async function withBadSignature() {
    const other = await spend(multisig, { sequence: 7 });
    const signed = await other.call('descriptorprocesspsbt', other.psbt, [addChecksum(multisig)]);
    const [{ partialSignatures } = { partialSignatures: [] }] = readPsbt(signed.psbt).inputs;
    const { call, psbt } = await spend(multisig);
    const parsed = readPsbt(psbt);
    const inputs = parsed.inputs.map((input) => ({ ...input, partialSignatures }));
    return { call, psbt: writePsbt({ ...parsed, inputs }) };
  }

  const failures = {
    'the wrong wallet, and the key that is missing': {
      make: () => spend(`wpkh(${OPEN}/0)`),
      told: {
        missingOrigins: [{ masterFingerprint: '3442193e', path: 'm/1h/0' }],
        fix: expect.stringContaining('[3442193e/1h/0]'),
      },
    },
    'a lock that is not open': {
      make: () => spend(locked),
      told: { locks: ['older(144)'], fix: expect.stringContaining('older(144)') },
    },
    'a signature of another transaction': {
      make: withBadSignature,
      told: {
        badSignatures: [WIF_KEY],
        fix: expect.stringContaining(`Remove the signature of ${WIF_KEY}`),
      },
    },
  };
  const cases = Object.keys(rest).flatMap((method) =>
    Object.entries(failures).map(([failure, { make, told }]) => ({ method, failure, make, told })),
  );

  test.each(cases)('$failure: $method', async ({ method, make, told }) => {
    const { call, psbt } = await make();
    await call('createwallet', 'other');
    const { details } = await call(method, psbt, ...(rest[method] ?? []));
    expect(details).toMatchObject([told]);
  });
});

describe('methods that fund report', () => {
  const to = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
  const pay = { outputs: { [to]: 0.004 }, options: { fee_rate: 2, changeAddress: to } };
  const missing = { fix: expect.stringContaining('[3442193e/1h/0]') };

  test('a missing key and an unmet lock', async () => {
    for (const [text, told] of [
      [`wsh(multi(2,${WIF},${OPEN}/0))`, missing],
      [`wsh(and_v(v:pk(${OPEN}/0),after(800000)))`, { locks: ['after(800000)'] }],
    ] as const) {
      const options = await walletOf(text, 'default');
      const made = await execute('walletcreatefundedpsbt', pay, { ...options, details: true });
      expect(made).toMatchObject({ details: [told] });
      expect(await execute('walletcreatefundedpsbt', pay, options)).not.toHaveProperty('details');
    }
  });

  test('a hint on the cause of a missing signature', async () => {
    const options = await walletOf(`wsh(multi(2,${WIF},${OPEN}/0))`, 'default');
    const all = { address: to, amount: 0.01, subtractfeefromamount: true, fee_rate: 2 };
    const hint = expect.stringContaining('Input 0: Still needed: a signature of [3442193e/1h/0]');
    const error = { message: 'Signing transaction failed', hint };
    await expect(execute('sendtoaddress', all, options)).rejects.toMatchObject(error);
  });
});

describe('descriptorprocesspsbt with keys in musig()', () => {
  const text = `tr(musig(${WIF},${XPRV}/1h/0))`;

  test.each([
    ['random and musigNonces', {}],
    ['musigNonces', { random: countedBytes }],
    ['random', { musigNonces: createMusigNonces() }],
  ])('reports missing %s, and signs nothing', async (missing, given) => {
    const { psbt } = await spend(text);
    const options = { network: 'regtest', secp256k1: kernelSecp256k1, ...given } as const;
    const params = [psbt, [addChecksum(text)]];
    const done = await execute('descriptorprocesspsbt', params, options);
    expect(done).toMatchObject({
      complete: false,
      warnings: [expect.stringContaining(`they need ${missing}.`)],
    });
    const core = await execute('descriptorprocesspsbt', params, { ...options, profile: 'core' });
    expect(core).not.toHaveProperty('warnings');
  });

  test('signs in two rounds when both keys are there', async () => {
    let { psbt } = await spend(text);
    const random = countedBytes;
    const musigNonces = createMusigNonces();
    const options = {
      network: 'regtest',
      secp256k1: kernelSecp256k1,
      random,
      musigNonces,
    } as const;
    const answers: Processed[] = [];
    for (let round = 0; round < 3; round++) {
      const params = [psbt, [addChecksum(text)]];
      const done = (await execute('descriptorprocesspsbt', params, options)) as Processed;
      expect(done).not.toHaveProperty('warnings');
      answers.push(done);
      psbt = done.psbt;
    }
    expect(answers.at(-1)?.complete).toBe(true);
  });
});
