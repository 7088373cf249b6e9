import { expect, test } from 'vitest';
import { networks } from '../../src/encoding/network.ts';
import { readPaymentUri } from '../../src/names/payment-uri.ts';

const A = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
const B = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const C = 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr';
const read = (text: string) => readPaymentUri(text, networks.main);
const nothing = { value: undefined, label: undefined, message: undefined, pop: undefined };
const empty = { addresses: [], silent: [], others: [], ...nothing };

test('a request names an address, an amount, a label and a message', () => {
  expect(read(`bitcoin:${A}`)).toEqual({ ...empty, addresses: [A] });
  expect(read(`bitcoin:${A}?amount=20.3&label=Luke-Jr`)).toEqual({
    ...empty,
    addresses: [A],
    value: 2_030_000_000n,
    label: 'Luke-Jr',
  });
  expect(read(`BITCOIN:${A}?AMOUNT=50&MESSAGE=Donation%20for%20project%20xyz`)).toMatchObject({
    value: 5_000_000_000n,
    message: 'Donation for project xyz',
  });
  for (const amount of ['.5', '0.5', '0.50000000', '00.5']) {
    expect(read(`bitcoin:${A}?amount=${amount}`)).toMatchObject({ value: 50_000_000n });
  }
});

test('a request may have several ways to pay, and no address', () => {
  expect(read('bitcoin:?lno=lno1bogusoffer&sp=sp1qsilentpayment')).toEqual({
    ...empty,
    silent: ['sp1qsilentpayment'],
    others: [{ kind: 'lno', text: 'lno1bogusoffer' }],
  });
  expect(read(`bitcoin:${A}?lightning=lnbc420bogusinvoice`)).toMatchObject({
    addresses: [A],
    others: [{ kind: 'lightning', text: 'lnbc420bogusinvoice' }],
  });
  expect(read(`BITCOIN:?BC=${A}&bc=${C}`)).toMatchObject({ addresses: [A, C] });
  expect(read(`bitcoin:?bc=${C.toUpperCase()}`)).toMatchObject({ addresses: [C.toUpperCase()] });
  expect(read('bitcoin:?tb=tb1qx')).toMatchObject({ addresses: [] });
});

test('an unknown required parameter makes it invalid, an optional one does not', () => {
  expect(read(`bitcoin:${A}?somethingyoudontunderstand=50&somethingelse=999`)).toMatchObject({
    addresses: [A],
  });
  expect(read(`bitcoin:${A}?req-somethingyoudontunderstand=50`)).toEqual({
    error: 'required',
    key: 'req-somethingyoudontunderstand',
  });
  expect(read(`bitcoin:${A}?REQ-x=1`)).toEqual({ error: 'required', key: 'req-x' });
  // coldsign opens no other program.
  expect(read(`bitcoin:${A}?pop=app%3a`)).toMatchObject({ pop: 'app:' });
  expect(read(`bitcoin:${A}?req-pop=app%3a`)).toEqual({ error: 'required', key: 'req-pop' });
});

test('long amounts that are wrong are refused', () => {
  for (const amount of [`${'1'.repeat(300_000)}!`, `${'%20'.repeat(300_000)}!`]) {
    expect(read(`bitcoin:${A}?amount=${amount}`)).toEqual({ error: 'amount' });
  }
});

test('refuses invalid requests', () => {
  const wrong: readonly (readonly [string, string])[] = [
    [A, 'scheme'],
    [`litecoin:${A}`, 'scheme'],
    ['bitcoin:', 'empty'],
    ['bitcoin:?amount=1', 'empty'],
    [`bitcoin:${A}x`, 'address'],
    [`bitcoin:${B.slice(0, -1)}q`, 'address'],
    ['bitcoin:tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'address'],
    [`bitcoin:${A}?amount=50,000.00`, 'amount'],
    [`bitcoin:${A}?amount=-1`, 'amount'],
    [`bitcoin:${A}?amount=1e3`, 'amount'],
    [`bitcoin:${A}?amount=`, 'amount'],
    [`bitcoin:${A}?amount=.`, 'amount'],
    [`bitcoin:${A}?amount=0.000000001`, 'amount'],
    [`bitcoin:${A}?amount=1&AMOUNT=2`, 'repeated'],
    [`bitcoin:${A}?label=a&label=b`, 'repeated'],
    [`bitcoin:${A}?amount=0.1000000001`, 'amount'],
    [`bitcoin:${A}?label=%zz`, 'encoding'],
    [`bitcoin:///${A}`, 'address'],
  ];
  for (const [text, error] of wrong) expect(read(text), text).toMatchObject({ error });
});

test('reads bitcoin:// and zeros behind the last satoshi', () => {
  const wanted = read(`bitcoin:${A}?amount=0.1`);
  expect(wanted).toMatchObject({ addresses: [A], value: 10_000_000n });
  for (const text of [
    `bitcoin://${A}?amount=0.1`,
    `BITCOIN://${A}?AMOUNT=0.1`,
    `bitcoin:${A}?amount=0.100000000`,
    `bitcoin:${A}?amount=.10000000000000`,
  ]) {
    expect(read(text), text).toEqual(wanted);
  }
});

test('names the parameter whose escapes are not UTF-8', () => {
  expect(read(`bitcoin:${A}?label=caf%E9`)).toEqual({ error: 'encoding', key: 'label' });
  expect(read(`bitcoin:${A}?message=%zz`)).toEqual({ error: 'encoding', key: 'message' });
  expect(read(`bitcoin:${A}?label=caf%C3%A9`)).toMatchObject({ label: 'café' });
});
