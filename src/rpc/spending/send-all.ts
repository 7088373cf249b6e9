import { formatAddress } from '../../script/address.ts';
import { effectiveFeeRate } from '../../wallet/funding/fund-fees.ts';
import type { FundingView, Recipient } from '../../wallet/funding/fund-request.ts';
import type { FundingError } from '../../wallet/funding/funding-error.ts';
import { requireChain } from '../chain.ts';
import type { Context } from '../context.ts';
import { invalid, RpcCode, RpcError, walletError } from '../error.ts';
import type { FeeTarget } from '../parse/fee-arguments.ts';
import type { WalletCall } from '../wallet/wallet-call.ts';
import { fundingErrorMessage } from './funding-messages.ts';
import { readFundingView } from './funding-view.ts';

/** Asks the chain, and throws if there is no fee rate, as Core does before it reads the rest. */
export async function readPrices(
  fee: FeeTarget,
  { open }: WalletCall,
  context: Context,
): Promise<FundingView> {
  const chain = context.chain && requireChain(context, 'Spending all coins');
  const { options } = open;
  const view = await readFundingView(chain, { ...fee, signalRbf: options.signalRbf }, options);
  const request = { feeRate: fee.feeRate, overrideFeeRate: false };
  const effective = effectiveFeeRate({ request, view, environment: { options } });
  if (!('error' in effective)) return view;
  const isTooLow = effective.error === 'fee rate too low';
  const code = isTooLow ? RpcCode.INVALID_PARAMETER : RpcCode.WALLET_ERROR;
  throw new RpcError(code, fundingErrorMessage(effective));
}

/** Creates the error if all coins cannot be spent, with Core's codes (wallet/rpc/spend.cpp). */
export function sendAllError(
  error: FundingError,
  recipients: readonly Recipient[],
  { network }: Context,
): RpcError {
  switch (error.error) {
    case 'preset spent':
      return invalid(`Input not available. UTXO (${nameOf(error)}) was already spent.`);
    case 'preset unknown':
      return invalid(`Input not found. UTXO (${nameOf(error)}) is not part of wallet.`);
    case 'preset version':
      return invalid(fundingErrorMessage(error));
    case 'unknown size':
      return walletError(
        'Unable to determine the size of the transaction, the wallet contains unsolvable descriptors',
      );
    case 'too large':
      return walletError('Transaction too large.');
    case 'all too little':
    case 'outputs above inputs':
    case 'too little for fee':
    case 'share is dust':
      return new RpcError(RpcCode.WALLET_INSUFFICIENT_FUNDS, fundingErrorMessage(error));
    case 'output is dust': {
      const script = recipients[error.index]?.output.scriptPubKey;
      const address = (script && formatAddress(script, network)) ?? '';
      return invalid(`Specified output amount to ${address} is below dust threshold.`);
    }
    default:
      return walletError(fundingErrorMessage(error));
  }
}

function nameOf({ outPoint }: Extract<FundingError, { outPoint: unknown }>): string {
  return `${outPoint.txid}:${outPoint.vout}`;
}
