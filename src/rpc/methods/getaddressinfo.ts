import { decodeAddress } from '../../script/address.ts';
import { invalidAddressOrKey } from '../error.ts';
import { shapeWalletAddress } from '../explain/wallet-address.ts';
import { bool, hex, list, num, object, record, str, time } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { parseSilentAddress } from '../parse/silent-address-argument.ts';
import {
  addressKeyFields,
  addressKindFields,
  embeddedAddressFields,
} from '../results/address-result.ts';
import { shapeSilentAddress } from '../wallet/silent-address-info.ts';
import { noteUnchecked, requireFollowingWallet } from '../wallet/wallet-call.ts';

export const getaddressinfo = defineMethod({
  name: 'getaddressinfo',
  category: 'Wallet',
  summary: 'Show information about an address, including what the wallet knows about it.',
  params: [str('address', 'The address')],
  result: record([
    str('address', 'The address'),
    hex.optional(
      'scriptPubKey',
      'The output script in hexadecimal. Absent for a silent payment address',
    ),
    bool('ismine', 'True if the address belongs to the wallet'),
    bool('iswatchonly', 'Always false'),
    bool('solvable', 'True if the wallet knows how to spend from it, apart from keys'),
    str.optional('desc', 'A descriptor of just this address'),
    str.optional('parent_desc', 'The descriptor that it comes from'),
    ...addressKindFields,
    ...addressKeyFields,
    bool.optional('issilentpayment', 'True for a silent payment address (BIP352)', {
      beyondCore: true,
    }),
    num.optional('silent_label', 'The label (BIP352) of an own silent payment address', {
      beyondCore: true,
    }),
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
    const silent = parseSilentAddress(address, context);
    if (silent !== undefined) {
      noteUnchecked(wallet, context);
      return shapeSilentAddress(wallet, silent.recipient, context);
    }
    const script = decodeAddress(address, context.network);
    if ('error' in script) {
      throw invalidAddressOrKey(script.error || 'Invalid address');
    }
    noteUnchecked(wallet, context);
    return shapeWalletAddress(script, wallet, context);
  },
});
