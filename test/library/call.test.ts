import { describe, expect, expectTypeOf, test } from 'vitest';
import { networks } from '../../src/index.ts';
import { client } from '../../src/library/client.ts';
import { createContext } from '../../src/library/create-context.ts';
import {
  createrawtransaction,
  execute,
  type Methods,
  RpcError,
  type SignedTransaction,
  signrawtransactionwithkey,
} from '../../src/public/rpc.ts';
import { nobleSecp256k1, type SignatureRequest } from '../../src/public/signing.ts';
import { decodeHex } from '../../src/public/transaction.ts';
import { methods } from '../../src/rpc/methods/index.ts';

type SignRawTransactionWithKey = Methods['signrawtransactionwithkey']['args'];
type TransactionInput = Methods['createrawtransaction']['args']['inputs'][number];

const txid = '11'.repeat(32);

describe('createrawtransaction', () => {
  test('creates a transaction from plain values', async () => {
    const hex = await createrawtransaction({
      inputs: [{ txid, vout: 0 }],
      outputs: [{ data: '00ff' }],
      locktime: 5,
    });
    expect(hex).toBe(`0200000001${txid}0000000000feffffff010000000000000000046a0200ff05000000`);
  });

  test('the profile of Core has other defaults', async () => {
    const args = { inputs: [{ txid, vout: 0 }], outputs: {} };
    expect(await createrawtransaction(args, { profile: 'core' })).toContain('fdffffff');
    expect(await createrawtransaction(args)).toContain('ffffffff00');
  });

  test('the network by name or as a value', async () => {
    const outputs = [{ mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn: '0.10000000' }];
    const byName = await createrawtransaction({ inputs: [], outputs }, { network: 'regtest' });
    const byValue = await createrawtransaction(
      { inputs: [], outputs },
      { network: networks.regtest },
    );
    expect(byName).toBe(byValue);
    expect(byName).toContain('8096980000000000');
    await expect(createrawtransaction({ inputs: [], outputs })).rejects.toMatchObject({
      code: -5,
      message: 'Invalid Bitcoin address: mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn',
    });
  });

  test('an amount that is not the nearest number to a decimal is refused', async () => {
    const call = (amount: number) =>
      createrawtransaction(
        { inputs: [], outputs: { mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn: amount } },
        { network: 'regtest' },
      );
    expect(await call(0.1)).toContain('8096980000000000');
    expect(await call(1e-8)).toContain('0100000000000000');
    await expect(call(0.1 + 0.2)).rejects.toThrow('Invalid amount');
  });

  test('errors are RpcError', async () => {
    const wrong = createrawtransaction({ inputs: [{ txid: 'x', vout: 0 }], outputs: [] });
    await expect(wrong).rejects.toBeInstanceOf(RpcError);
    await expect(wrong).rejects.toMatchObject({
      code: -8,
      message: "txid must be of length 64 (not 1, for 'x')",
    });
  });
});

describe('execute', () => {
  test('JSON text in, JSON text out', async () => {
    expect(await execute('createrawtransaction', '[[],{"data":12}]')).toBe(
      '"0200000000010000000000000000036a011200000000"',
    );
    await expect(execute('createrawtransaction', '[')).rejects.toMatchObject({ code: -32700 });
    await expect(execute('createrawtransaction', '5')).rejects.toMatchObject({ code: -32600 });
  });

  test('a client has every method as a function, by name or by position', async () => {
    const coldsign = client({ network: 'regtest' });
    expect(Object.keys(coldsign).sort()).toEqual(methods.map(({ name }) => name).sort());
    expect(await coldsign.createrawtransaction({ inputs: [], outputs: [], version: 3 })).toBe(
      '03000000000000000000',
    );
    expect(await coldsign.createrawtransaction([[], []])).toBe('02000000000000000000');
    expect(await coldsign.help()).toContain('createrawtransaction');
    await expect(coldsign.getbalances()).rejects.toMatchObject({ code: -32601 });
    await expect(coldsign.getaddressinfo({ address: 'x' })).rejects.toBeInstanceOf(RpcError);
  });

  test('plain values in, plain values out, by position or by name', async () => {
    expect(await execute('createrawtransaction', [[], []])).toBe('02000000000000000000');
    const untyped: string = 'createrawtransaction';
    expect(await execute(untyped, { outputs: [], inputs: [], version: 3n })).toBe(
      '03000000000000000000',
    );
    expect(await execute('help')).toContain('createrawtransaction');
  });

  test('an unknown method, network or profile', async () => {
    await expect(execute('nope')).rejects.toMatchObject({
      code: -32601,
      message: 'Method not found',
    });
    await expect(execute('help', '[]', JSON.parse('{"network":"moon"}'))).rejects.toThrow(
      'Unknown chain moon',
    );
    await expect(execute('help', '[]', JSON.parse('{"profile":"x"}'))).rejects.toThrow(
      'Unknown profile x',
    );
  });

  test('values that JSON does not have are refused', async () => {
    const circle: { self?: unknown } = {};
    circle.self = circle;
    const values: unknown[] = [
      circle,
      Number.NaN,
      () => 1,
      Symbol('s'),
      new Map(),
      new Uint8Array(2),
    ];
    for (const value of values) {
      const params = JSON.parse('[]');
      params.push(value);
      await expect(execute('createrawtransaction', params)).rejects.toMatchObject({ code: -3 });
    }
  });
});

test('createContext fills in the defaults', () => {
  expect(createContext()).toMatchObject({ network: networks.main, profile: 'default' });
});

