import { expect, test } from 'vitest';
import { nobleSecp256k1 as curve } from '../../src/crypto/noble.ts';
import { networks } from '../../src/encoding/network.ts';
import { judgeNames } from '../../src/names/judge-names.ts';
import { writeNameProof } from '../../src/names/name-proof.ts';
import { createPsbt, type Psbt } from '../../src/psbt/psbt.ts';
import { recipientFields } from '../../src/psbt/silent-fields.ts';
import { decodeAddress } from '../../src/script/address.ts';
import { formatSilentAddress } from '../../src/silent/silent-address.ts';
import { encodeRecords } from '../support/generate/dns.ts';
import { chainFor, chainSignedAt, NAME, NOW, root } from '../support/generate/dns-cases.ts';
import { silentAddress } from '../support/generate/silent-payments.ts';

const network = networks.main;
const rootKeys = [{ keyTag: root.keyTag, algorithm: 13, digestType: 2, digest: root.digest }];
const context = { network, now: NOW, rootKeys };
const ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const OTHER = 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4';
const scriptOf = (address: string) => {
  const script = decodeAddress(address, network);
  if ('error' in script) throw new Error(script.error);
  return script;
};
const bob = silentAddress(1, 1);

function paying(
  uri: string,
  output: Partial<Psbt['outputs'][number]>,
  name = NAME,
  records = chainFor(uri),
): Psbt {
  const paid = { value: 1n, scriptPubKey: scriptOf(ADDRESS) };
  const psbt = createPsbt({ version: 2, inputs: [], outputs: [paid, paid], locktime: 0 }, 2);
  const value = writeNameProof({ name, chain: encodeRecords(records) });
  const proof = { key: Uint8Array.of(0x35), value };
  const outputs = psbt.outputs.map((each, i) =>
    i === 0 ? each : { ...each, ...output, unknown: [...(output.unknown ?? []), proof] },
  );
  return { ...psbt, outputs };
}
const faultOf = (psbt: Psbt) =>
  judgeNames(psbt, context, curve).map(({ index, problem }) => [index, problem ?? 'proven']);

test('proves an output that pays its name', () => {
  expect(faultOf(paying(`bitcoin:${ADDRESS}`, {}))).toEqual([[1, 'proven']]);
  expect(faultOf(paying(`bitcoin:?bc=${OTHER}&lno=x`, {}))).toEqual([[1, 'proven']]);
  const silent = formatSilentAddress(bob, network);
  const output = { script: new Uint8Array(0), unknown: recipientFields(bob) };
  expect(faultOf(paying(`bitcoin:?sp=${silent}`, output))).toEqual([[1, 'proven']]);
  const [named] = judgeNames(paying(`bitcoin:${ADDRESS}`, {}), context, curve);
  expect(named).toMatchObject({ name: NAME, validUntil: 1_791_000_000 });
});

test('reports an output that does not pay its name', () => {
  const elsewhere = [[1, 'not-this-output']];
  const taproot = 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr';
  expect(faultOf(paying(`bitcoin:${taproot}`, {}))).toEqual(elsewhere);
  expect(faultOf(paying('bitcoin:?lno=lno1', {}))).toEqual(elsewhere);
  // These are another person's silent payment, and an address instead of a silent payment.
  const silent = formatSilentAddress(bob, network);
  const other = { script: new Uint8Array(0), unknown: recipientFields(silentAddress(1, 2)) };
  expect(faultOf(paying(`bitcoin:?sp=${silent}`, other))).toEqual(elsewhere);
  expect(faultOf(paying(`bitcoin:?sp=${silent}`, {}))).toEqual(elsewhere);
  const both = `bitcoin:${ADDRESS}?sp=${silent}`;
  expect(faultOf(paying(both, other))).toEqual(elsewhere);
  // The network cannot read these, or they must be ignored.
  expect(faultOf(paying(`bitcoin:${ADDRESS}?req-other=1`, {}))).toEqual(elsewhere);
  expect(faultOf(paying('bitcoin:tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', {}))).toEqual(
    elsewhere,
  );
});

test('distinguishes another name, another time and no proof', () => {
  expect(faultOf(paying(`bitcoin:${ADDRESS}`, {}, 'eve@example.org'))).toEqual([[1, 'missing']]);
  const psbt = paying(`bitcoin:${ADDRESS}`, {});
  const late = judgeNames(psbt, { ...context, now: NOW + 1_100_000 }, curve);
  expect(late.map(({ problem }) => problem)).toEqual(['expired']);
  const broken = { key: Uint8Array.of(0x35), value: Uint8Array.of(200, 1) };
  const outputs = psbt.outputs.map((each) => ({ ...each, unknown: [broken] }));
  expect(faultOf({ ...psbt, outputs })).toEqual([
    [0, 'malformed'],
    [1, 'malformed'],
  ]);
});

test('reports an output that does not pay its name, also if the proof is too old or too new', () => {
  const other = { scriptPubKey: scriptOf('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4').fill(7, 2) };
  const psbt = paying(`bitcoin:${ADDRESS}`, other);
  for (const now of [NOW, NOW + 1_100_000, NOW - 30_000_000]) {
    const [named] = judgeNames(psbt, { ...context, now }, curve);
    expect(named?.problem).toBe('not-this-output');
    expect(named?.validUntil).toBe(now === NOW ? 1_791_000_000 : undefined);
  }
});

test('counts the signature that is valid longest, whatever the order', () => {
  const uri = `bitcoin:${ADDRESS}`;
  const inGrace = { until: NOW - 1800 };
  const soon = { until: NOW + 50 };
  const late = { until: NOW + 900_000 };
  for (const times of [
    [inGrace, late, soon],
    [soon, inGrace, late],
    [late, soon, inGrace],
    [late, { from: NOW + 10, until: NOW + 999_000 }],
  ]) {
    const psbt = paying(uri, {}, NAME, chainSignedAt(uri, ...times));
    expect(judgeNames(psbt, context, curve)).toMatchObject([
      { problem: undefined, validUntil: NOW + 900_000 },
    ]);
  }
});
