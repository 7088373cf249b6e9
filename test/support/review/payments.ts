import { hash160 } from '../../../src/crypto/hash.ts';
import { kernelSecp256k1 as secp256k1 } from '../../../src/crypto/kernel-backend.ts';
import {
  createFlatSigningProvider,
  type FlatSigningProvider,
  mergeFlatSigningProvider,
  toSigningProvider,
} from '../../../src/descriptor/flat-signing-provider.ts';
import { type Bytes, concatBytes, emptyBytes } from '../../../src/encoding/bytes.ts';
import { decodeHex, encodeHex } from '../../../src/encoding/hex.ts';
import { createPsbt, type Psbt, type PsbtInput, type PsbtOutput } from '../../../src/psbt/psbt.ts';
import { signPsbt } from '../../../src/psbt/sign-psbt.ts';
import { p2wpkhScript } from '../../../src/script/builders.ts';
import { solveScript } from '../../../src/script/templates.ts';
import {
  ME,
  multi,
  nested,
  ownShared,
  type Place,
  pkh,
  place,
  secretsOf,
  tr,
  WALLET_KINDS,
  wpkh,
} from './accounts.ts';
import {
  anchorCoin,
  at,
  type CoinSpec,
  coin,
  field,
  friend,
  type Mutable,
  madeBy,
  mine,
  noKnowledge,
  other,
  outPointOf,
  stranger,
} from './coins.ts';

export type OutputSpec = {
  readonly value: bigint;
  readonly script: Bytes;
  /** The owner's data, or what someone claims it to be. */
  readonly knowledge?: FlatSigningProvider;
  readonly change?: (output: Mutable<PsbtOutput>) => void;
};
export const pay = (value: bigint, script: Bytes = stranger): OutputSpec => ({ value, script });
export const back = (value: bigint, text = wpkh, index = 0): OutputSpec => ({
  value,
  ...place(text, 1, index),
});

/** Makes an output passed off as change: the fields of `truth` with another script. */
export const passedOff = (value: bigint, truth: Place, script: Bytes): OutputSpec => ({
  value,
  script,
  knowledge: truth.knowledge,
});
export type PsbtSpec = {
  readonly coins: readonly CoinSpec[];
  readonly outputs: readonly OutputSpec[];
  readonly version?: number;
  readonly locktime?: number;
  readonly psbtVersion?: 0 | 2;
  readonly change?: (psbt: Mutable<Psbt>) => void;
};

/** 100,000 sat: 60,000 to others, 39,800 as change, 200 as fee. */
export const usual: PsbtSpec = { coins: [mine(0)], outputs: [pay(60_000n), back(39_800n)] };
export const two: PsbtSpec = { coins: [mine(0), mine(1)], outputs: [pay(160_000n), back(39_700n)] };
export const spendLock = (
  text: string,
  more: Partial<PsbtSpec> = {},
  coinMore: Partial<CoinSpec> = {},
) => ({
  coins: [coin(place(text, 0, 0), 1, coinMore)],
  outputs: [pay(60_000n), back(39_500n)],
  ...more,
});
export const spendSequence = (text: string, number: number, more: Partial<PsbtSpec> = {}) =>
  spendLock(text, more, { sequence: number });
export const SECONDS_FLAG = 0x00400000;
export const usualWith = (more: Partial<CoinSpec>, whole: Partial<PsbtSpec> = {}) => ({
  coins: [mine(0, more)],
  outputs: [pay(60_000n), back(39_800n)],
  ...whole,
});

/** Fills fields like an updater, with the scripts of the tree (BIP371). */
export const withLeaves = (spec: PsbtSpec): PsbtSpec => ({
  ...spec,
  coins: spec.coins.map((each) => ({
    ...each,
    change: (input) => {
      const [output] = [...each.knowledge.taproot.values()];
      Object.assign(input, { tapLeaves: output?.spendData.leaves });
    },
  })),
});

/** 2026-11-22 23:59:59 UTC. */
export const clock = { time: 1_795_391_999 };

/** A payment of 512,345 sat from two taproot coins. */
export const tap: PsbtSpec = {
  coins: [at(tr, 0, 730_000n), at(tr, 1, 210_000n)],
  outputs: [pay(512_345n, other), back(425_755n, tr, 3)],
};

/** A payment of 1,234,567 sat by two of three. */
export const shared: PsbtSpec = {
  coins: [at(multi, 4, 5_000_000n)],
  outputs: [back(3_762_433n, multi, 6), pay(1_234_567n, friend)],
};

