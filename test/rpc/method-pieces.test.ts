import { expect, test } from 'vitest';
import { nobleSecp256k1 } from '../../src/crypto/noble.ts';
import type { Secp256k1 } from '../../src/crypto/secp256k1.ts';
import { extract, formatPsbt, fund, openAccount, type Psbt, sign } from '../../src/index.ts';
import { createWallets } from '../../src/library/create-wallets.ts';
import { type CallOptions, execute } from '../../src/public/rpc.ts';
import type { PlainValue } from '../../src/rpc/plain.ts';
import { accountTexts, cosignerKey, SOMEBODY, utxosOf } from '../support/generate/accounts.ts';
import { createRandom } from '../support/generate/random.ts';

const INPUTS = 120;
const COSIGNED = `wsh(sortedmulti(2,${cosignerKey(0)}/<0;1>/*,${cosignerKey(1)}/<0;1>/*,${cosignerKey(2)}/<0;1>/*))`;

function paymentOf(text: string, from: number, to: number): Psbt {
  const account = openAccount(text, { network: 'regtest', range: INPUTS + 40 });
  const values = Array.from({ length: INPUTS }, () => 20_000);
  const coins = account.coins(utxosOf(account, values)).slice(from, to);
  const outputs = [{ address: SOMEBODY, value: BigInt(to - from) * 15_000n }];
  return fund({ coins, outputs, change: account, feeRate: 2, spendAll: true }).psbt;
}

/** What the methods are given, for one kind of account. */
async function givenFor(text: string) {
  const psbt = paymentOf(text, 0, INPUTS);
  const account = openAccount(text, { network: 'regtest', range: INPUTS + 40 });
  const { psbt: signed } = await sign(psbt, { keys: account });
  return {
    unsigned: formatPsbt(psbt),
    signed: formatPsbt(signed),
    hex: extract(signed).hex,
    halves: [
      formatPsbt(paymentOf(text, 0, INPUTS / 2)),
      formatPsbt(paymentOf(text, INPUTS / 2, INPUTS)),
    ],
    descriptors: [{ desc: text, range: INPUTS + 40 }],
  };
}

type Given = Awaited<ReturnType<typeof givenFor>>;

const kinds = [
  ['P2WPKH', await givenFor(accountTexts.wpkh)],
  ['taproot', await givenFor(accountTexts.tr)],
  ['2-of-3', await givenFor(COSIGNED)],
] as const;

/** Calls of methods, each with the pauses that it makes at least for these inputs. */
const calls: readonly (readonly [
  name: string,
  params: (given: Given) => readonly PlainValue[],
  pauses: number,
])[] = [
  ['decodepsbt', ({ unsigned }) => [unsigned], INPUTS / 32 + INPUTS / 16],
  ['decodepsbt', ({ signed }) => [signed], INPUTS / 32 + INPUTS / 16],
  ['analyzepsbt', ({ unsigned }) => [unsigned], INPUTS / 32 + INPUTS / 8],
  ['analyzepsbt', ({ signed }) => [signed], INPUTS / 32 + INPUTS / 8],
  ['finalizepsbt', ({ signed }) => [signed], INPUTS / 32 + INPUTS / 8],
  ['finalizepsbt', ({ unsigned }) => [unsigned], INPUTS / 32],
  ['combinepsbt', ({ unsigned, signed }) => [[unsigned, signed]], INPUTS / 16],
  ['joinpsbts', ({ halves }) => [halves], INPUTS / 32],
  ['converttopsbt', ({ unsigned }) => [unsigned], INPUTS / 32],
  ['decoderawtransaction', ({ hex }) => [hex], INPUTS / 16],
  ['review', ({ signed }) => [signed], INPUTS / 32 + INPUTS / 8],
  [
    'utxoupdatepsbt',
    ({ unsigned, descriptors }) => [unsigned, descriptors],
    INPUTS / 32 + INPUTS / 16,
  ],
  [
    'descriptorprocesspsbt',
    ({ unsigned, descriptors }) => [unsigned, descriptors],
    INPUTS / 32 + INPUTS / 8,
  ],
];

/** Calls that the profile core refuses: PSBTs of version 2, and a method that it lacks. */
const beyondCore = ['converttopsbt', 'joinpsbts', 'review'];

/** Most operations of the curve between two pauses. */
const MOST = 32 * 4 * 2;

