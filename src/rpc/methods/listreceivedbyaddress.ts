import { encodeHex } from '../../encoding/hex.ts';
import { jsonAmount, jsonNumber, jsonObject } from '../../json/json.ts';
import { decodeAddress } from '../../script/address.ts';
import { addressBook } from '../../wallet/address-book.ts';
import { isMine } from '../../wallet/wallet.ts';
import { walletError } from '../error.ts';
import { amount, hex, list, num, rows, str } from '../fields.ts';
import { defineMethod } from '../method.ts';
import {
  includeEmpty,
  includeImmatureCoinbase,
  includeWatchonly,
  minconf,
} from '../params/received-params.ts';
import { emptyTally, parseReceivedFilter, tallyReceived } from '../wallet/tally-received.ts';
import { noteUnchecked, requireSyncedWallet } from '../wallet/wallet-call.ts';

export const listreceivedbyaddress = defineMethod({
  name: 'listreceivedbyaddress',
  category: 'Wallet',
  summary: 'List the amounts received at each address of the wallet, spent or not.',
  params: [
    minconf,
    includeEmpty,
    includeWatchonly,
    str.optional('address_filter', 'List only this address, unless it is empty'),
    includeImmatureCoinbase,
  ],
  result: rows('', '', [
    str('address', 'The address'),
    amount('amount', 'The total amount received, in BTC'),
    num('confirmations', 'Confirmations of the newest payment, or 0'),
    str('label', 'The label of the address; "" if it has none'),
    list('txids', 'The transactions that paid it', [hex('', 'The id')]),
  ]),
  examples: ['listreceivedbyaddress', 'listreceivedbyaddress 6 true true "" true'],
  async run(args, context) {
    const { wallet } = await requireSyncedWallet(context);
    const filter = parseReceivedFilter(args.minconf, args.include_immature_coinbase);
    const only = args.address_filter
      ? decodeAddress(args.address_filter, context.network)
      : undefined;
    if (only !== undefined && 'error' in only) {
      throw walletError('address_filter parameter was invalid');
    }
    const onlyScript = only && encodeHex(only);
    noteUnchecked(wallet, context);
    const tallies = tallyReceived(wallet, filter);
    return addressBook(wallet).flatMap(({ script, address, label }) => {
      if (onlyScript !== undefined && script !== onlyScript) return [];
      const tally = tallies.get(script);
      if (tally === undefined && !(args.include_empty === true && isMine(wallet, script)))
        return [];
      const { amount, depth = 0, txids } = tally ?? emptyTally();
      return jsonObject({
        address,
        amount: jsonAmount(amount),
        confirmations: jsonNumber(depth),
        label,
        txids,
      });
    });
  },
});
