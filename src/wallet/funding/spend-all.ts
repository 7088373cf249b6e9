import { combinedBumpFee } from '../../chain/bump-fees.ts';
import { isAboveMaxFee } from '../../transaction/fee-bounds.ts';
import { TRUC_VERSION, type TxOut, totalValue } from '../../transaction/transaction.ts';
import { type FeeRate, feeFor } from '../fee-rate.ts';
import { inputsOf } from './build-transaction.ts';
import { TRUC_CHILD_MAX_WEIGHT } from './coin-selection/params.ts';
import { dustThreshold, effectiveFeeRate } from './fund-fees.ts';
import type { Choice, ChoiceOptions, FundingCoins, Recipient, SpendAll } from './fund-request.ts';
import type { FundingError } from './funding-error.ts';
import { priceUnconfirmed } from './price-coins.ts';
import { signedSize } from './signed-size.ts';

/**
 * Spends all coins without leaving change, with Core's checks in their order. Core: sendall
 * (wallet/rpc/spend.cpp), from its coins on.
 */
export function spendAll<C>(
  { preset, available }: FundingCoins,
  recipients: readonly Recipient[],
  change: C,
  { request, view, environment }: ChoiceOptions,
  all: SpendAll,
): Choice<C> | FundingError {
  const effective = effectiveFeeRate({ request, view, environment });
  if ('error' in effective) return effective;
  const { rate, reason: feeReason } = effective;
  const others = request.allowOtherInputs ? priceUnconfirmed(available, view.mempool, rate) : [];
  if ('error' in others) return others;
  const chosen = others.filter(
    ({ inputVsize, value }) => !all.sendMax || feeFor(rate, inputVsize ?? 0) <= value,
  );
  const coins = [...preset, ...chosen];
  const outputs = recipients.map(({ output }) => output);
  const size = signedSize(
    coins.map(({ signed }) => signed),
    outputs,
  );
  if (size === undefined) return { error: 'unknown size' };
  const { vsize, weight } = size;
  const fee = feeFor(rate, vsize);
  const spent = coins.map(({ outPoint }) => outPoint);
  const bumpFee = combinedBumpFee(view.mempool, spent, (each) => feeFor(rate, each)) ?? 0;
  const total = coins.reduce((sum, { value }) => sum + value, 0);
  const left = total - fee - bumpFee;
  if (isAboveMaxFee(fee, environment.options.maxTxFee)) return { error: 'fee too high' };
  if (left <= 0) return { error: 'all too little', sendMax: all.sendMax };
  const isChild = request.version === TRUC_VERSION && chosen.some(({ depth }) => depth === 0);
  if (weight > (isChild ? TRUC_CHILD_MAX_WEIGHT : request.maxTxWeight)) {
    return { error: 'too large' };
  }
  const claimed = Number(totalValue(outputs));
  if (claimed > total) return { error: 'outputs above inputs' };
  if (left < claimed) return { error: 'too little for fee' };
  const divided = divide(outputs, all.shares, left - claimed, view.relay.dustRelayFee);
  if ('error' in divided) return divided;
  const { version, locktime } = request;
  const inputs = inputsOf(preset, chosen, request);
  return {
    transaction: { version, inputs, outputs: divided, locktime },
    fee: fee + bumpFee,
    bumpFee,
    vsize,
    feeReason,
    changePosition: undefined,
    change,
    algorithm: 'manual',
    waste: 0,
  };
}

/** Divides the amount equally; the first recipient also receives the remainder. */
function divide(
  outputs: readonly TxOut[],
  shares: ReadonlySet<number>,
  remainder: number,
  dustRelayFee: FeeRate,
): readonly TxOut[] | FundingError {
  const each = Math.floor(remainder / shares.size);
  const [first] = shares;
  const divided = outputs.map((output, index) => {
    if (!shares.has(index)) return output;
    const value = BigInt(index === first ? each + (remainder % shares.size) : each);
    return { ...output, value };
  });
  for (const [index, { value, scriptPubKey }] of divided.entries()) {
    if (Number(value) >= dustThreshold(scriptPubKey, dustRelayFee)) continue;
    return shares.has(index) ? { error: 'share is dust' } : { error: 'output is dust', index };
  }
  return divided;
}
