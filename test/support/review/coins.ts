import { createFlatSigningProvider } from '../../../src/descriptor/flat-signing-provider.ts';
import type { Bytes } from '../../../src/encoding/bytes.ts';
import { concatBytes } from '../../../src/encoding/bytes.ts';
import type { PsbtInput } from '../../../src/psbt/psbt.ts';
import { p2pkhScript, p2wpkhScript, p2wshScript } from '../../../src/script/builders.ts';
import type { OutPoint, Transaction, TxOut } from '../../../src/transaction/transaction.ts';
import { transactionId } from '../../../src/transaction/txid.ts';
import { type Place, place, thief, tr, wpkh } from './accounts.ts';

/** Makes the members of a new value writable. */
export type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** A coin to spend: its content, and the facts that are given about it. */
export type CoinSpec = Place & {
  readonly value: bigint;
  /** Distinguishes the previous transaction. */
  readonly nonce: number;
  /** The transaction and output that created it. Absent: an invented one. */
  readonly made?: { readonly transaction: Transaction; readonly vout: number };
  /** A false value. Absent: the true one. */
  readonly claimed?: bigint;
  /** True if the previous transaction is included. */
  readonly previous?: boolean;
  readonly sequence?: number;
  readonly change?: (input: Mutable<PsbtInput>) => void;
};
export const coin = (at: Place, nonce: number, more: Partial<CoinSpec> = {}): CoinSpec => ({
  ...at,
  nonce,
  value: 100_000n,
  previous: true,
  ...more,
});

/** A coin whose input has all leaves of its taproot script: a leaf signs only if the PSBT has it. */
export const coinWithLeaves = (at: Place, nonce: number): CoinSpec =>
  coin(at, nonce, {
    change: (input) => {
      const all = [...at.knowledge.taproot.values()].flatMap(({ spendData }) => spendData.leaves);
      input.tapLeaves = all.map(({ script, leafVersion, controlBlocks }) => ({
        script,
        leafVersion,
        controlBlocks: [...controlBlocks],
      }));
    },
  });
export const mine = (index: number, more: Partial<CoinSpec> = {}) =>
  coin(place(wpkh, 0, index), index + 1, more);
export const stranger: Bytes = p2wpkhScript(new Uint8Array(20).fill(0x51));

/** Returns the transaction that created a coin, in its second output. */
export function previousOf({
  nonce,
  value,
  script,
}: Pick<CoinSpec, 'nonce' | 'value' | 'script'>): Transaction {
  const other: TxOut = {
    value: 1_000_000n,
    scriptPubKey: new Uint8Array(22).fill(7, 2).fill(20, 1, 2).fill(0, 0, 1),
  };
  return {
    version: 2,
    inputs: [
      {
        prevout: { txid: nonce.toString(16).padStart(64, '0'), vout: 0 },
        scriptSig: new Uint8Array(0),
        sequence: 0xffffffff,
        witness: [],
      },
    ],
    outputs: [other, { value, scriptPubKey: script }],
    locktime: 0,
  };
}

export const outPoint = (spec: CoinSpec) => `${transactionId(previousOf(spec))}:1`;
export const theirs = (index: number, value: bigint, more: Partial<CoinSpec> = {}) =>
  coin(place(thief, 0, index), 40 + index, { value, ...more });
export const BTC = 100_000_000n;
export const friend = p2pkhScript(new Uint8Array(20).fill(0x2c));
export const other = place(thief.replace('wpkh', 'tr'), 0, 9).script;
export const at = (text: string, index: number, value: bigint, more: Partial<CoinSpec> = {}) =>
  coin(place(text, 0, index), 100 + index, { value, ...more });
export const field = (fields: object): Partial<CoinSpec> => ({
  change: (input) => Object.assign(input, fields),
});
export const anchorScript = Uint8Array.of(0x51, 2, 0x4e, 0x73);
export const keyHashScript = (fill: number): Bytes => p2wpkhScript(new Uint8Array(20).fill(fill));
export const noKnowledge = createFlatSigningProvider();
export const madeBy = (coin: CoinSpec) => coin.made ?? { transaction: previousOf(coin), vout: 1 };

export function outPointOf(coin: CoinSpec): OutPoint {
  const { transaction, vout } = madeBy(coin);
  return { txid: transactionId(transaction), vout };
}

export const anchorCoin = (value: bigint) =>
  coin({ script: Uint8Array.of(0x51, 2, 0x4e, 0x73), knowledge: noKnowledge }, 91, { value });
export const theirCoin = (i: number, value: bigint, more: Partial<CoinSpec> = {}) =>
  at(thief, i, value, more);

/** Makes a coin of 300,000 sat without its previous transaction. */
export const unprovenCoin = (text: string, nonce: number, more: Partial<CoinSpec> = {}) =>
  coin(place(text, 0, nonce), 500 + nonce, { value: 300_000n, previous: false, ...more });
export const taprootCoin = (index: number, more: Partial<CoinSpec> = {}) =>
  coin(place(tr, 0, index), 20 + index, more);

/** A coin as small as those that hold an inscription. */
export const inscription = at(tr, 7, 546n);
export const payeeScript = p2wpkhScript(new Uint8Array(20).fill(0x77));

/** P2WSH of an invented script. */
export const anyWitness = p2wshScript(new Uint8Array(32).fill(0x52));
export const payeeBefore = concatBytes(Uint8Array.of(0, 20), new Uint8Array(20).fill(0x5c));
export const ourCoin = at(wpkh, 0, 900_000n);
export const ourSecondCoin = at(wpkh, 1, 900_000n);
