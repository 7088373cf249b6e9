import type { OutputType } from '../../descriptor/descriptor.ts';
import { invariant } from '../../encoding/invariant.ts';
import { formatAddress } from '../../script/address.ts';
import type { NewAddress } from '../../wallet/keys/addresses.ts';
import type { SilentAddress } from '../../wallet/keys/silent-owner.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import type { Context } from '../context.ts';
import { RpcCode, RpcError, walletError } from '../error.ts';
import { profileRules } from '../profile.ts';
import { noAddressMessage } from '../spending/funding-messages.ts';
import { noteUnchecked, type WalletCall } from './wallet-call.ts';

/**
 * Stores the wallet without the address before returning it, so that no address is given out twice.
 */
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
      throw new RpcError(RpcCode.WALLET_KEYPOOL_RAN_OUT, noAddressMessage(taken.error, type));
    }
    const address = formatAddress(taken.script, wallet.network);
    invariant(address !== undefined, 'descriptors that give out addresses have one');
    return { wallet: taken.wallet, value: address };
  });
}

/** Returns true for `address_type` "silent", except in the profile core. */
export const isSilentType = (type: string | undefined, { profile }: Context): boolean =>
  type === 'silent' && profileRules(profile).readsSilentPayments;

/**
 * Returns a silent payment address, like `takeAddress`. It is always the same, unless it gets a
 * label.
 */
export async function takeSilentAddress(
  { open, wallet: before }: WalletCall,
  context: Context,
  take: (wallet: Wallet) => SilentAddress | undefined,
): Promise<string> {
  noteUnchecked(before, context);
  return open.update((wallet) => {
    const taken = take(wallet);
    if (taken !== undefined) return { wallet: taken.wallet, value: taken.address };
    throw walletError(
      'This wallet has no silent payment address',
      'Import an sp() descriptor with importdescriptors.',
    );
  });
}
