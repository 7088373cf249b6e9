import {
  createFlatSigningProvider,
  type FlatSigningProvider,
  mergeFlatSigningProvider,
} from '../../../descriptor/flat-signing-provider.ts';
import { emptyBytes } from '../../../encoding/bytes.ts';
import type { Psbt } from '../../../psbt/psbt.ts';
import type { Context } from '../../../rpc/context.ts';
import { type FundingOptions, usualOptions } from '../../../rpc/parse/funding-options.ts';
import { flatProviderFrom } from '../../../rpc/parse/solving-data.ts';
import { fundTransaction } from '../../../rpc/spending/fund-transaction.ts';
import type { FundingOrder } from '../../../rpc/spending/funding-order.ts';
import { fundedPsbt } from '../../../rpc/spending/silent-payments.ts';
import { MAX_BIP125_RBF_SEQUENCE, type TxIn } from '../../../transaction/transaction.ts';
import { usualRequest } from '../../../wallet/funding/fund-request.ts';
import type { OpenWallet } from '../../../wallet-host/open-wallet.ts';
import { ENVIRONMENT } from './open-payments.ts';
import type { KeysView } from './view-keys.ts';

export function fund(open: OpenWallet, order: FundingOrder, context: Context): Promise<Psbt> {
  const call = { open, environment: ENVIRONMENT, wallet: open.value };
  return fundTransaction(call, order, context, (funded) => {
    const value = fundedPsbt(funded, { version: 2, bip32Derivs: true }, context);
    return { wallet: funded.wallet, value };
  });
}

/** Options of funding, as `walletcreatefundedpsbt` without options has them. */
export const FUNDING: Omit<FundingOptions, 'feeRate' | 'allowOtherInputs' | 'solving'> = {
  ...usualRequest,
  ...usualOptions,
  overrideFeeRate: true,
};

export function inputOf(coin: string): TxIn {
  const [txid = '', vout] = coin.split(':');
  const input = { scriptSig: emptyBytes, sequence: MAX_BIP125_RBF_SEQUENCE, witness: [] };
  return { prevout: { txid, vout: Number(vout) }, ...input };
}

export function solvingOf(accounts: KeysView['accounts'], context: Context): FlatSigningProvider {
  const solving = createFlatSigningProvider();
  for (const { descriptor } of accounts) {
    mergeFlatSigningProvider(solving, flatProviderFrom(descriptor, context));
  }
  return solving;
}
