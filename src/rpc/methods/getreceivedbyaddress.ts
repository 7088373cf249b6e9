import { encodeHex } from '../../encoding/hex.ts';
import { jsonAmount } from '../../json/json.ts';
import { decodeAddress } from '../../script/address.ts';
import { invalidAddressOrKey } from '../error.ts';
import { amount, str } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { includeImmatureCoinbase, minconf } from '../params/received-params.ts';
import { amountReceived } from '../wallet/tally-received.ts';
import { requireSyncedWallet } from '../wallet/wallet-call.ts';

export const getreceivedbyaddress = defineMethod({
  name: 'getreceivedbyaddress',
  category: 'Wallet',
  summary: 'Show the amount received at an address of the wallet, spent or not.',
  params: [str('address', 'The address'), minconf, includeImmatureCoinbase],
  result: amount('', 'The sum in BTC'),
  examples: ['getreceivedbyaddress "address"', 'getreceivedbyaddress "address" 6'],
  async run(args, context) {
    const { wallet } = await requireSyncedWallet(context);
    const script = decodeAddress(args.address, context.network);
    if ('error' in script) {
      throw invalidAddressOrKey('Invalid Bitcoin address');
    }
    const { minconf: confirmations, include_immature_coinbase: immature } = args;
    const sum = amountReceived(wallet, [encodeHex(script)], confirmations, immature);
    return jsonAmount(sum);
  },
});
