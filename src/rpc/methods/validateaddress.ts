import { encodeHex } from '../../encoding/hex.ts';
import { jsonNumber, jsonObject } from '../../json/json.ts';
import { decodeAddress, formatAddress } from '../../script/address.ts';
import { bool, hex, list, num, record, str } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { addressKindFields, describeAddress } from '../results/address-result.ts';
import { describeSilentAddress } from '../wallet/silent-address-info.ts';

export const validateaddress = defineMethod({
  name: 'validateaddress',
  category: 'Util',
  summary: 'Check an address and describe its script.',
  params: [str('address', 'The address')],
  result: record([
    bool('isvalid', 'True if it is a valid address of this chain'),
    str.optional('address', 'The address'),
    hex.optional('scriptPubKey', 'The output script in hexadecimal'),
    ...addressKindFields,
    bool.optional(
      'issilentpayment',
      'True for a silent payment address (BIP352), which has no script of its own',
      { beyondCore: true },
    ),
    str.optional('error', 'The error message'),
    list.optional(
      'error_locations',
      'Positions of the errors in the address, if they can be found',
      [num()],
    ),
  ]),
  examples: ['validateaddress "bc1q09vm5lfy0j5reeulh4x5752q25uqqvz34hufdl"'],
  run({ address }, context) {
    const { network } = context;
    const silent = describeSilentAddress(address, context);
    if (silent !== undefined) return silent;
    const script = decodeAddress(address, network);
    if ('error' in script) {
      const { error, errorLocations } = script;
      return jsonObject({
        isvalid: false,
        error_locations: errorLocations.map(jsonNumber),
        error,
      });
    }
    return jsonObject({
      isvalid: true,
      address: formatAddress(script, network),
      scriptPubKey: encodeHex(script),
      ...describeAddress(script),
    });
  },
});
