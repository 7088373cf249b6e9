import { combinedBumpFee } from '../../chain/bump-fees.ts';
import { emptyBytes } from '../../encoding/bytes.ts';
import { jsonObject } from '../../json/json.ts';
import { outPointKey, type Txid, totalValue } from '../../transaction/transaction.ts';
import { transactionWeight, virtualSize } from '../../transaction/weight.ts';
import { type FeeRate, feeFor } from '../../wallet/fee-rate.ts';
import { minimumFeeRate } from '../../wallet/funding/fund-fees.ts';
import type { FundingView, PresetInput } from '../../wallet/funding/fund-request.ts';
import type { FundingError } from '../../wallet/funding/funding-error.ts';
import type { WalletTransaction } from '../../wallet/ledger/ledger.ts';
import { requireChain } from '../chain.ts';
import type { Context } from '../context.ts';
import { walletError } from '../error.ts';
import type { BumpOptions } from '../parse/bump-options.ts';
import { type FundingOptions, parseFundingOptions } from '../parse/funding-options.ts';
import { fundingRules } from '../profile.ts';
import { findInputCoins } from '../wallet/sign-with-wallet.ts';
import type { WalletCall } from '../wallet/wallet-call.ts';
import { checkBumpRate, estimateBumpRate, incrementalFeeOf } from './bump-rate.ts';
import {
  findSource,
  knownCoins,
  missingCoin,
  presetOf,
  refuseReplacing,
  sequenceOf,
  sizeOf,
} from './bumped-coins.ts';
import { outputsAgain, type Pays, recipientsOf } from './bumped-outputs.ts';
import { fundingErrorMessage } from './funding-messages.ts';
import type { FundingOrder } from './funding-order.ts';
import { readFundingView } from './funding-view.ts';

/** A replacement of a payment. */
export type Bump = {
  readonly order: FundingOrder;
  /** The transaction that is replaced. */
  readonly source: WalletTransaction;
  /** The fee of that transaction, in satoshi. */
  readonly oldFee: bigint;
  readonly view: FundingView;
};

/**
 * Prepares the replacement with Core's order of checks. Core: CreateRateBumpTransaction
 * (wallet/feebumper.cpp) up to its call of CreateTransaction.
 */
export async function prepareBump(
  txid: Txid,
  options: BumpOptions,
  { requireMine }: { readonly requireMine: boolean },
  { call, context }: { readonly call: WalletCall; readonly context: Context },
): Promise<Bump> {
  const { wallet, open } = call;
  const bumping = { options, call, context };
  const source = findSource(txid, options, wallet);
  const { transaction } = source;
  const chain = context.chain && requireChain(context, 'Raising a fee');
  const coins = knownCoins(await findInputCoins(transaction, wallet, chain));
  const missing = transaction.inputs.find(({ prevout }) => !coins.has(outPointKey(prevout)));
  if (missing !== undefined) throw missingCoin(missing.prevout, chain !== undefined);
  const { options: walletOptions } = open;
  const request = { ...options.fee, signalRbf: options.signalRbf };
  const view = await readFundingView(chain, request, walletOptions);
  refuseReplacing(wallet, txid, view, requireMine);
  const preset = presetOf(transaction, coins, call, options.signalRbf);
  const spent = totalValue([...coins.values()]);
  const oldFee = spent - totalValue(transaction.outputs);
  const outputs = options.outputs.length > 0 ? options.outputs : outputsAgain(source, context);
  const pays = recipientsOf(outputs, options, wallet);
  const incremental = await incrementalFeeOf(chain);
  const prices = { view, incremental, oldFee, options: walletOptions };
  const { feeRate: given } = options.fee;
  if (given !== undefined) {
    const vsize = sizeOf({ ...transaction, outputs }, preset, coins, bumping);
    const outPoints = transaction.inputs.map(({ prevout }) => prevout);
    const bumps = combinedBumpFee(view.mempool, outPoints, (size) => feeFor(given, size));
    checkBumpRate(given, vsize, bumps, prices);
  }
  const least = minimumFeeRate({
    request: { feeRate: undefined, overrideFeeRate: false },
    view,
    environment: { options: walletOptions },
  });
  const vsize = virtualSize(transactionWeight(transaction));
  const feeRate = given ?? estimateBumpRate(vsize, least?.rate ?? 0, prices);
  const order = {
    recipients: pays.recipients,
    inputs: transaction.inputs.map(({ prevout }) => ({
      prevout,
      sequence: sequenceOf(options.signalRbf),
      scriptSig: emptyBytes,
      witness: [],
    })),
    locktime: 0,
    options: fundingOptions(options, { feeRate, ...pays, preset }, call, context),
    isRateClaimed: given === undefined,
    failure: (error: FundingError, hint: string | undefined) =>
      walletError(`Unable to create transaction. ${fundingErrorMessage(error)}`, hint),
  };
  return { order, source, oldFee, view };
}

function fundingOptions(
  { feeArguments, signalRbf, maxFeeRate, path }: BumpOptions,
  {
    feeRate,
    recipients,
    changeScript,
    preset,
  }: Pays & {
    readonly feeRate: FeeRate;
    readonly preset: readonly PresetInput[];
  },
  { open }: WalletCall,
  context: Context,
): FundingOptions {
  const basis = {
    ...open.options,
    ...fundingRules(context.profile),
    inputs: null,
    fee: feeArguments,
    allowOtherInputs: true,
    version: 2,
    recipientCount: recipients.length,
    overrideFeeRate: false,
  };
  const given = jsonObject({ maxfeerate: maxFeeRate ?? undefined });
  const weights = new Map(
    preset.flatMap(({ outPoint, weight }) =>
      weight === undefined ? [] : [[outPointKey(outPoint), weight] as const],
    ),
  );
  return {
    ...parseFundingOptions(given, basis, context),
    feeRate,
    changeScript,
    signalRbf,
    weights,
    path,
    // BIP125, rule 2: a replacement spends no additional unconfirmed coins.
    minDepth: 1,
  };
}
