import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { expand, expandPrivate } from '../../../src/descriptor/expand.ts';
import { toSigningProvider } from '../../../src/descriptor/flat-signing-provider.ts';
import { parseDescriptor } from '../../../src/descriptor/parse.ts';
import { networks } from '../../../src/encoding/network.ts';
import type { CallOptions } from '../../../src/library/complete-context.ts';
import { execute, send } from '../../../src/public/rpc.ts';
import type { Review } from '../../../src/review/model.ts';
import type { SignatureRequest } from '../../../src/signing/signature-request.ts';
import { exampleOptions } from '../../support/example-options.ts';
import { vectorPath } from '../../support/paths.ts';
import { answersOf, curve } from '../../support/signing.ts';

const [request] = JSON.parse(readFileSync(vectorPath('example/descriptors.json'), 'utf8'));
const PRIVATE: string = request.desc;
const PUBLIC =
  'wpkh([e2867bb6/84h/1h/0h]tpubDDPRy5xWxJTuVmsh7YRzK8o2EdMWgn4t41fTLxXRgyRN7EKvN2L8BKCFC1gUfPu8Xp6rr667Yc26zrXsiBZsgBc8dQiYnhPNk2Q7CsBrer5/<0;1>/*)#kuj0z8zn';
const ADDRESS = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
/** All coins of the wallet. */
const all = { outputs: { [ADDRESS]: 0.75 }, fee_rate: 2 };
const options = { subtract_fee_from_outputs: [0] };

async function walletOf(desc: string): Promise<CallOptions> {
  const context = exampleOptions();
  const wallet = { wallet_name: 'w', blank: true, disable_private_keys: desc === PUBLIC };
  await execute('createwallet', wallet, context);
  const imported = await execute('importdescriptors', [[{ ...request, desc }]], context);
  expect(imported).toMatchObject([{ success: true }]);
  return context;
}

/** Creates a device that recognizes keys by their origins. */
function createDevice() {
  const asked: number[] = [];
  const parsed = parseDescriptor(PRIVATE, { network: networks.regtest, secp256k1: curve });
  if (!('descriptors' in parsed)) throw new Error('the descriptor is one');
  const findPrivateKey = (hash: Uint8Array) =>
    parsed.privateKeys.get(Buffer.from(hash).toString('hex'));
  const source = { secp256k1: curve, findPrivateKey };
  const signOne = (request: SignatureRequest): Uint8Array | undefined => {
    const [branch = 0, position = 0] = request.keyOrigin?.path.slice(-2) ?? [];
    const descriptor = parsed.descriptors[branch];
    const flatProvider = descriptor && expand(descriptor, position, source)?.flatProvider;
    if (descriptor === undefined || flatProvider === undefined) return undefined;
    expandPrivate(descriptor, position, source, flatProvider);
    return answersOf([request], toSigningProvider(flatProvider))[0];
  };
  const sign = async (requests: readonly SignatureRequest[]) => {
    asked.push(requests.length);
    return requests.map(signOne);
  };
  return { asked, sign };
}

const workers = {
  signed: 0,
  async signEcdsaMany(...args: Parameters<typeof curve.signEcdsaMany>) {
    this.signed += args[0].length;
    return curve.signEcdsaMany(...args);
  },
  signSchnorrMany: async (...args: Parameters<typeof curve.signSchnorrMany>) =>
    curve.signSchnorrMany(...args),
  verifyAll: async (...args: Parameters<typeof curve.verifyAll>) => curve.verifyAll(...args),
};

const outboxOf = async (context: CallOptions) => await execute('listoutbox', [], context);
const free = async (context: CallOptions) => await execute('listunspent', [0], context);

