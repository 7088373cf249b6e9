import type { OutputType } from '../../descriptor/descriptor.ts';
import { invariant } from '../../encoding/invariant.ts';
import { formatAddress } from '../../script/address.ts';
import type { NewAddress } from '../../wallet/keys/addresses.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import type { Context } from '../context.ts';
import { RpcCode, RpcError } from '../error.ts';
import { noAddressWords } from './funding-error.ts';
import { noteUnchecked, type WalletCall } from './wallet-call.ts';

/** Stores the wallet without the address before it is told, so that it is never told twice. */
export async function takeAddress(
  { open, wallet: before }: WalletCall,
  context: Context,
  type: OutputType,
  take: (wallet: Wallet) => NewAddress,
): Promise<string> {
  noteUnchecked(before, context);
  return open.update((wallet) => {
    const taken = take(wallet);
    if ('error' in taken) {
      throw new RpcError(RpcCode.WALLET_KEYPOOL_RAN_OUT, noAddressWords(taken.error, type));
    }
    const address = formatAddress(taken.script, wallet.network);
    invariant(address !== undefined, 'descriptors that give out addresses have one');
    return { wallet: taken.wallet, value: address };
  });
}
