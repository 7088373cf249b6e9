import { checkArguments } from '../arguments/check-arguments.ts';
import { refuseMore } from '../arguments/count-arguments.ts';
import { emptyBytes } from '../encoding/bytes.ts';
import { argumentError } from '../encoding/coldsign-error.ts';
import { type OutPoint, outPointKey } from '../transaction/transaction.ts';
import { union } from './combine.ts';
import { convertPsbt } from './convert.ts';
import { limited, type Psbt, type PsbtInput } from './psbt.ts';
import { psbtKinds } from './psbt-kinds.ts';
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
 * of the first. Global fields are kept; of two with one key, the first. Core: joinpsbts, which is
 * only for version 0, and drops extended keys and proprietary fields.
 *
 * @param psbts - At least two, which spend different coins.
 * @param shuffle - Returns the same items in a random order, and no promise.
 * @throws `ColdsignError`: `WRONG_ARGUMENT` for fewer than two PSBTs, and if `shuffle` returns
 *   other items than it was given.
 */
export function joinPsbts(psbts: readonly Psbt[], shuffle: Shuffle): Psbt | JoinError {
  refuseMore('joinPsbts', arguments, 2, 'Write joinPsbts([first, second], shuffle).');
  checkArguments(
    'joinPsbts',
    { psbts: [psbts, 'Psbt[]'], shuffle: [shuffle, 'function'] },
    psbtKinds,
  );
  if (psbts.length < 2) {
    throw argumentError(
      `joinPsbts: psbts must be at least two PSBTs, not ${psbts.length}`,
      'Pass all PSBTs of the transaction in one list.',
    );
  }
  const joined = joinAsCore(psbts, complete(shuffle));
  if ('error' in joined) return joined;
  const xpubs = psbts.reduce<Psbt['xpubs']>(
    (all, each) => union('GlobalXpub', all, each.xpubs),
    [],
  );
  // In version 0, fields of this program keep the lock time of the earlier transaction.
  const others = psbts.map((each) => convertPsbt(each, 2)?.proprietary ?? []);
  const proprietary = others.reduce(
    (all, each) => union('RawField', all, each),
    joined.proprietary,
  );
  return { ...joined, xpubs, proprietary };
}

/** Refuses a shuffle that would drop, repeat or invent inputs and outputs. */
const complete =
  (shuffle: Shuffle): Shuffle =>
  <T>(items: readonly T[]) => {
    const shuffled: unknown = shuffle([...items]);
    if (Array.isArray(shuffled) && isReordered(items, shuffled)) return shuffled;
    throw argumentError(
      'joinPsbts: shuffle must return the items that it is given, each once, and no promise',
      'Reorder the list, such as by Fisher-Yates with random numbers of crypto.getRandomValues.',
    );
  };

/** Returns true if both lists have the same items, each as often. */
function isReordered(items: readonly unknown[], shuffled: readonly unknown[]): boolean {
  const left = new Map<unknown, number>();
  for (const item of items) left.set(item, (left.get(item) ?? 0) + 1);
  for (const item of shuffled) left.set(item, (left.get(item) ?? 0) - 1);
  return items.length === shuffled.length && [...left.values()].every((count) => count === 0);
}

/** Joins PSBTs as Core does, without their extended keys and proprietary fields. */
export function joinAsCore(psbts: readonly Psbt[], shuffle: Shuffle): Psbt | JoinError {
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
    unknown: psbts.reduce<Psbt['unknown']>((all, each) => union('RawField', all, each.unknown), []),
    ...limited(psbts),
  };
}

/** Removes signatures, which committed to the earlier transaction. */
function withoutSignatures(input: PsbtInput): PsbtInput {
  return { ...input, partialSignatures: [], finalScriptSig: emptyBytes, finalWitness: [] };
}
