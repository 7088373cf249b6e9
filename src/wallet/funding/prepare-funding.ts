import { combinedBumpFee } from '../../chain/bump-fees.ts';
import { compactSizeLength } from '../../encoding/writer.ts';
import { MAX_STANDARD_TX_WEIGHT } from '../../transaction/weight.ts';
import { type FeeRate, feeFor, toFeeRate } from '../fee-rate.ts';
import type { Random } from '../random.ts';
import type { SelectionParams } from './coin-selection/params.ts';
import { CHANGE_LOWER, CHANGE_UPPER } from './coin-selection/selection.ts';
import { discardRate, dustThreshold, effectiveFeeRate, outputSize } from './fund-fees.ts';
import type {
  ChangeOutput,
  ChoiceOptions,
  FeeReason,
  FundingView,
  Recipient,
} from './fund-request.ts';
import type { FundingError } from './funding-error.ts';

/** policy/policy.h: MIN_STANDARD_TX_NONWITNESS_SIZE in weight units. */
const MIN_STANDARD_TX_WEIGHT = 260;

/** policy/policy.h, DEFAULT_ANCESTOR_LIMIT and DEFAULT_DESCENDANT_LIMIT. */
const DEFAULT_CHAIN_LIMIT = 25;

/** wallet/wallet.h, DUMMY_NESTED_P2WPKH_INPUT_SIZE: for change whose script cannot be solved. */
const NESTED_INPUT_SIZE = 91;

/** Size of version, lock time, input count, and segwit marker and flag. */
const OVERHEAD_SIZE = 10;

/** The rate of a request that can be funded. */
export type Price = { readonly rate: FeeRate; readonly feeReason: FeeReason };

/** State of one attempt to fund. */
export type Attempt = Price & {
  readonly options: ChoiceOptions;
  readonly recipients: readonly Recipient[];
  readonly change: ChangeOutput<unknown>;
  /** Sum of all recipients, in satoshi. */
  readonly recipientsSum: number;
  /** Amount that the coins must provide, excluding their own fees. */
  readonly target: number;
  readonly params: SelectionParams;
};

/** Checks the request without its coins, and returns the rate that it pays. */
export function priceOf(
  recipients: readonly Recipient[],
  options: ChoiceOptions,
): Price | FundingError {
  const { request, view } = options;
  if (
    request.maxTxWeight < MIN_STANDARD_TX_WEIGHT ||
    request.maxTxWeight > MAX_STANDARD_TX_WEIGHT
  ) {
    return {
      error: 'weight limit',
      least: MIN_STANDARD_TX_WEIGHT,
      most: MAX_STANDARD_TX_WEIGHT,
    };
  }
  for (const { output } of recipients) {
    if (Number(output.value) < dustThreshold(output.scriptPubKey, view.relay.dustRelayFee)) {
      return { error: 'recipient is dust' };
    }
  }
  const effective = effectiveFeeRate(options);
  if ('error' in effective) return effective;
  return { rate: effective.rate, feeReason: effective.reason };
}

/**
 * Prepares the parameters of coin selection. `spareSize`: vbytes to pay for beyond the known ones.
 * Core: the first half of CreateTransactionInternal.
 */
export function prepareFunding(
  recipients: readonly Recipient[],
  change: ChangeOutput<unknown>,
  options: ChoiceOptions,
  { rate, feeReason, spareSize }: Price & { readonly spareSize: number },
): Attempt {
  const params = selectionParams(recipients, change, options, { rate, spareSize });
  const recipientsSum = sumOf(recipients);
  const notInputs = params.subtractFee ? 0 : feeFor(rate, params.sizeWithoutInputs);
  const target = recipientsSum + notInputs;
  return { options, recipients, change, rate, feeReason, recipientsSum, target, params };
}

function sumOf(recipients: readonly Recipient[]): number {
  return recipients.reduce((sum, { output }) => sum + Number(output.value), 0);
}

function selectionParams(
  recipients: readonly Recipient[],
  change: ChangeOutput<unknown>,
  choice: ChoiceOptions,
  { rate, spareSize }: { readonly rate: FeeRate; readonly spareSize: number },
): SelectionParams {
  const { request, view, environment } = choice;
  const { options, random } = environment;
  const discard = discardRate(choice);
  const changeOutputSize = outputSize(change.script);
  const changeFee = feeFor(rate, changeOutputSize);
  const changeSpendFee = feeFor(discard, change.spendVsize ?? NESTED_INPUT_SIZE);
  const average = Math.floor(sumOf(recipients) / recipients.length);
  return {
    rates: { effective: rate, longTerm: toFeeRate(options.consolidateFeeRate) },
    sizeWithoutInputs: recipients.reduce(
      (size, { output }) => size + outputSize(output.scriptPubKey),
      OVERHEAD_SIZE + compactSizeLength(recipients.length) + spareSize,
    ),
    changeOutputSize,
    changeFee,
    costOfChange: changeSpendFee + changeFee,
    minChangeTarget: changeFee + changeTarget(average, random),
    minViableChange: Math.max(changeSpendFee + 1, dustThreshold(change.script, discard)),
    subtractFee: recipients.some(({ subtractFee }) => subtractFee),
    avoidPartialSpends: request.avoidPartialSpends,
    includeUnsafe: request.includeUnsafe,
    maxTxWeight: request.maxTxWeight,
    version: request.version,
    spendZeroConfChange: options.spendZeroConfChange,
    rejectLongChains: options.rejectLongChains,
    chainLimit: chainLimit(view),
    random,
    combinedBumpFee: (coins) =>
      combinedBumpFee(
        view.mempool,
        coins.map(({ outPoint }) => outPoint),
        (vsize) => feeFor(rate, vsize),
      ),
  };
}

/**
 * Nodes do not report -limitancestorcount and -limitdescendantcount. A node with lower cluster
 * limits accepts no longer chain.
 */
function chainLimit({ mempool }: FundingView): number {
  return Math.max(1, Math.min(DEFAULT_CHAIN_LIMIT, mempool.limits.clusterCount));
}

/**
 * Returns a random change amount about the size of a payment, so that the two look alike. Core:
 * GenerateChangeTarget.
 */
function changeTarget(payment: number, random: Random): number {
  if (payment <= CHANGE_LOWER / 2) return CHANGE_LOWER;
  return CHANGE_LOWER + random.below(Math.min(payment * 2, CHANGE_UPPER) - CHANGE_LOWER);
}
