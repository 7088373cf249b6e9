import { formatAmount } from '../../encoding/amount.ts';
import { encodeHex } from '../../encoding/hex.ts';
import type { Network } from '../../encoding/network.ts';
import { type JsonObject, jsonNumber, jsonObject } from '../../json/json.ts';
import type { ClaimedCoin } from '../../message/proof-of-funds.ts';
import { formatAddress } from '../../script/address.ts';
import { type Coin, outPointKey } from '../../transaction/transaction.ts';
import { amount, bool, hex, list, num, record, str } from '../fields.ts';
import type { Result } from '../method.ts';
import { type JudgedMessage, messageReason } from '../signing/judge-message.ts';

const coinResult: Result = record([
  hex('txid', 'The transaction'),
  num('vout', 'The number of its output'),
  amount('amount', 'The amount of the coin'),
  hex('scriptPubKey', 'The output script of the coin'),
  str.optional('address', 'The address of that script, if it has one'),
  bool(
    'proven',
    'True if amount and script are proven by the previous transaction or by the chain; otherwise they are only claimed',
  ),
  bool.optional(
    'unspent',
    'True if the coin is unspent in the chain; absent without a chain source',
  ),
]);

/** The detailed result of `verifymessage`. */
export const messageVerdictResult: Result = record(
  [
    str(
      'state',
      'The result. "valid" means valid under the conditions below; "inconclusive" means that the script uses future rules',
      { values: ['valid', 'inconclusive', 'invalid'] },
    ),
    str.optional('format', 'The format of the signature; absent if the text is not a signature', {
      values: ['legacy', 'simple', 'full', 'proof-of-funds'],
    }),
    str.optional('reason', 'The reason why it is not valid'),
    num('locktime', 'The height or time (seconds since 1970) from which it is valid; 0 means now'),
    num(
      'sequence',
      'The minimum age of a coin before the signer can spend it (BIP68); 0 means any age',
    ),
    list('utxos', 'Other coins that the signer claims to own; the list may be incomplete', [
      coinResult,
    ]),
  ],
  { when: 'with verbose', beyondCore: true },
);

/** Shapes the detailed result of `verifymessage`. */
export function shapeVerdict({ verdict, unspent }: JudgedMessage, network: Network): JsonObject {
  const { state, format, locktime, sequence, coins } = verdict;
  return jsonObject({
    state,
    format,
    reason: messageReason(verdict),
    locktime: jsonNumber(locktime),
    sequence: jsonNumber(sequence),
    utxos: coins.map((coin) => shapeCoin(coin, unspent, network)),
  });
}

function shapeCoin(
  { prevout, value: amount, scriptPubKey, proven }: ClaimedCoin,
  unspent: ReadonlyMap<string, Coin> | undefined,
  network: Network,
): JsonObject {
  const isUnspent = unspent?.has(outPointKey(prevout));
  return jsonObject({
    txid: prevout.txid,
    vout: jsonNumber(prevout.vout),
    amount: { number: formatAmount(amount) },
    scriptPubKey: encodeHex(scriptPubKey),
    address: formatAddress(scriptPubKey, network),
    proven: proven || isUnspent === true,
    unspent: isUnspent,
  });
}
