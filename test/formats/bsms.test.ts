import { describe, expect, test } from 'vitest';
import { decodeBase58Check, encodeBase58Check } from '../../src/crypto/base58check.ts';
import { decodeWif } from '../../src/crypto/wif.ts';
import { networks } from '../../src/encoding/network.ts';
import {
  createBsmsKey,
  createBsmsWallet,
  exportWallet,
  openBsmsWallet,
} from '../../src/public/formats.ts';
import { joinKeys, type KeyRing, readKeys } from '../../src/public/seed.ts';
import { readVector } from '../support/paths.ts';

const { bsms } = JSON.parse(readVector('formats/bips.json'));
const records: readonly string[] = bsms.keys;
const [, plainWallet, standardWallet, extendedWallet]: readonly string[] = bsms.records;
const [standardToken, ...extendedTokens]: readonly string[] = bsms.tokens;
const context = { network: networks.main };

const value = <T extends object>(answer: T): Exclude<T, { readonly error: string }> => {
  if ('error' in answer) throw new Error(String(answer.error));
  return answer as Exclude<T, { readonly error: string }>;
};
const why = (answer: object): string => ('error' in answer ? String(answer.error) : 'no error');

/**
 * The signer of a record of the BIP, with its extended private key, from the record's xpub and its
 * WIF.
 */
function signerOf(record: string, wif: string): KeyRing {
  const [, , key = ''] = record.split('\n');
  const [, origin = '', xpub = ''] = /^(\[.*\])(xpub\w+)$/.exec(key) ?? [];
  const payload = decodeBase58Check(xpub, 78) ?? new Uint8Array(78);
  const secret = decodeWif(wif, networks.main);
  payload.set([0x04, 0x88, 0xad, 0xe4]);
  payload.set([0, ...(secret?.reveal() ?? [])], 45);
  return value(readKeys(`${origin}${encodeBase58Check(payload)}`, context));
}

/** Records with an extended key; the first two have a plain public key. */
const signers = records.map((record, i) => ({
  record,
  keys: i < 2 ? undefined : signerOf(record, bsms.privateKeys[i]),
  token: record.split('\n')[1] ?? '',
  path: /\/(.*)\]/.exec(record)?.[1] ?? '',
}));

describe('round 1', () => {
  test('makes exactly the signed key records of the BIP, also encrypted', () => {
    const encrypted: string[] = [];
    for (const [i, { record, keys, token, path }] of signers.entries()) {
      if (keys === undefined) continue;
      const description = record.split('\n')[3];
      const request = { keys, path: `m/${path}`, description };
      const session = token === '00' ? {} : { token };
      const made = value(createBsmsKey({ ...request, ...session }, context));
      if (token === '00') expect(made.text, `${i}`).toBe(record);
      else encrypted.push(made.text);
      expect(made.extension).toBe(token === '00' ? 'bsms' : 'dat');
    }
    expect(encrypted).toEqual(bsms.sealedKeys);
  });

  test('takes tokens in decimal, as the BIP recommends', () => {
    const { keys, path, record } = signers[4] ?? {};
    if (!keys || !record) throw new Error('no signer');
    const description = record.split('\n')[3];
    const [token] = bsms.decimalTokens;
    const made = value(createBsmsKey({ keys, path: `m/${path}`, description, token }, context));
    expect(made.text).toBe(bsms.sealedKeys[0]);
  });

  test('refuses invalid parts of a record', () => {
    const { keys, path } = signers[2] ?? {};
    if (!keys) throw new Error('no signer');
    const ask = (more: object) => why(createBsmsKey({ keys, path: `m/${path}`, ...more }, context));
    expect(ask({ token: 'abc' })).toMatch(/16 or 32 hexadecimal digits/);
    expect(ask({ token: '9'.repeat(39) })).toMatch(/16 or 32 hexadecimal digits/);
    expect(ask({ description: 'x'.repeat(81) })).toMatch(/80 characters/);
    expect(ask({ description: 'a\nb' })).toMatch(/one line/);
    expect(ask({ path: 'm/49h/0h/0h/2h' })).toMatch(/does not have the path/);
    expect(ask({ path: 'nonsense' })).toMatch(/does not have the path/);
    const two = joinKeys([keys, signers[3]?.keys ?? keys]);
    expect(ask({ keys: two })).toMatch(/of one signer/);
  });
});

