import * as btc from '@scure/btc-signer';
import { describe, expect, test } from 'vitest';
import { hash160 } from '../../src/crypto/hash.ts';
import { type Bytes, compareBytes, concatBytes, equalBytes } from '../../src/encoding/bytes.ts';
import { encodeHex } from '../../src/encoding/hex.ts';
import { p2trScript } from '../../src/script/builders.ts';
import { Op } from '../../src/script/opcodes.ts';
import { buildScript } from '../../src/script/script.ts';
import {
  encodeControlBlock,
  tapBranchHash,
  tapLeafHash,
  tapTweakHash,
} from '../../src/script/taproot.ts';
import { createSighashCache } from '../../src/sighash/cache.ts';
import { publicKeysOfXOnly } from '../../src/signing/keys.ts';
import { createKeyProvider, emptyProvider } from '../../src/signing/miniscript-provider.ts';
import { planInput } from '../../src/signing/plan.ts';
import type { SigningProvider, TaprootSpendData } from '../../src/signing/provider.ts';
import { signTransactionWith } from '../../src/signing/sign-transaction.ts';
import { emptySignatureData, type SignatureData } from '../../src/signing/signature-data.ts';
import type { SignatureRequest } from '../../src/signing/signature-request.ts';
import { buildTaprootOutput, mergeTaprootSpendData } from '../../src/signing/taproot-output.ts';
import { encodeTransaction } from '../../src/transaction/codec.ts';
import {
  answersOf,
  curve,
  jobOf,
  keyOf,
  publicKeyOf,
  sign,
  spendOf,
  xOnlyOf,
} from '../support/signing.ts';

const LEAF = 0xc0;
const internalKey = xOnlyOf(1);
const pk = (number: number) => buildScript(xOnlyOf(number), Op.CHECKSIG);
const multiA = buildScript(
  xOnlyOf(3),
  Op.CHECKSIG,
  xOnlyOf(4),
  Op.CHECKSIGADD,
  xOnlyOf(5),
  Op.CHECKSIGADD,
  Op.OP_2,
  Op.NUMEQUAL,
);

/** A tree of two leaves. */
function treeOf(left: Bytes, right: Bytes, leafVersion = LEAF) {
  const [a, b] = [tapLeafHash(leafVersion, left), tapLeafHash(leafVersion, right)];
  const merkleRoot = tapBranchHash(a, b);
  const output = curve.tweakXOnlyPublicKey(internalKey, tapTweakHash(internalKey, merkleRoot));
  if (!output) throw new Error('the tweak is no number');
  const leaf = (script: Bytes, other: Bytes) => ({
    script,
    leafVersion,
    controlBlocks: [encodeControlBlock(leafVersion, output.parity, internalKey, [other])],
  });
  const spendData: TaprootSpendData = {
    internalKey,
    merkleRoot,
    leaves: [leaf(left, b), leaf(right, a)],
  };
  const taproot = [[output.xOnly, spendData] as const];
  return { script: p2trScript(output.xOnly), taproot, spendData };
}

const lengths = (witness: readonly Bytes[] | undefined) => witness?.map(({ length }) => length);

