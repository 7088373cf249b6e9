import { expect, test } from 'vitest';
import { nobleSecp256k1 as secp256k1 } from '../../src/crypto/noble.ts';
import { encodeBase64 } from '../../src/encoding/base64.ts';
import { networks } from '../../src/encoding/network.ts';
import { encodeUtf8 } from '../../src/encoding/utf8.ts';
import { explainName, findNameProof } from '../../src/names/explain-name.ts';
import { readVector } from '../support/paths.ts';
import { hexBytes } from '../support/signing.ts';

const rows: readonly { readonly proof: string }[] = JSON.parse(readVector('names/bip353.json'));
const [simple = '', , , ambiguous = ''] = rows.map(({ proof }) => proof);
const now = Date.UTC(2025, 7, 7, 18) / 1000;
const reading = { network: networks.main, secp256k1 };
const read = (bytes: Uint8Array) => {
  const proof = findNameProof(bytes);
  if (proof === undefined) throw new Error('no proof');
  return proof;
};

test('a proof is found as bytes, hexadecimal and base64', () => {
  const bytes = hexBytes(simple);
  for (const form of [
    bytes,
    encodeUtf8(`${simple.toUpperCase()}\n`),
    encodeUtf8(encodeBase64(bytes)),
  ]) {
    expect(read(form)).toEqual(read(bytes));
  }
  expect(findNameProof(encodeUtf8('cHNidP8BAFICAAAAA'))).toBeUndefined();
  expect(findNameProof(new Uint8Array(0))).toBeUndefined();
});

test('a proof is explained with its address, its end, its zones and the clock', () => {
  const { isProven, lines } = explainName(read(hexBytes(simple)), now, reading);
  expect(isProven).toBe(true);
  expect(lines).toEqual([
    '₿simple@dnssec_proof_tests.bitcoin.ninja: proven until 2025-08-10 16:22',
    'Address: bc1qztwy6xen3zdtt7z0vrgapmjtfz8acjkfp5fp7l',
    'DNS: simple.user._bitcoin-payment.dnssec_proof_tests.bitcoin.ninja.',
    'Signed by: . → ninja. → bitcoin.ninja.',
    expect.stringContaining('2025-08-07 18:00'),
    expect.stringContaining('built in'),
  ]);
});

test('explains an invalid proof with the reason', () => {
  const late = explainName(read(hexBytes(simple)), now + 864_000, reading);
  expect(late.isProven).toBe(false);
  expect(late.lines.join(' ')).toContain('A signature has expired');
  const two = explainName(read(hexBytes(ambiguous)), now, reading);
  expect(two.lines.join(' ')).toContain('several payment instructions');
});
