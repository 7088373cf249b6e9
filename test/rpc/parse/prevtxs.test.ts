import { Transaction as OtherTransaction } from 'bitcoinjs-lib';
import { describe, expect, test } from 'vitest';
import { PrivateKey } from '../../../src/crypto/private-key.ts';
import { encodeWif } from '../../../src/crypto/wif.ts';
import { encodeHex } from '../../../src/encoding/hex.ts';
import { networks } from '../../../src/encoding/network.ts';
import { type CallOptions, execute, type PlainValue } from '../../../src/public/rpc.ts';
import { strictPolicy } from '../../../src/review/policy.ts';
import { p2pkhScript } from '../../../src/script/builders.ts';
import { encodeTransaction } from '../../../src/transaction/codec.ts';
import { transactionId } from '../../../src/transaction/txid.ts';
import { keyAt, person, place } from '../../support/review/accounts.ts';
import { previousOf } from '../../support/review/coins.ts';

const ours: CallOptions = { network: 'regtest', policy: strictPolicy };
const core: CallOptions = { network: 'regtest', profile: 'core' };

const descriptor = (secret: boolean) => `pkh(${keyAt(person(1), '44h/1h/0h', secret)})`;
const { script } = place(descriptor(false), 0, 0);

/** The private key of the coin. */
const KEY = wifOf("m/44'/1'/0'/0/0");

function wifOf(path: string): string {
  const { privateKey } = person(1).root.derive(path);
  const key = privateKey && PrivateKey.from(privateKey, true);
  if (!key) throw new Error('no key');
  return encodeWif(key, networks.regtest);
}

/** A legacy coin of 100,000 sat: no signature covers its amount. */
const made = previousOf({ nonce: 1, value: 100_000n, script });
const txid = transactionId(made);
const hex = encodeHex(encodeTransaction(made));
const coin = { txid, vout: 1, scriptPubKey: encodeHex(script) };

/** Pays 60,000 sat to another owner, and 39,000 sat as change. */
const spend = encodeHex(
  encodeTransaction({
    version: 2,
    inputs: [
      {
        prevout: { txid, vout: 1 },
        scriptSig: new Uint8Array(0),
        sequence: 0xfffffffd,
        witness: [],
      },
    ],
    outputs: [
      { value: 60_000n, scriptPubKey: p2pkhScript(new Uint8Array(20).fill(7)) },
      { value: 39_000n, scriptPubKey: place(descriptor(false), 1, 0).script },
    ],
    locktime: 0,
  }),
);

type Answer = { readonly fee_proof: string; readonly findings: readonly { readonly id: string }[] };

const reviewed = (...prevtxs: readonly PlainValue[]) =>
  execute('review', [spend, [descriptor(false)], prevtxs], ours) as Promise<Answer>;

const refusal = (...prevtxs: readonly PlainValue[]) =>
  reviewed(...prevtxs).then(
    () => 'none',
    (error: Error) => error.message,
  );

describe('hex, the previous transaction of a coin', () => {
  test('proves the fee of a legacy coin, unlike an amount alone', async () => {
    const bare = await reviewed({ ...coin, amount: 0.001 });
    expect(bare).toMatchObject({ fee_proof: 'claimed', findings: [{ id: 'fee-unproven' }] });
    for (const amount of [{ amount: 0.001 }, {}]) {
      const proven = await reviewed({ ...coin, ...amount, hex });
      expect(proven).toMatchObject({ fee_proof: 'proven', findings: [] });
    }
  });

  test('is also read with witnesses: its id is the same', async () => {
    const signed = {
      ...made,
      inputs: made.inputs.map((input) => ({ ...input, witness: [Uint8Array.of(1, 2)] })),
    };
    const withWitness = encodeHex(encodeTransaction(signed, { witness: true }));
    expect(OtherTransaction.fromHex(withWitness).getId()).toBe(txid);
    const { fee_proof } = await reviewed({ ...coin, hex: withWitness });
    expect(fee_proof).toBe('proven');
  });

  test.each([
    [
      'another transaction',
      { hex: hex.replace(/01000000$/, '02000000').replace(/^02/, '01') },
      /not the one that made the coin/,
    ],
    [
      'a changed amount',
      { hex: hex.replace('a086010000000000', 'a186010000000000') },
      /not the one that made the coin/,
    ],
    ['text', { hex: 'hello' }, /is not a transaction/],
    ['a transaction that is cut short', { hex: hex.slice(0, -8) }, /is not a transaction/],
    ['nothing', { hex: '' }, /is not a transaction/],
    ['an output that it does not have', { vout: 2, hex }, /has no output 2/],
    ['another output of it', { vout: 0, hex }, /another script in output 0/],
    [
      'an amount beside it',
      { amount: 0.0005, hex },
      /two amounts, 0\.00050000 BTC.*0\.00100000 BTC/,
    ],
  ])('is refused with advice: %s', async (_, told, reason) => {
    const message = await refusal({ ...coin, ...told });
    expect(message).toMatch(reason);
    expect(message).toMatch(/Give the complete transaction|Look up the transaction/);
  });

  test('lets a strict policy sign by each method that takes prevtxs', async () => {
    const sign = (prevtx: PlainValue) =>
      execute('signrawtransactionwithkey', [spend, [KEY], [prevtx]], ours);
    await expect(sign({ ...coin, amount: 0.001 })).rejects.toThrow('fee-unproven');
    expect(await sign({ ...coin, hex })).toMatchObject({ complete: true });
  });

  test('is ignored with -profile=core, as in Core', async () => {
    const sign = (prevtx: PlainValue) =>
      execute('signrawtransactionwithkey', [spend, [KEY], [prevtx]], core);
    const plain = await sign({ ...coin, amount: 0.001 });
    expect(await sign({ ...coin, amount: 0.001, hex: 'hello' })).toEqual(plain);
  });
});

describe('a coin given twice', () => {
  const twice = (first: object, second: object): readonly PlainValue[] => [
    { ...coin, ...first },
    { ...coin, ...second },
  ];

  test('is refused with two amounts, in either order', async () => {
    for (const [first, second] of [
      [0.001, 0.4],
      [0.4, 0.001],
    ]) {
      const message = await refusal(...twice({ amount: first }, { amount: second }));
      expect(message).toContain(`prevtxs gives the coin ${txid}:1 two amounts`);
      expect(message).toContain('Look up the transaction that made it');
    }
    const proven = await refusal(...twice({ hex }, { amount: 0.4 }));
    expect(proven).toContain('two amounts, 0.00100000 BTC (100,000 sat) and 0.40000000 BTC');
  });

  test('is one coin if the amounts are the same, or one is left out', async () => {
    for (const [first, second] of [
      [{ amount: 0.001 }, { amount: '0.00100000' }],
      [{ amount: 0.001 }, {}],
      [{}, { amount: 0.001 }],
    ] as const) {
      expect(await reviewed(...twice(first, second))).toMatchObject({ fee: 0.00001 });
    }
  });

  test('has the last amount with -profile=core, as in Core', async () => {
    const sign = (prevtxs: readonly PlainValue[]) =>
      execute('signrawtransactionwithkey', [spend, [KEY], prevtxs], core);
    const both = twice({ amount: 0.4 }, { amount: 0.001 });
    expect(await sign(both)).toEqual(await sign(both.slice(1)));
  });
});