describe('send', () => {
  test('gives the same bytes with workers', async () => {
    const here = await send({ ...all, options }, await walletOf(PRIVATE));
    const context = { ...(await walletOf(PRIVATE)), workers };
    expect(await send({ ...all, options }, context)).toEqual(here);
    expect(here.complete).toBe(true);
    expect(workers.signed).toBeGreaterThan(0);
    expect(await outboxOf(context)).toHaveLength(1);
  });

  test('asks an external signer once, with the origin of each key', async () => {
    const watching = await walletOf(PUBLIC);
    const { psbt = '' } = await send({ ...all, options }, watching);
    const by = await execute('walletprocesspsbt', [psbt], await walletOf(PRIVATE));
    const coins = await free(watching);
    const { asked, sign } = createDevice();
    const context = { ...(await walletOf(PUBLIC)), signer: { sign } };
    const sent = await send({ ...all, options }, context);
    expect(sent).toEqual({ txid: expect.any(String), complete: true });
    expect(asked).toEqual([Array.isArray(coins) ? coins.length : 0]);
    expect(await outboxOf(context)).toMatchObject([{ txid: sent.txid, hex: memberOf(by, 'hex') }]);
    expect(await free(context)).toEqual([]);
  });

  test('also signs if the caller wants a PSBT back', async () => {
    const context = { ...(await walletOf(PUBLIC)), signer: { sign: createDevice().sign } };
    const coins = await free(context);
    const shown = await send({ ...all, options: { ...options, psbt: true } }, context);
    expect(Object.keys(shown)).toEqual(['psbt', 'txid', 'hex', 'complete']);
    expect(await outboxOf(context)).toEqual([]);
    expect(await free(context)).toEqual(coins);
  });

  const faults: [name: string, fault: (signature: Uint8Array) => Uint8Array | undefined][] = [
    ['no signature', () => undefined],
    ['a wrong signature', (signature) => signature.map((byte, i) => (i === 40 ? byte ^ 1 : byte))],
    ['no bytes', () => new Uint8Array()],
  ];
  test.each(faults)('answers with a PSBT and keeps nothing on %s', async (_, fault) => {
    const device = createDevice();
    const sign = async (requests: readonly SignatureRequest[]) =>
      (await device.sign(requests)).map((signature) => signature && fault(signature));
    const context = { ...(await walletOf(PUBLIC)), signer: { sign } };
    const coins = await free(context);
    const unsigned = await send({ ...all, options }, await walletOf(PUBLIC));
    expect(await send({ ...all, options }, context)).toEqual(unsigned);
    expect(Object.keys(unsigned)).toEqual(['psbt', 'complete']);
    expect(await outboxOf(context)).toEqual([]);
    expect(await free(context)).toEqual(coins);
    expect(await execute('listlockunspent', [], context)).toEqual([]);
    const better = { ...context, signer: { sign: device.sign } };
    expect(await send({ ...all, options }, better)).toMatchObject({ complete: true });
  });

  test('keeps the received signatures while others are missing', async () => {
    const device = createDevice();
    const sign = async (requests: readonly SignatureRequest[]) =>
      (await device.sign(requests)).with(0, undefined);
    const context = { ...(await walletOf(PUBLIC)), signer: { sign } };
    const { psbt = '', complete } = await send({ ...all, options }, context);
    expect(complete).toBe(false);
    const { asked, sign: again } = createDevice();
    const rest = { ...context, signer: { sign: again } };
    expect(await execute('walletprocesspsbt', [psbt], rest)).toMatchObject({ complete: true });
    expect(asked).toEqual([1]);
  });

  test('reports a failing signer and releases the coins', async () => {
    const sign = () => Promise.reject(new Error('unplugged'));
    const context = await walletOf(PUBLIC);
    const failing = send({ ...all, options }, { ...context, signer: { sign } });
    await expect(failing).rejects.toMatchObject({
      code: -1,
      message: 'The signer outside failed: unplugged',
    });
    const signer = { sign: createDevice().sign };
    const sent = await send({ ...all, options }, { ...context, signer });
    expect(sent.complete).toBe(true);
  });

  test('reserves the coins while the signer decides', async () => {
    const device = createDevice();
    let decide = () => {};
    const decided = new Promise<void>((resolve) => {
      decide = resolve;
    });
    let ask = () => {};
    const askedFor = new Promise<void>((resolve) => {
      ask = resolve;
    });
    const sign = async (requests: readonly SignatureRequest[]) => {
      ask();
      await decided;
      return device.sign(requests);
    };
    const context = await walletOf(PUBLIC);
    const waiting = send({ ...all, options }, { ...context, signer: { sign } });
    await askedFor;
    const funding = send({ outputs: { [ADDRESS]: 0.1 }, fee_rate: 2 }, context);
    await expect(funding).rejects.toMatchObject({ code: -4, message: 'Insufficient funds' });
    expect(await execute('listlockunspent', [], context)).toEqual([]);
    decide();
    expect(await waiting).toMatchObject({ complete: true });
    expect(await outboxOf(context)).toHaveLength(1);
  });
});