/** A payment of 77,000 sat from a nested and a legacy coin. */
export const old: PsbtSpec = {
  coins: [at(nested, 2, 60_000n), at(pkh, 3, 45_000n)],
  outputs: [pay(77_000n, friend), back(27_300n, pkh, 2)],
};
export const ofTap = { descriptors: [tr] } as const;
export const ofShared = { descriptors: [multi] } as const;
export const ofOld = { descriptors: [nested, pkh] } as const;
export const swap = (spec: PsbtSpec, ...outputs: PsbtSpec['outputs']): PsbtSpec => ({
  ...spec,
  outputs,
});

/** Adds facts to coins at some places, or to all. */
export const withFacts = (
  spec: PsbtSpec,
  more: Partial<CoinSpec>,
  ...places: readonly number[]
): PsbtSpec => ({
  ...spec,
  coins: spec.coins.map((each, i) =>
    places.length === 0 || places.includes(i) ? { ...each, ...more } : each,
  ),
});
export const spendAt3 = (
  text: string,
  outputs: readonly OutputSpec[],
  more: Partial<CoinSpec> = {},
): PsbtSpec => ({
  coins: [coin(place(text, 0, 3), 61, more)],
  outputs,
});
export const paid60k = pay(60_000n);
export const usualOf = (text: string, change = text, index = 2): PsbtSpec =>
  spendAt3(text, [paid60k, back(39_800n, change, index)]);

/** A payment of 400,000 sat from a coin of a descriptor, with these outputs for the rest. */
export const payFriend = (text: string, ...outputs: readonly OutputSpec[]): PsbtSpec => ({
  coins: [at(text, 0, 900_000n)],
  outputs: [pay(400_000n, friend), ...outputs],
});
export const payFriendWithChange = (text: string) => payFriend(text, back(499_000n, text, 4));

/** 900,000 sat of ours: 400,000 to someone, 499,000 as change. */
export const spendTo = (text: string, ...outputs: readonly OutputSpec[]): PsbtSpec => ({
  coins: [at(text, 0, 900_000n)],
  outputs,
});

/** 3,000,000 sat in two coins: 1,700,000 to a friend, 1,290,000 as change, 10,000 as fee. */
export const payFromTwo = (text: string, more: Partial<PsbtSpec> = {}): PsbtSpec => ({
  coins: [at(text, 2, 1_900_000n), at(text, 6, 1_100_000n)],
  outputs: [back(1_290_000n, text, 9), pay(1_700_000n, friend)],
  ...more,
});

/** A payment from one kind of wallet, whose PSBT version depends on the row. */
export const payAs = (row: (typeof WALLET_KINDS)[number], more: Partial<PsbtSpec> = {}): PsbtSpec =>
  payFromTwo(row[1], { psbtVersion: WALLET_KINDS.indexOf(row) % 2 === 0 ? 2 : 0, ...more });
export const withPath = (output: OutputSpec, change: object, key?: Bytes): OutputSpec => ({
  ...output,
  change: (each) =>
    Object.assign(each, {
      keyPaths: each.keyPaths.map(({ publicKey, origin }) => ({
        publicKey: key ?? publicKey,
        origin: { ...origin, ...change },
      })),
    }),
});
export const none = { descriptors: undefined };

/** Fills fields like an updater (BIP174, BIP371). */
function known(knowledge: FlatSigningProvider, script: Bytes) {
  const find = (hash: Bytes) => knowledge.scripts.get(encodeHex(hash));
  const outer = solveScript(script);
  const redeemScript = outer.kind === 'scripthash' ? find(outer.hash) : undefined;
  const inner = redeemScript ? solveScript(redeemScript) : outer;
  const scripts = [...knowledge.scripts.values()];
  const witnessScript =
    inner.kind === 'witness_v0_scripthash'
      ? scripts.find((each) => each !== redeemScript)
      : undefined;
  const keys = [
    ...new Map([...knowledge.publicKeys.values()].map((key) => [encodeHex(key), key])).values(),
  ];
  const origin = (key: Bytes) => knowledge.origins.get(encodeHex(hash160(key)));
  const isTaproot = outer.kind === 'witness_v1_taproot';
  const output = isTaproot ? knowledge.taproot.get(encodeHex(outer.outputKey)) : undefined;
  const paths = keys.flatMap((publicKey) => {
    const found = origin(publicKey);
    return found ? [{ publicKey, origin: found }] : [];
  });
  return {
    redeemScript: redeemScript ?? new Uint8Array(0),
    witnessScript: witnessScript ?? new Uint8Array(0),
    keyPaths: isTaproot ? [] : paths,
    tapKeyPaths: isTaproot
      ? paths.map(({ publicKey, origin: from }) => ({
          xOnly: publicKey.subarray(1),
          leafHashes: new Set<string>(),
          origin: from,
        }))
      : [],
    tapInternalKey: output?.spendData.internalKey,
    tapMerkleRoot: output?.spendData.merkleRoot,
  };
}

