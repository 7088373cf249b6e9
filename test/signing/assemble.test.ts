import { describe, expect, test } from 'vitest';
import { hash160, sha256 } from '../../src/crypto/hash.ts';
import { equalBytes } from '../../src/encoding/bytes.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { inputErrorSentence } from '../../src/rpc/explain/input-error-sentence.ts';
import {
  multisigScript,
  p2aScript,
  p2pkhScript,
  p2pkScript,
  p2shScript,
  p2trScript,
  p2wpkhScript,
  p2wshScript,
} from '../../src/script/builders.ts';
import { Op } from '../../src/script/opcodes.ts';
import { buildScript } from '../../src/script/script.ts';
import { tapTweakHash } from '../../src/script/taproot.ts';
import { produceSignature } from '../../src/signing/assemble.ts';
import { lowRPlaceholders, maximumPlaceholders } from '../../src/signing/creator.ts';
import { createKeyProvider } from '../../src/signing/miniscript-provider.ts';
import type { SigningProvider } from '../../src/signing/provider.ts';
import { emptySignatureData } from '../../src/signing/signature-data.ts';
import {
  curve,
  keyOf,
  publicKeyOf,
  type Signer,
  sign,
  spendOf,
  xOnlyOf,
} from '../support/signing.ts';

/** Replaces signatures by `s`, so that a stack is readable. */
const shape = (stack: readonly Uint8Array[]): string[] =>
  stack.map((item) => (item.length > 60 && item[0] === 0x30 ? 's' : encodeHex(item)));

function attempt(script: Uint8Array, signer: Signer) {
  const { transaction, errors } = sign(spendOf([script]), signer);
  const error = errors[0]?.error;
  const [input] = transaction.inputs;
  return {
    witness: shape(input?.witness ?? []),
    scriptSig: encodeHex(input?.scriptSig ?? new Uint8Array()),
    error: error && (error.kind === 'missing-amount' ? error.kind : inputErrorSentence(error)),
  };
}

const UNABLE = 'Unable to sign input, invalid stack size (possibly missing key)';
const MORE = 'CHECK(MULTI)SIG failing with non-zero signature (possibly need more signatures)';

describe('multisig with too few signatures is padded as Core pads it', () => {
  const table: [required: number, given: number, items: string, error: string][] = [
    [2, 0, '- -', UNABLE],
    [2, 1, '- s -', MORE],
    [3, 0, '- - -', UNABLE],
    [3, 1, '- s -', UNABLE],
    [3, 2, '- s s -', MORE],
    [4, 0, '- - -', UNABLE],
    [4, 1, '- s - -', UNABLE],
    [4, 2, '- s s -', UNABLE],
    [4, 3, '- s s s -', MORE],
    [5, 0, '- - - -', UNABLE],
    [5, 1, '- s - -', UNABLE],
    [5, 2, '- s s - -', UNABLE],
    [5, 3, '- s s s -', UNABLE],
    [5, 4, '- s s s s -', MORE],
  ];
  test.each(table)('%i needed, %i there', (required, given, items, error) => {
    const script = multisigScript(
      required,
      [1, 2, 3, 4, 5].map((number) => publicKeyOf(number)),
    );
    const keys = [1, 2, 3, 4].slice(0, given).map((number) => keyOf(number));
    const result = attempt(p2wshScript(sha256(script)), { keys, scripts: [script] });
    expect(result.witness.slice(0, -1).map((item) => item || '-')).toEqual(items.split(' '));
    expect(result.error).toBe(error);
  });
});

describe('multisig takes', () => {
  const wsh = (script: Uint8Array, signer: Signer) =>
    attempt(p2wshScript(sha256(script)), { scripts: [script], ...signer });

  test('uses the first keys of the script that can sign', () => {
    const script = multisigScript(1, [publicKeyOf(1), publicKeyOf(2)]);
    const both = wsh(script, { keys: [keyOf(2), keyOf(1)] });
    expect(both).toEqual(wsh(script, { keys: [keyOf(1)] }));
  });

  test('signs twice with a key that is in the script twice', () => {
    const script = multisigScript(2, [publicKeyOf(1), publicKeyOf(1)]);
    expect(wsh(script, { keys: [keyOf(1)] })).toMatchObject({
      witness: ['', 's', 's', encodeHex(script)],
      error: undefined,
    });
  });

  test('20 keys', () => {
    const numbers = Array.from({ length: 20 }, (_, i) => i + 1);
    const script = multisigScript(
      20,
      numbers.map((number) => publicKeyOf(number)),
    );
    expect(wsh(script, { keys: numbers.map((number) => keyOf(number)) }).error).toBeUndefined();
  });
});

