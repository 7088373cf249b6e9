import { fitsClusterLimits } from '../../chain/mempool-graph.ts';
import { emptyBytes } from '../../encoding/bytes.ts';
import { invariant } from '../../encoding/invariant.ts';
import { isAboveMaxFee } from '../../transaction/fee-bounds.ts';
import {
  MAX_BIP125_RBF_SEQUENCE,
  MAX_SEQUENCE_NONFINAL,
  outPointKey,
  type Transaction,
  type TxIn,
  type TxOut,
  totalValue,
} from '../../transaction/transaction.ts';
import { MAX_STANDARD_TX_WEIGHT } from '../../transaction/weight.ts';
import { feeFor } from '../fee-rate.ts';
import type { SelectableCoin } from './coin-selection/coin-groups.ts';
import { selectedValue, type WeighedSelection } from './coin-selection/waste.ts';
import { dustThreshold } from './fund-fees.ts';
import type { Choice, ChoiceOptions, PresetCoin } from './fund-request.ts';
import type { FundingError } from './funding-error.ts';
import type { Attempt } from './prepare-funding.ts';
import { type SignedSize, signedSize } from './signed-size.ts';

/**
 * The transaction is larger than estimated: more than 252 inputs or outputs need a longer count.
 * Core gives up here; `shortBy` more vbytes solve it.
 */
export type TooLittleFee = { readonly shortBy: number };

/**
 * Builds the transaction from the selected coins, paying exactly its fee. Core: the second half of
 * CreateTransactionInternal.
 */
export function buildTransaction(
  attempt: Attempt,
  selection: WeighedSelection,
  preset: readonly PresetCoin[],
): Omit<Choice<never>, 'change'> | FundingError | TooLittleFee {
  const { change, feeReason, recipients } = attempt;
  const changePosition = selection.change > 0 ? placeOfChange(attempt) : undefined;
  if (changePosition !== undefined && changePosition > recipients.length) {
    return { error: 'change position' };
  }
  const { draft, coins } = draftTransaction(attempt, selection, preset, changePosition);
  const size = signedSize(
    coins.map(({ signed }) => signed),
    draft.outputs,
  );
  if (size === undefined) {
    return { error: 'unknown size' };
  }
  const settled = settleFee(attempt, selection, draft, changePosition, size);
  if ('error' in settled || 'shortBy' in settled) return settled;
  if (changePosition !== undefined && change.error !== undefined) return change.error;
  const error = findExcess(attempt, settled, size);
  if (error !== undefined) return error;
  const { algorithm, waste } = selection;
  const bumpFee = bumpFeeOf(selection);
  const { vsize } = size;
  return { ...settled, bumpFee, vsize, feeReason, changePosition, algorithm, waste };
}

function placeOfChange({ options, recipients }: Attempt): number {
  return options.request.changePosition ?? options.environment.random.below(recipients.length + 1);
}

function draftTransaction(
  { options: { request, environment }, change, recipients }: Attempt,
  selection: WeighedSelection,
  preset: readonly PresetCoin[],
  changePosition: number | undefined,
): { readonly draft: Transaction; readonly coins: readonly SelectableCoin[] } {
  const outputs = recipients.map(({ output }) => output);
  if (changePosition !== undefined) {
    const output = { value: BigInt(selection.change), scriptPubKey: change.script };
    outputs.splice(changePosition, 0, output);
  }
  const named = new Set(preset.map(({ outPoint }) => outPointKey(outPoint)));
  const chosen = environment.random
    .shuffle(selection.coins)
    .filter(({ outPoint }) => !named.has(outPointKey(outPoint)));
  const { version, locktime } = request;
  const inputs = inputsOf(preset, chosen, request);
  return { draft: { version, inputs, outputs, locktime }, coins: [...preset, ...chosen] };
}

