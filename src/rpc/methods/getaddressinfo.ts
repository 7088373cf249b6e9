import { decodeAddress } from '../../script/address.ts';
import { RpcCode, RpcError } from '../error.ts';
import { defineMethod } from '../method.ts';
import { addressKeyFields, addressKindFields, embeddedAddressFields } from '../results/address.ts';
import { shapeWalletAddress } from '../shape/wallet-address.ts';
import { noteUnchecked, requireFollowingWallet } from '../wallet/wallet-call.ts';

export const getaddressinfo = defineMethod({
  name: 'getaddressinfo',
  category: 'Wallet',
  summary: 'What an address is, and what the wallet knows about it.',
  params: [{ name: 'address', type: 'string', required: true, help: 'The address' }],
  result: {
    type: 'object',
    help: '',
    fields: [
      { name: 'address', type: 'string', help: 'The address' },
      { name: 'scriptPubKey', type: 'hex', help: 'Its script' },
      { name: 'ismine', type: 'bool', help: 'Whether it is one of the wallet' },
      {
        name: 'iswatchonly',
        type: 'bool',
        help: 'Always false',
      },
      {
        name: 'solvable',
        type: 'bool',
        help: 'Whether the wallet knows how it is spent, keys aside',
      },
      {
        name: 'desc',
        type: 'string',
        optional: true,
        help: 'A descriptor of just this address',
      },
      {
        name: 'parent_desc',
        type: 'string',
        optional: true,
        help: 'The descriptor that it comes from',
      },
      ...addressKindFields,
      ...addressKeyFields,
      {
        name: 'embedded',
        type: 'object',
        optional: true,
        help: 'The address that a P2SH or P2WSH script has of its own',
        fields: embeddedAddressFields,
      },
      { name: 'ischange', type: 'bool', help: 'Whether it was used for change' },
      { name: 'timestamp', type: 'time', optional: true, help: 'When its key was made' },
      { name: 'hdkeypath', type: 'string', optional: true, help: 'The path of its key' },
      { name: 'hdseedid', type: 'hex', optional: true, help: 'Always 0' },
      {
        name: 'hdmasterfingerprint',
        type: 'hex',
        optional: true,
        help: 'The fingerprint of the master key',
      },
      {
        name: 'labels',
        type: 'array',
        help: 'Its label, if it has one',
        fields: [{ type: 'string', help: '' }],
      },
    ],
  },
  examples: ['getaddressinfo "address"'],
  async run({ address }, context) {
    const { wallet } = await requireFollowingWallet(context);
    const script = decodeAddress(address, context.network);
    if ('error' in script) {
      throw new RpcError(RpcCode.INVALID_ADDRESS_OR_KEY, script.error || 'Invalid address');
    }
    noteUnchecked(wallet, context);
    return shapeWalletAddress(script, wallet, context);
  },
});
