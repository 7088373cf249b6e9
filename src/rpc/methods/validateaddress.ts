import { encodeHex } from '../../encoding/hex.ts';
import { jsonNumber, jsonObject } from '../../json/json.ts';
import { decodeAddress, formatAddress } from '../../script/address.ts';
import { defineMethod } from '../method.ts';
import { addressKindFields } from '../results/address.ts';
import { describeAddress } from '../shape/address.ts';

export const validateaddress = defineMethod({
  name: 'validateaddress',
  category: 'Util',
  summary: 'Check an address and say what it stands for.',
  params: [{ name: 'address', type: 'string', required: true, help: 'The address' }],
  result: {
    type: 'object',
    help: '',
    fields: [
      { name: 'isvalid', type: 'bool', help: 'Whether it is an address of this chain' },
      { name: 'address', type: 'string', optional: true, help: 'The address' },
      { name: 'scriptPubKey', type: 'hex', optional: true, help: 'The script that it stands for' },
      ...addressKindFields,
      { name: 'error', type: 'string', optional: true, help: 'What is wrong' },
      {
        name: 'error_locations',
        type: 'array',
        optional: true,
        help: 'Where it is wrong, if that can be told: places in the address',
        fields: [{ type: 'number', help: '' }],
      },
    ],
  },
  examples: ['validateaddress "bc1q09vm5lfy0j5reeulh4x5752q25uqqvz34hufdl"'],
  run({ address }, { network }) {
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
