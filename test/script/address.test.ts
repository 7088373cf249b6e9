import { NETWORK, Address as OtherAddress, OutScript } from '@scure/btc-signer';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeBase58Check } from '../../src/crypto/base58check.ts';
import { type Bech32Encoding, convertBits, encodeBech32 } from '../../src/encoding/bech32.ts';
import { type Bytes, concatBytes } from '../../src/encoding/bytes.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { type NetworkName, networks } from '../../src/encoding/network.ts';
import { decodeAddress, formatAddress } from '../../src/script/address.ts';
import {
  multisigScript,
  nullDataScript,
  p2aScript,
  p2pkhScript,
  p2pkScript,
  p2shScript,
  witnessScript,
} from '../../src/script/builders.ts';
import { runs } from '../support/generate/sample.ts';
import { readCoreData } from '../support/paths.ts';

const { main, regtest } = networks;

function scriptOf(address: string, network = main): string {
  const script = decodeAddress(address, network);
  return 'error' in script ? script.error : encodeHex(script);
}

/** Makes a segwit address of any version and length, valid or not. */
function segwit(version: number, program: Bytes, encoding: Bech32Encoding, hrp = 'bc'): string {
  const values = convertBits(program, 8, 5, true) ?? new Uint8Array();
  return encodeBech32(encoding, hrp, concatBytes(Uint8Array.of(version), values));
}

const bytes = (length: number) => new Uint8Array(length).fill(7);

describe("Core's published addresses", () => {
  const valid = readCoreData('key_io_valid.json');
  test.skipIf(valid === undefined)('valid ones', () => {
    type Entry = [
      string,
      string,
      { chain: NetworkName; isPrivkey: boolean; tryCaseFlip?: boolean },
    ];
    const entries: Entry[] = JSON.parse(valid ?? '[]');
    const addresses = entries.filter(([, , { isPrivkey }]) => !isPrivkey);
    expect(addresses.length).toBeGreaterThan(30);
    for (const [address, script, { chain, tryCaseFlip }] of addresses) {
      const network = networks[chain];
      expect(scriptOf(address, network)).toBe(script);
      const decoded = decodeAddress(address, network);
      if (!('error' in decoded)) expect(formatAddress(decoded, network)).toBe(address);
      if (tryCaseFlip) expect(scriptOf(address.toUpperCase(), network)).toBe(script);
    }
  });

  const invalid = readCoreData('key_io_invalid.json');
  test.skipIf(invalid === undefined)('invalid ones, on every network', () => {
    const texts: [string][] = JSON.parse(invalid ?? '[]');
    for (const [text] of texts) {
      for (const network of Object.values(networks)) {
        expect(decodeAddress(text, network)).toHaveProperty('error');
      }
    }
  });
});

describe('forms', () => {
  test.each([
    ['P2PKH', p2pkhScript(bytes(20))],
    ['P2SH', p2shScript(bytes(20))],
    ['P2WPKH', witnessScript(0, bytes(20))],
    ['P2WSH', witnessScript(0, bytes(32))],
    ['P2TR', witnessScript(1, bytes(32))],
    ['P2A', p2aScript],
    ['version 1 of another length', witnessScript(1, bytes(20))],
    ['version 16, shortest', witnessScript(16, bytes(2))],
    ['version 2, longest', witnessScript(2, bytes(40))],
  ])('%s on every network', (_, script) => {
    for (const network of Object.values(networks)) {
      const address = formatAddress(script, network) ?? '';
      expect(scriptOf(address, network)).toBe(encodeHex(script));
    }
  });

  test.each([
    ['P2PK', p2pkScript(concatBytes(Uint8Array.of(2), bytes(32)))],
    ['multisig', multisigScript(1, [concatBytes(Uint8Array.of(2), bytes(32))])],
    ['data', nullDataScript(bytes(3))],
    ['version 0 of another length', witnessScript(0, bytes(25))],
    ['nothing', new Uint8Array()],
  ])('%s has no address', (_, script) => {
    expect(formatAddress(script, main)).toBeUndefined();
  });

  test('test networks share their addresses; regtest shares the base58 ones', () => {
    const legacy = formatAddress(p2pkhScript(bytes(20)), networks.test) ?? '';
    const modern = formatAddress(witnessScript(0, bytes(20)), networks.test) ?? '';
    for (const name of ['testnet4', 'signet'] as const) {
      expect(scriptOf(legacy, networks[name])).toBe(encodeHex(p2pkhScript(bytes(20))));
      expect(scriptOf(modern, networks[name])).toBe(encodeHex(witnessScript(0, bytes(20))));
    }
    expect(scriptOf(legacy, regtest)).toBe(encodeHex(p2pkhScript(bytes(20))));
    expect(decodeAddress(modern, regtest)).toHaveProperty('error');
  });

  test('skips white space around base58, but not around bech32', () => {
    const legacy = formatAddress(p2pkhScript(bytes(20)), main);
    const modern = formatAddress(witnessScript(0, bytes(20)), main);
    expect(scriptOf(` \t\n\v\f\r${legacy} `)).toBe(encodeHex(p2pkhScript(bytes(20))));
    expect(decodeAddress(` ${modern}`, main)).toHaveProperty('error');
    expect(decodeAddress(`${legacy}\0`, main)).toHaveProperty('error');
  });
});

