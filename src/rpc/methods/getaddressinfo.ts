import { decodeAddress } from '../../script/address.ts';
import { invalidAddressOrKey } from '../error.ts';
import { bool, hex, list, object, record, str, time } from '../fields.ts';
import { defineMethod } from '../method.ts';
import {
  addressKeyFields,
  addressKindFields,
  embeddedAddressFields,
} from '../results/address-result.ts';
import { shapeWalletAddress } from '../shape/wallet-address.ts';
import { noteUnchecked, requireFollowingWallet } from '../wallet/wallet-call.ts';

export const getaddressinfo = defineMethod({
  name: 'getaddressinfo',
  category: 'Wallet',
  summary: 'Show information about an address, including what the wallet knows about it.',
  params: [str('address', 'The address')],
  result: record([
    str('address', 'The address'),
    hex('scriptPubKey', 'The output script in hexadecimal'),
    bool('ismine', 'True if the address belongs to the wallet'),
    bool('iswatchonly', 'Always false'),
    bool('solvable', 'True if the wallet knows how to spend from it, apart from keys'),
    str.optional('desc', 'A descriptor of just this address'),
    str.optional('parent_desc', 'The descriptor that it comes from'),
    ...addressKindFields,
    ...addressKeyFields,
    object.optional('embedded', 'The address inside a P2SH or P2WSH script', embeddedAddressFields),
    bool('ischange', 'True if it was used for change'),
    time.optional('timestamp', 'The time when its key was created'),
    str.optional('hdkeypath', 'The path of its key'),
    hex.optional('hdseedid', 'Always 0'),
    hex.optional('hdmasterfingerprint', 'The fingerprint of the master key'),
    list('labels', 'The label of the address, if it has one', [str()]),
  ]),
  examples: ['getaddressinfo "address"'],
  async run({ address }, context) {
    const { wallet } = await requireFollowingWallet(context);
    const script = decodeAddress(address, context.network);
    if ('error' in script) {
      throw invalidAddressOrKey(script.error || 'Invalid address');
    }
    noteUnchecked(wallet, context);
    return shapeWalletAddress(script, wallet, context);
  },
});
