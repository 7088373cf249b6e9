import {
  type Funding,
  type PresetInput,
  silentPlaceholders,
} from '../../wallet/funding/fund-request.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import type { Change } from '../../wallet-host/open-wallet.ts';
import { requireChain } from '../chain.ts';
import type { Context } from '../context.ts';
import { RpcError, walletError } from '../error.ts';
import { noteUnchecked, type WalletCall } from '../wallet/wallet-call.ts';
import { coinOfParent, liftedBy } from './child-pays.ts';
import { branchRequirements } from './chosen-branch.ts';
import { createTransaction } from './funded-transaction.ts';
import { checkFundedFee } from './funding-fee.ts';
import { fundingErrorMessage } from './funding-messages.ts';
import type { FundedOrder, FundingLook, FundingOrder } from './funding-order.ts';
import { findOutputs, fundingEnvironment, readFundingView } from './funding-view.ts';
import { outboxHint } from './outbox-hint.ts';
import { lockInputs, presetInputs } from './preset-inputs.ts';
import { changePlaceholder, withSilentChange } from './silent-change.ts';
import { storeSeen } from './store-seen.ts';

/**
 * Queries the chain first, then funds and calls `then` in one step on the latest value of the
 * wallet, so that two calls never select the same coins. An error of `then` is thrown after the
 * wallet is stored, with the change address given out as in Core. Core: FundTransaction
 * (wallet/spend.cpp).
 */
export async function fundTransaction<T extends object>(
  call: WalletCall,
  order: FundingOrder,
  context: Context,
  then: (funded: FundedOrder) => Change<T>,
  looked?: FundingLook<T> | undefined,
): Promise<T> {
  const { open, wallet: before } = call;
  noteUnchecked(before, context);
  const fund = await prepareFunding(call, order, context);
  const make = (wallet: Wallet) => keepingErrors(fund(wallet), then);
  for (;;) {
    const result =
      looked === undefined ? await open.update(make) : await storeSeen(open, make, looked.look);
    if (result instanceof RpcError) throw result;
    if (result !== undefined) return result;
    looked?.again();
  }
}

/** Queries the chain and returns a function that funds without it. */
async function prepareFunding(
  call: WalletCall,
  order: FundingOrder,
  context: Context,
): Promise<(wallet: Wallet) => FundedOrder> {
  const { open } = call;
  const { options } = order;
  const chain = context.chain && requireChain(context, 'Funding a transaction');
  const view = order.view ?? (await readFundingView(chain, options, open.options));
  // Only own coins can all be spent.
  const outPoints = options.all ? [] : order.inputs.map(({ prevout }) => prevout);
  const outputs = await findOutputs(chain, outPoints, view);
  const { parent } = options;
  const withParent = (inputs: readonly PresetInput[], wallet: Wallet): readonly PresetInput[] => {
    if (parent === undefined) return inputs;
    if (inputs.some(({ outPoint }) => outPoint.txid === parent)) return inputs;
    const outPoint = coinOfParent(parent, wallet, view.mempool, open.reserved);
    const chosen = { sequence: undefined, weight: undefined, external: undefined };
    return [...inputs, { outPoint, ...chosen }];
  };
  const { secp256k1 } = context;
  return (wallet) => {
    const chosen = withSilentChange(options, wallet, context);
    const asked = branchRequirements(options, order.locktime, wallet);
    const preset = withParent(presetInputs(order, wallet, outputs), wallet).map(asked.openInput);
    const { recipients } = order;
    const funding: Funding = {
      request: { ...chosen, ...asked.request, recipients, preset },
      view,
      environment: fundingEnvironment(call, context),
    };
    const funded = createTransaction(wallet, funding);
    if ('error' in funded) {
      const isShort = ['insufficient funds', 'insufficient for fee'].includes(funded.error);
      const hint = isShort ? outboxHint(wallet, context.profile) : undefined;
      throw order.failure?.(funded, hint) ?? walletError(fundingErrorMessage(funded), hint);
    }
    const feeRate = order.isRateClaimed === true ? undefined : options.feeRate;
    checkFundedFee(funded, { ...options, feeRate }, context);
    const lifted = parent === undefined ? undefined : liftedBy(funded, parent, view.mempool);
    const { wallet: after } = funded;
    const { path } = asked.request;
    const silent = new Map([
      ...silentPlaceholders(recipients),
      ...changePlaceholder(chosen, wallet, secp256k1),
    ]);
    return {
      ...funded,
      lifted,
      path,
      silent,
      wallet: options.lockUnspents ? lockInputs(funded) : after,
    };
  };
}

function keepingErrors<T>(
  funded: FundedOrder,
  then: (funded: FundedOrder) => Change<T>,
): Change<T | RpcError> {
  try {
    return then(funded);
  } catch (error) {
    // Thrown to the caller once the wallet is stored.
    if (error instanceof RpcError) return { wallet: funded.wallet, value: error };
    throw error;
  }
}