describe('a taproot output with scripts', () => {
  const { script, taproot } = treeOf(pk(2), multiA);
  const witnessOf = (...numbers: number[]) => {
    const keys = numbers.map((number) => keyOf(number));
    const { transaction, complete } = sign(spendOf([script]), { keys, taproot });
    return { complete, witness: transaction.inputs[0]?.witness };
  };

  test('is spent by its tweaked internal key if that is known', () => {
    expect(lengths(witnessOf(1, 2, 3, 4).witness)).toEqual([64]);
    expect(witnessOf(1)).toMatchObject({ complete: true });
  });

  test('is otherwise spent by the script with the smallest witness', () => {
    expect(lengths(witnessOf(2, 3, 4).witness)).toEqual([64, 34, 65]);
    expect(lengths(witnessOf(3, 5).witness)).toEqual([64, 0, 64, multiA.length, 65]);
    expect(witnessOf(3, 5).complete).toBe(true);
  });

  test('is not spent with too few keys', () => {
    expect(witnessOf(3)).toEqual({ complete: false, witness: [] });
  });

  test('each sighash type has its byte', () => {
    for (const sighashType of [1, 2, 3, 0x81, 0x82, 0x83]) {
      const { transaction, complete } = sign(spendOf([script]), {
        keys: [keyOf(2)],
        taproot,
        sighashType,
      });
      expect(complete).toBe(true);
      expect(transaction.inputs[0]?.witness[0]?.at(-1)).toBe(sighashType);
    }
  });

  test('an external signer gets the hash of the leaf, and none for the key path', async () => {
    const requestsFor = async (...numbers: number[]) => {
      const publicKeys = numbers.map((number) => publicKeyOf(number));
      const asked: SignatureRequest[] = [];
      const signer = async (requests: readonly SignatureRequest[]) => {
        asked.push(...requests);
        return requests.map(() => undefined);
      };
      await signTransactionWith(jobOf(spendOf([script]), { publicKeys, taproot }), { signer });
      return asked.map(({ sigVersion, leafHash }) => ({ sigVersion, leafHash }));
    };
    expect(await requestsFor(1)).toEqual([{ sigVersion: 'taproot', leafHash: undefined }]);
    const leafHash = tapLeafHash(LEAF, pk(2));
    expect(await requestsFor(2)).toEqual([{ sigVersion: 'tapscript', leafHash }]);
  });

  test('a leaf of an unknown version cannot be signed', () => {
    const unknown = treeOf(pk(2), multiA, 0xc2);
    const { errors, transaction } = sign(spendOf([unknown.script]), {
      keys: [keyOf(2)],
      taproot: unknown.taproot,
    });
    expect(errors).toHaveLength(1);
    expect(transaction.inputs[0]?.witness).toEqual([]);
  });

  test('a leaf without a control block cannot be signed', () => {
    const [outputKey, spendData] = taproot[0] ?? expect.unreachable();
    const leaves = spendData.leaves.map((leaf) => ({ ...leaf, controlBlocks: [] }));
    const { errors, transaction } = sign(spendOf([script]), {
      keys: [keyOf(2)],
      taproot: [[outputKey, { ...spendData, leaves }]],
    });
    expect(errors).toHaveLength(1);
    expect(transaction.inputs[0]?.witness).toEqual([]);
  });

  test('signs the first leaf in the order of scripts if two witnesses have one size', () => {
    // Core's SignTaproot iterates over a std::map by script and prefers strictly smaller witnesses.
    const leaves = [pk(2), pk(3)];
    const first = leaves.sort(compareBytes)[0];
    for (const [left, right] of [leaves, [...leaves].reverse()] as [Bytes, Bytes][]) {
      const tree = [left, right].map((each) => ({ depth: 1, leafVersion: LEAF, script: each }));
      const output = buildTaprootOutput(internalKey, tree, curve) ?? expect.unreachable();
      const { transaction } = sign(spendOf([p2trScript(output.outputKey)]), {
        keys: [keyOf(2), keyOf(3)],
        taproot: [[output.outputKey, output.spendData]],
      });
      expect(transaction.inputs[0]?.witness[1]).toEqual(first);
    }
  });
});

test('pk_h with a timelock in tapscript', () => {
  const hash = buildScript(
    Op.DUP,
    Op.HASH160,
    hash160(xOnlyOf(2)),
    Op.EQUALVERIFY,
    Op.CHECKSIGVERIFY,
    Op.OP_10,
    Op.CHECKSEQUENCEVERIFY,
  );
  const { script, taproot } = treeOf(hash, pk(9));
  const late = sign(spendOf([script], { sequence: 10 }), { keys: [keyOf(2)], taproot });
  expect(late.complete).toBe(true);
  const early = sign(spendOf([script], { sequence: 9 }), { keys: [keyOf(2)], taproot });
  expect(early.complete).toBe(false);
});