describe('faults in the words of validateaddress', () => {
  const good = segwit(0, bytes(20), 'bech32');
  test.each([
    [
      'another version byte',
      encodeBase58Check(bytes(21)),
      'Invalid or unsupported Base58-encoded address.',
    ],
    [
      'a wrong length',
      encodeBase58Check(new Uint8Array(20)),
      'Invalid length for Base58 address (P2PKH or P2SH)',
    ],
    ['no checksum', 'foo', 'Invalid checksum or length of Base58 address (P2PKH or P2SH)'],
    ['nothing', '', 'Invalid checksum or length of Base58 address (P2PKH or P2SH)'],
    ['not base58', '0OIl', 'Invalid or unsupported Segwit (Bech32) or Base58 encoding.'],
    [
      'more than 100 bytes',
      'z'.repeat(140),
      'Invalid or unsupported Segwit (Bech32) or Base58 encoding.',
    ],
    ['no data', encodeBech32('bech32', 'bc', new Uint8Array()), 'Empty Bech32 data section'],
    [
      'the prefix of regtest',
      segwit(0, bytes(20), 'bech32', 'bcrt'),
      'Invalid or unsupported prefix for Segwit (Bech32) address (expected bc, got bcrt).',
    ],
    [
      'version 0 with bech32m',
      segwit(0, bytes(20), 'bech32m'),
      'Version 0 witness address must use Bech32 checksum',
    ],
    [
      'version 1 with bech32',
      segwit(1, bytes(32), 'bech32'),
      'Version 1+ witness address must use Bech32m checksum',
    ],
    [
      'wrong padding',
      encodeBech32('bech32', 'bc', concatBytes(new Uint8Array(33), Uint8Array.of(1))),
      'Invalid padding in Bech32 data section',
    ],
    [
      'version 0 of 21 bytes',
      segwit(0, bytes(21), 'bech32'),
      'Invalid Bech32 v0 address program size (21 bytes), per BIP141',
    ],
    [
      'version 0 of 1 byte',
      segwit(0, bytes(1), 'bech32'),
      'Invalid Bech32 v0 address program size (1 byte), per BIP141',
    ],
    ['version 17', segwit(17, bytes(32), 'bech32m'), 'Invalid Bech32 address witness version'],
    [
      'version 2 of 41 bytes',
      segwit(2, bytes(41), 'bech32m'),
      'Invalid Bech32 address program size (41 bytes)',
    ],
    [
      'version 2 of 1 byte',
      segwit(2, bytes(1), 'bech32m'),
      'Invalid Bech32 address program size (1 byte)',
    ],
    ['91 characters', `bc1${'q'.repeat(88)}`, 'Bech32 string too long'],
    [
      'mixed case',
      `${good.slice(0, -1)}${good.slice(-1).toUpperCase()}Q`,
      'Invalid character or mixed case',
    ],
    ['no separator', good.replace('1', ''), 'Missing separator'],
    ['a separator too late', `${good.slice(0, -3)}1qq`, 'Invalid separator position'],
    ['a character that is none', `bc1qb${good.slice(5)}`, 'Invalid Base 32 character'],
  ])('%s', (_, text, error) => {
    expect(decodeAddress(text, main)).toMatchObject({ error });
  });

  test('one wrong character is found', () => {
    const wrong = `${good.slice(0, 10)}${good[10] === 'q' ? 'p' : 'q'}${good.slice(11)}`;
    expect(decodeAddress(wrong, main)).toEqual({
      error: 'Invalid Bech32 checksum',
      errorLocations: [10],
    });
  });
});

test('matches @scure/btc-signer for all standard outputs', () => {
  const theirs = OtherAddress(NETWORK);
  const program = fc.oneof(
    fc.uint8Array({ minLength: 20, maxLength: 20 }).map(p2pkhScript),
    fc.uint8Array({ minLength: 20, maxLength: 20 }).map(p2shScript),
    fc.uint8Array({ minLength: 20, maxLength: 20 }).map((hash) => witnessScript(0, hash)),
    fc.uint8Array({ minLength: 32, maxLength: 32 }).map((hash) => witnessScript(0, hash)),
  );
  fc.assert(
    fc.property(program, (script) => {
      const address = theirs.encode(OutScript.decode(script));
      expect(formatAddress(script, main)).toBe(address);
      expect(scriptOf(address)).toBe(encodeHex(script));
    }),
  );
});

test('any text is an address or has an error', () => {
  const near = fc
    .tuple(
      fc.constantFrom('bc1', 'BC1', 'bcrt1', 'tb1', '1', '3', ''),
      fc.string({ unit: 'binary' }),
    )
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(near, (text) => {
      for (const network of [main, regtest]) decodeAddress(text, network);
    }),
    { numRuns: runs(2_000) },
  );
});

test('any script has an address that decodes to it, or none', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 45 }), (script) => {
      const address = formatAddress(script, main);
      if (address !== undefined) expect(scriptOf(address)).toBe(encodeHex(script));
    }),
    { numRuns: runs(2_000) },
  );
});
