import { createFlatSigningProvider } from '../../descriptor/flat-signing-provider.ts';
import type { JsonObject } from '../../json/json.ts';
import type { SilentStandIns } from '../../psbt/silent-signing.ts';
import { formatAddress } from '../../script/address.ts';
import { TRUC_VERSION } from '../../transaction/transaction.ts';
import { effectiveFeeRate } from '../../wallet/funding/fund-fees.ts';
import { type Funding, type FundingView, usualRequest } from '../../wallet/funding/fund-request.ts';
import {
  type SpendAllError,
  type SpendAllRequest,
  spendAll,
} from '../../wallet/funding/spend-all.ts';
import { requireChain } from '../chain.ts';
import type { Context } from '../context.ts';
import { invalid, RpcCode, RpcError, walletError } from '../error.ts';
import type { FeeTarget } from '../parse/fee-arguments.ts';
import { TRUC_MAX_WEIGHT } from '../parse/funding-options.ts';
import { fundingRules } from '../profile.ts';
import { getBool, readMember } from '../values.ts';
import type { WalletCall } from '../wallet/wallet-call.ts';
import { alongPath } from './along-path.ts';
import { finishTransaction, lookBefore, readTip, withLocktime } from './finish-transaction.ts';
import { lockInputs } from './fund-transaction.ts';
import { checkFundedFee } from './funding-fee.ts';
import { fundingEnvironment, readFundingView } from './funding-view.ts';
import { fundingErrorWords } from './funding-words.ts';

/** Parsed arguments of sendall. */
export type SendAllRequest = SpendAllRequest & {
  readonly minDepth: number;
  readonly maxDepth: number;
  readonly fee: FeeTarget;
  readonly maxFeeRate: bigint | undefined;
  /** See `FundingRequest`. */
  readonly path: number | undefined;
  readonly silent: SilentStandIns;
};

/** The chain's view and the fee rate, known before the transaction is built. */
export type PricedView = { readonly view: FundingView; readonly rate: number };

export async function readPrices(
  fee: FeeTarget,
  { open }: WalletCall,
  context: Context,
): Promise<PricedView> {
  const chain = context.chain && requireChain(context, 'Spending all coins');
  const { options } = open;
  const view = await readFundingView(chain, { ...fee, signalRbf: options.signalRbf }, options);
  const request = { feeRate: fee.feeRate, overrideFeeRate: false };
  const effective = effectiveFeeRate({ request, view, environment: { options } });
  if (!('error' in effective)) return { view, rate: effective.rate };
  const isTooLow = effective.error === 'fee rate too low';
  const code = isTooLow ? RpcCode.INVALID_PARAMETER : RpcCode.WALLET_ERROR;
  throw new RpcError(code, fundingErrorWords(effective));
}

/** Core: the second half of sendall (wallet/rpc/spend.cpp). */
export async function sendAll(
  request: SendAllRequest,
  { view, rate }: PricedView,
  { call, options, context }: { call: WalletCall; options: JsonObject; context: Context },
): Promise<JsonObject> {
  const { open } = call;
  const tip = await readTip(context);
  return open.reserving(async (reserve) => {
    const { order, funding, path } = followPath(request, view, call, context);
    const made = spendAll(open.value, order, funding, rate);
    if ('error' in made) throw spendAllError(made, request, context);
    reserve(made.transaction.inputs);
    checkFundedFee(made, { ...request, feeRate: request.fee.feeRate }, context);
    const transaction = withLocktime(made.transaction, tip, { options, context });
    const { silent } = request;
    await lookBefore(context)?.({ ...made, transaction, silent }, made.wallet);
    if (readMember(options, 'lock_unspents', getBool)) {
      await open.update((wallet) => ({
        wallet: lockInputs({ wallet, transaction }),
        value: undefined,
      }));
    }
    return finishTransaction({ transaction, path, silent }, { call, options, context });
  });
}

/** Applies the locks of the chosen spending path. */
function followPath(
  request: SendAllRequest,
  view: FundingView,
  call: WalletCall,
  context: Context,
) {
  const { minDepth, maxDepth, signalRbf } = request;
  const { version, locktime, inputs } = request.transaction;
  const { sizesPaths } = fundingRules(context.profile);
  const asked = alongPath({ ...request, version, sizesPaths }, locktime, call.open.value);
  const funding: Funding = {
    request: {
      ...usualRequest,
      recipients: [],
      preset: [],
      minDepth,
      maxDepth,
      signalRbf,
      version,
      sizesPaths,
      maxTxWeight: version === TRUC_VERSION ? TRUC_MAX_WEIGHT : usualRequest.maxTxWeight,
      solving: createFlatSigningProvider(),
      ...asked.request,
    },
    view,
    environment: fundingEnvironment(call, context),
  };
  const transaction = {
    ...request.transaction,
    inputs: inputs.map(asked.openInput),
    locktime: asked.request.locktime,
  };
  return { order: { ...request, transaction }, funding, path: asked.request.path };
}

const short = (message: string) => new RpcError(RpcCode.WALLET_INSUFFICIENT_FUNDS, message);

function spendAllError(
  error: SpendAllError,
  { transaction, sendMax }: SendAllRequest,
  { network }: Context,
): RpcError {
  switch (error.error) {
    case 'input spent':
      return invalid(`Input not available. UTXO (${nameOf(error)}) was already spent.`);
    case 'input unknown':
      return invalid(`Input not found. UTXO (${nameOf(error)}) is not part of wallet.`);
    case 'input version':
      return invalid(fundingErrorWords({ ...error, error: 'preset version' }));
    case 'cluster too large to price':
      return walletError(fundingErrorWords(error));
    case 'unknown size':
      return walletError(
        'Unable to determine the size of the transaction, the wallet contains unsolvable descriptors',
      );
    case 'fee too high':
      return walletError('Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate)');
    case 'too little':
      return short(
        sendMax
          ? 'Total value of UTXO pool too low to pay for transaction, try using lower feerate.'
          : "Total value of UTXO pool too low to pay for transaction. Try using lower feerate or excluding uneconomic UTXOs with 'send_max' option.",
      );
    case 'too large':
      return walletError('Transaction too large.');
    case 'outputs above inputs':
      return short('Assigned more value to outputs than available funds.');
    case 'too little for fee':
      return short('Insufficient funds for fees after creating specified outputs.');
    case 'share is dust':
      return short('Dynamically assigned remainder results in dust output.');
    case 'output is dust': {
      const script = transaction.outputs[error.index]?.scriptPubKey;
      const address = (script && formatAddress(script, network)) ?? '';
      return invalid(`Specified output amount to ${address} is below dust threshold.`);
    }
  }
}

function nameOf({ outPoint }: Extract<SpendAllError, { outPoint: unknown }>): string {
  return `${outPoint.txid}:${outPoint.vout}`;
}
