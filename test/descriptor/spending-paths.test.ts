import { createBase58check } from '@scure/base';
import { describe, expect, test } from 'vitest';
import { sha256 } from '../../src/crypto/hash.ts';
import { kernelSecp256k1 } from '../../src/crypto/kernel-backend.ts';
import { allKeys, type Descriptor } from '../../src/descriptor/descriptor.ts';
import { parseDescriptor } from '../../src/descriptor/parse.ts';
import { type SpendingPath, spendingPaths } from '../../src/descriptor/spending-paths.ts';
import { decodeHex } from '../../src/encoding/hex.ts';
import { networks } from '../../src/encoding/network.ts';
import { compactSizeLength } from '../../src/encoding/writer.ts';
import { extract, fund, openAccount, sign } from '../../src/index.ts';
import type { TxIn } from '../../src/transaction/transaction.ts';
import { cosignerKey, SOMEBODY, utxosOf } from '../support/generate/accounts.ts';
import { curve } from '../support/signing.ts';

const GENERATOR = '79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
const NOBODY = '50929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0';

/** A descriptor with the i-th key for `@i`; the named keys are private. */
const textOf = (template: string, mine: readonly number[] = []): string =>
  template.replace(
    /@(\d+)/g,
    (_, number: string) => `${cosignerKey(Number(number), mine.includes(Number(number)))}/<0;1>/*`,
  );

function parsed(template: string): Descriptor {
  const text = textOf(template).replace(/<0;1>/g, '0');
  const result = parseDescriptor(text, { network: networks.regtest, secp256k1: curve });
  if ('error' in result) throw new Error(result.error);
  const [descriptor] = result.descriptors;
  if (descriptor === undefined) throw new Error('no descriptor');
  return descriptor;
}

/** Formats a path such as `2 of @0 @1, older 10`. */
function wordsOf(template: string): readonly string[] {
  const descriptor = parsed(template);
  const numbers = [...template.matchAll(/@(\d+)/g)].map(([, number]) => `@${number}`);
  const own = allKeys(descriptor).filter(({ kind }) => kind !== 'constant');
  return (spendingPaths(descriptor) ?? []).map(({ by, leaf, signers, older, after, hashes }) =>
    [
      leaf === undefined ? by : `${by} ${leaf}`,
      ...signers.map(
        ({ threshold, keys }) =>
          `${threshold} of ${keys.map((key) => numbers[own.indexOf(key)] ?? 'nobody').join(' ')}`,
      ),
      ...(older === undefined ? [] : [`older ${older}`]),
      ...(after === undefined ? [] : [`after ${after}`]),
      ...hashes.map(({ kind }) => kind),
    ].join(', '),
  );
}

/** An extended key of that point, as Liana and Bitcoin Core's wallets with a hidden key path have it. */
function unspendableXpub(): string {
  const publicKey = Uint8Array.of(2, ...(decodeHex(NOBODY) ?? []));
  const chainCode = new Uint8Array(32).fill(7);
  const payload = Uint8Array.of(
    0x04,
    0x35,
    0x87,
    0xcf,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    ...chainCode,
    ...publicKey,
  );
  return createBase58check(sha256).encode(payload);
}

