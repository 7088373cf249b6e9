import { describe, expect, test } from 'vitest';
import * as main from '../../src/index.ts';
import * as psbtEntry from '../../src/public/psbt.ts';
import * as signingEntry from '../../src/public/signing.ts';
import { failure, payment, TEST_WIF, type Untyped } from '../support/tried.ts';

const { account, address, coins, order, psbt } = payment;
const entries: Untyped = { ...psbtEntry, ...signingEntry, ...main };
const signature = await main.signMessage('a', { account });
const provider = signingEntry.createKeyProvider({ keys: [] });
const transaction = psbtEntry.unsignedTransaction(psbt);
const job = { psbt, provider, finalize: false };
const raw = { transaction, coins: new Map(), provider, sighashType: 1 };
const signed = { address, message: 'a', signature };

/** Every public function that takes options or a job, with arguments that it accepts. */
const calls: { readonly [name: string]: readonly unknown[] } = {
  openAccount: [account.descriptors[0], { network: 'regtest' }],
  addInput: [{ ...psbt, version: 0 }, { ...coins[0], vout: 5 }, {}],
  signMessage: ['a', { account }],
  isValidMessage: [signed, {}],
  judgeMessage: [signed, {}],
  parsePsbt: [main.formatPsbt(psbt), {}],
  tryParsePsbt: [main.formatPsbt(psbt), {}],
  formatPsbt: [psbt, 'hex', {}],
  extract: [psbt, {}],
  finalize: [psbt, {}],
  parseUri: [address, { network: 'regtest' }],
  tryParseUri: [address, { network: 'regtest' }],
  formatUri: [{ address }, { network: 'regtest' }],
  fund: [order],
  review: [psbt, { account }],
  reviewFirst: [{ account }],
  sign: [psbt, { keys: account }],
  splitBatch: [order],
  consolidate: [{ coins, change: account, feeRate: 2 }],
  sweep: [{ keys: TEST_WIF, coins: [], to: address, feeRate: 2, network: 'regtest' }],
  analyzePsbt: [psbt, undefined, undefined],
  decodePsbt: [main.formatPsbt(psbt, 'bytes'), undefined],
  encodePsbt: [psbt],
  joinPsbts: [[psbt, psbt], (list: unknown) => list],
  smallestPsbt: [psbt, { segwit: true }],
  signPsbt: [job],
  signPsbtWith: [job, {}],
  signTransaction: [raw],
  signTransactionWith: [raw, {}],
  createKeyProvider: [{ keys: [] }],
  createSingleKeyProvider: [[], undefined],
  transactionChecker: [transaction, [undefined], 0, undefined],
};

/** Functions without options, whose result says at once that an argument was ignored. */
const without = [
  'ColdsignError',
  'ComputationFault',
  'PrivateKey',
  'combine',
  'convertPsbt',
  'createCurve',
  'createMusigNonces',
  'createPsbt',
  'decodeWif',
  'encodeWif',
  'finalTxid',
  'fromCore',
  'fromElectrum',
  'fromEsplora',
  'inputErrorSentence',
  'isColdsignError',
  'unsignedTransaction',
];

const tried = (name: string, args: readonly unknown[]) =>
  failure(async () => {
    const result: Untyped = await entries[name](...args);
    if (result?.error instanceof main.ColdsignError) throw result.error;
  });

describe('arguments after the last parameter', () => {
  test.each(Object.entries(calls))('are refused by %s, unless undefined', async (name, args) => {
    const words = /^WRONG_ARGUMENT \w+ takes (one|two|three|four) arguments? \/ Write \w+\(/;
    const before = await tried(name, args);
    expect(before).not.toMatch(words);
    expect(await tried(name, [...args, undefined])).toBe(before);
    for (const more of [{ maxFee: 1n }, () => false, 'hex', false]) {
      expect(await tried(name, [...args, more])).toMatch(words);
      expect(await tried(name, [...args, undefined, more])).toMatch(words);
    }
  });

  test('are known for every function of the three entries', () => {
    const functions = Object.keys(entries).filter((name) => typeof entries[name] === 'function');
    expect(functions.sort()).toEqual([...Object.keys(calls), ...without].sort());
  });

  test('may be those that map adds to one argument', () => {
    expect([order, order].map(main.fund)).toHaveLength(2);
    expect([psbt].map(psbtEntry.encodePsbt)).toHaveLength(1);
    const untyped: Untyped = main.parsePsbt;
    expect(() => [main.formatPsbt(psbt)].map(untyped)).toThrow('parsePsbt takes two arguments');
  });
});
