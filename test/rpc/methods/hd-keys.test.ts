import { describe, expect, test } from 'vitest';
import { consensusParams } from '../../../src/chain/consensus.ts';
import { addChecksum } from '../../../src/descriptor/checksum.ts';
import { createMemoryChain } from '../../support/chains/memory-chain.ts';
import { besideChain } from '../../support/chains/wallet-beside-chain.ts';

// A root key, and what a real node (Knots 29) reports about it and derives for
// createwalletdescriptor.
const ROOT =
  'tprv8ZgxMBicQKsPd7Uf69XL1XwhmjHopUGep8GuEiJDZmbQz6o58LninorQAfcKZWARbtRtfnLcJ5MQ2AtHcQJCCRUcMRvmDUjyEmNUWwx8UbK';
const XPUB =
  'tpubD6NzVbkrYhZ4WaWSyoBvQwbpLkojyoTZPRsgXELWz3Popb3qkjcJyJUGLnL4qHHoQvao8ESaAstxYSnhyswJ76uZPStJRJCTKvosUCJZL5B';
const OTHER =
  'tprv8ZgxMBicQKsPcsdFh6cwwTfh1x5ctCYqSKjE3F3X7UnyDXXDgZjwrzeMRMvBzqDUk2Zo6Hyk3p8yxnbxGAxDhJhDJxt3H9Z6xfToZgeTHPw';
const ACCOUNT =
  'tpubDDCA1MQNPcAVLUaV3A3yWNLuM25zSoXMWHYTQwLVeNRmKkT61j8SZ1XCsXDAUoU7mwbVhmntBji9ydEQrCdE8PcqwCytXb18J7bi8tfCbHA';

async function wallet(...descriptors: readonly string[]) {
  const { source } = createMemoryChain(consensusParams.regtest);
  const { call, refusal: refusalOf } = besideChain(source);
  await call('createwallet', ['w', false, true]);
  const requests = descriptors.map((desc) => ({
    desc: addChecksum(desc),
    timestamp: 'now',
    ...(desc.startsWith('wpkh') && { active: true, range: [0, 2] }),
  }));
  for (const { success } of await call('importdescriptors', [requests])) expect(success).toBe(true);
  const refusal = (...params: readonly unknown[]) => refusalOf('derivehdkey', params);
  return { call, refusalOf, refusal };
}

const active = `wpkh(${ROOT}/84h/1h/0h/0/*)`;

describe('derivehdkey', () => {
  test('derives the same keys as a node for an account', async () => {
    const { call } = await wallet(active);
    const answer = { origin: '[0c5f9a1e/86h/1h/0h]', xpub: ACCOUNT };
    for (const path of ['m/86h/1h/0h', "86'/1'/0'", "m/86'/1h/0h/"]) {
      expect(await call('derivehdkey', [path])).toEqual(answer);
    }
    const { xpub, xprv } = await call('derivehdkey', [
      'm/86h/1h/0h',
      { private: true, hdkey: XPUB },
    ]);
    expect(xpub).toBe(ACCOUNT);
    // The returned key leads to the same addresses.
    const watched = addChecksum(`tr(${ACCOUNT}/0/*)`);
    const { checksum } = await call('getdescriptorinfo', [`tr(${xprv}/0/*)`]);
    const own = `tr(${xprv}/0/*)#${checksum}`;
    expect(await call('deriveaddresses', [own, 3])).toEqual(
      await call('deriveaddresses', [watched, 3]),
    );
  });

  test('prefers the key of unused() to that of the addresses, and asks which one if there are several', async () => {
    const one = await wallet(active, `unused(${OTHER})`);
    const { origin } = await one.call('derivehdkey', ['m/1h']);
    expect(origin).toBe('[7dd56414/1h]');
    expect((await one.call('derivehdkey', ['m/1h', { hdkey: XPUB }])).origin).toBe('[0c5f9a1e/1h]');
    const two = await wallet(active, `wpkh(${OTHER}/0h/*)`);
    expect((await two.call('derivehdkey', ['m/1h'])).origin).toBe('[7dd56414/1h]');
    const none = await wallet(`pkh(${ROOT}/1)`);
    expect(await none.refusal('m/1h')).toMatchObject({
      code: -5,
      message: 'No active or unused(KEY) descriptor found',
    });
    expect(await none.refusal('m/1h', { hdkey: XPUB })).toMatchObject({
      code: -5,
      message: 'HD key is not used by an active or unused(KEY) descriptor',
    });
  });

  test('refuses invalid paths and those without a hardened step', async () => {
    const { refusal } = await wallet(active);
    for (const path of ['m/', 'm', '', 'm/1', '0/2147483647']) {
      expect(await refusal(path), path).toMatchObject({
        code: -8,
        message: 'Derivation path requires at least one hardened step',
      });
    }
    for (const path of [
      'x',
      'm/m',
      'm//1h',
      '/1h',
      "m/1h'",
      'm/2147483648h',
      'm/-1h',
      'm/ 1h',
      'm/h',
      'M/1h',
    ]) {
      expect(await refusal(path), path).toMatchObject({
        code: -8,
        message: 'Invalid BIP32 keypath',
      });
    }
    expect(await refusal('m/1', { hdkey: 5 })).toMatchObject({ code: -8 });
    expect(await refusal('m/1h', { hdkey: 5 })).toMatchObject({ code: -3 });
    expect(await refusal('m/1h', { hdkey: 'x' })).toMatchObject({
      code: -5,
      message: 'Unable to parse HD key. Please provide a valid xpub',
    });
  });
});