describe('signrawtransactionwithkey', () => {
  const key = 'cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA';
  const keyHash = '751e76e8199196d454941c45d1b3a323f1433bd6';
  const spent = { txid, vout: 0, scriptPubKey: `0014${keyHash}`, amount: '0.00001' };
  const network = 'regtest';
  const unsigned = () =>
    createrawtransaction({ inputs: [{ txid, vout: 0 }], outputs: [{ data: '00' }] }, { network });

  test('signs, with typed results', async () => {
    const hexstring = await unsigned();
    const signed = await signrawtransactionwithkey(
      { hexstring, privkeys: [key], prevtxs: [spent] },
      { network },
    );
    expect(signed.complete).toBe(true);
    expect(signed.errors).toBeUndefined();
    const again = await execute(
      'signrawtransactionwithkey',
      { hexstring, privkeys: [key], prevtxs: [spent] },
      { network },
    );
    expect(again).toEqual(signed);
  });

  test('details only when asked for', async () => {
    const args = { hexstring: await unsigned(), privkeys: [], prevtxs: [spent] };
    const signed = await signrawtransactionwithkey(args, { network });
    expect(signed.errors?.map(({ error }) => error)).toEqual(['Witness program hash mismatch']);
    expect(signed.details).toBeUndefined();
    const { details } = await signrawtransactionwithkey(args, { network, details: true });
    expect(details).toEqual([
      {
        input: 0,
        txid,
        vout: 0,
        scriptError: 'WITNESS_PROGRAM_MISMATCH',
        missingPublicKeys: [keyHash],
        missingKeys: [],
        fix: `Sign with the private key whose public key has the HASH160 ${keyHash}.`,
      },
    ]);
  });

  test('an unknown output', async () => {
    const args = { hexstring: await unsigned(), privkeys: [key] };
    const { details } = await signrawtransactionwithkey(args, { network, details: true });
    expect(details?.[0]?.fix).toContain('prevtxs');
  });

  test('an external signer', async () => {
    const publicKey = decodeHex(
      '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
    );
    const privateKey = new Uint8Array(32);
    privateKey[31] = 1;
    const signer = {
      publicKeys: [publicKey ?? new Uint8Array()],
      sign: async (requests: readonly SignatureRequest[]) =>
        requests.map(({ digest }) => nobleSecp256k1.signEcdsa(digest, privateKey)),
    };
    const args = { hexstring: await unsigned(), privkeys: [], prevtxs: [spent] };
    const outside = await signrawtransactionwithkey(args, { network, signer });
    const inside = await signrawtransactionwithkey({ ...args, privkeys: [key] }, { network });
    expect(outside).toEqual(inside);
  });

  test('an external signer that answers with nonsense or fails', async () => {
    const publicKey = decodeHex(
      '031b84c5567b126440995d3ed5aaba0565d71e1834604819ff9c17f5e9d5dd078f',
    );
    const publicKeys = [publicKey ?? new Uint8Array()];
    const scriptPubKey = '001479b000887626b294a914501a4cd226b58b235983';
    const args = {
      hexstring: await unsigned(),
      privkeys: [],
      prevtxs: [{ ...spent, scriptPubKey }],
    };
    const answers = [undefined, null, 5, [], [null], ['x'.repeat(64)], [new Uint8Array(64)]];
    for (const answer of answers) {
      // Possible for a caller without types.
      const sign = async () => answer as Uint8Array[];
      const signer = { publicKeys, sign };
      const { complete, errors } = await signrawtransactionwithkey(args, { network, signer });
      expect([complete, errors?.length], JSON.stringify(answer)).toEqual([false, 1]);
    }
    /** Its keys and its function are not own properties. */
    const device = new (class {
      readonly #reason = 'unplugged';
      get publicKeys() {
        return publicKeys;
      }
      async sign(): Promise<never> {
        throw new Error(this.#reason);
      }
    })();
    await expect(signrawtransactionwithkey(args, { network, signer: device })).rejects.toEqual(
      new RpcError(-1, 'The signer outside failed: unplugged'),
    );
  });

  test('coins that cannot be asked for', async () => {
    const findCoins = async () => {
      throw new Error('offline');
    };
    const args = { hexstring: await unsigned(), privkeys: [] };
    await expect(signrawtransactionwithkey(args, { network, findCoins })).rejects.toEqual(
      new RpcError(-1, 'The coins cannot be asked for: offline'),
    );
  });

  test('reports progress', async () => {
    const steps = new Set<string>();
    await signrawtransactionwithkey(
      { hexstring: await unsigned(), privkeys: [key], prevtxs: [spent] },
      { network, onProgress: ({ step }) => steps.add(step) },
    );
    expect([...steps]).toEqual(['plan', 'sign', 'assemble', 'verify']);
  });

  test('no key in an error', async () => {
    const wrong = signrawtransactionwithkey(
      { hexstring: await unsigned(), privkeys: [`${key}x`] },
      { network },
    );
    await expect(wrong).rejects.toMatchObject({ code: -5, message: 'Invalid private key' });
  });
});

test('types describe arguments and results', () => {
  expectTypeOf(createrawtransaction).returns.resolves.toEqualTypeOf<string>();
  expectTypeOf(signrawtransactionwithkey).returns.resolves.toEqualTypeOf<SignedTransaction>();
  expectTypeOf<{ hexstring: string }>().not.toExtend<SignRawTransactionWithKey>();
  expectTypeOf<{ txid: string; vout: string }>().not.toExtend<TransactionInput>();
  expectTypeOf<'all'>().not.toExtend<SignRawTransactionWithKey['sighashtype']>();
});
