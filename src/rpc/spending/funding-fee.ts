import { encodeHex } from '../../encoding/hex.ts';
import {
  claimedFeeBounds,
  type FeeBounds,
  type FeeFacts,
  type FeeFault,
  findFeeFault,
  noFeeBounds,
  perVbyte,
} from '../../transaction/fee-bounds.ts';
import { totalValue } from '../../transaction/transaction.ts';
import type { Funded } from '../../wallet/funding/fund-request.ts';
import { isMine } from '../../wallet/wallet.ts';
import type { Context } from '../context.ts';
import { type RpcError, walletError } from '../error.ts';
import type { FundingOptions } from '../parse/funding-options.ts';
import { profileRules } from '../profile.ts';
import { feeTiersOf } from '../signing/fee-limits.ts';
import { describeExcess } from '../signing/judge-cost.ts';

type Paid = Omit<Funded, 'feeReason' | 'algorithm' | 'waste'>;

/**
 * Throws for a fee that is certainly a mistake, before the wallet is stored. A rate that the call
 * does not name comes from the chain, as does the information about unconfirmed parents. Both are
 * claims, so narrower bounds apply. `-maxtxfee` was checked earlier.
 */
export function checkFundedFee(
  funded: Paid,
  { feeRate, maxFeeRate }: Pick<FundingOptions, 'feeRate' | 'maxFeeRate'>,
  context: Context,
): void {
  if (!profileRules(context.profile).limitsFees) return;
  const facts: FeeFacts = { fee: BigInt(funded.fee), vsize: funded.vsize, paid: paidBy(funded) };
  const { maxFee } = noFeeBounds;
  if (maxFeeRate !== undefined)
    check(facts, { ...noFeeBounds, maxFeeRate: perVbyte(maxFeeRate) }, ALLOW);
  else {
    const asked = context.chain !== undefined;
    const isClaim = asked && feeRate === undefined;
    // The fee for parents is judged below, so this is the rate without it.
    const own = { ...facts, fee: facts.fee - BigInt(funded.bumpFee) };
    check(own, { ...feeTiersOf(context).tooHigh, maxFee }, isClaim ? NAME_A_RATE : ALLOW);
    const claimed = { ...claimedFeeBounds, maxFee };
    if (isClaim) check(facts, claimed, NAME_A_RATE);
    if (asked) check({ ...facts, fee: BigInt(funded.bumpFee) }, claimed, LIFTED);
  }
}

const ALLOW = 'If it is meant, give maxfeerate, in BTC/kvB (0: no limit).';
const NAME_A_RATE =
  'The rate is what the snapshot or the node claims: name one with fee_rate, or allow it with maxfeerate, in BTC/kvB (0: no limit).';
const LIFTED =
  'So much is to lift unconfirmed transactions that are built on, if the snapshot or the node is right. Spend confirmed coins (minconf), or allow it with maxfeerate, in BTC/kvB (0: no limit).';

function check(facts: FeeFacts, bounds: FeeBounds, cure: string): void {
  const fault = findFeeFault(facts, bounds);
  if (fault === undefined) return;
  const error = walletError(`${describeExcess(fault)} ${cure}`);
  faults.set(error, { fault, lifts: cure === LIFTED });
  throw error;
}

/** Why a payment is refused, for a door with other words. */
export type FundingFeeFault = {
  readonly fault: FeeFault;
  /** True if the fee is for unconfirmed transactions that the payment lifts. */
  readonly lifts: boolean;
};

const faults = new WeakMap<RpcError, FundingFeeFault>();

/** Returns the fault behind an error of `checkFundedFee`; `undefined` for other errors. */
export const fundingFeeFaultOf = (error: RpcError): FundingFeeFault | undefined =>
  faults.get(error);

/** Sums the payments to others, or all outputs if there are none. */
function paidBy({ wallet, transaction: { outputs }, changePosition }: Paid): bigint {
  const others = outputs.filter(
    ({ scriptPubKey }, at) => at !== changePosition && !isMine(wallet, encodeHex(scriptPubKey)),
  );
  return totalValue(others) || totalValue(outputs);
}
