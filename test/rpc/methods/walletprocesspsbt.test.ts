import { describe, expect, test } from 'vitest';
import { consensusParams } from '../../../src/chain/consensus.ts';
import { kernelSecp256k1 } from '../../../src/crypto/kernel-backend.ts';
import { addChecksum } from '../../../src/descriptor/checksum.ts';
import { networks } from '../../../src/encoding/network.ts';
import type { Context } from '../../../src/rpc/context.ts';
import { createMusigNonces } from '../../../src/signing/memory-nonces.ts';
import { createMemoryHost } from '../../../src/wallet-host/memory-host.ts';
import { createMemoryChain } from '../../support/chains/memory-chain.ts';
import { bytesOf } from '../../support/chains/world.ts';
import { createRandom } from '../../support/generate/random.ts';
import { harness } from '../../support/harness.ts';
import { readPsbt, writePsbt } from '../../support/psbt.ts';

type Processed = { readonly psbt: string; readonly complete: boolean; readonly hex?: string };
type Field = { readonly aggregate_pubkey: string; readonly pubnonce?: string };
type Shown = {
  readonly inputs: readonly {
    readonly sighash?: string;
    readonly musig2_participant_pubkeys?: readonly unknown[];
    readonly musig2_pubnonces?: readonly Field[];
    readonly musig2_partial_sigs?: readonly Field[];
    readonly final_scriptwitness?: readonly string[];
    readonly non_witness_utxo?: unknown;
  }[];
};

const TXID = 'ab'.repeat(32);

/** Creates wallets on a chain that never changes. */
function start(seed: number) {
  const host = createMemoryHost({ keypoolSize: 4, scryptCost: { n: 2, r: 1, p: 1 } });
  const outputs = new Map<string, { value: bigint; scriptPubKey: Uint8Array }>();
  const { source } = createMemoryChain(consensusParams.regtest);
  const context: Context = {
    network: networks.regtest,
    profile: 'core',
    secp256k1: kernelSecp256k1,
    wallets: host,
    chain: {
      ...source,
      findCoins: async () =>
        new Map([...outputs].map(([key, coin]) => [key, { ...coin, height: 1, coinbase: false }])),
    },
    now: () => 1_700_000_000,
    random: createRandom(seed).bytes,
    musigNonces: createMusigNonces(),
    reportBug: (error) => {
      throw error;
    },
  };
  const { ask, call } = harness(context);
  /** Makes a PSBT that spends the outputs of addresses, and pays another one. */
  async function spend(addresses: readonly string[], to: string): Promise<string> {
    for (const [vout, address] of addresses.entries()) {
      const { scriptPubKey } = await call<{ scriptPubKey: string }>('validateaddress', [address]);
      outputs.set(`${TXID}:${vout}`, { value: 100_000n, scriptPubKey: bytesOf(scriptPubKey) });
    }
    const inputs = addresses.map((_, vout) => ({ txid: TXID, vout }));
    const created = await call<string>('createpsbt', [inputs, [{ [to]: 0.0009 }], 1]);
    return call<string>('utxoupdatepsbt', [created]);
  }
  return { ask, call, spend };
}

type World = ReturnType<typeof start>;
type Key = { readonly secret: string; readonly open: string };

/** Returns the account keys of a new wallet's taproot descriptors. */
async function accountOf({ call }: World, wallet: string): Promise<Key> {
  await call('createwallet', [wallet]);
  const read = async (secret: boolean) => {
    const { descriptors } = await call<{ descriptors: { desc: string; internal: boolean }[] }>(
      'listdescriptors',
      [secret],
      wallet,
    );
    const taproot = descriptors.find(({ desc, internal }) => desc.startsWith('tr(') && !internal);
    return taproot?.desc.replace(/^tr\(/, '').replace(/\/0\/\*\).*$/, '') ?? '';
  };
  return { secret: await read(true), open: await read(false) };
}

const H = '50929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0';

