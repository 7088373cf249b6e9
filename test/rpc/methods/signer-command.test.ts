import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { answerNode } from '../../../src/adapters/signer/answers.ts';
import { readRequest } from '../../../src/adapters/signer/request.ts';
import { networks } from '../../../src/encoding/network.ts';
import { printJson } from '../../../src/json/print.ts';
import type { CallOptions } from '../../../src/library/complete-context.ts';
import type { Psbt } from '../../../src/psbt/psbt.ts';
import { execute, RpcError, type SignerCommand, send } from '../../../src/public/rpc.ts';
import type { Context } from '../../../src/rpc/context.ts';
import { exampleOptions } from '../../support/example-options.ts';
import { coreMock } from '../../support/nodes/mock-signer.ts';
import { vectorPath } from '../../support/paths.ts';
import { readPsbt, writePsbt } from '../../support/psbt.ts';
import { curve } from '../../support/signing.ts';

const [withKeys] = JSON.parse(readFileSync(vectorPath('example/descriptors.json'), 'utf8'));
const ADDRESS = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
const payment = { outputs: { [ADDRESS]: 0.1 }, fee_rate: 2 };
const external = { disable_private_keys: true, external_signer: true };

const outcome = async (call: Promise<unknown>) =>
  call.then(
    (result) => ({ result }),
    (error) => {
      if (!(error instanceof RpcError)) throw error;
      const { code, message, hint } = error;
      return { code, message, hint };
    },
  );

/**
 * Creates a device: a wallet of ours behind `coldsign signer`. `change`: a thief's change of its
 * answers.
 */
async function createDevice(change: (psbt: Psbt) => Psbt = (psbt) => psbt) {
  const own = exampleOptions();
  await execute('createwallet', { wallet_name: 'cold', blank: true }, own);
  await execute('importdescriptors', [[withKeys]], own);
  const context: Context = {
    ...own,
    network: networks.regtest,
    profile: 'default',
    secp256k1: curve,
  };
  const asked: string[] = [];
  const signerCommand: SignerCommand = {
    command: 'coldsign signer',
    async run(words, input) {
      const all = [...words.filter((word) => word !== '--stdin'), ...input.split(' ')];
      const request = readRequest(all.filter((word) => word !== ''));
      if ('error' in request) throw new Error(request.error);
      asked.push(request.call.name);
      const answer = await answerNode(request, { context, show: () => undefined });
      const text = printJson(answer);
      const { psbt } = JSON.parse(text);
      const output = psbt ? JSON.stringify({ psbt: writePsbt(change(readPsbt(psbt))) }) : text;
      return { status: 0, output, errors: '' };
    },
  };
  return { asked, signerCommand };
}

/** Creates a watch-only wallet for that device, with the coins of the example. */
async function createHot(more: Partial<CallOptions>): Promise<CallOptions> {
  const context = { ...exampleOptions(), ...more };
  const made = { wallet_name: 'hot', ...external };
  await execute('createwallet', made, context);
  await execute('rescanblockchain', [], context);
  return context;
}

