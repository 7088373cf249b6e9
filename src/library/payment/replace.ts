import { appSecp256k1 } from '../../crypto/app-curve.ts';
import type { Satoshis } from '../../encoding/amount.ts';
import { equalBytes } from '../../encoding/bytes.ts';
import { argumentError, ColdsignError } from '../../encoding/coldsign-error.ts';
import { allOwnersTask, feeFactsTask } from '../../psbt/fee-facts.ts';
import type { Psbt } from '../../psbt/psbt.ts';
import { psbtKinds } from '../../psbt/psbt-kinds.ts';
import { spentOutput } from '../../psbt/psbt-session.ts';
import { isSilentField } from '../../psbt/silent-fields.ts';
import { outlineTransaction } from '../../psbt/unsigned-transaction.ts';
import { withMiniscript } from '../../signing/miniscript-provider.ts';
import { runNow } from '../../signing/task.ts';
import {
  MAX_BIP125_RBF_SEQUENCE,
  outPointKey,
  type Transaction,
  type TxOut,
  totalValue,
} from '../../transaction/transaction.ts';
import { transactionWeight, virtualSize } from '../../transaction/weight.ts';
import { leastReplacementFee, rateAbove } from '../../wallet/funding/replacement-fee.ts';
import { checkNames } from './arguments.ts';
import { checkPsbt, lockTimes } from './checked-psbt.ts';
import type { OpenCoin } from './coin-account.ts';
import type { Extracted } from './extract-payment.ts';
import type { Account } from './types.ts';

/** An unconfirmed transaction: its PSBT, or the result of `fund`, `sign` or `extract`. */
export type Replaced =
  | Psbt
  | (Pick<Extracted, 'psbt'> & {
      /**
       * The change, as `fund` returned it; `undefined` if there is none. If the member is missing,
       * the largest output to a change address of the accounts counts as change.
       */
      readonly change?:
        | {
            /** Number of the output, from 0. */
            readonly vout: number;
          }
        | undefined;
    });

/** The transaction that is replaced: the parts to keep, and the fee to outbid. */
export type Replacement = {
  /** Coins of the replaced transaction. */
  readonly coins: readonly OpenCoin[];
  /** Sequences of its inputs, by `outPointKey`. */
  readonly sequences: ReadonlyMap<string, number>;
  readonly locktime: number;
  /** Outputs of the replaced transaction except its change. */
  readonly payees: readonly TxOut[];
  /** Change of the replaced transaction; absent if it has none. */
  readonly change: TxOut | undefined;
  readonly fee: Satoshis;
  readonly vsize: number;
  /** True if it makes a silent payment, whose script depends on all inputs. */
  readonly isSilent: boolean;
};

const why = (output: TxOut | undefined, known: OpenCoin | undefined): string =>
  known !== undefined
    ? 'another in coins'
    : output === undefined
      ? 'not known'
      : 'not of the account';

/** Reads the replaced transaction. `coins` has the coins that it does not contain itself. */
export function readReplaced(
  replaced: Replaced,
  coins: readonly OpenCoin[],
  account: Account | undefined,
): Replacement {
  const psbt = psbtOf(replaced);
  const transaction = outlineTransaction(psbt);
  if (transaction === undefined) throw lockTimes();
  const byKey = new Map(coins.map((coin) => [outPointKey(coin), coin]));
  const own = psbt.inputs.map((input, i): OpenCoin => {
    const { prevout, nonWitnessUtxo: previousTransaction } = input;
    const known = byKey.get(outPointKey(prevout));
    const output = spentOutput(input);
    const place = output && account?.find(output.scriptPubKey);
    const isSame =
      known &&
      (output === undefined ||
        (output.value === known.value && equalBytes(output.scriptPubKey, known.scriptPubKey)));
    if (known !== undefined && isSame) return known;
    if (
      output === undefined ||
      account === undefined ||
      place === undefined ||
      known !== undefined
    ) {
      throw notReplaceable(
        `Input ${i} of the replaced transaction spends ${outPointKey(prevout)}, which is ${why(output, known)}`,
        'Give its coin in coins, and the account that made the payment as change.',
      );
    }
    const { value, scriptPubKey } = output;
    // Its depth does not matter, because the replaced transaction spends it already.
    const depth = { confirmations: 1, safe: true, coinbase: false };
    const coin = { ...prevout, value, scriptPubKey, address: undefined };
    return { ...coin, ...place, ...depth, previousTransaction, account };
  });
  const fee = totalValue(own) - totalValue(transaction.outputs);
  if (fee < 0n) throw notReplaceable('The replaced transaction pays more than its coins hold');
  const change =
    'change' in replaced ? namedChange(replaced, transaction) : changeOf(transaction, own);
  const facts = runNow(
    feeFactsTask(psbt, withMiniscript(runNow(allOwnersTask(psbt, appSecp256k1)))),
  );
  return {
    coins: own,
    sequences: new Map(
      transaction.inputs.map((input) => [outPointKey(input.prevout), input.sequence]),
    ),
    locktime: transaction.locktime,
    payees: transaction.outputs.filter((output) => output !== change),
    change,
    fee,
    vsize: facts?.vsize ?? virtualSize(transactionWeight(transaction)),
    isSilent: psbt.outputs.some(({ unknown }) =>
      unknown.some((field) => isSilentField(field, 'output')),
    ),
  };
}

