import { describe, expect, test } from 'vitest';
import { kernelSecp256k1 as secp256k1 } from '../../src/crypto/kernel-backend.ts';
import { networks } from '../../src/encoding/network.ts';
import type { FindingId } from '../../src/review/catalog.ts';
import { descriptorOwners } from '../../src/review/own-descriptors.ts';
import { psbtSubject } from '../../src/review/psbt-subject.ts';
import { reviewSubject } from '../../src/review/review.ts';
import { formatAddress } from '../../src/script/address.ts';
import {
  descriptorsOf,
  keyAt,
  multi,
  nested,
  person,
  place,
  thief,
  tr,
  wpkh,
} from '../support/review/accounts.ts';
import { coin, mine } from '../support/review/coins.ts';
import {
  back,
  buildPsbt,
  type OutputSpec,
  type PsbtSpec,
  pay,
} from '../support/review/payments.ts';

const own = descriptorsOf(wpkh).map((descriptor, i) => ({
  descriptor,
  isChange: i === 1,
  range: 20,
}));
const findOwners = descriptorOwners(own, { secp256k1, findPrivateKey: () => undefined });

function findingsOf(spec: PsbtSpec) {
  const subject = psbtSubject(buildPsbt(spec), secp256k1);
  if (subject === undefined) throw new Error('lock times exclude each other');
  return reviewSubject(subject, { network: networks.regtest, findOwners }).findings;
}

/** Returns the finding about outputs of a transaction of ours. */
function found(id: FindingId, outputs: readonly OutputSpec[], value = 10_000_000n) {
  const findings = findingsOf({ coins: [mine(0, { value })], outputs });
  return findings.find((each) => each.id === id);
}

const to = (n: number) => new Uint8Array(22).fill(n, 2).fill(20, 1, 2).fill(0, 0, 1);
const ANCHOR = Uint8Array.of(0x51, 0x02, 0x4e, 0x73);
const opReturn = (length: number) => {
  const script = new Uint8Array(length);
  script.set([0x6a, 0x4d, (length - 4) & 0xff, (length - 4) >> 8]);
  return script;
};

describe('change below one hundredth of the coins', () => {
  const spend = (change: bigint, payees: number) => {
    const paid = Array.from({ length: payees }, (_, i) => pay(40_000n, to(0x61 + i)));
    const rest = { value: 10_000_000n - 40_000n * BigInt(payees) - change - 5_000n };
    return [...paid, { ...pay(0n, to(0x51)), ...rest }, back(change)];
  };

  test('is little if there are several payees', () => {
    expect(found('little-comes-back', spend(99_999n, 1))).toBeDefined();
    expect(found('little-comes-back', spend(100_000n, 1))).toBeUndefined();
    expect(found('little-comes-back', spend(99_999n, 0))).toBeUndefined();
  });
});

describe('data', () => {
  test('more than 400 bytes of data in all outputs are much', () => {
    const outputs = (second: number) => [
      pay(9_900_000n),
      pay(0n, opReturn(200)),
      pay(0n, opReturn(second)),
    ];
    expect(found('output-data-large', outputs(200))).toBeUndefined();
    expect(found('output-data', outputs(200))).toMatchObject({ outputs: [1, 2] });
    expect(found('output-data-large', outputs(201))).toMatchObject({
      outputs: [1, 2],
      text: expect.stringContaining('It is 401 bytes.'),
    });
    expect(found('output-data', outputs(201))).toBeUndefined();
  });

  test('may be the same in several outputs, and an address may not', () => {
    const data = pay(0n, opReturn(40));
    expect(found('output-repeated', [pay(9_000_000n), data, data])).toBeUndefined();
    expect(
      found('output-repeated', [pay(4_000_000n), pay(5_000_000n, to(1)), pay(1n)]),
    ).toMatchObject({ outputs: [0, 2] });
  });
});

// Bitcoin Core: an output of P2A is dust below 240 sat (GetDustThreshold at 3 sat/vB).
test.each([
  [[240n], undefined],
  [[241n], [1]],
  [[120n, 120n], undefined],
  [
    [120n, 121n],
    [1, 2],
  ],
  [[0n], undefined],
])('anchors that hold %o sat give away the amount above one dust limit', (values, places) => {
  const outputs = [pay(9_000_000n), ...values.map((value) => pay(value, ANCHOR))];
  expect(found('output-anyone-can-spend', outputs)?.outputs).toEqual(places);
});

test('any other output that anyone can spend gives money away', () => {
  const open = (value: bigint) => [pay(9_000_000n), pay(value, Uint8Array.of(0x51))];
  expect(found('output-anyone-can-spend', open(1n))).toMatchObject({ outputs: [1] });
  expect(found('output-anyone-can-spend', open(0n))).toBeUndefined();
});

