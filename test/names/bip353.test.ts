import { describe, expect, test } from 'vitest';
import type { Bytes } from '../../src/encoding/bytes.ts';
import {
  domainNameOf,
  judgeNameProof,
  type NameProof,
  readNameProof,
  writeNameProof,
} from '../../src/names/name-proof.ts';
import { readRootKeys, rootKeys } from '../../src/names/roots.ts';
import { readRecords, Type } from '../../src/names/wire.ts';
import { takesAll } from '../support/generate/sample.ts';
import { readVector } from '../support/paths.ts';
import { hexBytes } from '../support/signing.ts';

type Row = { readonly name: string; readonly proof: string };
const rows: readonly Row[] = JSON.parse(readVector('names/bip353.json'));
const bytes = rows.map(({ proof }) => hexBytes(proof));
const proofs = bytes.map((each): NameProof => {
  const read = readNameProof(each);
  if (read === undefined) throw new Error('no proof');
  return read;
});
const [simple, override, wild, ambiguous, unproven] = proofs;
if (!simple || !override || !wild || !ambiguous || !unproven) throw new Error('not five proofs');
/** BIP353: "valid on August 7, 2025", and "on August 6". */
const THE_7TH = Date.UTC(2025, 7, 7, 18) / 1000;
const THE_6TH = Date.UTC(2025, 7, 6, 18) / 1000;
const ADDRESS = 'bc1qztwy6xen3zdtt7z0vrgapmjtfz8acjkfp5fp7l';

const verify = (proof: NameProof, now: number) => judgeNameProof(proof, rootKeys(), now);
const outcome = (proof: NameProof, now: number) => {
  const proven = verify(proof, now);
  return 'error' in proven ? proven.error : proven.uri.toLowerCase();
};

describe('the proofs of BIP353', () => {
  test('are judged as the BIP says', () => {
    expect(outcome(simple, THE_7TH)).toBe(`bitcoin:?bc=${ADDRESS}`);
    expect(outcome(override, THE_6TH)).toBe(
      'bitcoin:?bc=bc1qyyq734dcnhhcwyw8yjxswxg4p7k9nxu0qt84qz',
    );
    expect(outcome(wild, THE_6TH)).toContain(`bitcoin:${ADDRESS}?lno=lno1zr5qyugqgskrk70`);
    expect(outcome(ambiguous, THE_7TH)).toBe('ambiguous');
    expect(outcome(unproven, THE_6TH)).toBe('wildcard');
  });

  test('report the zones that signed, the names followed, and their expiry', () => {
    const proven = verify(wild, THE_6TH);
    expect(proven).toMatchObject({
      path: [
        'a.x_domain_cname_wild.user._bitcoin-payment.dnssec_proof_tests.bitcoin.ninja.',
        'matt.user._bitcoin-payment.mattcorallo.com.',
      ],
      zones: ['.', 'ninja.', 'bitcoin.ninja.', '.', 'com.', 'mattcorallo.com.'],
    });
    if ('error' in proven) throw new Error('not proven');
    expect(outcome(wild, proven.validUntil)).toContain(ADDRESS);
    // BIP353: an hour of grace, no more.
    expect(outcome(wild, proven.validUntil + 3600)).toContain(ADDRESS);
    expect(outcome(wild, proven.validUntil + 3601)).toBe('expired');
    expect(outcome(wild, proven.validFrom)).toContain(ADDRESS);
    expect(outcome(wild, proven.validFrom - 1)).toBe('too-early');
  });

  test('are encoded as they were read', () => {
    expect(proofs.map(writeNameProof)).toEqual(bytes);
  });

  test('prove nothing with other trusted keys of the root', () => {
    const other = readRootKeys(`. IN DS 20326 8 2 ${'11'.repeat(32)}`);
    if (other === undefined) throw new Error('no keys');
    expect(judgeNameProof(simple, other, THE_7TH)).toMatchObject({ error: 'signature' });
    expect(judgeNameProof(simple, [], THE_7TH)).toMatchObject({ error: 'signature' });
  });

  test('prove nothing of another name', () => {
    for (const name of ['other', 'simplе', 'simple.user', ''].map(
      (user) => `${user}@bitcoin.ninja`,
    )) {
      expect('error' in verify({ ...simple, name }, THE_7TH)).toBe(true);
    }
    const name = simple.name.replace('simple', 'simple2');
    expect(outcome({ ...simple, name }, THE_7TH)).toBe('missing');
  });
});

