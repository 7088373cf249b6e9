import { createCipheriv, pbkdf2Sync } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { HDKey } from '@scure/bip32';
import { mnemonicToSeedSync } from '@scure/bip39';
import { address, payments, Transaction } from 'bitcoinjs-lib';
import { describe, expect, test } from 'vitest';
import { kernelSecp256k1 as secp256k1 } from '../../src/crypto/kernel-backend.ts';
import { networks } from '../../src/encoding/network.ts';
import { importWallet as readFile } from '../../src/formats/import.ts';
import { stretchInTurns } from '../../src/formats/stretch.ts';
import { importWallet } from '../../src/public/formats.ts';
import { keysIn, openOld, paidTo } from '../support/old/open-old.ts';
import { sealByHd, sealByOpenssl, writeBitcoinj } from '../support/old/write-bitcoinj.ts';
import { commandFolder } from '../support/screens/command-folder.ts';

/** The password of btcrecover's test wallets, from which the single figures here are. */
const PASSWORD = 'btcr-test-password';
const WORDS =
  'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about';
const root = HDKey.fromMasterSeed(mnemonicToSeedSync(WORDS));

const texts = (text: string, password?: string) => {
  const ring = openOld(text, { password });
  if ('error' in ring) throw new Error(ring.error);
  return ring.descriptors.map((each) => each.text.replace(/#.*$/, ''));
};

const MULTIBIT_KEY = `U2FsdGVkX1+iKR5t81BMuTvkJ8jlfey9foALs0V4ayBdxFjwQSnbck8U6L4vt4Hqu/Cq0OHOJnfh
Z9Xdkz6h1AczVLN5HSnKTWtV/BVLIwByJovdJD3CzjpMxdlzCfWA`;
const MULTIBIT_WIF = 'L3BdsUEuHb15LgPp8ZpEhckMdRj4bPnrj352RgqgUUVKvngnBDph';
/** A wallet file of MultiBit in base64, and its keys in an encrypted one. */
const MULTIBIT_WALLET =
  'ChZvcmcuYml0Y29pbi5wcm9kdWN0aW9uEiAAAAAAAAAAR1O+kVWaLHTGy4pdK+bbHfLKCyOFaX5T/xpOCAESIAnH24nv9R5t/38GStNkR7CY7JD7h2GVitC63u1/b4w3GiEDBvXsGsYMZ8Cn4+Pxidd4EAZFwQjrKvz/7qjD9Xt4zjQo0JGT7q8vKAE4AloXWW91ciB3YWxsZXQgZGVzY3JpcHRpb25gsMAPaABwnsTikAU=';
const MULTIBIT_SEALED =
  'ChZvcmcuYml0Y29pbi5wcm9kdWN0aW9uEiAAAAAAAAAAAA/Uex6otTvkLbNET/ASBZK9FCo5tBCLtRpyCAIaIQMG9ewaxgxnwKfj4/GJ13gQBkXBCOsq/P/uqMP1e3jONCjQkZPury8yRAoQPjfbBcmmHJu75Y9WVjQsPhIw30k5yBLlpUVehDRExAJ08N5MH+5KX3v7G0BwaOL3cygDdWVoh2SNG2v2JuAsVzJOKAIyCgoII+tAuMEDy4U4AlIjChxvcmcubXVsdGliaXQud2FsbGV0UHJvdGVjdC4yEgEAGAFaF1lvdXIgd2FsbGV0IGRlc2NyaXB0aW9uYL+cFWgAcMbjlagF';
const WALLET_WIF = 'KwYiuLdeNhZVHs4spw6b1aptpgyGQDeoh59paKVyG25F57qMzYZK';

describe('MultiBit', () => {
  test('opens an encrypted export of keys, in any lines', () => {
    expect(keysIn(openOld(MULTIBIT_KEY, { password: PASSWORD }))[0]).toBe(MULTIBIT_WIF);
    const one = MULTIBIT_KEY.replace('\n', '');
    expect(keysIn(openOld(one, { password: PASSWORD }))[0]).toBe(MULTIBIT_WIF);
  });

  test('opens an export without a password, with its comments and times', () => {
    const list = `# KEEP YOUR PRIVATE KEYS SAFE !\n#\n${MULTIBIT_WIF} 2014-03-01T10:20:30Z\n${WALLET_WIF}\n# End of private keys\n`;
    expect(keysIn(openOld(list))).toEqual(expect.arrayContaining([MULTIBIT_WIF, WALLET_WIF]));
    // The first key of btcrecover's multidoge-wallet.key.
    const doge = 'QPHRxyb5yP8GvDtDpbPv8wyXgQr7UDKS4g6pWN9MWUW233WNYhPB 2016-01-13T15:17:59Z\n';
    const foreign = sealByOpenssl(Buffer.from(doge), PASSWORD);
    expect(openOld(foreign, { password: PASSWORD })).toEqual({
      error: 'this is a wallet of another coin than Bitcoin',
    });
    const sealed = sealByOpenssl(Buffer.from(list), 'pässword');
    expect(keysIn(openOld(sealed, { password: 'pässword' }))).toContain(WALLET_WIF);
  });

  test.each([
    ['no password', MULTIBIT_KEY, undefined, /is encrypted \(MultiBit.*its password is needed$/],
    ['a wrong password', MULTIBIT_KEY, 'btcr', /the password is wrong \(MultiBit/],
    ['a cut file', MULTIBIT_KEY.slice(0, -9), PASSWORD, /cut off or changed/],
    ['a wallet without its password', MULTIBIT_SEALED, undefined, /is encrypted \(bitcoinj\)/],
    ['a wallet with a wrong password', MULTIBIT_SEALED, 'btcr', /password is wrong \(bitcoinj\)/],
    ['a cut wallet', MULTIBIT_WALLET.slice(0, -20), undefined, /cut off or changed \(bitcoinj\)/],
  ])('reports %s', (_, text, password, error) => {
    expect(openOld(text, { password })).toMatchObject({ error: expect.stringMatching(error) });
  });

  test('opens wallet files, encrypted or not', () => {
    expect(keysIn(openOld(MULTIBIT_WALLET))[0]).toBe(WALLET_WIF);
    expect(keysIn(openOld(MULTIBIT_SEALED, { password: PASSWORD }))[0]).toBe(WALLET_WIF);
  });

  test('refuses a wallet whose private key has another public key', () => {
    const bytes = Buffer.from(MULTIBIT_WALLET, 'base64');
    const at = bytes.indexOf(Buffer.from('1a210306f5', 'hex'));
    bytes.writeUInt8(bytes.readUInt8(at + 20) ^ 1, at + 20);
    expect(openOld(bytes.toString('base64'))).toMatchObject({
      error: expect.stringMatching(/cut off or changed/),
    });
  });

  test('opens a file of MultiBit HD', () => {
    const text = sealByHd(writeBitcoinj(WORDS), PASSWORD).toString('base64');
    expect(texts(text, PASSWORD)).toEqual([`pkh(${root.privateExtendedKey}/0h/<0;1>/*)`]);
    expect(openOld(text, { password: 'wrong' })).toMatchObject({
      error: expect.stringMatching(/password is wrong \(blockchain.info or MultiBit HD\)/),
    });
  });
});

describe('Bitcoin Wallet for Android', () => {
  const backup = sealByOpenssl(writeBitcoinj(WORDS), PASSWORD);

  test('opens a backup with its seed words', () => {
    expect(texts(backup, PASSWORD)).toEqual([`pkh(${root.privateExtendedKey}/0h/<0;1>/*)`]);
    const segwit = sealByOpenssl(writeBitcoinj(WORDS, { account: 1, script: 2 }), PASSWORD);
    expect(texts(segwit, PASSWORD)).toEqual([`wpkh(${root.privateExtendedKey}/1h/<0;1>/*)`]);
  });

  test('asks for the spending PIN, and takes it after the password', () => {
    const sealed = sealByOpenssl(writeBitcoinj(WORDS, { pin: '123456' }), 'my backup');
    expect(openOld(sealed, { password: 'my backup' })).toMatchObject({
      error: expect.stringMatching(/opens with this password.*spending PIN.*a space/),
      needsPassword: true,
    });
    expect(texts(sealed, 'my backup 123456')).toEqual([
      `pkh(${root.privateExtendedKey}/0h/<0;1>/*)`,
    ]);
  });

  test('refuses other coins and other networks', () => {
    const other = sealByOpenssl(writeBitcoinj(WORDS, { network: 'test' }), PASSWORD);
    expect(openOld(other, { password: PASSWORD })).toMatchObject({ otherNetwork: 'test' });
    const coin = sealByOpenssl(writeBitcoinj(WORDS, { network: 'doge' }), PASSWORD);
    expect(openOld(coin, { password: PASSWORD })).toMatchObject({
      error: expect.stringMatching(/another coin/),
    });
  });
});

const OLD_SEED =
  "{'master_public_key': 'c79b02697b32d9af63f7d2bd882f4c8198d04f0e4dfc5c232ca0c18a87ccc64ae8829404fdc48eec7111b99bda72a7196f9eb8eb42e92514a758f5122b6b5fea', 'use_encryption': True, 'seed': 'kLJxTDF7LxneT7c5DblJ9k9WYwV6YUIUQO+IDiIXzMWoZMcmjSVCtKyQyjhrbMr6sUNhfar4XRxknVxoAMB1ig==', 'accounts': {0: {0: [u'1Ev9vpNwcSSZntyd86FxWox1r23jyc1Kqv'], 1: []}}, 'fee': (1, 2L), 'labels': {}, 'seed_version': 4}";
const LOOSE_KEY =
  'fQOKaqOdEaR5Qv0tuOgyhyde5MkYgAd8sDZi6rj86KYJlmbJjwupMga3FPUgXdD3FPx4P6wESVURM253BSUQvL8OMYotir0NptnEElninGs=';
const LOOSE_PUBLIC = '039bb38c166e55c595891b78325da2025d013ecd5d9694b05e210b48a01168065c';
const LOOSE_WIF = 'Kz3wQSaCPu7roTzy3Zw4SZcqtABQukMdhq2z9D5ghwVHfececb42';
const XPRV_SEALED =
  '9B961mYKYFV7Bg1zRYZ8ZGw4cE+2D8NF3lp6d2XPe8r87EE8qxVnv/8UA9PxSopPF41RKg9VWR4iyd/rSA6CusnLvkzU8+5Zy9Gb8Fgnu2HpYc7SXHNhiJp8maQjxMCBo8nhXqU3f855ALJGgVlaZflBN06k8XKgOENtCOLrrP0=';
const XPUB =
  'xpub661MyMwAqRbcGsUXkGBkytQkYZ6M16bFWwTocQDdPSm6eJ1wUsxG5qty1kTCUq7EztwMscUstHVo1XCJMxWyLn4PP1asLjt4gPt3HkA81qe';
const OTHER =
  'xpub661MyMwAqRbcFAyy6MaWCK5uGHhgvMZNaFbKy1TbSrcEm8oCgD3N2AfzPC8ndmdvcQbY8EbU414X4xNrs9dcNgcntShiBFJYJ6HJy7zKnQV';
const sealed = { use_encryption: true };

describe('Electrum', () => {
  test('opens a file of version 1, whose first address is the one in it', () => {
    const wallet = importWallet(OLD_SEED, { network: 'main' }, { password: PASSWORD });
    if ('error' in wallet) throw new Error(wallet.error);
    expect(wallet.descriptors[0]?.firstAddresses).toEqual(['1Ev9vpNwcSSZntyd86FxWox1r23jyc1Kqv']);
    expect(wallet.secrets).toBeUndefined();
    expect(JSON.stringify(wallet)).not.toMatch(/[(]5[HJK]/);
    expect(texts(OLD_SEED, PASSWORD)).toHaveLength(200);
  });

  const loose = { ...sealed, wallet_type: 'imported' };
  const standard = { ...sealed, wallet_type: 'standard' };
  test.each([
    [
      'imported keys of version 2.0',
      {
        ...loose,
        accounts: {
          '/x': { imported: { '1J5ApTWD24ZBKzkYgnoN5NacXCP9u4rAkp': [LOOSE_PUBLIC, LOOSE_KEY] } },
        },
      },
      `combo(${LOOSE_WIF})`,
    ],
    [
      'imported keys of version 2.7',
      { ...standard, keystore: { type: 'imported', keypairs: { [LOOSE_PUBLIC]: LOOSE_KEY } } },
      `combo(${LOOSE_WIF})`,
    ],
    [
      'a seed of version 2.0',
      {
        ...standard,
        master_private_keys: { 'x/': XPRV_SEALED },
        master_public_keys: { 'x/': XPUB },
      },
      /^pkh\(xprv\w+\/<0;1>\/\*\)$/,
    ],
    [
      'one key of a multisig of version 2.0',
      {
        ...sealed,
        wallet_type: '2of2',
        master_private_keys: { 'x1/': XPRV_SEALED },
        master_public_keys: { 'x1/': XPUB, 'x2/': OTHER },
      },
      /^sh\(sortedmulti\(2,xprv\w+\/<0;1>\/\*,xpub\w+\/<0;1>\/\*\)\)$/,
    ],
  ])('opens %s', (_, file, expected) => {
    const text = JSON.stringify(file);
    expect(texts(text, PASSWORD)[0]).toMatch(expected);
    for (const [password, error] of [
      [undefined, /is encrypted \(Electrum\)/],
      ['x', /password is wrong \(Electrum\)/],
    ] as const)
      expect(openOld(text, { password })).toMatchObject({ error: expect.stringMatching(error) });
  });

  test('refuses a private key that does not fit its public key', () => {
    const store = { type: 'bip32', xpub: OTHER, xprv: root.privateExtendedKey };
    const text = JSON.stringify({ wallet_type: 'standard', keystore: store });
    expect(openOld(text)).toMatchObject({ error: expect.stringMatching(/does not fit/) });
  });

  test('takes no private key without the option', () => {
    const store = { type: 'bip32', xpub: root.publicExtendedKey, xprv: root.privateExtendedKey };
    const text = JSON.stringify({ wallet_type: 'standard', keystore: store });
    expect(JSON.stringify(importWallet(text, { network: 'main' }))).not.toContain('xprv');
    expect(texts(text)).toEqual([`pkh(${root.privateExtendedKey}/<0;1>/*)`]);
  });
});

/** Encrypts as blockchain.info did, by Node's cipher. */
function sealBlockchain(plain: string, password: string, rounds: number): string {
  const iv = Buffer.alloc(16, 9);
  const cipher = createCipheriv('aes-256-cbc', pbkdf2Sync(password, iv, rounds, 32, 'sha1'), iv);
  return Buffer.concat([iv, cipher.update(plain), cipher.final()]).toString('base64');
}

/** A wallet of 2012 in OFB, and one of 2014 in CBC. */
const MARCH_2012 =
  'Tex1TnplnL/WmUoNRYDBDdwfK9g7WwBqixcqu8PwSh6G9wRqHfLQ9yWQ6+aDmqSfwVlJvkTrQPwdfOhtDl9hctGffmlclGOeJs/G+QmnbGosgTViqQs/LLOroSm658w/PaQx5Eo/AQ5LSj42X+HcCzGWjNHf6tJM92WO68tWq0gzc/cRDS4yO6t+Rj2Fnm+AiAtrkGi7DHjKlCdDUMqdzF5MsPfJ6TdRoz4xDVHrDoNkDHQVn8I5xRC8YMGCL4TjsLK8idN/gTIous2yiVlkTG3Jf5a97VZEUgYLsd9HHarInDLl5n1i1QP7/ATz3ViAVegZx8/J';
const JANUARY_2014 =
  'ajZ3Vm8hUYkmBVBqdAQl2iIRSFe7k8rCUEvtrcVWOPaap9onSyLUG3j4xALbuSWdrI0nsi0hBulC2otaO6Im9Ath1708z2C7WAXvjqhtmrdRm5in+cbni3ghgxT/toG2V3Hd2d+QLrgUEaPNxc4v/LwMl/UdXWi2lBdFY5k0PH1WpOdAj5ya3HDvNu/Tte+7phTsmixCw1AMNMOGMQUJIznJ58d7PDjV8VLIH5Cx/KVc275lCN0gM5TX6XWXOqNFv36XLGMJIrkDVe4+MaKhlfAlrYz9GBvPo4AJUQdnbV0KEa7VB2X4jEUqk72po8HE5yFrKwV0LCmcUfnMAs6Le4q/7B2D6wWqhh1jAAxGj8kAYLiMbHO/xCtURWyUw9fnIfnB4Ldc4txG1ud2K63iHJcBtUrN2pwE07reM6yJO4JEGVYeEoIgYUEsNcEBjLqUaIHOC8IjH763jqn53CP9oA==';
const DOUBLE = {
  sharedKey: '728e769e-4c26-4301-a0b8-2db25c564c5a',
  double_encryption: true,
  keys: [
    {
      addr: '1BUoAfr3N6RcH3JArntzoFGfk9hrgU4i5a',
      priv: 'oXndJ0rnJR3XTXAxzIAQvjpYdLD1F5X4aCOVB/lKJzwbdQqcYZ4kH9uHodiYXf+jcDHLItxMh5AaAh76m382/w==',
    },
  ],
};
const DOUBLE_WIF = '5JfFqtx1tDv1aef7YNmG52BaiNTSzLHFttZ53A2bsjeNeXKKkUc';

/** The first key of btcrecover’s blockchain-github-v1-3, with one round for its keys. */
const ONE_ROUND = {
  sharedKey: 'fa1beb37-5836-41d1-9f73-09f292076eb9',
  double_encryption: true,
  options: { fee_policy: 0, html5_notifications: false },
  keys: [
    {
      addr: '1BqsBxRsk7J4oEs4cnvTLHQ6eoDZwTsApT',
      priv: 'UgHv/muoXWWxdEsnWQcTV93Pi/GG2W05sDq/mJVqtGCUOAbfjXNhBPkmjEeYxoDxNzOoGeWyQiZiA6oob9xRPQ==',
    },
  ],
};
const ONE_ROUND_WIF = 'KzsvZziJSLRFhR3kg8rhmHS4AUwkR9pCiDerJpSgi7iDFT74zfMH';

describe('blockchain.info', () => {
  test.each([
    ['2012', MARCH_2012, 'inmydreams', '5JpYMf3RijjneDMF8tr7t2f6Xm4PkEq12rHHHpqScofDqBRvcbG'],
    ['2014', JANUARY_2014, 'testblockchain', '5KegatNPZHv7dAR7JHR1NhdFhC4KPmXtLgJgrQeYC5VAaoAVN7K'],
    ['a second password', JSON.stringify(DOUBLE), PASSWORD, DOUBLE_WIF],
    ['one round', JSON.stringify(ONE_ROUND), 'mysecondpassword', ONE_ROUND_WIF],
  ])('opens a wallet of %s, in the form of its address', (_, text, password, wif) => {
    expect(keysIn(openOld(text, { password }))[0]).toBe(wif);
    expect(openOld(text)).toMatchObject({ needsPassword: true });
    expect(openOld(text, { password: 'x' })).toMatchObject({
      error: expect.stringMatching(/password is wrong/),
    });
  });

  test.each([2, 3, 4])('opens version %i, whose file names its rounds', async (version) => {
    const [legacy, segwit] = ["m/44'/0'/0'", "m/84'/0'/0'"].map((path) => root.derive(path));
    const keysOf = (key: HDKey | undefined) => ({
      xpriv: key?.privateExtendedKey,
      xpub: key?.publicExtendedKey,
    });
    const derivations = [
      { type: 'legacy', ...keysOf(legacy) },
      { type: 'bech32', ...keysOf(segwit) },
    ];
    const accounts = version === 4 ? [{ derivations }] : [keysOf(legacy)];
    const wallet = { sharedKey: 'a', keys: [], hd_wallets: [{ accounts }] };
    const payload = sealBlockchain(JSON.stringify(wallet), PASSWORD, 5000);
    const text = JSON.stringify({ pbkdf2_iterations: 5000, version, payload });
    const expected = [
      `pkh(${legacy?.privateExtendedKey}/<0;1>/*)`,
      ...(version === 4 ? [`wpkh(${segwit?.privateExtendedKey}/<0;1>/*)`] : []),
    ];
    expect(texts(text, PASSWORD)).toEqual(expected);
    expect(texts(JSON.stringify({ payload: text, guid: 'b' }), PASSWORD)).toEqual(expected);
    let pauses = 0;
    const context = { network: networks.main, secp256k1 };
    const options = { password: PASSWORD, secrets: true };
    const inTurns = await stretchInTurns(
      (stretch) => readFile(text, { ...context, stretch }, options),
      { pause: async () => void pauses++, onShare: () => undefined },
    );
    expect(inTurns).toMatchObject({ secrets: expected });
    expect(pauses).toBeGreaterThan(2);
  });

  test('asks for two passwords, and takes them with a space between them', () => {
    const payload = sealBlockchain(JSON.stringify(DOUBLE), 'first one', 10);
    expect(openOld(payload, { password: 'first one' })).toMatchObject({
      error: expect.stringMatching(/second password/),
    });
    const both = `first one ${PASSWORD}`;
    expect(keysIn(openOld(payload, { password: both }))[0]).toBe(DOUBLE_WIF);
  });

  test('reports a cut file and a newer version', () => {
    const short = JSON.stringify({ pbkdf2_iterations: 5000, version: 3, payload: 'AAAA' });
    expect(openOld(short, { password: 'x' })).toMatchObject({
      error: expect.stringMatching(/cut off or changed \(blockchain.info\)/),
    });
    expect(openOld(short.replace('3,', '5,'))).toMatchObject({
      error: expect.stringMatching(/newer version/),
    });
  });
});

describe('the command line', () => {
  const { call, folder, write } = commandFolder();
  const addressOf = (publicKey: Uint8Array | null | undefined): string =>
    payments.p2pkh({ pubkey: publicKey ?? new Uint8Array(33) }).address ?? '';
  const first = addressOf(root.derive("m/0'/0/0").publicKey);
  const single = Buffer.from(
    '0306f5ec1ac60c67c0a7e3e3f189d778100645c108eb2afcffeea8c3f57b78ce34',
    'hex',
  );

  test.each([
    ['a backup of Android', 'android', sealByOpenssl(writeBitcoinj(WORDS), PASSWORD), first],
    ['a file of MultiBit', 'multibit', Buffer.from(MULTIBIT_SEALED, 'base64'), addressOf(single)],
    ['a file of MultiBit HD', 'hd', sealByHd(writeBitcoinj(WORDS), PASSWORD), first],
    ['a file of Electrum 1', 'electrum', OLD_SEED, '1Ev9vpNwcSSZntyd86FxWox1r23jyc1Kqv'],
    ['a file of 2012', 'blockchain', JSON.stringify(DOUBLE), '1BUoAfr3N6RcH3JArntzoFGfk9hrgU4i5a'],
  ])('sweeps the coins of %s after its password', async (_, name, content, paid) => {
    const file = write(`${name}.wallet`, content);
    const coins = write(`${name}.hex`, paidTo([address.toOutputScript(paid)]));
    const words = ['sweep', coins, `-keys=${file}`, `-to=${first}`, '-feerate=5'];
    const typist = { network: 'main', answer: 'yes' } as const;
    const { out, err } = await call(words, { ...typist, secrets: [PASSWORD] });
    expect(err).toContain('Password of');
    expect(out + err).not.toMatch(/xprv|btcr-/);
    const written = readFileSync(join(folder, `${name}-sweep.txn`), 'utf8').trim();
    expect(Transaction.fromHex(written).ins[0]?.script.length).toBeGreaterThan(100);
    rmSync(join(folder, `${name}-sweep.txn`));
    const piped = await call([...words, '-passphrase'], { ...typist, input: `${PASSWORD}\n` });
    expect(piped.out).toBe(out);
  });
});