describe('unsignable inputs', () => {
  const k1 = hash160(publicKeyOf(1));
  const opTrue = Uint8Array.of(Op.OP_1);
  const inner = p2pkScript(publicKeyOf(1));
  const bip86 =
    curve.tweakXOnlyPublicKey(xOnlyOf(1), tapTweakHash(xOnlyOf(1))) ?? expect.unreachable();
  const cases: [name: string, script: Uint8Array, signer: Signer, error: string | undefined][] = [
    ['P2PKH without key', p2pkhScript(k1), {}, UNABLE],
    ['P2PKH with the other form of the key', p2pkhScript(k1), { keys: [keyOf(1, false)] }, UNABLE],
    ['P2WPKH without key', p2wpkhScript(k1), {}, 'Witness program hash mismatch'],
    [
      'P2WPKH of an uncompressed key',
      p2wpkhScript(hash160(publicKeyOf(1, false))),
      { keys: [keyOf(1, false)] },
      'Witness program hash mismatch',
    ],
    [
      'P2WSH without script',
      p2wshScript(sha256(inner)),
      { keys: [keyOf(1)] },
      'Witness program was passed an empty witness',
    ],
    [
      'P2WSH in P2WSH',
      p2wshScript(sha256(p2wshScript(sha256(inner)))),
      { keys: [keyOf(1)], scripts: [p2wshScript(sha256(inner)), inner] },
      'Stack size must be exactly one after execution',
    ],
    [
      'P2TR by the key that BIP86 derives, which was not asked for',
      p2trScript(bip86.xOnly),
      { keys: [keyOf(1)] },
      'Witness program was passed an empty witness',
    ],
    [
      'P2TR by the untweaked internal key',
      p2trScript(xOnlyOf(2)),
      { keys: [keyOf(1)] },
      'Witness program was passed an empty witness',
    ],
    ['P2SH without script', p2shScript(hash160(inner)), { keys: [keyOf(1)] }, UNABLE],
    [
      'P2SH in P2SH',
      p2shScript(hash160(p2shScript(hash160(inner)))),
      { keys: [keyOf(1)], scripts: [p2shScript(hash160(inner))] },
      UNABLE,
    ],
    [
      'P2WPKH in P2WSH',
      p2wshScript(sha256(p2wpkhScript(k1))),
      { keys: [keyOf(1)], scripts: [p2wpkhScript(k1)] },
      'Stack size must be exactly one after execution',
    ],
    [
      'an unknown witness version',
      buildScript(Op.OP_2, new Uint8Array(32).fill(1)),
      {},
      'Witness version reserved for soft-fork upgrades',
    ],
    ['OP_RETURN', buildScript(Op.RETURN, k1), {}, 'OP_RETURN was encountered'],
    ['nothing: OP_TRUE needs no signature', opTrue, {}, undefined],
    ['nothing: OP_TRUE in P2WSH', p2wshScript(sha256(opTrue)), { scripts: [opTrue] }, undefined],
    ['nothing: P2A', p2aScript, {}, undefined],
  ];
  test.each(cases)('%s', (_, script, signer, error) => {
    expect(attempt(script, signer).error).toBe(error);
  });
});

describe('placeholders for estimates', () => {
  const script = multisigScript(2, [publicKeyOf(1), publicKeyOf(2), publicKeyOf(3)]);
  const provider = createKeyProvider({ keys: [], scripts: [script] }, curve);

  test('fill a multisig with 71 or 72 bytes a signature, without any key', () => {
    for (const [creator, size] of [
      [lowRPlaceholders, 71],
      [maximumPlaceholders, 72],
    ] as const) {
      const output = p2wshScript(sha256(script));
      const { data, solved } = produceSignature(provider, creator, output, emptySignatureData);
      expect(solved).toBe(true);
      expect(data.witness.map(({ length }) => length)).toEqual([0, size, size, script.length]);
    }
  });

  test('solve a script that requires only signatures or locks', () => {
    const key = publicKeyOf(1);
    const locked = buildScript(key, Op.CHECKSIGVERIFY, Op.OP_10, Op.CHECKLOCKTIMEVERIFY);
    const inner = p2pkScript(key);
    const cases: [script: Uint8Array, solved: boolean][] = [
      [inner, true],
      [locked, true],
      [buildScript(Op.RETURN), false],
      [p2shScript(hash160(inner)), false],
      [p2wshScript(sha256(inner)), false],
      [p2wpkhScript(hash160(key)), false],
    ];
    for (const [script, solved] of cases) {
      const scripts = [script, inner];
      const signer = createKeyProvider({ keys: [], publicKeys: [key], scripts }, curve);
      const output = p2wshScript(sha256(script));
      const produced = produceSignature(signer, lowRPlaceholders, output, emptySignatureData);
      expect([encodeHex(script), produced.solved]).toEqual([encodeHex(script), solved]);
    }
  });

  test('a taproot key path is 64 bytes', () => {
    const output = p2trScript(xOnlyOf(1));
    const { data } = produceSignature(provider, lowRPlaceholders, output, emptySignatureData);
    expect(data.witness.map(({ length }) => length)).toEqual([64]);
  });
});

test('a key found by the hash of its x-only form signs by its own hash', () => {
  // Expanding a miniscript in tapscript notes it so; Core's CreateSig asks for pubkey.GetID().
  const known = createKeyProvider({ keys: [keyOf(1)] }, curve);
  const xOnlyHash = hash160(xOnlyOf(1));
  const provider: SigningProvider = {
    ...known,
    getPublicKey: (hash) => (equalBytes(hash, xOnlyHash) ? publicKeyOf(1) : undefined),
  };
  const { errors } = sign(spendOf([p2wpkhScript(xOnlyHash)]), { provider });
  expect(errors).toMatchObject([
    { missing: { signatures: [] }, failure: { error: 'EQUALVERIFY' } },
  ]);
});
