import { describe, expect, test } from 'vitest';
import { kernelSecp256k1 as secp256k1 } from '../../src/crypto/kernel-backend.ts';
import { decodeHex, encodeHex } from '../../src/encoding/hex.ts';
import { type NetworkName, networks } from '../../src/encoding/network.ts';
import { type ExportedWallet, exportWallet } from '../../src/formats/export.ts';
import { type ImportedWallet, importWallet } from '../../src/formats/import.ts';
import { urTypes } from '../../src/formats/ur-write.ts';
import { encodeUrKey } from '../../src/formats/ur-write-key.ts';
import type { UrType } from '../../src/formats/wallet-file.ts';
import type { WalletExport } from '../../src/formats/write-wallet.ts';
import { detect } from '../../src/transport/reader.ts';
import { readVector } from '../support/paths.ts';

const urs = JSON.parse(readVector('formats/ur.json'));
const bips = JSON.parse(readVector('formats/bips.json'));
const files: { readonly [name: string]: string } = JSON.parse(readVector('formats/files.json'));

const contextOf = (chain: NetworkName) => ({ network: networks[chain], secp256k1 });

function read(file: string, chain: NetworkName = 'main'): ImportedWallet {
  const wallet = importWallet(file, contextOf(chain));
  if ('error' in wallet) throw new Error(wallet.error);
  return wallet;
}

function write(wallet: WalletExport, type: UrType, chain: NetworkName = 'main'): ExportedWallet {
  const written = exportWallet(wallet, type, contextOf(chain));
  if ('error' in written) throw new Error(written.error);
  return written;
}

function why(wallet: WalletExport, type: UrType, chain: NetworkName = 'main'): string {
  const written = exportWallet(wallet, type, contextOf(chain));
  return 'error' in written ? written.error : 'written';
}

function cborOf(text: string): string {
  const reading = detect(text.trim(), secp256k1);
  if (reading.status !== 'done' || reading.value.kind !== 'ur') throw new Error('no UR');
  return encodeHex(reading.value.cbor);
}

const exported = ({ descriptors, keys, name }: ImportedWallet): WalletExport => ({
  name,
  descriptors: descriptors.map(({ descriptor }) => descriptor),
  keys,
});

const account = exported(read(urs.account.urs[0]));
const single = (descriptor: string): WalletExport => ({ descriptors: [descriptor] });
const [pkh = '', nested = '', wpkh = '', taproot = ''] = account.descriptors;
const multisig = exported(read(files['sparrow/cc-multisig-export-1.txt'] ?? ''));
const XPRV =
  'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi';