describe('a key without a private key', () => {
  const xpub = unspendableXpub();
  const leaves = ['leaf 0, 1 of @0', 'leaf 1, 1 of @1'];
  test.each<readonly [string, readonly string[]]>([
    [`tr(${NOBODY},{pk(@0),pk(@1)})`, leaves],
    [`tr(02${NOBODY},{pk(@0),pk(@1)})`, leaves],
    [`tr(@0,{pk(@1),pk(${NOBODY})})`, ['key, 1 of @0', 'leaf 0, 1 of @1']],
    [`tr(@0,multi_a(1,@1,${NOBODY}))`, ['key, 1 of @0', 'leaf 0, 1 of @1 nobody']],
    [`tr(@0,multi_a(2,@1,${NOBODY}))`, ['key, 1 of @0']],
    [`wsh(or_d(pk(02${NOBODY}),and_v(v:pk(@0),older(9))))`, ['script, 1 of @0, older 9']],
    [`rawtr(${NOBODY})`, []],
    [`tr(${NOBODY})`, []],
  ])('has no way of its own in %s', (template, ways) => {
    expect(wordsOf(template)).toEqual(ways);
  });

  test.each([
    `[00000000/86h]${NOBODY}`,
    `${xpub}/0/*`,
    `[00000000/86h]${xpub}/<0;1>/*`,
    `musig(02${NOBODY},02${GENERATOR})`,
  ])('has no way of its own as the internal key %s', (key) => {
    const paths = spendingPaths(parsed(`tr(${key},{pk(@0),pk(@1)})`)) ?? [];
    expect(paths.map(({ by, leaf }) => [by, leaf])).toEqual([
      ['leaf', 0],
      ['leaf', 1],
    ]);
  });

  test('is not confused with another point', () => {
    expect(wordsOf(`tr(${GENERATOR},pk(@0))`)).toEqual(['key, 1 of nobody', 'leaf 0, 1 of @0']);
  });

  test.each([`tr(${NOBODY},{pk(@0),pk(@1)})`, `tr(${xpub}/<0;1>/*,{pk(@0),pk(@1)})`])(
    'leaves the numbers of paths to what fund spends by: %s',
    async (template) => {
      const account = openAccount(textOf(template, [0, 1]), { network: 'regtest', range: 5 });
      const coins = account.coins(utxosOf(account, [90_000]));
      const outputs = [{ address: SOMEBODY, value: 50_000n }];
      for (const path of [0, 1]) {
        const psbt = fund({ coins, outputs, change: account, feeRate: 4, path }).psbt;
        const { hex, vsize, fee } = extract((await sign(psbt, { keys: account })).psbt);
        expect(hex).not.toBe('');
        expect(Number(fee)).toBeLessThanOrEqual(4 * (vsize + 1));
      }
      const order = { coins, outputs, change: account, feeRate: 4, path: 2 };
      expect(() => fund(order).psbt).toThrow('path must be a whole number below 2');
    },
  );
});

describe('the ways to spend', () => {
  test.each<readonly [string, readonly string[]]>([
    ['wpkh(@0)', ['script, 1 of @0']],
    ['sh(wsh(sortedmulti(2,@0,@1,@2)))', ['script, 2 of @0 @1 @2']],
    ['tr(@0)', ['key, 1 of @0']],
    [`tr(${NOBODY},{pk(@5),multi_a(2,@6,@7)})`, ['leaf 0, 1 of @5', 'leaf 1, 2 of @6 @7']],
    [
      'wsh(or_d(pk(@3),and_v(v:pkh(@4),older(10))))',
      ['script, 1 of @3', 'script, 1 of @4, older 10'],
    ],
    [
      'wsh(andor(multi(2,@0,@1),older(144),and_v(v:pk(@2),after(700000))))',
      ['script, 1 of @2, after 700000', 'script, 2 of @0 @1, older 144'],
    ],
    [
      'wsh(thresh(2,pk(@0),s:pk(@1),sln:after(800000)))',
      [
        'script, 1 of @1, after 800000',
        'script, 1 of @0, after 800000',
        'script, 1 of @0, 1 of @1',
      ],
    ],
    [
      `wsh(and_v(v:pk(@0),or_d(pk(@1),sha256(${'ab'.repeat(32)}))))`,
      ['script, 1 of @0, sha256', 'script, 1 of @0, 1 of @1'],
    ],
    ['wsh(and_v(v:pk(@0),and_v(v:older(10),older(20))))', ['script, 1 of @0, older 20']],
  ])('%s', (template, expected) => {
    expect([...wordsOf(template)].sort()).toEqual([...expected].sort());
  });

  test('are unknown for an address, and not listed if there are too many', () => {
    expect(spendingPaths({ kind: 'addr', scriptPubKey: new Uint8Array(22) })).toBeUndefined();
    const keys = Array.from({ length: 14 }, (_, i) => (i === 0 ? `pk(@${i})` : `s:pk(@${i})`));
    expect(spendingPaths(parsed(`wsh(thresh(7,${keys.join(',')}))`))).toBeUndefined();
  });
});