describe('send with approval', () => {
  const some = { outputs: { [ADDRESS]: 0.1 }, fee_rate: 2, options: { lock_unspents: true } };
  const walletIn = ({ wallets }: CallOptions) => wallets?.get('w')?.value;

  /** Creates a user who confirms the shown outputs that return to the wallet. */
  function createJudge(
    answer: boolean | Error,
    meanwhile: () => Promise<unknown> = async () => {},
  ) {
    const shown: string[] = [];
    const approve = async ({ outputs }: Review) => {
      const change = outputs.find(({ role }) => role === 'change');
      shown.push(Buffer.from(change?.scriptPubKey ?? []).toString('hex'));
      await meanwhile();
      if (answer instanceof Error) throw answer;
      return answer;
    };
    return { shown, approve };
  }

  test.each([
    ['says no', false, 'Nothing was signed: the transaction was not approved'],
    ['is not there', new Error('gone'), undefined],
  ] as const)('changes nothing if the person %s', async (_, answer, words) => {
    const context = await walletOf(PRIVATE);
    await free(context);
    const before = walletIn(context);
    const { approve, shown } = createJudge(answer);
    await expect(send(some, { ...context, approve })).rejects.toThrow(words);
    expect(shown).toEqual([expect.stringMatching(/^0014/)]);
    expect(walletIn(context)).toBe(before);
    expect(context.wallets?.get('w')?.reserved.size).toBe(0);
    // Both have the same change address, so it was not given out.
    const again = createJudge(true);
    expect(await send(some, { ...context, approve: again.approve })).toMatchObject({
      complete: true,
    });
    expect(again.shown).toEqual(shown);
  });

  test('signs the transaction shown, though addresses were handed out meanwhile', async () => {
    const context = await walletOf(PRIVATE);
    const other = () => execute('getnewaddress', [], context);
    const { approve, shown } = createJudge(true, other);
    const { txid = '' } = await send(some, { ...context, approve });
    expect(shown).toHaveLength(1);
    expect(await paidScripts(txid, context)).toContain(shown[0]);
    expect(await other()).not.toBe(await other());
  });

  test('shows the new transaction if the change address was handed out meanwhile', async () => {
    const context = await walletOf(PRIVATE);
    let rounds = 0;
    const { approve, shown } = createJudge(true, async () => {
      if (rounds++ === 0) await execute('getrawchangeaddress', [], context);
    });
    const { txid = '' } = await send(some, { ...context, approve });
    expect(shown).toHaveLength(2);
    expect(shown[0]).not.toBe(shown[1]);
    const scripts = await paidScripts(txid, context);
    expect(scripts).toContain(shown[1]);
    expect(scripts).not.toContain(shown[0]);
    expect(context.wallets?.get('w')?.reserved.size).toBe(0);
  });
});

async function paidScripts(txid: string, context: CallOptions): Promise<readonly string[]> {
  const { hex } = await execute('gettransaction', [txid], context);
  const { vout } = await execute('decoderawtransaction', [hex], context);
  return vout.map(({ scriptPubKey }) => scriptPubKey.hex);
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
