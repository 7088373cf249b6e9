import type { Secp256k1 } from '../../crypto/secp256k1.ts';
import { emptyBytes, equalBytes } from '../../encoding/bytes.ts';
import { encodeHex } from '../../encoding/hex.ts';
import type { SilentStandIns } from '../../psbt/silent-signing.ts';
import { CHANGE_LABEL, silentRecipientOf } from '../../silent/keys.ts';
import { silentPlaceholder } from '../../silent/silent-outputs.ts';
import { placeChange, type WalletChange } from '../../wallet/funding/change.ts';
import { chooseCoins } from '../../wallet/funding/choose-coins.ts';
import {
  type Funded,
  type Funding,
  type PresetInput,
  silentStandIns,
} from '../../wallet/funding/fund-request.ts';
import type { FundingError } from '../../wallet/funding/funding-error.ts';
import { priceOf } from '../../wallet/funding/prepare-funding.ts';
import { walletCoins } from '../../wallet/funding/selectable-coins.ts';
import { createWalletSizes } from '../../wallet/funding/wallet-sizes.ts';
import { silentOwners } from '../../wallet/keys/silent-owner.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import type { Change, OpenWallet } from '../../wallet-host/open-wallet.ts';
import { requireChain } from '../chain.ts';
import type { Context } from '../context.ts';
import { RpcError, walletError } from '../error.ts';
import type { FundingOptions } from '../parse/funding-options.ts';
import { CHANGE_STAND_IN } from '../parse/silent-address-argument.ts';
import { profileRules } from '../profile.ts';
import { noteUnchecked, type WalletCall } from '../wallet/wallet-call.ts';
import { coinOfParent, liftedBy } from './child-pays.ts';
import { branchRequirements } from './chosen-branch.ts';
import { checkFundedFee } from './funding-fee.ts';
import { fundingErrorMessage } from './funding-messages.ts';
import type { FundedOrder, FundingLook, FundingOrder } from './funding-order.ts';
import { findOutputs, fundingEnvironment, readFundingView } from './funding-view.ts';
import { outboxHint } from './outbox-hint.ts';
import { lockInputs, presetInputs } from './preset-inputs.ts';

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

/**
 * Stores the inspected result. Returns `undefined` if it does not fit a change of the wallet in the
 * meantime.
 */
async function storeSeen<T extends object>(
  open: OpenWallet,
  make: (wallet: Wallet) => Change<T | RpcError>,
  look: (made: T, wallet: Wallet) => Promise<void>,
): Promise<T | RpcError | undefined> {
  const base = open.value;
  const made = make(base);
  if (!(made.value instanceof RpcError)) await look(made.value, made.wallet);
  return open.update((now): Change<T | RpcError | undefined> => {
    if (now === base) return made;
    const { descriptors, locks } = made.wallet;
    const taken = [...descriptors].filter(([id, owner]) => owner !== base.descriptors.get(id));
    const isSame = taken.every(([id]) => {
      const [was, is] = [base.descriptors.get(id), now.descriptors.get(id)];
      return was?.nextIndex === is?.nextIndex && was?.rangeEnd === is?.rangeEnd;
    });
    const sameLocks =
      now.locks.size === base.locks.size &&
      [...now.locks].every(([coin, stays]) => base.locks.get(coin) === stays);
    if (!isSame || !sameLocks) return { wallet: now, value: undefined };
    const all = new Map([...now.descriptors, ...taken]);
    return { wallet: { ...now, descriptors: all, locks }, value: made.value };
  });
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
      ...silentStandIns(recipients),
      ...changeStandIn(chosen, wallet, secp256k1),
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

/** Sends change to the wallet's own silent payment address if it has no other change addresses. */
function withSilentChange(
  options: FundingOptions,
  wallet: Wallet,
  { secp256k1, profile }: Context,
): FundingOptions {
  const [owner] = silentOwners(wallet.descriptors);
  const isChosen = options.changeScript !== undefined || options.changeType !== undefined;
  const hasOthers = wallet.active.internal.size + wallet.active.external.size > 0;
  if (isChosen || hasOthers || owner === undefined || options.all) return options;
  const recipient = silentRecipientOf(owner.silent, secp256k1, CHANGE_LABEL);
  if (recipient === undefined || !profileRules(profile).readsSilentPayments) return options;
  const changeScript = silentPlaceholder(recipient, CHANGE_STAND_IN);
  return { ...options, changeScript, silentChange: recipient };
}

/** Returns the placeholder of change. Its label shows signers that the address is the wallet's. */
function changeStandIn(
  { changeScript, silentChange }: FundingOptions,
  wallet: Wallet,
  secp256k1: Secp256k1,
): SilentStandIns {
  if (changeScript === undefined || silentChange === undefined) return new Map();
  const isOwn = silentOwners(wallet.descriptors).some(({ silent }) => {
    const own = silentRecipientOf(silent, secp256k1, CHANGE_LABEL);
    return own !== undefined && equalBytes(own.spendKey, silentChange.spendKey);
  });
  const recipient = isOwn ? { ...silentChange, label: CHANGE_LABEL } : silentChange;
  return new Map([[encodeHex(changeScript), recipient]]);
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

/** Chooses coins of a wallet, and takes an address of it for change. */
export function createTransaction(wallet: Wallet, funding: Funding): Funded | FundingError {
  const { request, environment } = funding;
  const { recipients, all } = request;
  const sizesFor = (given: Wallet) => createWalletSizes(given, request, environment.secp256k1);
  // What is wrong with the request comes before what is wrong with its inputs, as in Core.
  const price = all === undefined ? priceOf(recipients, funding) : undefined;
  if (price !== undefined && 'error' in price) return price;
  const coins = walletCoins(wallet, funding, sizesFor(wallet));
  if ('error' in coins) return coins;
  const change: WalletChange =
    all === undefined
      ? placeChange(wallet, funding, sizesFor)
      : { script: emptyBytes, spendVsize: undefined, wallet };
  const chosen = chooseCoins(coins, recipients, change, funding);
  if ('error' in chosen) return chosen;
  const { change: placed, ...choice } = chosen;
  return { ...choice, wallet: placed.wallet };
}
