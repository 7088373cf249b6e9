import type { FeeRate } from '../fee-rate.ts';
import type { Wallet } from '../wallet.ts';
import { buildTransaction, type TooLittleFee } from './build-transaction.ts';
import type { SelectableCoin } from './coin-selection/coin-groups.ts';
import { roughAmount, selectCoins } from './coin-selection/select-coins.ts';
import { totalAmount, type WeighedSelection } from './coin-selection/waste.ts';
import type { Funded, Funding } from './fund-request.ts';
import type { FundingError } from './funding-error.ts';
import type { SpendingLookup } from './input-size.ts';
import { type Attempt, prepareFunding } from './prepare-funding.ts';
import { presetCoins } from './selectable-coins.ts';

/** The coins that may be chosen at a fee rate. */
export type AvailableCoins = (
  lookup: SpendingLookup,
  rate: FeeRate,
) => readonly SelectableCoin[] | FundingError;

/** Core: CreateTransactionInternal (wallet/spend.cpp), with its checks in its order. */
export function createTransactionInternal(
  wallet: Wallet,
  funding: Funding,
  available: AvailableCoins,
): Funded | FundingError {
  let spareSize = 0;
  for (;;) {
    const created = attemptTransaction(wallet, funding, available, spareSize);
    if (!('shortBy' in created)) return created;
    spareSize += Math.max(1, created.shortBy);
  }
}

function attemptTransaction(
  wallet: Wallet,
  funding: Funding,
  available: AvailableCoins,
  spareSize: number,
): Funded | FundingError | TooLittleFee {
  const attempt = prepareFunding(wallet, funding, spareSize);
  if ('error' in attempt) return attempt;
  const { request } = funding;
  if (attempt.target === 0 && request.preset.length === 0) {
    return { error: 'nothing to do' };
  }
  const { lookup, rate } = attempt;
  const preset = presetCoins(wallet, funding, lookup, rate);
  if ('error' in preset) return preset;
  const mayChoose = request.includeWatching || !wallet.flags.disablePrivateKeys;
  const found = request.allowOtherInputs && mayChoose ? available(lookup, rate) : [];
  if ('error' in found) return found;
  const selection = select(attempt, preset, found);
  return 'error' in selection ? selection : buildTransaction(attempt, selection);
}

function select(
  { funding, target, recipientsSum, params }: Attempt,
  preset: readonly SelectableCoin[],
  available: readonly SelectableCoin[],
): WeighedSelection | FundingError {
  const { allowOtherInputs } = funding.request;
  const selection = selectCoins({ target, preset, available, allowOtherInputs }, params);
  if (!('error' in selection) || selection.error !== 'too few coins') return selection;
  const balance = [...preset, ...available].reduce((sum, { value }) => sum + value, 0);
  const effective = totalAmount(preset, params) + roughAmount(available, params);
  if (balance >= recipientsSum && effective < target) {
    return { error: 'insufficient for fee', fee: target - recipientsSum };
  }
  return { error: 'insufficient funds' };
}
