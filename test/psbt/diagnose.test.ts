import { describe, expect, test } from 'vitest';
import { hash160, sha256 } from '../../src/crypto/hash.ts';
import { nobleSecp256k1 as secp256k1 } from '../../src/crypto/noble.ts';
import { decodeHex } from '../../src/encoding/hex.ts';
import { badSignatures, diagnosePsbtTask, locksOf } from '../../src/psbt/diagnose.ts';
import { createPsbt, type Psbt, type PsbtInput } from '../../src/psbt/psbt.ts';
import { openSession } from '../../src/psbt/psbt-session.ts';
import { signPsbt } from '../../src/psbt/sign-psbt.ts';
import { p2shScript, p2trScript, p2wpkhScript, p2wshScript } from '../../src/script/builders.ts';
import { walkScript } from '../../src/script/script.ts';
import { tapLeafHash, tapTweakHash } from '../../src/script/taproot.ts';
import { transactionChecker } from '../../src/sighash/transaction-checker.ts';
import { createKeyProvider } from '../../src/signing/miniscript-provider.ts';
import { runNow } from '../../src/signing/task.ts';
import { transactionId } from '../../src/transaction/txid.ts';
import { keyOf, publicKeyOf, xOnlyOf } from '../support/signing.ts';

const bytes = (hex: string) => decodeHex(hex) ?? new Uint8Array(0);
const key = Buffer.from(publicKeyOf(1)).toString('hex');

/** A PSBT whose only coin has a witness script with a lock before a signature. */
function locked(lock: string, locktime: number, sequence: number): Psbt {
  const witnessScript = bytes(`${lock}7521${key}ac`);
  const inputs = [
    { prevout: { txid: '11'.repeat(32), vout: 0 }, scriptSig: bytes(''), sequence, witness: [] },
  ];
  const psbt = createPsbt({ version: 2, locktime, inputs, outputs: [] }, 2);
  const witnessUtxo = { value: 1000n, scriptPubKey: p2wshScript(sha256(witnessScript)) };
  return {
    ...psbt,
    inputs: psbt.inputs.map((input) => ({ ...input, witnessScript, witnessUtxo })),
  };
}

test.each([
  // 500 and OP_CHECKLOCKTIMEVERIFY, 10 and OP_CHECKSEQUENCEVERIFY.
  ['a height that is reached', '02f401b1', 600, 0xfffffffe, []],
  ['a height that is not reached', '02f401b1', 400, 0xfffffffe, [{ kind: 'after', value: 500 }]],
  ['an age that is reached', '5ab2', 0, 12, []],
  ['an age that is not reached', '5ab2', 600, 9, [{ kind: 'older', value: 10 }]],
  ['an age, without relative locks', '5ab2', 600, 0xfffffffe, [{ kind: 'older', value: 10 }]],
] as const)('names the lock that is not met: %s', (_, lock, locktime, sequence, locks) => {
  const session = openSession(locked(lock, locktime, sequence), secp256k1);
  if (session === undefined) throw new Error('no session');
  const [found] = runNow(diagnosePsbtTask(session));
  expect(found?.locks).toEqual(locks);
});

// Numbers of scripts (script.h, CScriptNum): 4 bytes at most, and 5 for lock times (BIP65, BIP112).
test.each([
  ['500 and CHECKLOCKTIMEVERIFY', '02f401b1', [{ kind: 'after', value: 500 }]],
  ['1', '51b2', [{ kind: 'older', value: 1 }]],
  ['16', '60b1', [{ kind: 'after', value: 16 }]],
  ['0', '00b2', [{ kind: 'older', value: 0 }]],
  ['-1', '4fb2', []],
  ['a negative number', '0181b2', []],
  ['a number of five bytes', '05ffffffff00b1', [{ kind: 'after', value: 0xffffffff }]],
  ['a number of six bytes', '06ffffffff0000b1', []],
  ['a number in more bytes than it needs', '020500b1', [{ kind: 'after', value: 5 }]],
  ['a number behind OP_PUSHDATA4', '4e0100000005b1', [{ kind: 'after', value: 5 }]],
  ['no number', 'b1', []],
  ['an opcode before', '76b1', []],
  ['a number before another opcode', '5576', []],
  [
    'two locks',
    '55b156b2',
    [
      { kind: 'after', value: 5 },
      { kind: 'older', value: 6 },
    ],
  ],
])('finds the locks in a script: %s', (_, script, locks) => {
  expect(locksOf(walkScript(bytes(script)) ?? [])).toEqual(locks);
});