test('an output with keys instead of a hash is bare', () => {
  const key = [...mine(0).knowledge.publicKeys.values()][0] ?? new Uint8Array(33);
  const bare = Uint8Array.of(33, ...key, 0xac);
  const multisig = Uint8Array.of(0x51, 33, ...key, 0x51, 0xae);
  const bareOnes = found('output-bare', [
    pay(9_000_000n),
    pay(1_000n, bare),
    pay(2_000n, multisig),
  ]);
  expect(bareOnes?.outputs).toEqual([1, 2]);
});

test('far positions are listed, eight of them at most', () => {
  const far = (count: number) =>
    Array.from({ length: count }, (_, i) => back(100_000n + BigInt(i), wpkh, 2000 + i));
  const listed = (count: number) =>
    found('change-far', [pay(1_000_000n), back(50_000n), ...far(count)])?.text.replace(/.*: /, '');
  expect(listed(2)).toBe('2000, 2001.');
  expect(listed(8)).toBe('2000, 2001, 2002, 2003, 2004, 2005, 2006, 2007.');
  expect(listed(9)).toBe(listed(8));
});

describe('returned money', () => {
  test('is zero if no output is ours', () => {
    expect(found('nothing-comes-back', [pay(9_990_000n)])).toBeDefined();
    expect(found('nothing-comes-back', [pay(9_890_000n), back(100_000n)])).toBeUndefined();
  });

  test('is not required if the fee is negative, or no input is ours', () => {
    expect(found('nothing-comes-back', [pay(10_000_000n)])).toBeDefined();
    expect(found('nothing-comes-back', [pay(10_000_001n)])).toBeUndefined();
    const { script, knowledge } = back(1n, multi);
    const coins = [{ script, knowledge: knowledge ?? mine(0).knowledge, value: 10_000n, nonce: 1 }];
    const ids = findingsOf({ coins, outputs: [pay(9_000n)] }).map(({ id }) => id);
    expect(ids).not.toContain('nothing-comes-back');
  });
});

test('a look-alike address is named with the output that pays it', () => {
  const addressOf = (script: Uint8Array) => formatAddress(script, networks.regtest) ?? '';
  const first = to(0x51);
  // The first four letters are the same. One address in 1,024 has the same last two as well.
  const like = Array.from({ length: 20_000 }, (_, i) => {
    const script = first.slice();
    new DataView(script.buffer).setUint32(18, i);
    return script;
  }).find((script) => addressOf(script).slice(-2) === addressOf(first).slice(-2));
  if (like === undefined) throw new Error('none found');
  const { findings } = reviewSubject(
    psbtSubject(
      buildPsbt({ coins: [mine(0)], outputs: [pay(50_000n, first), pay(40_000n, like)] }),
      secp256k1,
    ) ?? expect.unreachable(),
    { network: networks.regtest, findOwners },
  );
  const resembles = findings.filter(({ id }) => id === 'address-look-alike');
  const spaced = (script: Uint8Array) => addressOf(script).replace(/(.{4})(?=.)/g, '$1 ');
  expect(
    resembles.map(({ outputs, text }) => [outputs, text.replace(/.*It resembles /, '')]),
  ).toEqual([
    [[0], `${spaced(like)}, which output 1 pays.`],
    [[1], `${spaced(first)}, which output 0 pays.`],
  ]);
});

test('is change if it returns to the wallet of an input, and otherwise our own', () => {
  const hot = `wpkh(${keyAt(person(5), '84h/1h/0h')})`;
  const watched = `addr(${formatAddress(place(nested, 0, 0).script, networks.regtest)})`;
  const open = [wpkh, tr, multi, hot, watched].flatMap((text) =>
    descriptorsOf(text).map((descriptor, i) => ({ descriptor, isChange: i === 1, range: 20 })),
  );
  const all = descriptorOwners(open, { secp256k1, findPrivateKey: () => undefined });
  const roleOf = (to: string, ...from: readonly string[]) => {
    const coins = from.map((text, i) => coin(place(text, 0, i), i));
    const spec = { coins, outputs: [back(90_000n, to, 3)] };
    const subject = psbtSubject(buildPsbt(spec), secp256k1);
    if (subject === undefined) throw new Error('lock times exclude each other');
    return reviewSubject(subject, { network: networks.regtest, findOwners: all }).outputs[0]?.role;
  };
  expect(roleOf(multi, multi)).toBe('change');
  expect(roleOf(hot, multi)).toBe('own');
  // The same seed is part of the shared wallet.
  expect(roleOf(wpkh, multi)).toBe('own');
  expect(roleOf(multi, wpkh)).toBe('own');
  // Core's wallets have several kinds of addresses.
  expect(roleOf(tr, wpkh)).toBe('change');
  expect(roleOf(hot, wpkh, hot)).toBe('change');
  expect(roleOf(hot, thief)).toBe('change');
  // An address without keys may belong to any wallet.
  expect(roleOf(hot, watched)).toBe('change');
});