/** Returns a curve that counts its operations, those of a list one by one. */
function counting() {
  const count = { value: 0 };
  const counted = <T>(run: T): T =>
    typeof run === 'function'
      ? (new Proxy(run, {
          apply(target, self, [first, ...others]) {
            count.value += Array.isArray(first) ? first.length : 1;
            return Reflect.apply(target, self, [first, ...others]);
          },
        }) as T)
      : run;
  const secp256k1: Secp256k1 = new Proxy(nobleSecp256k1, {
    get: (target, name) => counted(Reflect.get(target, name)),
  });
  return { count, secp256k1 };
}

/** Runs a call, and returns its pauses and the most operations of the curve between two. */
async function measured(name: string, params: readonly PlainValue[], more: CallOptions) {
  const { count, secp256k1 } = counting();
  let [pauses, most] = [0, 0];
  const pause = async () => {
    pauses++;
    most = Math.max(most, count.value);
    count.value = 0;
  };
  const random = createRandom(1).bytes;
  const options = { network: 'regtest', secp256k1, random, ...more } as const;
  const result = await execute(name, params, { ...options, pause });
  most = Math.max(most, count.value);
  const whole = await execute(name, params, { ...options, random: createRandom(1).bytes });
  expect(result).toEqual(whole);
  return { pauses, most };
}

const cases = kinds.flatMap(([kind, given]) =>
  calls.map(([name, params, pauses], i) => [name, kind, i, params(given), pauses] as const),
);

test.each(cases)('%s of a payment by %s runs in short pieces (call %i)', async (...given) => {
  const [name, , , params, least] = given;
  for (const more of [{}, { details: true }, { profile: 'core' }] as const) {
    if ('profile' in more && beyondCore.includes(name)) continue;
    const { pauses, most } = await measured(name, params, more);
    expect(pauses).toBeGreaterThanOrEqual(Math.floor(least));
    expect(most).toBeLessThanOrEqual(MOST);
  }
});

test.each(cases)(
  '%s of a payment by %s ends at any pause that fails (call %i)',
  async (...given) => {
    const [name, , , params] = given;
    for (const at of [1, 2, 3]) {
      const controller = new AbortController();
      const { signal } = controller;
      const bugs: unknown[] = [];
      let pauses = 0;
      const pause = async () => {
        pauses++;
        if (pauses === at) controller.abort('enough');
      };
      const random = createRandom(1).bytes;
      const reportBug = (error: unknown) => bugs.push(error);
      const options = { network: 'regtest', random, signal, pause, reportBug } as const;
      const work = execute(name, params, options);
      await Promise.allSettled([work]);
      // A PSBT of a few inputs has fewer pauses.
      if (pauses < at) continue;
      await expect(work).rejects.toMatchObject({ code: 'ABORTED', cause: 'enough' });
      // No step follows the abort, and it is no bug.
      for (let turn = 0; turn < 5; turn++) await new Promise((done) => setImmediate(done));
      expect(pauses).toBe(at);
      expect(bugs).toEqual([]);
    }
  },
);

/** Creates an unlocked wallet with one descriptor. */
async function walletWith(text: string): Promise<CallOptions> {
  const stored = new Map<string, Uint8Array>();
  const storage = {
    read: async (name: string) => stored.get(name)?.slice(),
    write: async (name: string, bytes: Uint8Array) => void stored.set(name, bytes.slice()),
    names: async () => [...stored.keys()],
  };
  const wallets = createWallets(storage, { network: 'regtest', keypoolSize: 2 });
  const options = { network: 'regtest', wallets, now: () => 1_795_239_000 } as const;
  const random = createRandom(5).bytes;
  await execute('createwallet', { wallet_name: 'pieces', blank: true }, { ...options, random });
  const { checksum } = await execute('getdescriptorinfo', [text], { network: 'regtest' });
  const desc = `${text}#${checksum}`;
  const request = { desc, timestamp: 'now', active: true, range: [0, INPUTS + 40] } as const;
  const done = await execute('importdescriptors', [[request]], { ...options, random });
  expect(done).toMatchObject([{ success: true }]);
  return options;
}

/** Most operations of the curve for 64 positions of three keys. */
const MOST_OF_WALLET = 64 * 3 * 4;

test.each(kinds)('wallet methods sign a payment by %s in short pieces', async (_, given) => {
  const { signed, unsigned, descriptors } = given;
  const text = descriptors[0]?.desc ?? expect.unreachable();
  const wallet = await walletWith(text);
  const asked = [
    ['walletprocesspsbt', [unsigned]],
    ['walletprocesspsbt', [signed]],
    ['review', [unsigned]],
  ] as const;
  for (const [name, params] of asked) {
    const { pauses, most } = await measured(name, params, wallet);
    expect(pauses, name).toBeGreaterThanOrEqual(Math.floor(INPUTS / 32));
    expect(most, name).toBeLessThanOrEqual(MOST_OF_WALLET);
  }
});
