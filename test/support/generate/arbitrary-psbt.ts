import fc from 'fast-check';
import { encodeDer } from '../../../src/crypto/der.ts';
import { nobleSecp256k1 as secp256k1 } from '../../../src/crypto/noble.ts';
import { concatBytes } from '../../../src/encoding/bytes.ts';
import { encodeHex } from '../../../src/encoding/hex.ts';
import type { Psbt, PsbtInput, PsbtOutput, RawField } from '../../../src/psbt/psbt.ts';
import type { Transaction } from '../../../src/transaction/transaction.ts';
import { transactionId } from '../../../src/transaction/txid.ts';

const u32 = fc.integer({ min: 0, max: 0xffffffff });
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const script = fc.uint8Array({ maxLength: 40 });
const amount = fc.bigInt({ min: 0n, max: 21_000_000n * 100_000_000n });
const nothing = new Uint8Array(0);

const privateKeys = Array.from({ length: 8 }, (_, i) => new Uint8Array(32).fill(i + 1));
const publicKeys = privateKeys.flatMap((key) => secp256k1.publicKey(key, true) ?? []);
const publicKey = fc.constantFrom(...publicKeys);
const xOnlyKey = publicKey.map((key) => key.subarray(1));
/** 1 to 32 bytes that are not all zero, because Core takes zeros for absent. */
const notNull = bytes(32).map((value) =>
  value.some((byte) => byte !== 0) ? value : value.fill(1),
);

const origin = fc.record({ fingerprint: bytes(4), path: fc.array(u32, { maxLength: 4 }) });

/** Removes items whose key appeared before. */
function setOf<T>(item: fc.Arbitrary<T>, key: (item: T) => Uint8Array | string, maxLength = 3) {
  const selector = (value: T) => {
    const k = key(value);
    return typeof k === 'string' ? k : encodeHex(k);
  };
  return fc.uniqueArray(item, { selector, maxLength });
}

const keyPaths = setOf(fc.record({ publicKey, origin }), (path) => path.publicKey);
const tapKeyPaths = setOf(
  fc.record({
    xOnly: xOnlyKey,
    leafHashes: fc
      .array(bytes(32), { maxLength: 3 })
      .map((list) => new Set(list.map(encodeHex).sort())),
    origin,
  }),
  (path) => path.xOnly,
);
const musigParticipants = setOf(
  fc.record({ aggregate: publicKey, participants: fc.array(publicKey, { maxLength: 4 }) }),
  (item) => item.aggregate,
);
const musigFields = (length: number) =>
  setOf(
    fc.record({
      participant: publicKey,
      aggregate: publicKey,
      leafHash: fc.option(notNull, { nil: undefined }),
      value: bytes(length),
    }),
    ({ participant, aggregate, leafHash }) =>
      [participant, aggregate, leafHash ?? nothing].map(encodeHex).join(),
  );
const preimages = (length: number) =>
  setOf(fc.record({ digest: bytes(length), preimage: script }), (item) => item.digest);

const proprietary: fc.Arbitrary<RawField[]> = setOf(
  fc
    .tuple(fc.uint8Array({ maxLength: 5 }), fc.integer({ min: 0, max: 200 }), script, script)
    .map(([identifier, subtype, rest, value]) => ({
      key: concatBytes(
        Uint8Array.of(0xfc, identifier.length),
        identifier,
        Uint8Array.of(subtype),
        rest,
      ),
      value,
    })),
  (field) => field.key,
);
const unknown: fc.Arbitrary<RawField[]> = setOf(
  fc.record({ key: script.map((rest) => concatBytes(Uint8Array.of(0xf0), rest)), value: script }),
  (field) => field.key,
);

const hashType = fc.constantFrom(1, 2, 3, 0x81, 0x82, 0x83);
const ecdsa = fc.tuple(bytes(64), hashType).map(([compact, type]) => {
  const positive = compact.map((byte, i) => (i % 32 === 0 ? 1 + (byte & 0x3f) : byte));
  return concatBytes(encodeDer(positive), Uint8Array.of(type));
});
const schnorr = fc.oneof(bytes(64), bytes(65));

const controlBlock = (leafVersion: number) =>
  fc
    .tuple(fc.integer({ min: 0, max: 1 }), xOnlyKey, fc.integer({ min: 0, max: 2 }), bytes(64))
    .map(([parity, key, depth, path]) =>
      concatBytes(Uint8Array.of(leafVersion | parity), key, path.subarray(0, 32 * depth)),
    );

const tapLeaves = setOf(
  fc.tuple(script, fc.constantFrom(0xc0, 0xc2)).chain(([leaf, leafVersion]) =>
    controlBlock(leafVersion).map((block) => ({
      script: leaf,
      leafVersion,
      controlBlocks: [block],
    })),
  ),
  (leaf) => encodeHex(leaf.controlBlocks[0] ?? nothing),
).map((leaves) => {
  const byScript = new Map(
    leaves.map((leaf) => [`${encodeHex(leaf.script)} ${leaf.leafVersion}`, leaf]),
  );
  return [...byScript.values()];
});

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 });

const transaction: fc.Arbitrary<Transaction> = fc.record({
  version: u32,
  locktime: u32,
  inputs: fc.array(
    fc.record({
      prevout: fc.record({ txid: bytes(32).map(encodeHex), vout: u32 }),
      scriptSig: script,
      sequence: u32,
      witness: fc.constant([]),
    }),
    { minLength: 1, maxLength: 2 },
  ),
  outputs: fc.array(fc.record({ value: amount, scriptPubKey: script }), {
    minLength: 1,
    maxLength: 3,
  }),
});

