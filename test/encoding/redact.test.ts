import { expect, test } from 'vitest';
import { redactSecrets } from '../../src/encoding/redact.ts';
import { leakOf, slips, wholeSecrets } from '../support/generate/secrets.ts';

test.each(Object.entries(slips))('redacts every kind of secret, %s', (_, slip) => {
  const leaks = [1, 2, 3].flatMap((n) =>
    wholeSecrets(n).flatMap((secret) => {
      const written = slip(secret.text);
      return [
        `key '${written}' is not valid`,
        `${written} is no address: Invalid`,
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
  [
    'a hint',
    'Ask for them (/tx/TXID/hex, blockchain.transaction.get, getrawtransaction) and hand them to account.coins() as { ...utxo, hex }.',
  ],
])('keeps %s', (_, text) => {
  expect(redactSecrets(text)).toBe(text);
});

test('keeps ids of transactions where its caller asks for it', () => {
  const text = `Invalid ${'ab'.repeat(32)}`;
  expect(redactSecrets(text)).toBe('Invalid [redacted]');
  expect(redactSecrets(text, { keepsIds: true })).toBe(text);
});
