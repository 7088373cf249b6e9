import type { Satoshis } from '../encoding/amount.ts';
import type { Bytes } from '../encoding/bytes.ts';
import { isUnspendable } from '../script/script.ts';
import { solveScript } from '../script/templates.ts';
import { hasValidOps } from '../script/valid-ops.ts';
import type { FeeFacts } from '../transaction/fee-bounds.ts';
import {
  type Coin,
  type OutPoint,
  outPointKey,
  type Transaction,
} from '../transaction/transaction.ts';

/**
 * How an amount is known: `known` by the chain, by the wallet or by the previous transaction; `committed`: the signature of this
 * input is valid for no other; `claimed` by whoever asks for the signature, and by nobody else.
 */
export type Certainty = 'known' | 'committed' | 'claimed';

/** A coin that is spent. */
export type ReviewedInput = {
  /** Where the coin was made. */
  readonly outPoint: OutPoint;
  /** In satoshi; `undefined`: nobody tells it. */
  readonly amount: Satoshis | undefined;
  /** How the amount is known. */
  readonly certainty: Certainty;
};

/** What an output is. `change` and `own`: to scripts that were derived anew from descriptors of the wallet; `own` ones were given out as addresses. */
export type OutputRole = 'payment' | 'change' | 'own' | 'data' | 'burned';

/** Where money goes, and as what. */
export type ReviewedOutput = {
  /** In satoshi. */
  readonly value: Satoshis;
  /** What locks it; `formatAddress` makes an address of it. */
  readonly scriptPubKey: Bytes;
  /** Whom it goes to. */
  readonly role: OutputRole;
  /** The wallet's, for this address. */
  readonly label?: string | undefined;
};

/** What a transaction does, as far as it is known before it is signed. Amounts in satoshi. */
export type Review = {
  /** In the order of the transaction. */
  readonly inputs: readonly ReviewedInput[];
  /** In the order of the transaction. */
  readonly outputs: readonly ReviewedOutput[];
  /** What the inputs with known amounts bring, less the outputs: the fee, where `isWhole`, else the least that it can be. */
  readonly fee: Satoshis;
  /** The amounts of all inputs are there. */
  readonly isWhole: boolean;
  /** In virtual bytes, once it is signed: about, and rather more than less. */
  readonly vsize: number;
};

/** What a review goes by. */
export type Evidence = {
  readonly coins: ReadonlyMap<string, Coin>;
  readonly certaintyOf: (outPoint: OutPoint, coin: Coin) => Certainty;
  /** `undefined`: somebody else's. */
  readonly ownOutput: (script: Bytes) => Pick<ReviewedOutput, 'role' | 'label'> | undefined;
  readonly vsize: number;
};

export function reviewTransaction(transaction: Transaction, evidence: Evidence): Review {
  const { coins, certaintyOf, ownOutput, vsize } = evidence;
  const inputs = transaction.inputs.map(({ prevout }): ReviewedInput => {
    const coin = coins.get(outPointKey(prevout));
    const certainty = coin ? certaintyOf(prevout, coin) : 'claimed';
    return { outPoint: prevout, amount: coin?.amount, certainty };
  });
  const outputs = transaction.outputs.map(({ value, scriptPubKey }): ReviewedOutput => {
    const own = ownOutput(scriptPubKey);
    return { value, scriptPubKey, ...(own ?? { role: foreignRole(scriptPubKey, value) }) };
  });
  // A coin that is spent twice is there once.
  const brought = new Map(inputs.map(({ outPoint, amount }) => [outPointKey(outPoint), amount]));
  const fee = sum([...brought.values()].map((amount) => amount ?? 0n)) - sum(outputs.map(amountOf));
  const isWhole = inputs.every(({ amount }) => amount !== undefined);
  return { inputs, outputs, fee, isWhole, vsize };
}

const amountOf = ({ value }: ReviewedOutput): Satoshis => value;
const sum = (amounts: readonly Satoshis[]) => amounts.reduce((total, each) => total + each, 0n);

function foreignRole(script: Bytes, value: Satoshis): OutputRole {
  if (value > 0n && (isUnspendable(script) || !hasValidOps(script))) return 'burned';
  return solveScript(script).kind === 'nulldata' ? 'data' : 'payment';
}

/** What the fee is held against. */
export function feeFacts({ outputs, fee, vsize }: Review): FeeFacts {
  const toOthers = sum(outputs.filter(({ role }) => role === 'payment').map(amountOf));
  return { fee, vsize, paid: toOthers > 0n ? toOthers : sum(outputs.map(amountOf)) };
}

/** The places of inputs that spend the same coin, as they are counted from 0. */
export function doubledInputs({ inputs }: Review): readonly (readonly [number, number])[] {
  const first = new Map<string, number>();
  return inputs.flatMap(({ outPoint }, index) => {
    const key = outPointKey(outPoint);
    const before = first.get(key);
    if (before === undefined) first.set(key, index);
    return before === undefined ? [] : [[before, index] as const];
  });
}