const fresh = fc.record({
  prevout: fc.record({ txid: bytes(32).map(encodeHex), vout: u32 }),
  nonWitnessUtxo: maybe(transaction),
  witnessUtxo: maybe(fc.record({ value: amount, scriptPubKey: script })),
  sequence: u32,
});

const noFinal = { finalScriptSig: fc.constant(nothing), finalWitness: fc.constant([]) };

const unfinished = fc.record({
  ...noFinal,
  partialSignatures: setOf(fc.record({ publicKey, signature: ecdsa }), (item) => item.publicKey),
  sighashType: maybe(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })),
  redeemScript: script,
  witnessScript: script,
  keyPaths,
  ripemd160: preimages(20),
  sha256: preimages(32),
  hash160: preimages(20),
  hash256: preimages(32),
  tapKeySignature: maybe(schnorr),
  tapScriptSignatures: setOf(
    fc.record({ xOnly: xOnlyKey, leafHash: bytes(32), signature: schnorr }),
    (item) => concatBytes(item.xOnly, item.leafHash),
  ),
  tapLeaves,
  tapKeyPaths,
  tapInternalKey: maybe(xOnlyKey),
  tapMerkleRoot: maybe(notNull),
  musigParticipants,
  musigPubNonces: musigFields(66),
  musigPartialSignatures: musigFields(32),
});

const finished = fc
  .record({
    finalScriptSig: fc.uint8Array({ minLength: 1, maxLength: 40 }),
    finalWitness: fc.array(script, { maxLength: 3 }),
  })
  .map((final) => ({
    ...final,
    partialSignatures: [],
    sighashType: undefined,
    redeemScript: nothing,
    witnessScript: nothing,
    keyPaths: [],
    ripemd160: [],
    sha256: [],
    hash160: [],
    hash256: [],
    tapKeySignature: undefined,
    tapScriptSignatures: [],
    tapLeaves: [],
    tapKeyPaths: [],
    tapInternalKey: undefined,
    tapMerkleRoot: undefined,
    musigParticipants: [],
    musigPubNonces: [],
    musigPartialSignatures: [],
  }));

const THRESHOLD = 500_000_000;

const locks = fc.record({
  timeLocktime: maybe(fc.integer({ min: THRESHOLD, max: 0xffffffff })),
  heightLocktime: maybe(fc.integer({ min: 1, max: THRESHOLD - 1 })),
});

function input(version: 0 | 2): fc.Arbitrary<PsbtInput> {
  const state: fc.Arbitrary<
    Omit<
      PsbtInput,
      | 'prevout'
      | 'sequence'
      | 'timeLocktime'
      | 'heightLocktime'
      | 'nonWitnessUtxo'
      | 'witnessUtxo'
      | 'proprietary'
      | 'unknown'
    >
  > = fc.oneof({ arbitrary: unfinished, weight: 3 }, { arbitrary: finished, weight: 1 });
  const rest = fc.record({ proprietary, unknown });
  return fc
    .tuple(fresh, state, rest, locks, fc.boolean())
    .map(([start, fields, others, locked, hasSequence]) => {
      const { nonWitnessUtxo, prevout } = start;
      const vout = prevout.vout % (nonWitnessUtxo?.outputs.length ?? 0x100000000);
      const txid = nonWitnessUtxo ? transactionId(nonWitnessUtxo) : prevout.txid;
      return {
        ...start,
        ...fields,
        ...others,
        prevout: { txid, vout },
        sequence: version === 2 && !hasSequence ? undefined : start.sequence,
        timeLocktime: version === 2 ? locked.timeLocktime : undefined,
        heightLocktime: version === 2 ? locked.heightLocktime : undefined,
      };
    });
}

const tapTree = fc
  .constantFrom([], [0], [1, 1], [1, 2, 2], [2, 2, 1], [2, 2, 2, 2])
  .chain((depths) =>
    fc.tuple(
      ...depths.map((depth) =>
        fc.record({ depth: fc.constant(depth), leafVersion: fc.constantFrom(0xc0, 0x50), script }),
      ),
    ),
  );

const output: fc.Arbitrary<PsbtOutput> = fc.record({
  value: amount,
  scriptPubKey: script,
  redeemScript: script,
  witnessScript: script,
  keyPaths,
  tapInternalKey: maybe(xOnlyKey),
  tapTree,
  tapKeyPaths,
  musigParticipants,
  proprietary,
  unknown,
});

/**
 * Version, depth, parent's fingerprint, child number, chain code and key. The depth is the length
 * of the path.
 */
const xpubs = setOf(
  fc.tuple(origin, bytes(8), bytes(32), publicKey).map(([from, place, chainCode, key]) => ({
    xpub: concatBytes(
      Uint8Array.of(0x04, 0x88, 0xb2, 0x1e, from.path.length),
      from.path.length === 0 ? new Uint8Array(8) : place,
      chainCode,
      key,
    ),
    origin: from,
  })),
  ({ xpub }) => xpub.subarray(13),
);

/** PSBTs with every kind of field, which Core would accept. */
export function arbitraryPsbt(version: 0 | 2): fc.Arbitrary<Psbt> {
  return fc.record({
    version: fc.constant(version),
    txVersion: u32,
    fallbackLocktime: version === 2 ? maybe(u32) : u32,
    txModifiable: version === 2 ? maybe(fc.integer({ min: 0, max: 255 })) : fc.constant(undefined),
    xpubs,
    inputs: fc.uniqueArray(input(version), {
      selector: ({ prevout }) => `${prevout.txid}:${prevout.vout}`,
      maxLength: 3,
    }),
    outputs: fc.array(output, { maxLength: 3 }),
    proprietary,
    unknown,
  });
}

export const anyPsbt: fc.Arbitrary<Psbt> = fc.oneof(arbitraryPsbt(0), arbitraryPsbt(2));