/** Weight units of an input in the transaction. */
function weightOf({ scriptSig, witness }: TxIn): number {
  const items = witness.reduce((sum, { length }) => sum + compactSizeLength(length) + length, 0);
  const stack = witness.length === 0 ? 0 : compactSizeLength(witness.length) + items;
  return 4 * (40 + compactSizeLength(scriptSig.length) + scriptSig.length) + stack;
}

/** A provider of only those keys that sign for a path. */
function signersOf(
  template: string,
  descriptor: Descriptor,
  { signers }: SpendingPath,
): readonly number[] {
  const numbers = [...template.matchAll(/@(\d+)/g)].map(([, number]) => Number(number));
  const own = allKeys(descriptor).filter(({ kind }) => kind !== 'constant');
  return signers.flatMap(({ threshold, keys }) =>
    keys.slice(0, threshold).map((key) => numbers[own.indexOf(key)] ?? -1),
  );
}

describe('the weight is that of the signed input', () => {
  const templates = [
    'pkh(@0)',
    'wpkh(@0)',
    'sh(wpkh(@0))',
    'tr(@0)',
    'wsh(multi(2,@0,@1,@2))',
    'sh(multi(2,@0,@1,@2))',
    'sh(wsh(sortedmulti(2,@0,@1,@2)))',
    `tr(${NOBODY},{pk(@5),multi_a(2,@6,@7,@8)})`,
    'wsh(or_d(pk(@3),and_v(v:pkh(@4),older(10))))',
    'wsh(andor(multi(2,@0,@1),older(144),and_v(v:pk(@2),after(700000))))',
    'wsh(thresh(2,pk(@0),s:pk(@1),sln:after(800000)))',
    `tr(${NOBODY},{and_v(v:pk(@0),older(5)),{and_v(v:pk(@1),after(1700000000)),pk(@2)}})`,
  ];
  test.each(templates)('%s', async (template) => {
    const descriptor = parsed(template);
    const paths = spendingPaths(descriptor) ?? [];
    const mine = paths.filter((path) => !signersOf(template, descriptor, path).includes(-1));
    expect(mine.length).toBeGreaterThan(0);
    for (const path of mine) {
      const few = { network: 'regtest', range: 3, secp256k1: kernelSecp256k1 } as const;
      const account = openAccount(textOf(template, signersOf(template, descriptor, path)), few);
      const watcher = openAccount([...account.descriptors], few);
      const psbt = fund({
        coins: watcher.coins(utxosOf(watcher, [100_000])),
        outputs: [{ address: SOMEBODY, value: 50_000n }],
        change: watcher,
        feeRate: 2,
        sequence: path.older,
        locktime: path.after,
      }).psbt;
      const { psbt: done, complete } = await sign(psbt, {
        keys: account,
        secp256k1: kernelSecp256k1,
      });
      expect(complete).toBe(true);
      const [input] = extract(done).transaction.inputs;
      if (input === undefined) throw new Error('no input');
      // Our signatures have 71 bytes, and Schnorr signatures have no byte for their type.
      const signatures = path.signers.reduce((sum, { threshold }) => sum + threshold, 0);
      const isBare = /^(pkh|sh\(multi)/.test(template);
      // A scriptSig of 254 bytes has a length of three bytes, one of 252 bytes a length of one.
      const longer = template.startsWith('sh(multi') ? 2 : 0;
      const spared = isBare ? 4 * (signatures + longer) : signatures;
      expect(path.weight - weightOf(input)).toBe(spared);
    }
  });
});