/**
 * `$0`… are the wallets' keys. `idle`: wallets that do not take part. `alone`: only the first
 * wallet has the descriptor.
 */
type Scene = {
  readonly pattern: string;
  readonly idle?: readonly number[];
  readonly alone?: true;
  readonly sighash?: string;
};

const scenes: readonly Scene[] = [
  { pattern: 'rawtr(musig($0/<0;1>/*,$1/<1;2>/*,$2/<2;3>/*))' },
  { pattern: 'rawtr(musig($0/<0;1>/*,$1/<1;2>/*,$2/<2;3>/*))', sighash: 'ALL|ANYONECANPAY' },
  { pattern: 'tr(musig($0/0/*,$1/1/*,$2/2/*))' },
  { pattern: 'rawtr(musig($0,$1,$2)/<0;1>/*)' },
  { pattern: 'tr(musig($0,$1,$2)/<0;1>/*)' },
  { pattern: 'rawtr(musig($0/<0;1>/*,$1/<0;1>/*,$2/<0;1>/*))', alone: true },
  { pattern: 'tr(musig($0/<0;1>/*,$1/<0;1>/*,$2/<0;1>/*))', alone: true },
  { pattern: `tr(${H},pk(musig($0/<0;1>/*,$1/<1;2>/*,$2/<2;3>/*)))` },
  { pattern: `tr(${H},pk(musig($0,$1,$2)/<0;1>/*))` },
  { pattern: `tr(${H},{pk(musig($0,$1,$2)/<0;1>/*),pk(musig($1,$2)/0/*)})` },
  { pattern: 'tr(musig($0,$1,$2)/<3;4>/*,{pk(musig($0,$1)/<5;6>/*),pk(musig($1,$2)/7/*)})' },
  {
    pattern: 'tr(musig($0,$1,$2)/<3;4>/*,{pk(musig($0,$1)/<5;6>/*),pk(musig($1,$2)/7/*)})',
    idle: [0],
  },
  { pattern: `tr(${H},and_v(v:pk(musig($0,$1,$2)/<0;1>/*),after(1)))` },
  { pattern: `tr(${H},and_v(v:pkh(musig($0,$1,$2)/<0;1>/*),after(1)))` },
  {
    pattern: `tr(${H},{and_v(v:pk(musig($0,$2)/0/*),after(1)),and_v(v:pk(musig($1,$2)/0/*),after(1))})`,
  },
];

/** Returns the possible numbers of nonces and partial signatures. */
function expected({ pattern, idle = [] }: Scene): { nonces: number; partials: number } {
  const groups = [...pattern.matchAll(/musig\(([^)]*)\)/g)].map(([, inside = '']) =>
    [...inside.matchAll(/\$(\d)/g)].map(([, digit]) => Number(digit)),
  );
  const taking = groups.map((group) => group.filter((i) => !idle.includes(i)));
  const whole = groups.filter((group) => group.every((i) => !idle.includes(i)));
  return { nonces: taking.flat().length, partials: whole.flat().length };
}