const step = takesAll ? 1 : 11;

describe('changes by a thief', () => {
  test('a changed byte of a proof proves no other data', { timeout: 300_000 }, () => {
    const right = outcome(simple, THE_7TH);
    const results = new Map<string, number>();
    for (let at = 0; at < simple.chain.length; at += step) {
      const chain = Uint8Array.from(simple.chain);
      chain[at] = (chain[at] ?? 0) ^ (1 << (at % 8));
      const found = outcome({ ...simple, chain }, THE_7TH);
      const kind = found === right ? 'same' : found;
      results.set(kind, (results.get(kind) ?? 0) + 1);
    }
    // Signatures do not cover TTLs, letter case, and keys that sign no record.
    expect([...results.keys()].every((kind) => !kind.startsWith('bitcoin:'))).toBe(true);
    expect(results.get('signature') ?? 0).toBeGreaterThan(100 / step);
  });

  test('a proof with a missing or truncated record proves nothing or the same', () => {
    for (const [proof, now] of [
      [simple, THE_7TH],
      [wild, THE_6TH],
    ] as const) {
      const right = outcome(proof, now);
      const ends = endsOf(proof.chain);
      ends.forEach((end, i) => {
        const start = ends[i - 1] ?? 0;
        const chain = Uint8Array.from([
          ...proof.chain.subarray(0, start),
          ...proof.chain.subarray(end),
        ]);
        const found = outcome({ ...proof, chain }, now);
        expect(found === right || !found.startsWith('bitcoin:')).toBe(true);
      });
      expect(outcome({ ...proof, chain: proof.chain.subarray(0, -1) }, now)).toBe('malformed');
      expect(outcome({ ...proof, chain: new Uint8Array(70_000) }, now)).toBe('malformed');
    }
  });

  test('the order of records does not matter', () => {
    const ends = endsOf(simple.chain);
    const pieces = ends.map((end, i) => [...simple.chain.subarray(ends[i - 1] ?? 0, end)]);
    const chain = Uint8Array.from(pieces.reverse().flat());
    expect(outcome({ ...simple, chain }, THE_7TH)).toBe(outcome(simple, THE_7TH));
  });
});

/** The end of each record of a chain. */
function endsOf(chain: Bytes): readonly number[] {
  const ends: number[] = [];
  for (let end = 1; end <= chain.length; end++) {
    const head = chain.subarray(0, end);
    if ((readRecords(head)?.length ?? 0) === ends.length + 1) ends.push(end);
  }
  return ends;
}

test('names are user@domain in plain letters', () => {
  expect(domainNameOf('Bob@Example.COM')).toEqual([
    'bob',
    'user',
    '_bitcoin-payment',
    'example',
    'com',
  ]);
  expect(domainNameOf('bob@example.com.')).toEqual(domainNameOf('bob@example.com'));
  const wrong = [
    'bob',
    '@x.com',
    'bob@',
    '₿bob@x.com',
    'a@b@c',
    'bob@x..com',
    '*@x.com',
    'b ob@x.com',
  ];
  for (const name of [
    ...wrong,
    `${'a'.repeat(64)}@x.com`,
    `bob@${'a.'.repeat(120)}com`,
    'bоb@x.com',
  ]) {
    expect(domainNameOf(name), name).toBeUndefined();
  }
});

test('keys of the root are read from lines of a zone file', () => {
  expect(rootKeys().map(({ keyTag }) => keyTag)).toEqual([20326, 38696]);
  expect(readRootKeys('. 172800 IN DS 1 8 4 '.concat('ab'.repeat(48), ' ; comment'))).toHaveLength(
    1,
  );
  for (const text of [
    '',
    'com. IN DS 1 8 2 00',
    '. IN DS 1 8 1 '.concat('ab'.repeat(20)),
    '. IN DS 1 8 2 ab',
  ]) {
    expect(readRootKeys(text)).toBeUndefined();
  }
  expect(Type.NSEC3).toBe(50);
});
