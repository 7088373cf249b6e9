import { formatBoth } from '../encoding/amount.ts';
import {
  defaultFeeTiers,
  type FeeExcess,
  type FeeTiers,
  judgeFee,
} from '../transaction/fee-bounds.ts';
import { describeFee, describeLimit } from '../transaction/fee-messages.ts';
import { defaultRelayFees } from '../wallet/funding/fund-request.ts';
import type { FindingId } from './catalog.ts';
import { broughtBy, feeFacts } from './facts.ts';
import { impossibleAmounts, proveAmounts, takesMoreInputs } from './fee-proof.ts';
import type { FindingCase, Searched } from './finding-case.ts';
import type { ReviewFacts } from './model.ts';

const REASONS = {
  claimed: 'The real fee is the true value of these coins, less the outputs.',
  sessions:
    'Each signature covers only the amount of its own input. An attacker could combine the signatures of two PSBTs that give different false amounts.',
  foreign: 'Your signatures do not cover the amounts of coins of others.',
  proven: undefined,
} as const;

const TIERS: { readonly [T in keyof FeeTiers]: FindingId } = {
  tooHigh: 'fee-too-high',
  veryHigh: 'fee-very-high',
  high: 'fee-high',
};

export function findInFee({ facts, evidence }: Searched): readonly FindingCase[] {
  const { feeProof } = facts;
  const facing = { ...feeFacts(facts), expectedFeeRate: evidence.expectedFeeRate };
  const tiers = evidence.fees ?? defaultFeeTiers;
  const excess = judgeFee(facing, tiers);
  return [
    ...(feeProof.kind === 'unknown'
      ? [{ id: 'fee-unknown', inputs: feeProof.inputs } as const]
      : []),
    ...unproven(facts, evidence.past !== undefined),
    ...negative(facts),
    ...(excess ? [{ id: TIERS[excess.tier], detail: excessText(excess) }] : []),
    ...tooLow(facts),
  ];
}

/** Reports each fault separately, so that allowing one does not allow another. */
function unproven(
  { inputs, knowsOwners }: ReviewFacts,
  remembersCoins: boolean,
): readonly FindingCase[] {
  const impossible = impossibleAmounts(inputs, broughtBy(inputs));
  const { kind, unproven: unsure, once } = proveAmounts(inputs, knowsOwners);
  const detail = REASONS[kind];
  return [
    ...(impossible.length > 0 ? [{ id: 'amount-impossible', inputs: impossible } as const] : []),
    ...(detail !== undefined ? [{ id: 'fee-unproven', inputs: unsure, detail } as const] : []),
    ...(once && !remembersCoins ? [{ id: 'fee-proven-once' } as const] : []),
  ];
}

/** Outputs may be worth more than the inputs if others can add inputs. */
function negative({ isWhole, inputs, fee, knowsOwners }: ReviewFacts): readonly FindingCase[] {
  if (!isWhole || inputs.length === 0 || fee >= 0n) return [];
  if (takesMoreInputs(inputs, knowsOwners)) return [];
  return [{ id: 'fee-negative', detail: `By ${formatBoth(-fee)}.` }];
}

/** States the fee and the limit that it exceeds. */
const excessText = (excess: FeeExcess): string =>
  `It is ${describeFee(excess.facts)}. The limit is ${describeLimit(excess)}.`;

function tooLow({ isWhole, fee, vsize, outputs }: ReviewFacts): readonly FindingCase[] {
  const least = BigInt(defaultRelayFees.minRelayFee) * BigInt(vsize);
  // A transaction without a fee can be a parent whose child pays for both and spends its dust.
  if (!isWhole || fee < 0n || fee * 1000n >= least) return [];
  if (fee === 0n && outputs.some(({ role }) => role === 'anyone')) return [];
  return [{ id: 'fee-too-low', detail: `It is ${formatBoth(fee)} for ${vsize} virtual bytes.` }];
}