describe('signatures that do not hold are named by their key', () => {
  const leaf = bytes(`20${Buffer.from(xOnlyOf(2)).toString('hex')}ac`);
  const tweaked = secp256k1.tweakXOnlyPublicKey(
    xOnlyOf(1),
    tapTweakHash(xOnlyOf(1), tapLeafHash(0xc0, leaf)),
  );
  if (tweaked === undefined) throw new Error('no key');
  const multisig = bytes(`5121${key}51ae`);
  const nested = p2wpkhScript(hash160(publicKeyOf(1)));
  const block = Uint8Array.from([0xc0 + tweaked.parity, ...xOnlyOf(1)]);
  const taproot = {
    tapInternalKey: xOnlyOf(1),
    tapMerkleRoot: tapLeafHash(0xc0, leaf),
    tapLeaves: [{ script: leaf, leafVersion: 0xc0, controlBlocks: [block] }],
  };
  const flip = (signature: Uint8Array) => signature.map((byte, i) => (i === 20 ? byte ^ 1 : byte));

  test.each<[string, Uint8Array, Partial<PsbtInput>, number, Uint8Array]>([
    ['P2WPKH', nested, {}, 1, publicKeyOf(1)],
    ['P2WSH', p2wshScript(sha256(multisig)), { witnessScript: multisig }, 1, publicKeyOf(1)],
    ['P2SH-P2WPKH', p2shScript(hash160(nested)), { redeemScript: nested }, 1, publicKeyOf(1)],
    ['P2SH', p2shScript(hash160(multisig)), { redeemScript: multisig }, 1, publicKeyOf(1)],
    ['P2WPKH with another redeem script', nested, { redeemScript: multisig }, 1, publicKeyOf(1)],
    ['a key path', p2trScript(tweaked.xOnly), taproot, 1, tweaked.xOnly],
    ['a leaf', p2trScript(tweaked.xOnly), taproot, 2, xOnlyOf(2)],
  ])('%s', (_, scriptPubKey, fields, signer, name) => {
    const given = locked('51', 0, 0xfffffffd);
    const inputs = given.inputs.map((input): PsbtInput => {
      const nothing = { witnessScript: new Uint8Array(0) };
      const previous = {
        version: 2,
        locktime: 0,
        inputs: [],
        outputs: [{ value: 1000n, scriptPubKey }],
      };
      const prevout = { txid: transactionId(previous), vout: 0 };
      return {
        ...input,
        ...nothing,
        prevout,
        witnessUtxo: undefined,
        nonWitnessUtxo: previous,
        ...fields,
      };
    });
    const psbt = { ...given, inputs };
    const provider = createKeyProvider({ keys: [keyOf(signer)], scripts: [multisig] }, secp256k1);
    const signed = signPsbt({ psbt, provider, secp256k1, finalize: false });
    const session = openSession(psbt, secp256k1);
    const [input] = 'error' in signed ? [] : signed.psbt.inputs;
    if (session === undefined || input === undefined) throw new Error('not signed');
    const bad = (each: PsbtInput) =>
      badSignatures(each, scriptPubKey, transactionChecker(session.cache, 0, secp256k1));
    expect(bad(input)).toEqual([]);
    const wrong = {
      ...input,
      partialSignatures: input.partialSignatures.map((each) => ({
        ...each,
        signature: flip(each.signature),
      })),
      tapKeySignature: input.tapKeySignature && flip(input.tapKeySignature),
      tapScriptSignatures: input.tapScriptSignatures.map((each) => ({
        ...each,
        signature: flip(each.signature),
      })),
    };
    expect(bad(wrong)).toEqual([name]);
    const [found] = runNow(diagnosePsbtTask({ ...session, psbt: { ...psbt, inputs: [wrong] } }));
    expect(found).toMatchObject({ index: 0, hasUtxo: true, badSignatures: [name] });
    expect(runNow(diagnosePsbtTask({ ...session, psbt: { ...psbt, inputs: [input] } }))).toEqual(
      [],
    );
  });
});

describe('a diagnosis', () => {
  const of = (psbt: Psbt) => {
    const session = openSession(psbt, secp256k1);
    return session && runNow(diagnosePsbtTask(session));
  };
  const with_ = (fields: Partial<PsbtInput>): Psbt => {
    const psbt = locked('51', 0, 0xfffffffd);
    return { ...psbt, inputs: psbt.inputs.map((input) => ({ ...input, ...fields })) };
  };

  test('says that the coin is unknown', () => {
    expect(of(with_({ witnessUtxo: undefined }))).toMatchObject([
      { index: 0, hasUtxo: false, failure: undefined },
    ]);
  });

  test('names the failure of final scripts, and nothing else', () => {
    expect(of(with_({ finalWitness: [Uint8Array.of(1)] }))).toMatchObject([
      { index: 0, hasUtxo: true, failure: expect.anything(), badSignatures: [], locks: [] },
    ]);
    const anyone = Uint8Array.of(0x51);
    const final = {
      witnessUtxo: { value: 1n, scriptPubKey: p2wshScript(sha256(anyone)) },
      finalWitness: [anyone],
    };
    expect(of(with_(final))).toEqual([]);
  });

  test('names the lock of a leaf', () => {
    const leaf = bytes(`5ab27520${key.slice(2)}ac`);
    const found = of(
      with_({
        witnessUtxo: { value: 1n, scriptPubKey: p2trScript(xOnlyOf(3)) },
        witnessScript: new Uint8Array(0),
        tapLeaves: [{ script: leaf, leafVersion: 0xc0, controlBlocks: [new Uint8Array(33)] }],
      }),
    );
    expect(found).toMatchObject([{ locks: [{ kind: 'older', value: 10 }] }]);
  });

  test('judges by the type that the input asks for', () => {
    // A signature of NONE is missing, not one of ALL.
    const scriptPubKey = p2wpkhScript(hash160(publicKeyOf(1)));
    const witnessUtxo = { value: 1000n, scriptPubKey };
    const psbt = with_({ sighashType: 2, witnessUtxo, witnessScript: new Uint8Array(0) });
    expect(of(psbt)).toMatchObject([{ hasUtxo: true, badSignatures: [] }]);
    const provider = createKeyProvider({ keys: [keyOf(1)] }, secp256k1);
    const sighashType = 2 as const;
    const signed = signPsbt({ psbt, provider, secp256k1, finalize: false, sighashType });
    expect('error' in signed ? signed.error : of(signed.psbt)).toEqual([]);
  });
});