function notReplaceable(
  message: string,
  hint = 'Check that it is the transaction that waits for a block.',
): ColdsignError {
  return new ColdsignError('NOT_REPLACEABLE', message, { hint });
}

/** Returns the payees to keep. Throws if they cannot be kept. */
export function payeesToKeep({ payees, isSilent }: Replacement): readonly TxOut[] {
  if (!isSilent) return payees;
  throw notReplaceable(
    'The replaced transaction makes a silent payment, whose script depends on all inputs',
    'Give outputs with the silent payment address again, and silent.',
  );
}

function psbtOf(replaced: Replaced): Psbt {
  // Callers without types.
  const outer: Partial<Psbt & Extracted> = Object(replaced);
  const given: Partial<Psbt> = outer.psbt ?? outer;
  checkNames('replaces', given, 'Psbt', psbtKinds);
  if (!Array.isArray(given.inputs) || !Array.isArray(given.outputs)) {
    throw argumentError(
      'replaces must be a PSBT, or what extract returned',
      'Keep the PSBT of a payment until a block has it; text becomes a PSBT by parsePsbt.',
    );
  }
  return checkPsbt(given as Psbt);
}

/** Returns the change that `fund` reported. A payee may have the same script. */
function namedChange(replaced: Replaced, { outputs }: Transaction): TxOut | undefined {
  if (!('change' in replaced) || replaced.change === undefined) return undefined;
  // Callers without types.
  const { vout }: { readonly vout?: unknown } = Object(replaced.change);
  const output = typeof vout === 'number' ? outputs[vout] : undefined;
  if (output !== undefined) return output;
  throw argumentError(
    'change of the replaced transaction is not one of its outputs',
    'Give what fund returned for it, or only the PSBT.',
  );
}

/** Returns the largest output to change addresses of the accounts that paid. */
function changeOf({ outputs }: Transaction, coins: readonly OpenCoin[]): TxOut | undefined {
  const accounts = [...new Set(coins.map(({ account }) => account))];
  const isChange = ({ scriptPubKey }: TxOut) =>
    accounts.some((account) => {
      const side = account.find(scriptPubKey)?.side;
      return side === 'change' || (side === 'receive' && account.receive === account.change);
    });
  return outputs
    .filter(isChange)
    .reduce<TxOut | undefined>(
      (most, each) => (most && most.value >= each.value ? most : each),
      undefined,
    );
}

/**
 * Returns the sequence of an input of the replacement: as before, so that its locks stay open, but
 * never so high that it rules out another replacement.
 */
export const sequenceOfReplaced = ({ sequences }: Replacement, coin: OpenCoin): number =>
  Math.min(sequences.get(outPointKey(coin)) ?? MAX_BIP125_RBF_SEQUENCE, MAX_BIP125_RBF_SEQUENCE);

/**
 * Returns the replaced coins and the confirmed ones that a replacement may add (BIP125, rule 2).
 */
export function coinsBeside(
  { coins, sequences }: Replacement,
  given: readonly OpenCoin[],
): readonly OpenCoin[] {
  const added = given.filter((coin) => coin.confirmations > 0 && !sequences.has(outPointKey(coin)));
  return [...coins, ...added];
}

/** Returns the next rate above the replaced one, in satoshi per 1,000 virtual bytes. */
export const higherRate = ({ fee, vsize }: Replacement): number => rateAbove(fee, vsize);

type Bid = { readonly fee: Satoshis; readonly vsize: number };
type Price = {
  /** Fees in satoshi of the transactions that leave the mempool together with the replaced one. */
  readonly descendantFees: Satoshis;
  /** Additional rate in satoshi per 1,000 virtual bytes. */
  readonly incremental: number;
};

/**
 * Returns the lowest rate, in satoshi per 1,000 virtual bytes, at which nodes accept a replacement
 * of this size: BIP125's rules 3 and 4, and a higher rate than before. `undefined` if this rate is
 * enough.
 */
export function leastRate(
  { fee, vsize }: Bid,
  replaced: Replacement,
  { descendantFees, incremental }: Price,
): number | undefined {
  const least = leastReplacementFee(replaced.fee + descendantFees, incremental, vsize);
  const isHigher = fee * BigInt(replaced.vsize) > replaced.fee * BigInt(vsize);
  if (fee >= least && isHigher) return undefined;
  const byFee = Number((least * 1000n + BigInt(vsize) - 1n) / BigInt(vsize));
  return Math.max(byFee, higherRate(replaced));
}