describe.each(scenes)('MuSig2: $pattern $sighash $idle', (scene) => {
  test('two concurrent sessions, of wallets that know their own keys', async () => {
    const { pattern, idle = [], alone, sighash } = scene;
    const harness = start(327);
    const { call, spend } = harness;
    const names = ['a', 'b', 'c'];
    const keys: Key[] = [];
    for (const name of names) keys.push(await accountOf(harness, name));
    for (const [i, name] of names.entries()) {
      if (alone && i > 0) continue;
      const desc = pattern.replace(/\$(\d)/g, (_, digit) => {
        const key = keys[Number(digit)];
        return (Number(digit) === i ? key?.secret : key?.open) ?? '';
      });
      const requests = [{ desc: addChecksum(desc), active: true, timestamp: 'now', range: [0, 3] }];
      const [answer] = await call<{ success: boolean }[]>('importdescriptors', [requests], name);
      expect(answer).toMatchObject({ success: true });
    }
    const address = await call<string>('getnewaddress', ['', 'bech32m'], 'a');
    const psbt = await call<Processed>(
      'walletprocesspsbt',
      [await spend([address], address), false],
      'a',
    );
    const start1 = await call<Shown>('decodepsbt', [psbt.psbt]);
    const aggregates = pattern.split('musig(').length - 1;
    expect(start1.inputs[0]?.musig2_participant_pubkeys?.length).toBe(aggregates);

    const turn = async (from: string) => {
      const copies: string[] = [];
      for (const [i, name] of names.entries()) {
        if (idle.includes(i)) continue;
        const params = [from, true, sighash ?? null];
        const { psbt: copy, complete } = await call<Processed>('walletprocesspsbt', params, name);
        expect(complete).toBe(false);
        copies.push(copy);
      }
      return call<string>('combinepsbt', [copies]);
    };
    const witnesses: string[] = [];
    const nonces = [await turn(psbt.psbt), await turn(psbt.psbt)];
    const partials = [await turn(nonces[1] ?? ''), await turn(nonces[0] ?? '')].reverse();
    for (const i of [0, 1]) {
      const counts = expected(scene);
      const first = await call<Shown>('decodepsbt', [nonces[i]]);
      expect(first.inputs[0]?.musig2_pubnonces?.length).toBe(counts.nonces);
      const second = await call<Shown>('decodepsbt', [partials[i]]);
      expect(second.inputs[0]?.musig2_partial_sigs?.length).toBe(counts.partials);
      const final = await call<Processed>('finalizepsbt', [partials[i], false]);
      expect(final.complete).toBe(true);
      const done = await call<Shown>('decodepsbt', [final.psbt]);
      const witness = done.inputs[0]?.final_scriptwitness ?? [];
      const byKey = pattern.startsWith('rawtr') || (!pattern.includes(H) && idle.length === 0);
      expect(witness.length > 1).toBe(!byKey);
      witnesses.push(witness.join());
    }
    expect(witnesses[0]).not.toBe(witnesses[1]);
  });
});

describe('sighash types', () => {
  const mismatch = {
    code: -22,
    message: 'Specified sighash value does not match value stored in PSBT',
  };

  async function wallet() {
    const harness = start(9);
    await harness.call('createwallet', ['w']);
    const { descriptors } = await harness.call<{ descriptors: { desc: string }[] }>(
      'listdescriptors',
      [true],
      'w',
    );
    const addresses = [
      await harness.call<string>('getnewaddress', ['', 'bech32'], 'w'),
      await harness.call<string>('getnewaddress', ['', 'bech32m'], 'w'),
    ];
    return { ...harness, descriptors, addresses };
  }

  test('a requested type must match the stored one', async () => {
    const { ask, call, spend, descriptors, addresses } = await wallet();
    const psbt = readPsbt(await spend([addresses[0] ?? ''], addresses[1] ?? ''));
    const inputs = psbt.inputs.map((input) => ({ ...input, sighashType: 0x81 }));
    const typed = writePsbt({ ...psbt, inputs });
    for (const type of ['DEFAULT', 'ALL', 'NONE', 'SINGLE', 'NONE|ANYONECANPAY', null]) {
      const byWallet = await ask('walletprocesspsbt', [typed, true, type], 'w');
      expect(byWallet.error).toEqual(mismatch);
      const byText = await ask('descriptorprocesspsbt', [typed, descriptors, type]);
      expect(byText.error).toEqual(mismatch);
    }
    for (const [method, second] of [
      ['walletprocesspsbt', true],
      ['descriptorprocesspsbt', descriptors],
    ]) {
      const params = [typed, second, 'ALL|ANYONECANPAY'];
      expect(await call<Processed>(method as string, params, 'w')).toMatchObject({
        complete: true,
      });
    }
  });

  test('an unusual type is stored, and final inputs must have it', async () => {
    const { call, spend, descriptors, addresses } = await wallet();
    const psbt = await spend(addresses, addresses[0] ?? '');
    const type = 'ALL|ANYONECANPAY';
    const copies = [
      await call<Processed>('walletprocesspsbt', [psbt, true, type, true, false], 'w'),
      await call<Processed>('descriptorprocesspsbt', [psbt, descriptors, type, true, false]),
    ];
    for (const { psbt: signed } of copies) {
      const { inputs } = await call<Shown>('decodepsbt', [signed]);
      expect(inputs.map(({ sighash }) => sighash)).toEqual([type, type]);
      expect((await call<Processed>('finalizepsbt', [signed])).complete).toBe(true);
      const changed = readPsbt(signed);
      const other = changed.inputs.map((input) => ({ ...input, sighashType: 1 }));
      const params = [writePsbt({ ...changed, inputs: other })];
      expect((await call<Processed>('finalizepsbt', params)).complete).toBe(false);
    }
  });

  test('an unknown name is refused', async () => {
    const { ask, spend, addresses } = await wallet();
    const psbt = await spend(addresses, addresses[0] ?? '');
    const refused = { code: -8, message: "'all' is not a valid sighash parameter." };
    expect((await ask('walletprocesspsbt', [psbt, true, 'all'], 'w')).error).toEqual(refused);
    expect((await ask('descriptorprocesspsbt', [psbt, [], 'all'])).error).toEqual(refused);
  });
});

