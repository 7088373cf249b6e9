import { OutScript } from '@scure/btc-signer';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Bytes, concatBytes } from '../../src/encoding/bytes.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import {
  multisigScript,
  nullDataScript,
  p2aScript,
  p2pkhScript,
  p2pkScript,
  p2shScript,
  p2trScript,
  p2wpkhScript,
  p2wshScript,
  witnessScript,
} from '../../src/script/builders.ts';
import { solveScript } from '../../src/script/templates.ts';
import { hex, parseScript } from '../support/generate/script-text.ts';

const [hash20, hash32] = [new Uint8Array(20).fill(5), new Uint8Array(32).fill(6)];
const compressed = concatBytes(Uint8Array.of(2), hash32);
const uncompressed = concatBytes(Uint8Array.of(4), hash32, hash32);

test.each([
  [p2pkScript(compressed), { kind: 'pubkey', publicKey: compressed }],
  [p2pkScript(uncompressed), { kind: 'pubkey', publicKey: uncompressed }],
  [p2pkhScript(hash20), { kind: 'pubkeyhash', hash: hash20 }],
  [p2shScript(hash20), { kind: 'scripthash', hash: hash20 }],
  [p2wpkhScript(hash20), { kind: 'witness_v0_keyhash', hash: hash20 }],
  [p2wshScript(hash32), { kind: 'witness_v0_scripthash', hash: hash32 }],
  [p2trScript(hash32), { kind: 'witness_v1_taproot', outputKey: hash32 }],
  [p2aScript, { kind: 'anchor' }],
  [nullDataScript(hash32), { kind: 'nulldata' }],
  [hex('6a'), { kind: 'nulldata' }],
  [witnessScript(1, hash20), { kind: 'witness_unknown', version: 1, program: hash20 }],
  [witnessScript(16, hash32), { kind: 'witness_unknown', version: 16, program: hash32 }],
  [witnessScript(0, hex('aaaa')), { kind: 'nonstandard' }],
  [hex(''), { kind: 'nonstandard' }],
  [hex('6a61'), { kind: 'nonstandard' }],
])('what was built is found again: %j', (script, template) => {
  expect(solveScript(script)).toEqual(template);
});

function typeByScure(script: Bytes): string {
  try {
    return OutScript.decode(script).type;
  } catch {
    return 'unknown';
  }
}

test('finds the same hashes as @scure/btc-signer, also if a byte is changed, cut or added', () => {
  const kinds = new Map<string, string>([
    ['pkh', 'pubkeyhash'],
    ['sh', 'scripthash'],
    ['wpkh', 'witness_v0_keyhash'],
    ['wsh', 'witness_v0_scripthash'],
  ]);
  const hashes = [...kinds.values()];
  const built = [p2pkhScript, p2shScript, p2wpkhScript].map((build) => build(hash20));
  for (const script of [...built, p2wshScript(hash32)]) {
    const changed = [...script.keys()].flatMap((at) =>
      [1, 0x80].map((bit) => script.map((byte, i) => (i === at ? byte ^ bit : byte))),
    );
    const sizes = [script.subarray(1), script.subarray(0, -1), concatBytes(script, hex('00'))];
    for (const each of [script, ...changed, ...sizes]) {
      const { kind } = solveScript(each);
      const theirs = kinds.get(typeByScure(each));
      expect([encodeHex(each), hashes.includes(kind) ? kind : undefined]).toEqual([
        encodeHex(each),
        theirs,
      ]);
    }
  }
});

test('multisig of 1 to 20 keys', () => {
  for (let count = 1; count <= 20; count++) {
    const publicKeys = Array.from({ length: count }, (_, i) => (i % 2 ? uncompressed : compressed));
    for (const required of [1, count]) {
      const template = solveScript(multisigScript(required, publicKeys));
      expect(template).toEqual({ kind: 'multisig', required, publicKeys });
    }
  }
  const keys = Array.from({ length: 21 }, () => compressed);
  expect(solveScript(multisigScript(1, keys)).kind).toBe('nonstandard');
});

const key = `0x21 0x${'02'.repeat(33)}`;

test.each([
  `0 ${key} 1 CHECKMULTISIG`,
  `2 ${key} 1 CHECKMULTISIG`,
  `1 ${key} 2 CHECKMULTISIG`,
  `0x01 0x01 ${key} 1 CHECKMULTISIG`,
  `1 ${key} 0x01 0x01 CHECKMULTISIG`,
  `1 ${key} 1 NOP CHECKMULTISIG`,
  `1 ${key} 1 CHECKMULTISIGVERIFY`,
  `1 ${key} 1 CHECKMULTISIG CHECKMULTISIG`,
  `1 0x20 0x${'02'.repeat(32)} 1 CHECKMULTISIG`,
  'CHECKMULTISIG',
])('%s is no multisig', (script) => {
  expect(solveScript(parseScript(script)).kind).toBe('nonstandard');
});

test('keys of the wrong size are not keys', () => {
  expect(solveScript(p2pkScript(concatBytes(Uint8Array.of(4), hash32))).kind).toBe('nonstandard');
  expect(solveScript(p2pkScript(concatBytes(Uint8Array.of(2), hash32, hash32))).kind).toBe(
    'nonstandard',
  );
});

test('classifies any bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 120 }), (script) => {
      expect(solveScript(script).kind).toBeTypeOf('string');
    }),
  );
});
