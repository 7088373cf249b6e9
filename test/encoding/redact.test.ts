import { expect, test } from 'vitest';
import { redactSecrets } from '../../src/encoding/redact.ts';
import { leakOf, slips, wholeSecrets } from '../support/generate/secrets.ts';

test.each(Object.entries(slips))('redacts every kind of secret, %s', (_, slip) => {
  const leaks = [1, 2, 3].flatMap((n) =>
    wholeSecrets(n).flatMap((secret) => {
      const written = slip(secret.text);
      return [
        `key '${written}' is not valid`,
        `${written} is not an address: Invalid`,
        `Unknown ${written}`,
      ]
        .map((text) => redactSecrets(text))
        .filter((text) => leakOf(secret, text) !== undefined)
        .map((text) => `${secret.kind}: ${text}`);
    }),
  );
  expect(leaks).toEqual([]);
});

test.each([
  [
    'an extended public key',
    'xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8',
  ],
  [
    'addresses',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4 1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH BCRT1Q2ZTPSHKY9KC3E69G8PJLQF07L3WP2D2K9Y26LR',
  ],
  ['a mistyped address in two cases', 'bc1qw508d6qejxtdg4y5r3Zarvary0c5xw7kv8f3t4'],
  [
    'a silent payment address',
    'sp1qqgste7k9hx0qftg6qmwlkqtwuy6cycyavzmzj85c6qdfhjdpdjtdgqjuexzk6murw56suy3e0rd2cgqvycxttddwsvgxe2usfpxumr70xc9pkqwv',
  ],
  ['a taproot address', 'bcrt1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqc8gma6'],
  ['a public key', 'key 02c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5'],
  ['an outpoint', `${'ab'.repeat(32)}:1`],
  ['a transaction that is named', `the transaction ${'ab'.repeat(32)} is not there`],
  [
    'a sentence',
    'The wallet that this call wants must first have been loaded from its file, then call again with that name',
  ],
  ['a path', "Can't read '/srv/Alice/Documents/bitcoin/wallets/cold/savings/family/year/main/x'."],
  [
    'a fingerprint of a signer of snapshots',
    'It is signed by 0f3a-12bc-d9e1-77aa-0b1c-8899-feed-0123.',
  ],
  [
    'a fingerprint behind words as long as its groups',
    'trust this from 1b2c-0d34-55aa-9f01-2222-7c7d-8e81-0a3b -name=anna',
  ],
  [
    'a list of inputs',
    `Inputs ${Array.from({ length: 24 }, (_, i) => i + 90).join(', ')} are open`,
  ],
  [
    'a list of choices',
    'Choose ALL, NONE, SINGLE, ALL|ANYONECANPAY, NONE|ANYONECANPAY or SINGLE|ANYONECANPAY.',
  ],
  ['a call', 'wsh(and_v(v:pk(alice),or_d(pk(carol),after(lock))))'],
  [
    'a hint',
    'Ask for them (/tx/TXID/hex, blockchain.transaction.get, getrawtransaction) and hand them to account.coins() as { ...utxo, hex }.',
  ],
])('keeps %s', (_, text) => {
  expect(redactSecrets(text)).toBe(text);
});

test('redacts bytes of a key as numbers and in base64', () => {
  const key = Uint8Array.from({ length: 32 }, (_, i) => (i * 73 + 11) % 256);
  expect(redactSecrets(`Unknown ${key}`)).toBe('Unknown [redacted]');
  expect(redactSecrets(`Unknown ${[...key].join(', ')}`)).toBe('Unknown [redacted]');
  expect(redactSecrets(`Unknown ${Buffer.from(key).toString('base64')}`)).toBe(
    'Unknown [redacted]',
  );
});

// This takes hours if the time grows as the square of the length.
test.each([
  ...['z', 'A', '5', '00', 'é', '[', 'a,', '1-', 'a/', '%20', '字'],
  ...['ab ', 'aB3d ', '0000-', '[redacted] ', '1234567890ab\n', 'abprv', '\n', ' '],
])('ends with a million letters of %j', (piece) => {
  const text = piece.repeat(1_000_000 / piece.length);
  expect(redactSecrets(text, { given: [] }).length).toBeGreaterThan(0);
  expect(redactSecrets(text, { keepsIds: true }).length).toBeGreaterThan(0);
});

test('ends on a text of almost only words', () => {
  for (const part of ['ab12 ', 'abc9999999999999', 'a/', '%20ab', '1,', 'ab(', 'A1/+']) {
    expect(redactSecrets(part.repeat(20_000))).toBeTypeOf('string');
  }
});

test('keeps ids of transactions if its caller asks for it', () => {
  const text = `Invalid ${'ab'.repeat(32)}`;
  expect(redactSecrets(text)).toBe('Invalid [redacted]');
  expect(redactSecrets(text, { keepsIds: true })).toBe(text);
});
