import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { nobleSecp256k1 as secp256k1 } from '../../src/crypto/noble.ts';
import { masterKeyFromSeed } from '../../src/descriptor/derive.ts';
import { encodeExtendedPrivateKey } from '../../src/descriptor/extended-key.ts';
import { decodeHex } from '../../src/encoding/hex.ts';
import { networks } from '../../src/encoding/network.ts';
import { deriveAccount, firstAddresses } from '../../src/seed/accounts.ts';
import { electrumAccounts, electrumRootKey, electrumSeed } from '../../src/seed/electrum.ts';
import { readVector } from '../support/paths.ts';

type Seed = Readonly<Record<'name' | 'words' | 'passphrase' | 'prefix' | 'seed', string>>;
const vectors: {
  readonly seeds: readonly Seed[];
  readonly types: readonly { readonly words: string; readonly type: string }[];
} = JSON.parse(readVector('seed/electrum.json'));

const network = networks.main;

test.each(vectors.seeds)("Electrum's own $name", ({ words, passphrase, prefix, seed }) => {
  expect(electrumSeed(words)).toBe(prefix === '01' ? 'standard' : 'segwit');
  const root = electrumRootKey(words, passphrase);
  const expected = masterKeyFromSeed(decodeHex(seed) ?? new Uint8Array());
  if (!root || !expected) throw new Error('a seed without a root');
  expect(encodeExtendedPrivateKey(root, network)).toBe(encodeExtendedPrivateKey(expected, network));
});

const newer = vectors.types.filter(({ type }) => type !== 'old');
test.each(newer)("Electrum's kind of '$words' is '$type'", ({ words, type }) => {
  expect(electrumSeed(words) ?? '').toBe(type);
});

const program = join(
  process.env.COLDSIGN_ELECTRUM_DIR ?? join(tmpdir(), 'coldsign-electrum'),
  'python3',
);
const script = `
import sys, json
from electrum import keystore, bitcoin, mnemonic
def addresses(words, extension):
    store = keystore.from_seed(words, passphrase=extension)
    kind = 'p2wpkh' if mnemonic.calc_seed_type(words) == 'segwit' else 'p2pkh'
    return [bitcoin.pubkey_to_address(kind, store.derive_pubkey(0, i).hex()) for i in range(5)]
print(json.dumps([addresses(*each) for each in json.load(sys.stdin)]))
`;

describe.skipIf(!existsSync(program))('the real Electrum', () => {
  test('has the same addresses', () => {
    const asked = vectors.seeds.map(({ words, passphrase }) => [words, passphrase]);
    const input = JSON.stringify(asked);
    const told = JSON.parse(execFileSync(program, ['-c', script], { input, encoding: 'utf8' }));
    const ours = vectors.seeds.map(({ words, passphrase }) => {
      const kind = electrumSeed(words);
      const root = electrumRootKey(words, passphrase);
      if (!root || (kind !== 'standard' && kind !== 'segwit')) throw new Error('no seed');
      const context = { network, secp256k1 };
      return firstAddresses(deriveAccount(root, electrumAccounts[kind], context), 5, context);
    });
    expect(ours).toEqual(told);
  });
});