function fillInput(input: PsbtInput, coin: CoinSpec): PsbtInput {
  const { script, value, claimed = value, previous = false } = coin;
  const draft: Mutable<PsbtInput> = { ...input, ...known(coin.knowledge, script) };
  if (previous) draft.nonWitnessUtxo = madeBy(coin).transaction;
  const { kind } = solveScript(script);
  if (!previous || kind.startsWith('witness'))
    draft.witnessUtxo = { value: claimed, scriptPubKey: script };
  coin.change?.(draft);
  return draft;
}

function fillOutput(output: PsbtOutput, { knowledge, script, change }: OutputSpec): PsbtOutput {
  const { tapMerkleRoot: _, ...fields } = known(knowledge ?? createFlatSigningProvider(), script);
  const draft: Mutable<PsbtOutput> = { ...output, ...fields };
  change?.(draft);
  return draft;
}

export function buildPsbt({
  coins,
  outputs,
  version = 2,
  locktime = 0,
  psbtVersion = 0,
  change,
}: PsbtSpec): Psbt {
  const psbt = createPsbt(
    {
      version,
      locktime,
      inputs: coins.map((coin) => ({
        prevout: outPointOf(coin),
        scriptSig: new Uint8Array(0),
        sequence: coin.sequence ?? 0xfffffffd,
        witness: [],
      })),
      outputs: outputs.map(({ value, script }) => ({ value, scriptPubKey: script })),
    },
    psbtVersion,
  );
  const draft: Mutable<Psbt> = { ...psbt };
  draft.inputs = psbt.inputs.map((input, i) => fillInput(input, coins[i] as CoinSpec));
  draft.outputs = psbt.outputs.map((output, i) => fillOutput(output, outputs[i] as OutputSpec));
  change?.(draft);
  return draft;
}

/** Signs with the first two address keys of a text. */
export function signedBy(
  secrets: string,
  spec: PsbtSpec,
  { sighashType, finalize = false }: { sighashType?: number | undefined; finalize?: boolean } = {},
): Psbt {
  const knowledge = createFlatSigningProvider();
  for (const index of [0, 1]) mergeFlatSigningProvider(knowledge, secretsOf(secrets, 0, index));
  const provider = toSigningProvider(knowledge);
  const done = signPsbt({ psbt: buildPsbt(spec), provider, finalize, sighashType, secp256k1 });
  if ('error' in done) throw new Error(done.error);
  return done.psbt;
}

export const typed = (sighashType: number, spec = usual, index = 0): PsbtSpec => ({
  ...spec,
  coins: spec.coins.map((each, i) =>
    i === index ? { ...each, change: (input) => Object.assign(input, { sighashType }) } : each,
  ),
});
export const payingScript = (script: Bytes, value = 60_000n): PsbtSpec => ({
  ...usual,
  outputs: [pay(value, script), back(99_800n - value)],
});
export const lockedAt = (locktime: number, sequence = 0xfffffffe): PsbtSpec => ({
  ...usual,
  locktime,
  coins: [mine(0, { sequence })],
});
export const siphon: PsbtSpec = {
  coins: [at(tr, 0, 730_000n), at(tr, 1, 210_000n), at(tr, 2, 4_000_000n)],
  outputs: [pay(512_345n, other), back(425_755n, tr, 3)],
};
export const withType = (spec: PsbtSpec, sighashType: number, ...places: readonly number[]) =>
  withFacts(spec, field({ sighashType }), ...places);
export const toScript = (script: Bytes, value = 512_345n): PsbtSpec =>
  swap(tap, pay(value, script), back(938_100n - value, tr, 3));
