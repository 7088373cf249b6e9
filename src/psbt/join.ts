import { emptyBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { type OutPoint, outPointKey } from '../transaction/transaction.ts';
import type { Psbt, PsbtInput } from './psbt.ts';

/** Puts things into another order; `identity` in tests, chance in use. */
export type Shuffle = <T>(items: readonly T[]) => readonly T[];

/**
 * One PSBT with the inputs and outputs of all of them, in an order that does not tell which came from where. All must be of
 * version 0. Answers the first outpoint that is spent twice, where there is one. Core: joinpsbts.
 */
export function joinPsbts(
  psbts: readonly Psbt[],
  shuffle: Shuffle,
): Psbt | { readonly twice: OutPoint } {
  const seen = new Set<string>();
  const inputs = psbts.flatMap((psbt) => psbt.inputs);
  for (const { prevout } of inputs) {
    const key = outPointKey(prevout);
    if (seen.has(key)) return { twice: prevout };
    seen.add(key);
  }
  const unknown = new Map(
    psbts
      .toReversed()
      .flatMap((psbt) => psbt.unknown.map((field) => [encodeHex(field.key), field] as const)),
  );
  return {
    version: 0,
    txVersion: psbts.reduce((most, psbt) => Math.max(most, psbt.txVersion), 1),
    fallbackLocktime: psbts.reduce(
      (least, psbt) => Math.min(least, psbt.fallbackLocktime ?? 0),
      0xffffffff,
    ),
    txModifiable: undefined,
    // Core's shuffled copy leaves the global keys and proprietary fields behind.
    xpubs: [],
    inputs: shuffle(inputs.map(withoutSignatures)),
    outputs: shuffle(psbts.flatMap((psbt) => psbt.outputs)),
    proprietary: [],
    unknown: [...unknown.values()],
  };
}

/** Signatures committed to the transaction that it was. */
function withoutSignatures(input: PsbtInput): PsbtInput {
  return { ...input, partialSignatures: [], finalScriptSig: emptyBytes, finalWitness: [] };
}
