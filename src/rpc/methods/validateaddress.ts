import { encodeHex } from '../../encoding/hex.ts';
import { jsonNumber, jsonObject } from '../../json/json.ts';
import { decodeAddress, formatAddress } from '../../script/address.ts';
import { defineMethod } from '../method.ts';
import { describeAddress } from '../shape/address.ts';

export const validateaddress = defineMethod({
  name: 'validateaddress',
  category: 'Util',
  summary: 'Check an address and say what it stands for.',
  params: [{ name: 'address', type: 'string', required: true, help: 'The address' }],
  result:
    '{\n' +
    '  "isvalid" : true|false,     (boolean) Whether it is an address of this chain\n' +
    '  "address" : "str",          (string, optional) The address\n' +
    '  "scriptPubKey" : "hex",     (string, optional) The output script that it stands for\n' +
    '  "isscript" : true|false,    (boolean, optional) Whether it stands for a script\n' +
    '  "iswitness" : true|false,   (boolean, optional) Whether it is a witness address\n' +
    '  "witness_version" : n,      (numeric, optional) The version of the witness program\n' +
    '  "witness_program" : "hex",  (string, optional) The witness program\n' +
    '  "error" : "str",            (string, optional) What is wrong\n' +
    '  "error_locations" : [       (array, optional) Where it is wrong, if that can be told\n' +
    '    n,                        (numeric) A place in the address\n' +
    '    ...\n' +
    '  ]\n' +
    '}',
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