test('addhdkey stores a key for later addresses, once', async () => {
  const { call, refusalOf } = await wallet(active);
  const refusal = (key: string) => refusalOf('addhdkey', [key]);
  const { xpub } = await call('addhdkey', [OTHER]);
  expect(await refusal(OTHER)).toMatchObject({ code: -4, message: 'HD key already exists' });
  expect(await refusal(xpub)).toMatchObject({
    code: -5,
    message: 'Extended public key (xpub) provided, but extended private key (xprv) is required',
  });
  expect(await refusal('x')).toMatchObject({ code: -5, message: 'Could not parse HD key' });
  const keys = await call('gethdkeys', [{ private: true }]);
  expect(keys.map((each: { xprv: string }) => each.xprv).sort()).toEqual([OTHER, ROOT]);
  // A new key differs each time.
  const fresh = [(await call('addhdkey')).xpub, (await call('addhdkey')).xpub];
  expect(new Set([...fresh, xpub, XPUB]).size).toBe(4);
  const { descs } = await call('createwalletdescriptor', ['bech32m', { hdkey: xpub }]);
  expect(descs).toHaveLength(2);
  expect(descs[0]).toContain('[7dd56414/86h/1h/0h]');
});

test('a locked wallet shows its public keys and derives, adds and changes nothing', async () => {
  const { call, refusalOf } = await wallet(active);
  await call('encryptwallet', ['pass']);
  await call('walletpassphrase', ['pass', 1000]);
  await call('walletlock');
  expect(await call('gethdkeys')).toMatchObject([{ xpub: XPUB, has_private: true }]);
  for (const [method, ...params] of [
    ['gethdkeys', { private: true }],
    ['derivehdkey', 'm/1h'],
    ['createwalletdescriptor', 'legacy'],
    ['addhdkey'],
    ['keypoolrefill'],
    ['setwalletflag', 'avoid_reuse'],
  ] as const) {
    expect(await refusalOf(method, params), method).toMatchObject({ code: -13 });
  }
  // A change while it is unlocked is kept when it is unlocked again.
  await call('walletpassphrase', ['pass', 1000]);
  await call('setwalletflag', ['avoid_reuse']);
  await call('createwalletdescriptor', ['legacy']);
  await call('walletlock');
  await call('unloadwallet', ['w']);
  await call('loadwallet', ['w']);
  await call('walletpassphrase', ['pass', 1000]);
  expect(await call('getwalletinfo')).toMatchObject({ avoid_reuse: true });
  const [{ xprv, descriptors }] = await call('gethdkeys', [{ private: true }]);
  expect(xprv).toBe(ROOT);
  expect(descriptors).toHaveLength(3);
});

describe('a wallet that keeps a key', () => {
  async function reloaded(call: Awaited<ReturnType<typeof wallet>>['call']) {
    await call('unloadwallet', ['w']);
    return call('loadwallet', ['w']);
  }

  test('loads again after addhdkey and after the import of unused()', async () => {
    const { call } = await wallet(active, `unused(${OTHER})`);
    const { xpub } = await call('addhdkey');
    const before = await call('gethdkeys', [{ private: true }]);
    await reloaded(call);
    expect(await call('gethdkeys', [{ private: true }])).toEqual(before);
    expect(before).toHaveLength(3);
    expect(await call('derivehdkey', ['m/1h', { hdkey: xpub }])).toHaveProperty('origin');
  });

  test('loads and opens again with a passphrase', async () => {
    const { call } = await wallet(active);
    await call('encryptwallet', ['pass']);
    await call('walletpassphrase', ['pass', 1000]);
    const { xpub } = await call('addhdkey', [OTHER]);
    await call('walletlock');
    await call('getnewaddress');
    await reloaded(call);
    await call('walletpassphrase', ['pass', 1000]);
    const keys = await call('gethdkeys', [{ private: true }]);
    expect(keys).toContainEqual(expect.objectContaining({ xpub, xprv: OTHER }));
  });
});
