import type { Satoshis } from '../../encoding/amount.ts';
import { argumentError, ColdsignError } from '../../encoding/coldsign-error.ts';
import { fundingErrorMessage, lockProblem } from '../../rpc/spending/funding-messages.ts';
import { COINBASE_MATURITY } from '../../transaction/check.ts';
import { feeRateHint } from '../../transaction/fee-messages.ts';
import { outPointKey, totalValue } from '../../transaction/transaction.ts';
import type { BranchError } from '../../wallet/funding/branch-locks.ts';
import type { FundingError } from '../../wallet/funding/funding-error.ts';
import { isImmature, isReady } from './funding-coins.ts';
import type { AccountCoin } from './types.ts';

type Coins = readonly Omit<AccountCoin, 'account'>[];

export function noPath(fault: BranchError): ColdsignError {
  switch (fault.error) {
    case 'no such path':
      return argumentError(
        `path must be a whole number below ${fault.count}`,
        'Count from 0 in what spendingPaths lists for the account.',
      );
    case 'paths differ':
      return argumentError(
        'The coins are of descriptors whose paths have other locks',
        'Spend the coins of one account at a time.',
      );
    default: {
      const { message, hint } = lockProblem(fault);
      return argumentError(message, hint);
    }
  }
}

export function fundingError(reason: FundingError, options: Spending): ColdsignError {
  const words = fundingErrorMessage(reason);
  switch (reason.error) {
    case 'insufficient funds':
    case 'insufficient for fee':
    case 'preset too small':
      return insufficient(words, options, reason.missing);
    case 'recipient is dust':
    case 'recipient below fee':
    case 'recipient dust after fee':
      return new ColdsignError('AMOUNT_TOO_SMALL', words, {
        hint: 'Nodes do not relay outputs that cost more to spend than they hold, about 294 to 546 satoshi: pay more, or leave the output out.',
      });
    case 'fee rate too low':
      return new ColdsignError('FEE_RATE_TOO_LOW', words, {
        hint: 'feeRate is in satoshi per virtual byte; nodes relay from 0.1 on.',
      });
    case 'too large':
    case 'inputs too heavy':
    case 'preset and inputs too heavy':
    case 'no weight for inputs':
    case 'no weight for change':
      return new ColdsignError('TOO_LARGE', words, {
        hint: 'Nodes relay 100,000 vbytes: spend fewer coins, or let splitBatch or consolidate make several transactions.',
      });
    default:
      return new ColdsignError('NOT_FUNDED', words, {
        hint: 'Spend fewer or larger coins, or pay in two transactions.',
      });
  }
}

type Spending = {
  readonly coins: Coins;
  readonly includeUnsafe?: boolean | undefined;
  readonly feeRate?: number | undefined;
  readonly packageFeeRate?: number | undefined;
  /** The sum of the payments in satoshi. */
  readonly paid?: Satoshis | undefined;
  /** The sum of frozen coins, which are not among `coins`, in satoshi. */
  readonly frozenValue?: Satoshis | undefined;
};

/** Throws if the caller names coins that must not be spent. */
export function checkNamedCoins({ coins, includeUnsafe = false }: Spending): void {
  const list = (found: Coins) => found.map(outPointKey).join(', ');
  const immature = coins.filter((coin) => isImmature(coin));
  if (immature.length > 0) {
    throw new ColdsignError(
      'IMMATURE_COIN',
      `Coins of miners cannot be spent before they have ${COINBASE_MATURITY} confirmations: ${list(immature)}`,
      {
        hint: 'Leave them out, or wait for more blocks. If they are older, give account.coins() the height of the newest block.',
      },
    );
  }
  const unsafe = includeUnsafe ? [] : coins.filter(({ safe }) => safe !== true);
  if (unsafe.length > 0) {
    throw new ColdsignError(
      'UNSAFE_COIN',
      `Unconfirmed coins of others can still be taken back: ${list(unsafe)}`,
      {
        hint: 'Leave them out, or wait until a block contains them. To spend them anyway, set includeUnsafe: true.',
      },
    );
  }
}

/**
 * Returns the error for coins that do not suffice. `missing`: what all of them lack after they paid
 * for their inputs.
 */
export function insufficient(
  error: string,
  { coins, includeUnsafe = false, paid, feeRate, packageFeeRate, frozenValue = 0n }: Spending,
  missing?: number,
): ColdsignError {
  const ready = coins.filter((coin) => isReady(coin, includeUnsafe));
  const available = totalValue(ready);
  const waiting = totalValue(coins) - available;
  const more =
    waiting > 0n
      ? ` Another ${waiting} are unconfirmed and not safe, or too young: wait for blocks.`
      : '';
  const frozen = frozenValue > 0n ? ` Another ${frozenValue} satoshi are frozen.` : '';
  const isShort = missing !== undefined && missing > 0 && paid !== undefined;
  const needed = isShort ? available + BigInt(missing) : undefined;
  const fee = needed !== undefined && paid !== undefined ? needed - paid : undefined;
  const sums =
    needed === undefined
      ? error
      : `The coins hold ${available} satoshi, and ${needed} are needed: ${paid} to pay, and a fee of ${fee} (${error})`;
  const inCoins = `${available} satoshi can be spent, in ${ready.length} ${ready.length === 1 ? 'coin' : 'coins'}, less what their inputs cost.`;
  const rate = feeRateHint(feeRate ?? packageFeeRate);
  return new ColdsignError('INSUFFICIENT_FUNDS', sums, {
    hint: `${rate}${inCoins}${more}${frozen} Add coins, pay less, or set subtractFee in an output.`,
    details: {
      available: Number(available),
      ...(needed === undefined ? {} : { needed: Number(needed), fee: Number(fee) }),
    },
  });
}
