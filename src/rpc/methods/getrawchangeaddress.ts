import { CHANGE_LABEL } from '../../silent/keys.ts';
import { newChangeAddress, walletCanGetAddresses } from '../../wallet/keys/addresses.ts';
import { silentAddressOf, silentOwners } from '../../wallet/keys/silent-owner.ts';
import { walletError } from '../error.ts';
import { str } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { parseAddressType } from '../parse/descriptor-argument.ts';
import { isSilentType, takeAddress, takeSilentAddress } from '../wallet/take-address.ts';
import { requireFollowingWallet } from '../wallet/wallet-call.ts';

export const getrawchangeaddress = defineMethod({
  name: 'getrawchangeaddress',
  category: 'Wallet',
  summary: 'Return a new change address, for transactions that you build by hand.',
  params: [
    str(
      'address_type',
      '"legacy", "p2sh-segwit", "bech32", "bech32m", or "silent" with an sp() descriptor',
      {
        values: ['legacy', 'p2sh-segwit', 'bech32', 'bech32m', 'silent'],
        defaultHint: 'set by -changetype',
      },
    ),
  ],
  result: str('', 'The address'),
  examples: ['getrawchangeaddress'],
  async run({ address_type }, context) {
    const call = await requireFollowingWallet(context);
    if (isSilentType(address_type, context)) {
      return takeSilentAddress(call, context, (wallet) => {
        const [owner] = silentOwners(wallet.descriptors);
        if (owner === undefined) return undefined;
        const { secp256k1 } = context;
        return { wallet, address: silentAddressOf(owner.silent, CHANGE_LABEL, wallet, secp256k1) };
      });
    }
    if (!walletCanGetAddresses(call.wallet, 'internal')) {
      throw walletError('Error: This wallet has no available keys');
    }
    const { addressType, changeType } = call.environment;
    const type =
      address_type === undefined ? (changeType ?? addressType) : parseAddressType(address_type);
    return takeAddress(call, context, type, (wallet) =>
      newChangeAddress(wallet, type, call.environment),
    );
  },
});
