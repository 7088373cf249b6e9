import { newChangeAddress, walletCanGetAddresses } from '../../wallet/keys/addresses.ts';
import { RpcCode, RpcError } from '../error.ts';
import { defineMethod } from '../method.ts';
import { parseAddressType } from '../parse/output-type.ts';
import { takeAddress } from '../wallet/take-address.ts';
import { requireFollowingWallet } from '../wallet/wallet-call.ts';

export const getrawchangeaddress = defineMethod({
  name: 'getrawchangeaddress',
  category: 'Wallet',
  summary: 'A new address for change, for transactions that are put together by hand.',
  params: [
    {
      name: 'address_type',
      type: 'string',
      values: ['legacy', 'p2sh-segwit', 'bech32', 'bech32m'],
      required: false,
      defaultHint: 'set by -changetype',
      help: '"legacy", "p2sh-segwit", "bech32" or "bech32m"',
    },
  ],
  result: { type: 'string', help: 'The address' },
  examples: ['getrawchangeaddress'],
  async run({ address_type }, context) {
    const call = await requireFollowingWallet(context);
    if (!walletCanGetAddresses(call.wallet, 'internal')) {
      throw new RpcError(RpcCode.WALLET_ERROR, 'Error: This wallet has no available keys');
    }
    const { addressType, changeType } = call.environment;
    const type =
      address_type === undefined ? (changeType ?? addressType) : parseAddressType(address_type);
    return takeAddress(call, context, type, (wallet) =>
      newChangeAddress(wallet, type, call.environment),
    );
  },
});