test('keys of both parities sign by BIP86, here and outside', async () => {
  const numbers = [1, 2, 3, 4, 5, 6, 7, 8];
  expect(new Set(numbers.map((number) => publicKeyOf(number)[0]))).toEqual(new Set([2, 3]));
  const scripts = numbers.map((number) => {
    const output = curve.tweakXOnlyPublicKey(xOnlyOf(number), tapTweakHash(xOnlyOf(number)));
    return p2trScript(output?.xOnly ?? new Uint8Array());
  });
  const keys = numbers.map((number) => keyOf(number));
  const here = sign(spendOf(scripts), { keys, bip86: true });
  expect(here.complete).toBe(true);
  const device = createKeyProvider({ keys }, curve);
  const publicKeys = numbers.map((number) => publicKeyOf(number));
  const signer = async (requests: readonly SignatureRequest[]) => answersOf(requests, device);
  const job = jobOf(spendOf(scripts), { publicKeys, bip86: true });
  expect(await signTransactionWith(job, { signer })).toEqual(here);
});

test('merges two sets of data about an output', () => {
  const { spendData } = treeOf(pk(2), pk(3));
  const [a, b] = spendData.leaves;
  const long = concatBytes(a?.controlBlocks[0] ?? new Uint8Array(), new Uint8Array(32));
  const merged = mergeTaprootSpendData(
    { ...spendData, leaves: a ? [{ ...a, controlBlocks: [long] }] : [] },
    { ...spendData, leaves: a && b ? [b, a] : [] },
  );
  expect(merged.leaves).toHaveLength(2);
  const both = merged.leaves.find((leaf) => leaf.script === a?.script);
  expect(lengths(both?.controlBlocks)).toEqual([65, 97]);
});

test('@scure/btc-signer makes the same witnesses by script', () => {
  const { script, spendData } = treeOf(pk(2), multiA);
  const spend = spendOf([script, script]);
  for (const numbers of [[2], [3, 4], [4, 5]]) {
    const keys = numbers.map((number) => keyOf(number));
    const ours = sign(spend, { keys, taproot: treeOf(pk(2), multiA).taproot });
    const theirs = new btc.Transaction({ allowUnknown: true, version: 2 });
    for (const { prevout, sequence } of spend.transaction.inputs) {
      theirs.addInput({
        txid: prevout.txid,
        index: prevout.vout,
        sequence,
        witnessUtxo: { script, amount: 100_000n },
        tapInternalKey: internalKey,
        tapMerkleRoot: spendData.merkleRoot ?? new Uint8Array(),
        tapLeafScript: spendData.leaves.map((leaf) => [
          btc.TaprootControlBlock.decode(leaf.controlBlocks[0] ?? new Uint8Array()),
          concatBytes(leaf.script, Uint8Array.of(leaf.leafVersion)),
        ]),
      });
    }
    for (const output of spend.transaction.outputs) {
      theirs.addOutput({ script: output.scriptPubKey, amount: output.value });
    }
    for (const key of keys) theirs.sign(key.reveal(), undefined, new Uint8Array(32));
    theirs.finalize();
    expect(encodeTransaction(ours.transaction)).toEqual(theirs.extract());
  }
});