test('keeps final inputs and does not accept a damaged signature', async () => {
  const { call, spend } = start(10);
  await call('createwallet', ['w']);
  const address = await call<string>('getnewaddress', ['', 'bech32m'], 'w');
  const psbt = await spend([address], address);
  const done = await call<Processed>('walletprocesspsbt', [psbt], 'w');
  expect(done.complete).toBe(true);
  expect(await call<Processed>('walletprocesspsbt', [done.psbt], 'w')).toEqual(done);
  const read = readPsbt(done.psbt);
  const spoiled = writePsbt({
    ...read,
    inputs: read.inputs.map((input) => ({
      ...input,
      finalWitness: input.finalWitness.map((item) =>
        item.map((byte, i) => byte ^ (i === 9 ? 1 : 0)),
      ),
    })),
  });
  const again = await call<Processed>('walletprocesspsbt', [spoiled], 'w');
  expect([again.complete, again.hex]).toEqual([false, undefined]);
});

test('a locked wallet fills, but does not sign', async () => {
  const { ask, call, spend } = start(11);
  await call('createwallet', ['w', false, false, 'secret']);
  const address = await call<string>('getnewaddress', ['', 'bech32'], 'w');
  const psbt = await spend([address], address);
  expect((await ask('walletprocesspsbt', [psbt], 'w')).error?.code).toBe(-13);
  const filled = await call<Processed>('walletprocesspsbt', [psbt, false], 'w');
  expect(readPsbt(filled.psbt).inputs[0]?.keyPaths.length).toBe(1);
  await call('walletpassphrase', ['secret', 60], 'w');
  expect((await call<Processed>('walletprocesspsbt', [psbt], 'w')).complete).toBe(true);
});

test('a PSBT without work to do is unchanged', async () => {
  const { call, spend } = start(12);
  await call('createwallet', ['w']);
  const address = await call<string>('getnewaddress', ['', 'bech32m'], 'w');
  const { psbt } = await call<Processed>(
    'walletprocesspsbt',
    [await spend([address], address), false],
    'w',
  );
  expect(await call('combinepsbt', [[psbt, psbt]])).toBe(psbt);
  expect((await call<Processed>('finalizepsbt', [psbt])).psbt).toBe(psbt);
  expect(await call('utxoupdatepsbt', [psbt])).toBe(psbt);
  expect((await call<Processed>('descriptorprocesspsbt', [psbt, []])).psbt).toBe(psbt);
  expect((await call<Processed>('walletprocesspsbt', [psbt, false], 'w')).psbt).toBe(psbt);
});
