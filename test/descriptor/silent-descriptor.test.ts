import { expect, test } from 'vitest';
import { aggregateMusigKeys } from '../../src/crypto/musig.ts';
import { nobleSecp256k1 as secp256k1 } from '../../src/crypto/noble.ts';
import { PrivateKey } from '../../src/crypto/private-key.ts';
import { encodeWif } from '../../src/crypto/wif.ts';
import {
  formatSilentDescriptor,
  parseSilentDescriptor,
} from '../../src/descriptor/silent-descriptor.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { networks } from '../../src/encoding/network.ts';
import { silentKey } from '../support/generate/silent-payments.ts';
import { harness } from '../support/harness.ts';
import { hexBytes } from '../support/signing.ts';

const main = { network: networks.main, secp256k1 };
const read = (text: string, network = networks.main) =>
  parseSilentDescriptor(text, { network, secp256k1 });
function keysOf(text: string, network = networks.main) {
  const parsed = read(text, network);
  if ('error' in parsed) throw new Error(parsed.error);
  const { scanKey, spendKey, spendPrivateKey } = parsed;
  return [
    encodeHex(scanKey.reveal()),
    encodeHex(spendKey),
    spendPrivateKey && encodeHex(spendPrivateKey.reveal()),
  ];
}
const key = (n: number): PrivateKey => {
  const made = PrivateKey.from(silentKey(n), true);
  if (made === undefined) throw new Error('no key');
  return made;
};
const [scanKey, spendPrivateKey] = [key(80), key(81)];
const spendKey = spendPrivateKey.publicKey(secp256k1);
const own = { scanKey, spendKey, spendPrivateKey, watching: '' };
const full = formatSilentDescriptor(own, main);
const watching = formatSilentDescriptor(own, main, { watching: true });
const bare = (text: string) => text.replace(/#.*/, '');
const [scanHex, spendHex] = [scanKey, spendPrivateKey].map((each) => encodeHex(each.reveal()));

// BIP392, "Examples".
const WIF = 'L4rK1yDtCWekvXuE6oXD9jCYfFNV2cWRpVuPLBcCU2z8TrisoyY1';
const PUBLIC = '0260b2003c386519fc9eadf2b5cf124dd8eea4c4e68d5e154050a9346ea98ce600';
const MUSIG = [
  '03dff1d77f2a671c5f36183726db2341be58feae1da2deced843240f7b502ba659',
  '023590a94e768f8e1815c2f24b4d80a8e3149316c3518ce7b7ad338368d038ca66',
];
const XPRV =
  'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi';
const XPUB =
  'xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8';

test('one key is encoded with the private scan key, and the spend key either way', () => {
  expect(full).toMatch(/^sp\(spspend1q.*\)#\w{8}$/);
  expect(watching).toMatch(/^sp\(spscan1q.*\)#\w{8}$/);
  expect(keysOf(full)).toEqual([scanHex, encodeHex(spendKey), spendHex]);
  expect(keysOf(watching)).toEqual([scanHex, encodeHex(spendKey), undefined]);
  expect(watching).not.toContain(bare(full).slice(-30));
  const test4 = formatSilentDescriptor(own, { network: networks.regtest }, { watching: true });
  expect(test4).toMatch(/^sp\(tspscan1q/);
  expect(keysOf(test4, networks.regtest)).toEqual(keysOf(watching));
});

test('an origin before the key is kept', () => {
  const text = bare(watching).replace('(', '([deadbeef/352h/0h/0h]');
  const parsed = read(text);
  expect(parsed).toMatchObject({ watching: text });
  expect(read(bare(watching).replace('(', '([deadbeef/x]'))).toHaveProperty('error');
});

test('an origin is written only if it ends with the steps of the spend key', () => {
  const at = (path: readonly number[]) =>
    formatSilentDescriptor({ ...own, origin: { fingerprint: new Uint8Array(4), path } }, main);
  expect(at([0x80000160, 0x80000000, 0])).toMatch(/^sp\(\[00000000\/352h\]spspend1q/);
  for (const path of [[], [0x80000000], [0], [0x80000160, 0x80000000, 1], [0, 0x80000000]]) {
    expect(at(path)).toMatch(/^sp\(spspend1q/);
  }
});

test('two keys are a private scan key and any single spend key', () => {
  expect(keysOf(`sp(${WIF},${PUBLIC})`)).toEqual([expect.any(String), PUBLIC, undefined]);
  const both = keysOf(`sp([deadbeef/352h/0h/0h]${XPRV}/0h,${XPRV}/1h)`);
  expect(both[2]).toMatch(/^[0-9a-f]{64}$/);
  expect(keysOf(`sp(${XPRV}/0h,${XPUB}/0)`)[2]).toBeUndefined();
  const aggregate = aggregateMusigKeys(MUSIG.map(hexBytes), secp256k1);
  expect(keysOf(`sp(${WIF},musig(${MUSIG}))`)[1]).toBe(aggregate && encodeHex(aggregate));
});

test('the text for watching has the scan key, and no key that others derive from', () => {
  const nonStandard = [
    `sp(${XPRV},${WIF})`,
    `sp(${XPRV}/0h,${XPUB}/1)`,
    `sp(${XPRV}/352h/0h/0h/1h/0,${WIF})`,
    `sp([deadbeef/352h/0h/0h]${XPRV}/0h,${XPUB}/0)`,
    `sp(${WIF},${XPRV}/0)`,
    `sp(${WIF},musig(${MUSIG}))`,
  ];
  const account = `sp([deadbeef/352h/0h/0h]${XPRV}/1h/0,[deadbeef/352h/0h/0h]${XPRV}/0h/0)`;
  for (const text of [...nonStandard, account, `sp(${XPRV}/1h/0,${XPRV}/0h/0)`]) {
    const parsed = read(text);
    if ('error' in parsed) throw new Error(parsed.error);
    expect(parsed.watching, text).toMatch(/^sp\((\[[0-9a-f]{8}[^\]]*\])?spscan1q[a-z0-9]+\)$/);
    const again = read(parsed.watching);
    expect(again).toMatchObject({ spendPrivateKey: undefined, watching: parsed.watching });
    expect(keysOf(parsed.watching).slice(0, 2)).toEqual(keysOf(text).slice(0, 2));
  }
  expect(read(account)).toMatchObject({
    watching: expect.stringMatching(/^sp\(\[deadbeef\/352h\/0h\/0h\]spscan1q/),
  });
});

test('refuses one key for both, because the text for watching would contain the spend key', () => {
  const scan = key(40);
  const plus = scan.publicKey(secp256k1);
  const minus = Uint8Array.from(plus, (byte, i) => (i === 0 ? byte ^ 1 : byte));
  const wif = encodeWif(scan, networks.main);
  const texts = [
    `sp(${wif},${wif})`,
    `sp(${wif},${encodeHex(plus)})`,
    `sp(${wif},${encodeHex(minus)})`,
    `sp(${XPRV}/0h,${XPRV}/0h)`,
    ...[plus, minus].map((spendKey) =>
      formatSilentDescriptor({ scanKey: scan, spendKey, spendPrivateKey: undefined }, main),
    ),
    formatSilentDescriptor({ scanKey: scan, spendKey: plus, spendPrivateKey: scan }, main),
  ];
  for (const text of texts) {
    const parsed = read(text);
    expect('error' in parsed && parsed.error, text).toMatch(/^The two keys of sp\(\) are the same/);
    expect(JSON.stringify(parsed)).not.toContain(wif);
  }
});

test('refuses what BIP392 calls invalid', () => {
  const encoded = bare(watching).slice(3, -1);
  for (const text of [
    'sp()',
    `sp(${XPUB})`,
    `sp(${XPRV})`,
    `sp(${XPUB},${XPUB})`,
    `sp(${encoded},${encoded})`,
    `sp(5KYZdUEo39z3FPrtuX2QbbwGnNP5zTd7yyr2SC1j299sBCnWjss,${PUBLIC})`,
    `sp(${WIF},04${'a'.repeat(128)})`,
    `sh(sp(${encoded}))`,
    `wsh(sp(${encoded}))`,
    `sp(${WIF},${PUBLIC},${PUBLIC})`,
    `sp(${XPRV}/*,${PUBLIC})`,
    `sp(${WIF},${XPUB}/<0;1>)`,
    `sp(${encoded.slice(0, -1)}q)`,
    `${bare(watching)}#qqqqqqqq`,
    `sp(${PUBLIC},${WIF})`,
  ]) {
    expect(read(text), text).toHaveProperty('error');
  }
  expect(read(watching, networks.regtest)).toHaveProperty('error');
});

test('getdescriptorinfo describes it and gives the address, and refuses it under -profile=core', async () => {
  const calls = (profile: 'default' | 'core') =>
    harness({ network: networks.main, profile, secp256k1 });
  const info = await calls('default').call('getdescriptorinfo', [full]);
  expect(info).toMatchObject({
    descriptor: watching,
    checksum: full.slice(-8),
    isrange: false,
    issolvable: true,
    hasprivatekeys: true,
    silent_payment: expect.stringMatching(/^sp1q.{112}$/),
  });
  expect(await calls('default').refusal('getdescriptorinfo', ['sp()'])).toMatchObject({ code: -5 });
  const core = await calls('core').refusal('getdescriptorinfo', [full]);
  expect(core.message).toContain('is not a valid descriptor function');
});