describe('an account', () => {
  test('is exactly that of BCR-2020-015 and of BCR-2023-019', () => {
    const [old, registered] = urs.account.urs;
    expect(write(account, 'crypto-account').text.trim().toLowerCase()).toBe(old);
    expect(write(account, 'account-descriptor').text.trim().toLowerCase()).toBe(registered);
  });

  test('is the same for any order of its wallets', () => {
    const turned = {
      descriptors: [...account.descriptors].reverse(),
      keys: [...(account.keys ?? [])].reverse(),
    };
    expect(write(turned, 'crypto-account').text).toBe(write(account, 'crypto-account').text);
    expect(write(account, 'crypto-account').lost).toEqual([]);
  });

  test('contains its test network and is only read there', () => {
    const wallet = exported(read(files['coldcard/coldcard-export.json'] ?? '', 'test'));
    for (const type of ['crypto-account', 'account-descriptor'] as const) {
      const { text } = write(wallet, type, 'test');
      const again = read(text, 'test');
      expect(exported(again).descriptors).toEqual(wallet.descriptors);
      expect(exported(again).keys).toEqual(wallet.keys);
      expect(importWallet(text, contextOf('main'))).toHaveProperty('error');
    }
    expect(why(wallet, 'crypto-account')).not.toBe('written');
  });

  test('needs the master key of all its keys, which is one', () => {
    const bare = wpkh.replace(/\[[^\]]*\]/, '').replace(/#.*/, '');
    expect(why(single(bare), 'crypto-account')).toMatch(/no known origin/);
    const stranger = pkh.replace(/\[[0-9a-f]{8}/, '[d34db33f').replace(/#.*/, '');
    expect(why({ descriptors: [wpkh, stranger] }, 'account-descriptor')).toMatch(
      /several master keys/,
    );
  });

  test('has one key for each script, and no multisigs', () => {
    const second = pkh.replace('pkh(', 'wpkh(').replace(/#.*/, '');
    expect(why({ descriptors: [wpkh, second] }, 'crypto-account')).toMatch(
      /several keys for the same script/,
    );
    expect(why(multisig, 'crypto-account')).toMatch(/wallets of one key/);
    expect(why(single(bips.policies[6].descriptor), 'crypto-account')).toMatch(/no place/);
    const [key = { key: '' }] = account.keys ?? [];
    expect(why({ descriptors: [], keys: [{ key: key.key }] }, 'crypto-account')).toMatch(
      /which script/,
    );
  });
});

describe('an output descriptor', () => {
  test('is exactly that of BCR-2023-010, with its name', () => {
    const texts: readonly string[] = urs.outputDescriptorTexts;
    const vector = urs.outputDescriptor[3].cbor;
    const named = { name: "Satoshi's Stash", descriptors: [texts[4] ?? ''] };
    expect(`d99d74${cborOf(write(named, 'output-descriptor').text)}`).toBe(vector);
    const key = single(texts[0] ?? '');
    expect(`d99d74${cborOf(write(key, 'output-descriptor').text)}`).toBe(
      urs.outputDescriptor[0].cbor,
    );
  });

  test('holds any wallet: policies, other branches, and keys of unknown origin', () => {
    for (const { descriptor } of bips.policies.slice(4)) {
      const { text, lost } = write(single(descriptor), 'output-descriptor');
      expect(exported(read(text)).descriptors[0]).toMatch(/#/);
      expect(lost, descriptor).toEqual([]);
    }
    const bare = wpkh
      .replace(/\[[^\]]*\]/, '')
      .replace('<0;1>/*', '7/<8;9>/*')
      .replace(/#.*/, '');
    expect(write(single(bare), 'output-descriptor').lost).toEqual([]);
  });
});

describe('a single key', () => {
  test('is exactly the hdkey of BCR-2020-007', () => {
    const path = '/44h/1h/1h/0/1';
    const key = encodeUrKey(
      { fingerprint: '00000000', path, xpub: urs.hdkeyText },
      contextOf('test'),
      { tags: 'new' },
    );
    expect(encodeHex(key)).toBe(cborOf(urs.hdkey[1]));
  });

  test('is read back for a single-key wallet or a future multisig, and the missing script is reported', () => {
    for (const type of ['crypto-hdkey', 'hdkey'] as const) {
      const { text, lost, firstAddresses } = write(single(wpkh), type);
      const [key] = read(text).keys;
      expect(wpkh).toContain(key?.key);
      expect(lost).toEqual(['which scripts its addresses have: a key alone does not say it']);
      expect(firstAddresses).toEqual([read(wpkh).descriptors[0]?.firstAddresses]);
      const [first] = account.keys ?? [];
      const alone = write({ descriptors: [], keys: first ? [first] : [] }, type);
      expect(read(alone.text).keys.map((each) => each.key)).toEqual([first?.key]);
    }
    expect(why(multisig, 'crypto-hdkey')).toMatch(/several keys/);
    expect(why(account, 'hdkey')).toMatch(/there are several: choose which/);
    expect(why({ descriptors: [wpkh, nested] }, 'hdkey')).toMatch(/this format holds one/);
  });

  test('keeps what determines its addresses if its origin is unknown, and reports the rest', () => {
    const bare = taproot.replace(/\[[^\]]*\]/, '').replace(/#.*/, '');
    const { lost } = write(single(bare), 'crypto-hdkey');
    expect(lost.join()).toMatch(/fingerprint and path of its keys/);
  });
});

test('private keys are never written, neither of wallets nor of single keys', () => {
  const keys = [{ key: XPRV, script: 'wsh' as const }];
  const wallet = { descriptors: [`wpkh(${XPRV}/84h/0h/0h/<0;1>/*)`], keys };
  // The private key of BIP32's first vector, and the beginning of its base58 text.
  const secret = 'e8f32e723decf4051aefac8e2c93c9c5b214313817cdb01a1494b917c8436b35';
  for (const type of urTypes) {
    for (const given of [
      { ...wallet, keys: [] },
      { descriptors: [], keys },
    ]) {
      const written = exportWallet(given, type, contextOf('main'));
      expect(JSON.stringify(written)).not.toMatch(/prv/);
      if ('error' in written) continue;
      expect(cborOf(written.text)).not.toContain(secret);
      expect(written.lost.join()).toMatch(/private keys/);
    }
  }
});

test('keys of another network, damaged ones and hardened steps behind a key are refused', () => {
  const [key = { key: '' }] = account.keys ?? [];
  expect(why({ descriptors: [], keys: [key] }, 'crypto-hdkey', 'test')).toMatch(
    /this is a wallet of main/,
  );
  const damaged = { ...key, key: key.key.replace(/.$/, '1') };
  expect(why({ descriptors: [], keys: [damaged] }, 'crypto-hdkey')).toMatch(/cannot be read/);
  const hardened = wpkh.replace('<0;1>/*', '<0;1>/*h').replace(/#.*/, '');
  for (const type of ['crypto-output', 'output-descriptor', 'crypto-account', 'hdkey'] as const) {
    expect(why(single(hardened), type)).not.toBe('written');
  }
});

test('a checksum detects a changed letter', () => {
  const { text } = write(account, 'crypto-account');
  const swapped = text.replace('TAADEETAADMU', 'TAADEETAADMW');
  expect(swapped).not.toBe(text);
  expect(importWallet(swapped, contextOf('main'))).toEqual({
    error: 'the checksum of this UR frame is wrong. Scan it again',
  });
});

test('formats without single keys refuse them, and report them as lost next to a wallet', () => {
  const keys = account.keys ?? [];
  expect(exportWallet({ descriptors: [], keys }, 'core', contextOf('main'))).toEqual({
    error: 'this format has no place for keys of other wallets',
  });
  const { lost } = write({ descriptors: [wpkh], keys }, 'crypto-output');
  expect(lost).toEqual(['its keys for wallets with others']);
});

test('CBOR that is truncated, or has wrong lengths, is no wallet', () => {
  const cbor = cborOf(write(account, 'crypto-account').text);
  for (let cut = 2; cut < cbor.length; cut += 26) {
    const part = decodeHex(cbor.slice(0, cut));
    expect(part).toBeDefined();
    if (part === undefined) continue;
    const value = { kind: 'ur', type: 'crypto-account', cbor: part } as const;
    expect(importWallet(value, contextOf('main'))).toHaveProperty('error');
  }
});
