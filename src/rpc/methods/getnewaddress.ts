import { newAddress, walletCanGetAddresses } from '../../wallet/keys/addresses.ts';
import { RpcCode, RpcError } from '../error.ts';
import { defineMethod } from '../method.ts';
import { parseLabel } from '../parse/descriptor-import.ts';
import { parseAddressType } from '../parse/output-type.ts';
import { refuseSecretText } from '../wallet/host-outcome.ts';
import { takeAddress } from '../wallet/take-address.ts';
import { requireFollowingWallet } from '../wallet/wallet-call.ts';

export const getnewaddress = defineMethod({
  name: 'getnewaddress',
  category: 'Wallet',
  summary: 'A new address to be paid at.',
  params: [
    {
      name: 'label',
      type: 'string',
      required: false,
      default: '',
      help: 'A label for the address',
    },
    {
      name: 'address_type',
      type: 'string',
      values: ['legacy', 'p2sh-segwit', 'bech32', 'bech32m'],
      required: false,
      defaultHint: 'set by -addresstype',
      help: '"legacy", "p2sh-segwit", "bech32" or "bech32m"',
    },
  ],
  result: { type: 'string', help: 'The address' },
  examples: ['getnewaddress', 'getnewaddress "" legacy'],
  async run({ label, address_type }, context) {
    const call = await requireFollowingWallet(context);
    if (!walletCanGetAddresses(call.wallet, 'external')) {
      throw new RpcError(RpcCode.WALLET_ERROR, 'Error: This wallet has no available keys');
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
