import { sha256 } from '../crypto/hash.ts';
import { MAX_MONEY, type Satoshis } from '../encoding/amount.ts';
import type { Bytes } from '../encoding/bytes.ts';
import { createWriter, type Writer } from '../encoding/writer.ts';
import { writeOutPoint, writeTxOut } from '../transaction/codec.ts';
import type { Coin, Transaction } from '../transaction/transaction.ts';

/** Parts shared by the digests of all inputs, each computed on first use. */
export type SharedParts = {
  readonly transaction: Transaction;
  readonly coins: readonly (Coin | undefined)[];
  /** The outpoints of all inputs, 36 bytes each. */
  readonly prevouts: () => Bytes;
  /** The outputs in wire format and their starts, followed by the end of the last. */
  readonly outputs: () => EncodedOutputs;
  /** Single SHA256 hashes (BIP341); BIP143 hashes the first three again. */
  readonly shaPrevouts: () => Bytes;
  readonly shaSequences: () => Bytes;
  readonly shaOutputs: () => Bytes;
  /** Hash of an output, which must exist. */
  readonly shaOutput: (index: number) => Bytes;
  /** Only available if all coins are known (`knowsAllCoins`). */
  readonly shaAmounts: () => Bytes;
  readonly shaScriptPubKeys: () => Bytes;
};

export type EncodedOutputs = { readonly bytes: Bytes; readonly starts: readonly number[] };

export const OUTPOINT_SIZE = 36;

/**
 * Returns the amount, or Core's value for an unknown one (rpc/rawtransaction_util.cpp,
 * ParsePrevouts).
 */
export function amountOf(coin: Coin | undefined): Satoshis {
  return coin?.value ?? MAX_MONEY;
}

export function createSharedParts(
  transaction: Transaction,
  coins: readonly (Coin | undefined)[],
): SharedParts {
  const { inputs } = transaction;
  const prevouts = once(() =>
    written(inputs, (writer, input) => writeOutPoint(writer, input.prevout)),
  );
  const outputs = once(() => encodeOutputs(transaction));
  return {
    transaction,
    coins,
    prevouts,
    outputs,
    shaPrevouts: once(() => sha256(prevouts())),
    shaSequences: once(() =>
      sha256(written(inputs, (writer, { sequence }) => writer.u32(sequence))),
    ),
    shaOutputs: once(() => sha256(outputs().bytes)),
    shaOutput: onceEach((index) => sha256(outputBytes(outputs(), index))),
    shaAmounts: once(() => sha256(written(coins, (writer, coin) => writer.i64(amountOf(coin))))),
    shaScriptPubKeys: once(() =>
      sha256(written(coins, (writer, coin) => coin && writer.varBytes(coin.scriptPubKey))),
    ),
  };
}

/** Returns a function that computes a value once, on first use. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function onceEach<T>(make: (index: number) => T): (index: number) => T {
  const made = new Map<number, T>();
  return (index) => {
    const value = made.get(index) ?? make(index);
    made.set(index, value);
    return value;
  };
}

function written<T>(items: readonly T[], write: (writer: Writer, item: T) => unknown): Bytes {
  const writer = createWriter();
  for (const item of items) write(writer, item);
  return writer.finish();
}

function encodeOutputs({ outputs }: Transaction): EncodedOutputs {
  const writer = createWriter();
  const starts = [0];
  for (const output of outputs) {
    writeTxOut(writer, output);
    starts.push(writer.written().length);
  }
  return { bytes: writer.finish(), starts };
}

/** Returns an output in wire format; `index` must exist. */
export function outputBytes({ bytes, starts }: EncodedOutputs, index: number): Bytes {
  return bytes.subarray(starts[index], starts[index + 1]);
}

export function prevoutBytes({ prevouts }: SharedParts, input: number): Bytes {
  return prevouts().subarray(input * OUTPOINT_SIZE, (input + 1) * OUTPOINT_SIZE);
}

export function sequenceOf({ transaction }: SharedParts, input: number): number {
  return transaction.inputs[input]?.sequence ?? 0;
}

export function knowsAllCoins({ transaction, coins }: SharedParts): boolean {
  if (coins.length !== transaction.inputs.length) return false;
  return coins.every((coin) => coin !== undefined);
}