describe('round 2, coordinator', () => {
  const plain = records.slice(2, 4);

  test('makes exactly the descriptor records of the BIP, also encrypted', () => {
    const both = { required: 2, total: 2 };
    const first = value(createBsmsWallet({ records: plain, ...both }, context));
    expect(first.files).toEqual([{ text: plainWallet, extension: 'bsms' }]);
    expect(first).toMatchObject({ required: 2, total: 2, positions: [] });
    const standard = value(
      createBsmsWallet(
        { records: bsms.sealedKeys.slice(0, 2), tokens: [standardToken ?? ''], ...both },
        context,
      ),
    );
    expect(standard.record).toBe(standardWallet);
    expect(standard.files).toEqual([{ text: bsms.sealed[0], extension: 'dat' }]);
    const extended = value(
      createBsmsWallet(
        {
          records: bsms.sealedKeys.slice(2),
          tokens: extendedTokens,
          required: 2,
          total: 3,
          script: 'sh(wsh)',
          sorted: false,
        },
        context,
      ),
    );
    expect(extended.record).toBe(extendedWallet);
    expect(extended.files.map(({ text }) => text)).toEqual(bsms.sealed.slice(1));
  });

  test('makes the wallet of plain public keys without path restrictions', () => {
    const made = value(
      createBsmsWallet({ records: records.slice(0, 2), required: 1, total: 2 }, context),
    );
    expect(made.restrictions).toBe('No path restrictions');
    expect(made.firstAddress).toBe(bsms.records[0].split('\n')[3]);
  });

  test('refuses forged, repeated, missing and foreign key records', () => {
    const [a = '', b = ''] = plain;
    const ask = (list: readonly string[], more: object = {}) =>
      why(createBsmsWallet({ records: list, required: 2, total: 2, ...more }, context));
    const line = (text: string, at: number, other: string) =>
      text
        .split('\n')
        .map((each, i) => (i === at ? other : each))
        .join('\n');
    expect(ask([line(a, 2, b.split('\n')[2] ?? ''), b])).toMatch(/key record 1: the signature/);
    expect(ask([a, line(b, 4, a.split('\n')[4] ?? '')])).toMatch(/key record 2: the signature/);
    expect(ask([a, line(b, 3, 'Signer 9 key')])).toMatch(/key record 2: the signature/);
    expect(ask([a, line(b, 2, (b.split('\n')[2] ?? '').replace("/48'", "/49'"))])).toMatch(
      /key record 2: the signature/,
    );
    expect(ask([a, line(b, 4, '')])).toMatch(/key record 2: it is not signed/);
    expect(ask([a, line(b, 0, 'BSMS 2.0')])).toMatch(/key record 2: this is not a BSMS key record/);
    expect(ask([a, a])).toMatch(/1 and 2 are of the same key/);
    expect(ask([a])).toMatch(/has 2 signers and needs 2 key records, but got 1/);
    expect(ask([a, b], { total: 3 })).toMatch(/has 3 signers and needs 3 key records, but got 2/);
    expect(ask([a, b], { required: 3 })).toMatch(/3 of 2 keys cannot spend/);
    // A record of a session without a token, in a session with a token, and the reverse.
    expect(ask([a, b], { tokens: [standardToken] })).toMatch(/it is not encrypted/);
    expect(ask([a, bsms.sealedKeys[0]])).toMatch(/key record 2: it is encrypted/);
    expect(ask([bsms.sealedKeys[0], bsms.sealedKeys[1]], { tokens: [extendedTokens[0]] })).toMatch(
      /token of this BSMS record is wrong/,
    );
    expect(ask([records[4] ?? '', records[5] ?? ''])).toMatch(/of another session/);
    const test_ = { network: networks.test };
    expect(why(createBsmsWallet({ records: plain, required: 2, total: 2 }, test_))).toMatch(
      /choose its network/,
    );
  });
});

