import { hash160 } from '../crypto/hash.ts';
import { type Bytes, emptyBytes, equalBytes } from '../encoding/bytes.ts';
import { UNSPENDABLE_KEY } from '../script/taproot.ts';
import { type ScriptTemplate, solveScript } from '../script/templates.ts';
import { type FeeBounds, findFeeFault } from '../transaction/fee-bounds.ts';
import { type Coin, outPointKey, type Transaction } from '../transaction/transaction.ts';
import { virtualSize } from '../transaction/weight.ts';

/** Returns whether an x-only key is on the curve. */
export type IsKey = (xOnly: Bytes) => boolean;

/** A raw transaction, and all that is known of the coins that it spends. */
type RawPayment = {
  readonly transaction: Transaction;
  /** Claimed coins, by `outPointKey`. */
  readonly coins: ReadonlyMap<string, Coin>;
  /** Coins that the chain knows. */
  readonly known: ReadonlyMap<string, Coin>;
  readonly previous?: readonly Transaction[] | undefined;
};

/**
 * Returns true if a raw transaction is so usual that `rawCost` gives no reason to refuse it or to
 * warn: its one input is segwit, so that any signature commits to the amount, every output can be
 * spent, and no bound forbids the fee even if the signature had no size. Otherwise `rawCost`
 * decides. An app with such payments only does not load that. `expectedFeeRate`: what a snapshot
 * expects, in sat/vB.
 */
export function isOrdinaryPayment(
  { transaction, coins, known, previous = [] }: RawPayment,
  isKey: IsKey,
  bounds: FeeBounds,
  expectedFeeRate: number | undefined,
): boolean {
  const [input, ...others] = transaction.inputs;
  if (input === undefined || others.length + known.size + previous.length > 0) return false;
  const { value: brought, scriptPubKey: spent } = coins.get(outPointKey(input.prevout)) ?? {};
  if (brought === undefined || spent === undefined) return false;
  if (!/^witness_v(0_key|1_tap)/.test(solveScript(spent).kind)) return false;
  if (input.scriptSig.length + input.witness.length > 0) return false;
  let fee = brought;
  let paid = 0n;
  for (const { value, scriptPubKey } of transaction.outputs) {
    const template = solveScript(scriptPubKey);
    const isSpendable =
      'outputKey' in template
        ? !isLostKey(template.outputKey, isKey)
        : 'hash' in template && !hashesNothing(template);
    if (value > 0n && !isSpendable) return false;
    // Anyone may be able to spend what a script hash receives, so it does not count as paid.
    if (!/scripthash/.test(template.kind)) paid += value;
    fee -= value;
  }
  const facts = { fee, vsize: virtualSize(transaction), paid, expectedFeeRate };
  return fee >= 0n && findFeeFault(facts, bounds) === undefined;
}

/** Returns whether the x-only key of an output is not on the curve, or has no private key. */
export const isLostKey = (outputKey: Bytes, isKey: IsKey): boolean =>
  !isKey(outputKey) || equalBytes(outputKey, UNSPENDABLE_KEY);

const NO_KEY = /* @__PURE__ */ hash160(emptyBytes);

/**
 * Finds hashes that a program forgot to fill in: of zeros, or of an empty key. (An empty script
 * opens for anyone.)
 */
export function hashesNothing(template: ScriptTemplate): boolean {
  if (!('hash' in template)) return false;
  const { kind, hash } = template;
  const isOfKey = kind === 'pubkeyhash' || kind === 'witness_v0_keyhash';
  return hash.every((byte) => byte === 0) || (isOfKey && equalBytes(hash, NO_KEY));
}