describe('a taproot input with data of a PSBT', () => {
  const { script, spendData } = treeOf(pk(2), multiA);
  const output = buildTaprootOutput(
    internalKey,
    [pk(2), multiA].map((each) => ({ depth: 1, leafVersion: LEAF, script: each })),
    curve,
  );
  const outputKey = output?.outputKey ?? expect.unreachable();
  const { transaction, coins } = spendOf([script]);
  const cache = createSighashCache(transaction, [...coins.values()]);
  const plan = (provider: Partial<SigningProvider>, known: Partial<SignatureData>) =>
    planInput(
      {
        index: 0,
        sighashType: 0,
        known: { ...emptySignatureData, ...known },
        provider: { ...emptyProvider, ...provider },
      },
      new Map(),
      { cache },
    );
  const { merkleRoot } = spendData;
  const ours = { internalKey, merkleRoot, leaves: [] };
  const bare = { internalKey, leaves: [] };
  const other = xOnlyOf(7);

  test.each<
    [name: string, known: TaprootSpendData, own: TaprootSpendData | undefined, proven: boolean]
  >([
    ['nothing', { leaves: [] }, ours, true],
    ['nothing, without scripts', { leaves: [] }, bare, true],
    ['the same', ours, ours, true],
    ['another internal key', { ...ours, internalKey: other }, ours, false],
    ['another root', { ...ours, merkleRoot: other }, ours, false],
    ['a root where there is none', ours, bare, false],
    ['an internal key that is not known', ours, undefined, false],
    ['an internal key for known leaves', ours, { leaves: [] }, false],
  ])(
    'a request has the output key if the provider knows it is made so; claimed: %s',
    (_, known, own, isProven) => {
      const { wanted } = plan(
        { canSign: () => true, getTaprootSpendData: () => own },
        { taprootSpendData: known },
      );
      const tweaked = wanted.filter(({ request }) => request.taprootTweak !== undefined);
      expect(tweaked.map(({ request }) => request.outputKey)).toEqual([
        isProven ? outputKey : undefined,
      ]);
    },
  );

  test('has the tree of the provider, else its own', () => {
    const [mine, theirs] = [1, 2].map((depth) => [{ depth, leafVersion: LEAF, script: pk(2) }]);
    const treeFrom = (own: typeof mine, known: typeof mine) =>
      plan({ getTaprootTree: () => own }, { taprootTree: known }).produced.data.taprootTree;
    expect(treeFrom(mine, theirs)).toBe(mine);
    expect(treeFrom(undefined, theirs)).toBe(theirs);
  });

  test('keeps its participants, and gets others from the provider', () => {
    const known = new Map([['a', [publicKeyOf(1)]]]);
    const own = new Map([
      ['a', [publicKeyOf(2)]],
      ['b', [publicKeyOf(3)]],
    ]);
    const { data } = plan(
      { getMusigParticipants: () => own },
      { musigParticipants: known },
    ).produced;
    expect(data.musigParticipants).toEqual(new Map([...own, ...known]));
    expect(known.size).toBe(1);
  });

  test('reports the internal key as missing, or the output key if none is known', () => {
    const missing = (own: TaprootSpendData | undefined, canSign = false) =>
      plan({ getTaprootSpendData: () => own, canSign: () => canSign }, {}).produced.data.missing
        .signatures;
    expect(missing(bare)).toEqual([internalKey]);
    expect(missing(undefined)).toEqual([outputKey]);
    expect(missing(undefined, true)).toEqual([]);
  });

  test('reports no key as missing if a leaf signs', () => {
    const leaves = spendData.leaves.filter((leaf) => leaf.script.length === pk(2).length);
    const { data } = plan(
      {
        getTaprootSpendData: () => ({ ...spendData, leaves }),
        canSign: (hash) =>
          publicKeysOfXOnly(xOnlyOf(2)).some((key) => equalBytes(hash160(key), hash)),
      },
      {},
    ).produced;
    expect(lengths(data.witness)).toEqual([72, 34, 65]);
    expect(data.missing.signatures).toEqual([]);
  });

  test('notes the origins of internal and output key without a leaf', () => {
    const origin = (i: number) => ({ fingerprint: Uint8Array.of(0, 0, 0, i), path: [i] });
    const origins = new Map(
      [internalKey, outputKey].map((xOnly, i) => [
        encodeHex(hash160(Uint8Array.of(3 - i, ...xOnly))),
        origin(i),
      ]),
    );
    const noted = (own: TaprootSpendData | undefined) =>
      plan(
        {
          getTaprootSpendData: () => own,
          getKeyOrigin: (hash) => origins.get(encodeHex(hash)),
        },
        {},
      ).produced.data.taprootPublicKeys.values();
    const leafHashes = new Set();
    const ofOutput = { xOnly: outputKey, leafHashes, origin: origin(1) };
    expect([...noted(bare)]).toEqual([
      { xOnly: internalKey, leafHashes, origin: origin(0) },
      ofOutput,
    ]);
    expect([...noted(undefined)]).toEqual([ofOutput]);
  });
});