/** Returns the unsigned inputs: the preset ones in their order, then the chosen ones. */
export function inputsOf(
  preset: readonly PresetCoin[],
  chosen: readonly SelectableCoin[],
  request: Pick<ChoiceOptions['request'], 'signalRbf' | 'sequence'>,
): readonly TxIn[] {
  const usual = request.signalRbf ? MAX_BIP125_RBF_SEQUENCE : MAX_SEQUENCE_NONFINAL;
  const { sequence = usual } = request;
  return [
    ...preset.map(({ outPoint, sequence: own, scripts }) => ({
      prevout: outPoint,
      sequence: own ?? usual,
      scriptSig: emptyBytes,
      witness: [],
      ...scripts,
    })),
    ...chosen.map(({ outPoint }) => ({
      prevout: outPoint,
      sequence,
      scriptSig: emptyBytes,
      witness: [],
    })),
  ];
}

function bumpFeeOf({ coins, bumpDiscount }: WeighedSelection): number {
  return coins.reduce((sum, { bumpFee }) => sum + bumpFee, 0) - bumpDiscount;
}

type Settled = { readonly transaction: Transaction; readonly fee: number };

/**
 * Settles the fee: a remainder goes to change, and a shortfall is taken from the recipients that
 * pay the fee.
 */
function settleFee(
  attempt: Attempt,
  selection: WeighedSelection,
  draft: Transaction,
  changePosition: number | undefined,
  size: SignedSize,
): Settled | FundingError | TooLittleFee {
  const needed = feeFor(attempt.rate, size.vsize) + bumpFeeOf(selection);
  const paid = selectedValue(selection) - Number(totalValue(draft.outputs));
  invariant(paid >= 0, 'the coins cover the outputs');
  const outputs = [...draft.outputs];
  let fee = paid;
  const change = changePosition === undefined ? undefined : outputs[changePosition];
  if (changePosition !== undefined && change !== undefined && needed < fee) {
    outputs[changePosition] = { ...change, value: change.value + BigInt(fee - needed) };
    fee = needed;
  }
  if (attempt.params.subtractFee) {
    const error = subtractFee(attempt, outputs, changePosition, needed - fee);
    if (error !== undefined) return error;
    fee = needed;
  }
  if (needed > fee) return { shortBy: Math.ceil(((needed - fee) * 1000) / attempt.rate) };
  return { transaction: { ...draft, outputs }, fee };
}

/**
 * Subtracts equal parts from the recipients that pay the fee; the first also pays the remainder.
 */
function subtractFee(
  { options: { view }, recipients }: Attempt,
  outputs: TxOut[],
  changePosition: number | undefined,
  total: number,
): FundingError | undefined {
  const payers = recipients.flatMap(({ subtractFee: pays }, i) => (pays ? [i] : []));
  const share = Math.trunc(total / payers.length);
  for (const [turn, recipient] of payers.entries()) {
    const at =
      changePosition !== undefined && recipient >= changePosition ? recipient + 1 : recipient;
    const output = outputs[at];
    invariant(output !== undefined, 'every recipient has an output');
    const own = turn === 0 ? share + (total % payers.length) : share;
    const value = output.value - BigInt(own);
    outputs[at] = { ...output, value };
    if (Number(value) >= dustThreshold(output.scriptPubKey, view.relay.dustRelayFee)) continue;
    return value < 0n ? { error: 'recipient below fee' } : { error: 'recipient dust after fee' };
  }
  return undefined;
}

/**
 * Returns an error if nodes would reject the transaction or the fee exceeds every plausible limit.
 */
function findExcess(
  { options: { view, environment } }: Attempt,
  { transaction, fee }: Settled,
  { weight }: SignedSize,
): FundingError | undefined {
  const { maxTxFee, rejectLongChains } = environment.options;
  if (weight > MAX_STANDARD_TX_WEIGHT) return { error: 'too large' };
  if (isAboveMaxFee(fee, maxTxFee)) return { error: 'fee too high' };
  if (rejectLongChains && !fitsClusterLimits(view.mempool, transaction)) {
    return { error: 'cluster too large' };
  }
  return undefined;
}