describe('round 2, signer', () => {
  test('finds its own keys, and shows the data that all parties compare', () => {
    for (const [i, at] of [
      [2, 1],
      [3, 2],
    ] as const) {
      const { keys } = signers[i] ?? {};
      if (!keys) throw new Error('no signer');
      const opened = value(openBsmsWallet(plainWallet ?? '', { keys }, context));
      expect(opened).toMatchObject({
        required: 2,
        total: 2,
        positions: [at],
        restrictions: '/0/*,/1/*',
        firstAddress: plainWallet?.split('\n')[3],
      });
      expect(opened.wallet.descriptors[0]?.descriptor).toContain('/<0;1>/*');
    }
    for (const [i, { keys, token }] of signers.slice(6).entries()) {
      if (!keys) throw new Error('no signer');
      const opened = value(openBsmsWallet(bsms.sealed[i + 1], { keys, token }, context));
      expect(opened).toMatchObject({ record: extendedWallet, total: 3, positions: [i + 1] });
    }
  });

  test('refuses a record without its exact key, also under its own fingerprint', () => {
    const { keys } = signers[2] ?? {};
    if (!keys) throw new Error('no signer');
    const ask = (text: string, more: object = {}) =>
      why(openBsmsWallet(text, { keys, ...more }, context));
    expect(ask(standardWallet ?? '')).toMatch(/none of its keys is yours/);
    // A stranger's key has our fingerprint and path; the address is right for it.
    const swapped = [records[4], records[3]].map((record) => (record ?? '').split('\n')[2] ?? '');
    const mine = /\[[^\]]*\]/.exec(records[2] ?? '')?.[0] ?? '';
    const forged = recordOf(swapped.map((key, i) => (i === 0 ? key.replace(/\[.*\]/, mine) : key)));
    expect(ask(forged)).toMatch(/none of its keys is yours/);
    // Our key at another path is not the key that we derive there.
    expect(
      ask((plainWallet ?? '').replace("[1cf0bf7e/48'/0'/0'/2']", "[1cf0bf7e/48'/0'/1'/2']")),
    ).toMatch(/none of its keys is yours/);
  });

  test('refuses another address, another threshold, invalid paths and changed ciphertext', () => {
    const { keys } = signers[2] ?? {};
    if (!keys) throw new Error('no signer');
    const ask = (text: string, more: object = {}) =>
      why(openBsmsWallet(text, { keys, ...more }, context));
    const record = plainWallet ?? '';
    const address = record.split('\n')[3] ?? '';
    expect(ask(record.replace(address, standardWallet?.split('\n')[3] ?? ''))).toMatch(
      /first address .* is not that of its keys/,
    );
    expect(ask(record.replace(`\n${address}`, ''))).toMatch(/does not have the wallet's first/);
    expect(ask(record.replace('sortedmulti(2', 'sortedmulti(1'))).toMatch(/first address/);
    expect(ask(record.replace('/0/*,/1/*', '/1/*,/0/*'))).toMatch(/first address/);
    expect(ask(record.replace('/0/*,/1/*', "/0'/*,/1/*"))).toMatch(/path restrictions/);
    expect(ask(record.replace('BSMS 1.0', 'BSMS 2.0'))).toMatch(/only BSMS 1.0 is read/);
    expect(ask(records[2] ?? '')).toMatch(/not a BSMS descriptor record/);
    expect(ask(record, { token: standardToken })).toMatch(/not encrypted, and the session has/);
    const sealed: string = bsms.sealed[0];
    expect(ask(sealed)).toMatch(/its token is needed/);
    expect(ask(sealed, { token: extendedTokens[0] })).toMatch(/token .* is wrong/);
    const changed = sealed.slice(0, -1) + (sealed.endsWith('0') ? '1' : '0');
    expect(ask(changed, { token: standardToken })).toMatch(/token .* is wrong/);
  });
});

/** Makes a thief's record, without key records and with the right first address. */
function recordOf(keys: readonly string[]): string {
  const descriptor = `wsh(sortedmulti(2,${keys.map((key) => `${key}/<0;1>/*`).join()}))`;
  return value(exportWallet({ descriptors: [descriptor] }, 'bsms', context)).text;
}