describe('a wallet of external_signer', () => {
  test('pays and bumps with the signatures of its device, which is asked once for each', async () => {
    const { asked, signerCommand } = await createDevice();
    const hot = await createHot({ signerCommand });
    expect(asked.splice(0)).toEqual(['enumerate', 'getdescriptors']);
    const sent = await send(payment, hot);
    expect(sent).toMatchObject({ complete: true, txid: expect.any(String) });
    expect(asked.splice(0)).toEqual(['enumerate', 'signtx']);
    const bumped = await execute('bumpfee', [sent.txid ?? ''], hot);
    expect(Number(bumped.fee)).toBeGreaterThan(Number(bumped.origfee));
    expect(asked).toEqual(['enumerate', 'signtx']);
    const all = await execute('sendall', { recipients: [ADDRESS], fee_rate: 3 }, hot);
    expect(all.complete).toBe(true);
  });

  test('signs PSBTs with it, finalized on request', async () => {
    const { asked, signerCommand } = await createDevice();
    const hot = await createHot({ signerCommand });
    const { psbt } = await execute(
      'walletcreatefundedpsbt',
      { outputs: { [ADDRESS]: 0.1 }, options: { fee_rate: 2 } },
      {
        ...hot,
      },
    );
    asked.splice(0);
    expect(await execute('walletprocesspsbt', [psbt], hot)).toMatchObject({ complete: true });
    const open = await execute('walletprocesspsbt', { psbt, finalize: false }, hot);
    expect(open.complete).toBe(false);
    expect(readPsbt(open.psbt).inputs[0]?.partialSignatures).toHaveLength(1);
    asked.splice(0);
    await execute('walletprocesspsbt', { psbt, sign: false }, hot);
    expect(asked).toEqual([]);
  });

  const thieves: readonly (readonly [string, string, (psbt: Psbt) => Psbt])[] = [
    [
      'another payee',
      'another transaction',
      (psbt) => ({
        ...psbt,
        outputs: psbt.outputs.map((output) => ({ ...output, value: output.value - 1n })),
      }),
    ],
    [
      'a signature that does not hold',
      'does not hold for input 0',
      (psbt) => ({
        ...psbt,
        inputs: psbt.inputs.map((input) => ({
          ...input,
          partialSignatures: input.partialSignatures.map((each) => ({
            ...each,
            signature: each.signature.map((byte, i) => (i === 20 ? byte ^ 1 : byte)),
          })),
        })),
      }),
    ],
    [
      'a signature of another type',
      'of another type than was asked for',
      (psbt) => ({
        ...psbt,
        inputs: psbt.inputs.map((input) => ({
          ...input,
          partialSignatures: input.partialSignatures.map((each) => ({
            ...each,
            signature: each.signature.map((byte, i, all) => (i === all.length - 1 ? 2 : byte)),
          })),
        })),
      }),
    ],
  ];
  test.each(thieves)('ignores the whole answer with %s', async (_what, words, change) => {
    const { signerCommand } = await createDevice(change);
    const hot = await createHot({ signerCommand });
    expect(await outcome(execute('send', payment, hot))).toEqual({
      code: -25,
      message: 'External signer failed to sign',
      hint: expect.stringContaining(words),
    });
    expect(await execute('listoutbox', [], hot)).toEqual([]);
    const sent = await outcome(execute('send', payment, { ...hot, profile: 'core' }));
    expect(sent).not.toHaveProperty('hint', expect.any(String));
  });

  test('drops fields that the device has added beside its signatures', async () => {
    const { signerCommand } = await createDevice((psbt) => ({
      ...psbt,
      unknown: [{ key: new Uint8Array([0xf0, 1]), value: new Uint8Array([7]) }],
      inputs: psbt.inputs.map((input) => ({ ...input, keyPaths: [] })),
    }));
    const hot = await createHot({ signerCommand });
    const sent = await execute('send', { ...payment, options: { psbt: true } }, hot);
    expect(sent.complete).toBe(true);
    expect(readPsbt(sent.psbt ?? '').unknown).toEqual([]);
  });

  test('shows the review before the device is asked', async () => {
    const { asked, signerCommand } = await createDevice();
    const hot = await createHot({ signerCommand });
    asked.splice(0);
    const shown: number[] = [];
    const approve = (review: { readonly outputs: readonly unknown[] }) => {
      shown.push(review.outputs.length);
      return false;
    };
    const refused = await outcome(execute('send', payment, { ...hot, approve }));
    expect(refused).toHaveProperty('code');
    const { psbt } = await execute(
      'walletcreatefundedpsbt',
      { outputs: { [ADDRESS]: 0.1 }, options: { fee_rate: 2 } },
      hot,
    );
    const again = await outcome(execute('walletprocesspsbt', [psbt], { ...hot, approve }));
    expect(again).toHaveProperty('code');
    expect([shown.length, asked]).toEqual([2, []]);
  });

  test('reports the missing device, and bumpfee names the alternative', async () => {
    const { signerCommand } = await createDevice();
    const hot = await createHot({ signerCommand });
    const { signerCommand: _, ...without } = hot;
    expect(await outcome(execute('send', payment, without))).toEqual({
      code: -25,
      message: 'External signer not found',
      hint: 'restart bitcoind with -signer=<cmd>',
    });
    const { txid = '' } = await send(payment, hot);
    expect(await outcome(execute('bumpfee', [txid], without))).toMatchObject({
      code: -4,
      message: 'Transaction incomplete. Try psbtbumpfee instead.',
    });
    expect(await execute('psbtbumpfee', [txid], without)).toHaveProperty('psbt');
  });
});

