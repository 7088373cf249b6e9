import { newAddress, walletCanGetAddresses } from '../../wallet/keys/addresses.ts';
import { newSilentAddress } from '../../wallet/keys/silent-owner.ts';
import { walletError } from '../error.ts';
import { str } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { parseAddressType } from '../parse/descriptor-argument.ts';
import { parseLabel } from '../parse/descriptor-import.ts';
import { refuseSecretText } from '../wallet/host-outcome.ts';
import { isSilentType, takeAddress, takeSilentAddress } from '../wallet/take-address.ts';
import { requireFollowingWallet, requireUnlocked } from '../wallet/wallet-call.ts';

export const getnewaddress = defineMethod({
  name: 'getnewaddress',
  category: 'Wallet',
  summary: 'Return a new receiving address.',
  params: [
    str('label', 'A label for the address', { default: '' }),
    str(
      'address_type',
      '"legacy", "p2sh-segwit", "bech32", "bech32m", or "silent" with an sp() descriptor',
      {
        values: ['legacy', 'p2sh-segwit', 'bech32', 'bech32m', 'silent'],
        defaultHint: 'set by -addresstype',
      },
    ),
  ],
  result: str('', 'The address'),
  examples: ['getnewaddress', 'getnewaddress "" legacy'],
  async run({ label, address_type }, context) {
    const call = await requireFollowingWallet(context);
    if (isSilentType(address_type, context)) {
      const text = parseLabel(label ?? null);
      refuseSecretText([text], context);
      // A new label changes the proven part of an encrypted wallet.
      if (text !== '') requireUnlocked(call.wallet);
      return takeSilentAddress(call, context, (wallet) =>
        newSilentAddress(wallet, text, context.secp256k1),
      );
    }
    if (!walletCanGetAddresses(call.wallet, 'external')) {
      throw walletError('Error: This wallet has no available keys');
    }
    const text = parseLabel(label ?? null);
    refuseSecretText([text], context);
    const type =
      address_type === undefined ? call.environment.addressType : parseAddressType(address_type);
    return takeAddress(call, context, type, (wallet) =>
      newAddress(wallet, type, text, call.environment),
    );
  },
});
