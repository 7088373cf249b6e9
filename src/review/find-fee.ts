import { formatMoney } from '../encoding/amount.ts';
import { defaultFeeBounds, exceededBound, type FeeBounds } from '../transaction/fee-bounds.ts';
import { defaultRelayFees } from '../wallet/funding/fund-request.ts';
import { formatBoth, formatRate } from './amounts.ts';
import { feeFacts } from './facts.ts';
import type { Found, Searched } from './found.ts';
import type { FeeProof, ReviewFacts } from './model.ts';

const REASONS: { readonly [K in FeeProof['kind']]?: string } = {
  claimed: 'It could be anything that these coins really hold.',
  sessions:
    'Each signature commits to its own amount only: those of two PSBTs, each with another lie, can be put together.',
  foreign: 'Your signatures do not commit to the amounts of the coins of others.',
};

export function findInFee({ facts, evidence }: Searched): readonly Found[] {
  const { feeProof, isWhole, fee, inputs } = facts;
  const found: Found[] = [];
  const detail = REASONS[feeProof.kind];
  if (feeProof.kind === 'unknown') found.push({ id: 'fee-unknown', inputs: feeProof.inputs });
  if (detail !== undefined) found.push({ id: 'fee-unproven', inputs: feeProof.inputs, detail });
  if (isWhole && inputs.length > 0 && fee < 0n) {
    found.push({ id: 'fee-negative', detail: `By ${formatBoth(-fee)}.` });
  }
  found.push(...excess(facts, evidence.bounds ?? defaultFeeBounds));
  return [...found, ...tooLow(facts)];
}

/** A part of the inputs may exceed it, too: the fee is at least that then. */
function excess(facts: ReviewFacts, bounds: FeeBounds): readonly Found[] {
  const paying = feeFacts(facts);
  const exceeded = exceededBound(paying, bounds);
  if (exceeded === undefined) return [];
  const { fee, vsize, paid } = paying;
  const rate = vsize > 0 ? `, about ${formatRate((fee * 1000n) / BigInt(vsize))}` : '';
  const limit = {
    maxFeeRate: formatRate(bounds.maxFeeRate),
    maxShare: `${bounds.maxShare} % of ${formatMoney(paid)} BTC`,
    maxFee: `${formatMoney(bounds.maxFee)} BTC`,
  }[exceeded];
  return [
    { id: 'fee-too-high', detail: `It is ${formatBoth(fee)}${rate}; the limit is ${limit}.` },
  ];
}

function tooLow({ isWhole, fee, vsize, outputs }: ReviewFacts): readonly Found[] {
  const least = BigInt(defaultRelayFees.minRelayFee) * BigInt(vsize);
  // Without a fee it can be a parent whose child pays, which spends its dust.
  if (!isWhole || fee < 0n || fee * 1000n >= least) return [];
  if (fee === 0n && outputs.some(({ role }) => role === 'anyone')) return [];
  return [{ id: 'fee-too-low', detail: `It is ${formatBoth(fee)} for ${vsize} virtual bytes.` }];
}