/** Expectations of Core's wallet_signer.py and rpc_signer.py about their mock. */
describe('the mock of Core’s functional tests', () => {
  const addresses = {
    bech32: 'bcrt1qm90ugl4d48jv8n6e5t9ln6t9zlpm5th68x4f8g',
    'p2sh-segwit': '2N2gQKzjUe47gM8p1JZxaAkTcoHPXV6YyVp',
    legacy: 'n1LKejAadN6hg2FrBXoU1KrwX4uK16mco9',
    bech32m: 'bcrt1phw4cgpt6cd30kz9k4wkpwm872cdvhss29jga2xpmftelhqll62ms4e9sqj',
  };
  const shown = {
    bech32:
      'wpkh([00000001/84h/1h/0h/0/0]02c97dc3f4420402e01a113984311bf4a1b8de376cac0bdcfaf1b3ac81f13433c7)#3te6hhy7',
    'p2sh-segwit':
      'sh(wpkh([00000001/49h/1h/0h/0/0]02c97dc3f4420402e01a113984311bf4a1b8de376cac0bdcfaf1b3ac81f13433c7))#kz9y5w82',
    legacy:
      'pkh([00000001/44h/1h/0h/0/0]02c97dc3f4420402e01a113984311bf4a1b8de376cac0bdcfaf1b3ac81f13433c7)#q3pqd8wh',
    bech32m:
      'tr([00000001/86h/1h/0h/0/0]c97dc3f4420402e01a113984311bf4a1b8de376cac0bdcfaf1b3ac81f13433c7)#puqqa90m',
  };

  function createCore(answers: { readonly [word: string]: unknown } = coreMock) {
    const asked: (readonly string[])[] = [];
    const signerCommand: SignerCommand = {
      command: 'python3 signer.py',
      async run(words) {
        asked.push(words);
        const word = words.find((each) => each in answers) ?? '';
        const output = JSON.stringify(answers[word] ?? null);
        return { status: 0, output, errors: '' };
      },
    };
    return { asked, context: { ...exampleOptions(), profile: 'core', signerCommand } as const };
  }
  const make = { wallet_name: 'hww', ...external };

  test('the device shows the same addresses', async () => {
    const { asked, context } = createCore();
    await execute('createwallet', make, context);
    for (const [type, address] of Object.entries(addresses)) {
      expect(await execute('getnewaddress', ['', type], context)).toBe(address);
      asked.splice(0);
      await outcome(execute('walletdisplayaddress', [address], context));
      expect(asked[1]?.slice(-3)).toEqual([
        'displayaddress',
        '--desc',
        shown[type as keyof typeof shown],
      ]);
    }
  });

  test('sendtoaddress and sendmany point to send', async () => {
    const { context } = createCore();
    await execute('createwallet', make, context);
    const refusal = {
      code: -4,
      message:
        'Error: sendtoaddress and sendmany are not supported for wallets with external signers; use send instead',
    };
    expect(await outcome(execute('sendtoaddress', [ADDRESS, 0.01], context))).toMatchObject(
      refusal,
    );
    const many = execute('sendmany', ['', { [ADDRESS]: 0.01 }], context);
    expect(await outcome(many)).toMatchObject(refusal);
  });

  test('invalid fingerprints are refused, and later duplicates are ignored', async () => {
    for (const fingerprint of ['', '0000001', '000000001', '0000000g', 'zzzzzzzz']) {
      const { context } = createCore({ enumerate: [{ fingerprint, model: 'trezor_t' }] });
      const { message } = (await outcome(execute('enumeratesigners', [], context))) as RpcError;
      expect(message).toContain('invalid fingerprint');
    }
    const { context } = createCore({
      enumerate: [
        { fingerprint: '00000001', model: 'trezor_t' },
        { fingerprint: '00000001', model: 'trezor_t' },
        { fingerprint: '00000002', model: 'trezor_one' },
      ],
    });
    expect(await execute('enumeratesigners', [], context)).toEqual({
      signers: [
        { fingerprint: '00000001', name: 'trezor_t' },
        { fingerprint: '00000002', name: 'trezor_one' },
      ],
    });
  });

  test('both methods explain how to set -signer', async () => {
    const { context } = createCore();
    const { signerCommand: _, ...without } = context;
    expect(await outcome(execute('enumeratesigners', [], without))).toMatchObject({
      code: -1,
      message: 'Error: restart bitcoind with -signer=<cmd>',
    });
    expect(await outcome(execute('createwallet', make, without))).toMatchObject({
      code: -1,
      message: 'restart bitcoind with -signer=<cmd>',
    });
    expect(await execute('listwallets', [], without)).toEqual([]);
  });
});
