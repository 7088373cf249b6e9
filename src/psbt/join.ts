import { emptyBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { type OutPoint, outPointKey } from '../transaction/transaction.ts';
import { convertPsbt } from './convert.ts';
import { limited, type Psbt, type PsbtInput, type RawField } from './psbt.ts';
import { lockTime } from './unsigned-transaction.ts';

/** Reorders a list: at random in use, unchanged in tests. */
export type Shuffle = <T>(items: readonly T[]) => readonly T[];

/** Why PSBTs cannot be joined. */
type JoinError =
  /** Two inputs spend the same output; this is the first such output. */
  | {
      /** Error for programs. */
      readonly error: 'spent-twice';
      /** The output that both spend. */
      readonly outPoint: OutPoint;
    }
  /** The lock times that inputs require exclude each other. */
  | {
      /** Error for programs. */
      readonly error: 'lock-times';
    };

/**
 * Joins the inputs and outputs of several PSBTs in an order that hides their origin, in the version
 * of the first. Core: joinpsbts, which is only for version 0.
 *
 * @param psbts - At least two, which spend different coins.
 * @param shuffle - Returns the same items in a random order.
 */
export function joinPsbts(psbts: readonly Psbt[], shuffle: Shuffle): Psbt | JoinError {
  const twice = spentTwice(psbts);
  if (twice !== undefined) return { error: 'spent-twice', outPoint: twice };
  const version = psbts[0]?.version ?? 0;
  if (psbts.every((psbt) => psbt.version === 0)) return joinAlike(psbts, 0, shuffle);
  // Version 2 has a lock time for each input; version 0 has one for all.
  const alike = psbts.flatMap((psbt) => convertPsbt(psbt, 2) ?? []);
  const joined = joinAlike(alike, 2, shuffle);
  const done = lockTime(joined) === undefined ? undefined : convertPsbt(joined, version);
  return done ?? { error: 'lock-times' };
}

function spentTwice(psbts: readonly Psbt[]): OutPoint | undefined {
  const seen = new Set<string>();
  for (const { prevout } of psbts.flatMap((psbt) => psbt.inputs)) {
    const key = outPointKey(prevout);
    if (seen.has(key)) return prevout;
    seen.add(key);
  }
  return undefined;
}

function joinAlike(psbts: readonly Psbt[], version: 0 | 2, shuffle: Shuffle): Psbt {
  const unknown = new Map<string, RawField>();
  for (const field of psbts.flatMap((psbt) => psbt.unknown)) {
    const key = encodeHex(field.key);
    if (!unknown.has(key)) unknown.set(key, field);
  }
  return {
    version,
    txVersion: psbts.reduce((most, psbt) => Math.max(most, psbt.txVersion), 1),
    fallbackLocktime: psbts.reduce(
      (least, psbt) => Math.min(least, psbt.fallbackLocktime ?? 0),
      0xffffffff,
    ),
    txModifiable: undefined,
    // Core's shuffled copy drops the global keys and proprietary fields.
    xpubs: [],
    inputs: shuffle(psbts.flatMap((psbt) => psbt.inputs).map(withoutSignatures)),
    outputs: shuffle(psbts.flatMap((psbt) => psbt.outputs)),
    proprietary: [],
    unknown: [...unknown.values()],
    ...limited(psbts),
  };
}

/** Removes signatures, which committed to the earlier transaction. */
function withoutSignatures(input: PsbtInput): PsbtInput {
  return { ...input, partialSignatures: [], finalScriptSig: emptyBytes, finalWitness: [] };
}
