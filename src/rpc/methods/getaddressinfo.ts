import { decodeAddress } from '../../script/address.ts';
import { RpcCode, RpcError } from '../error.ts';
import { bool, hex, list, object, record, str, time } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { addressKeyFields, addressKindFields, embeddedAddressFields } from '../results/address.ts';
import { shapeWalletAddress } from '../shape/wallet-address.ts';
import { noteUnchecked, requireFollowingWallet } from '../wallet/wallet-call.ts';

export const getaddressinfo = defineMethod({
  name: 'getaddressinfo',
  category: 'Wallet',
  summary: 'What an address is, and what the wallet knows about it.',
  params: [str('address', 'The address')],
  result: record([
    str('address', 'The address'),
    hex('scriptPubKey', 'Its script'),
    bool('ismine', 'Whether it is one of the wallet'),
    bool('iswatchonly', 'Always false'),
    bool('solvable', 'Whether the wallet knows how it is spent, keys aside'),
    str.optional('desc', 'A descriptor of just this address'),
    str.optional('parent_desc', 'The descriptor that it comes from'),
    ...addressKindFields,
    ...addressKeyFields,
    object.optional(
      'embedded',
      'The address that a P2SH or P2WSH script has of its own',
      embeddedAddressFields,
    ),
    bool('ischange', 'Whether it was used for change'),
    time.optional('timestamp', 'When its key was made'),
    str.optional('hdkeypath', 'The path of its key'),
    hex.optional('hdseedid', 'Always 0'),
    hex.optional('hdmasterfingerprint', 'The fingerprint of the master key'),
    list('labels', 'Its label, if it has one', [str()]),
  ]),
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
