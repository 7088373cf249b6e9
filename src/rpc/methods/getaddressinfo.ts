import { decodeAddress } from '../../script/address.ts';
import { RpcCode, RpcError } from '../error.ts';
import { defineMethod } from '../method.ts';
import { shapeWalletAddress } from '../shape/wallet-address.ts';
import { noteUnchecked, requireFollowingWallet } from '../wallets.ts';

export const getaddressinfo = defineMethod({
  name: 'getaddressinfo',
  category: 'Wallet',
  summary: 'What an address is, and what the wallet knows about it.',
  params: [{ name: 'address', type: 'string', required: true, help: 'The address' }],
  result:
    '{\n' +
    '  "address" : "str",                (string) The address\n' +
    '  "scriptPubKey" : "hex",           (string) Its script\n' +
    '  "ismine" : true|false,            (boolean) Whether it is one of the wallet\n' +
    '  "solvable" : true|false,          (boolean) Whether the wallet knows how it is spent, keys aside\n' +
    '  "desc" : "str",                   (string, optional) A descriptor of just this address\n' +
    '  "parent_desc" : "str",            (string, optional) The descriptor that it comes from\n' +
    '  "ischange" : true|false,          (boolean) Whether it was used for change\n' +
    '  "timestamp" : n,                  (numeric, optional) When its key was made, in seconds since 1970\n' +
    '  "hdkeypath" : "str",              (string, optional) The path of its key\n' +
    '  "hdmasterfingerprint" : "hex",    (string, optional) The fingerprint of the master key\n' +
    '  "labels" : [ "str" ],             (array) Its label, if it has one\n' +
    '  ...                               kind of address, scripts and keys behind it\n' +
    '}',
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