export const lateBy = (locktime: number, sequence = 0xfffffffd): PsbtSpec => ({
  ...withFacts(tap, { sequence }),
  locktime,
});
export const pay200k = (...spent: readonly CoinSpec[]): PsbtSpec => ({
  coins: spent,
  outputs: [pay(200_000n, friend), back(BigInt(spent.length) * 300_000n - 200_600n, wpkh, 4)],
});
export const payOutput = (
  script: Bytes,
  more: Partial<OutputSpec> = {},
  value = 400_000n,
): PsbtSpec => ({
  coins: [mine(7, { value: 900_000n })],
  outputs: [{ value, script, ...more }, back(899_400n - value)],
});
export const fromLarge = (...outputs: readonly OutputSpec[]): PsbtSpec => ({
  coins: [at(wpkh, 0, 10_000_000n)],
  outputs,
});
export const hardenedAccount = ME.root.derive("m/84'/1'/9'");
const hardenedSteps = [84, 1, 9].map((step) => step + 0x80000000);
const hardenedKey = (branch: 0 | 1, index: number) => {
  const publicKey = hardenedAccount.derive(`m/${branch}/${index}'`).publicKey ?? emptyBytes;
  const fingerprint = decodeHex(ME.fingerprint) ?? emptyBytes;
  const origin = { fingerprint, path: [...hardenedSteps, branch, index + 0x80000000] };
  return { publicKey, fields: { keyPaths: [{ publicKey, origin }] } };
};
const keyScript = (publicKey: Bytes) => p2wpkhScript(hash160(publicKey));
const fromHardened = (index: number): CoinSpec => {
  const { publicKey, fields } = hardenedKey(0, index);
  return coin({ script: keyScript(publicKey), knowledge: noKnowledge }, 300 + index, {
    value: 900_000n,
    change: (input) => Object.assign(input, fields),
  });
};
export const hardenedChange = (index: number, script?: Bytes): OutputSpec => {
  const { publicKey, fields } = hardenedKey(1, index);
  return {
    value: 499_000n,
    script: script ?? keyScript(publicKey),
    change: (output) => Object.assign(output, fields),
  };
};
export const anchorChild = (value: bigint, ...more: readonly CoinSpec[]): PsbtSpec => ({
  version: 3,
  coins: [at(wpkh, 0, 900_000n), anchorCoin(value), ...more],
  outputs: [back(890_000n, wpkh, 4)],
});

/** Adds coins to a payment of 400,000 sat. */
export const beside = (...coins: readonly CoinSpec[]): PsbtSpec => ({
  coins: [at(wpkh, 0, 900_000n), ...coins],
  outputs: [back(499_000n, wpkh, 4), pay(400_000n, friend)],
});

/** A payment of 400,000 sat from a coin at a hardened position. */
export const payingHardened = (index: number, output: OutputSpec): PsbtSpec => ({
  coins: [fromHardened(index)],
  outputs: [output, pay(400_000n, friend)],
});

/** Two coins without previous transactions. The amount of the second one is a lie. */
export const lie: PsbtSpec = {
  coins: [mine(0, { previous: false }), mine(1, { previous: false, claimed: 5_000n })],
  outputs: [pay(60_000n), back(44_800n)],
};

/** The same coins, with a lie about the first one. */
export const otherLie: PsbtSpec = {
  ...lie,
  coins: [mine(0, { previous: false, claimed: 5_000n }), mine(1, { previous: false })],
};
export const payAllBut90k = (...coins: readonly CoinSpec[]): PsbtSpec => ({
  coins,
  outputs: [pay(90_000n), back(BigInt(coins.length) * 100_000n - 90_700n)],
});
export const helloData = (value: bigint): PsbtSpec =>
  payingScript(concatBytes(Uint8Array.of(0x6a, 5), new TextEncoder().encode('hello')), value);
export const typedChange = (text: string, sighashType: number) =>
  withFacts(payFriend(text, back(499_000n, text, 4)), field({ sighashType }));

/** A payment of 60,000 sat by two of three. */
export const sharedPayment: PsbtSpec = {
  coins: [coin(place(multi, 0, 0), 30)],
  outputs: [pay(60_000n), back(39_600n, multi)],
};

/** A payment of 60,000 sat from a taproot coin. */
export const taprootPayment: PsbtSpec = {
  coins: [coin(place(tr, 0, 0), 20)],
  outputs: [pay(60_000n), back(39_800n, tr)],
};
export const payShared = (...outputs: readonly OutputSpec[]): PsbtSpec =>
  withLeaves({ coins: [at(ownShared, 2, 900_000n)], outputs: [...outputs, pay(100_000n, friend)] });
