import { formatAmount } from '../../encoding/amount.ts';
import { equalBytes } from '../../encoding/bytes.ts';
import { encodeHex } from '../../encoding/hex.ts';
import type { Network } from '../../encoding/network.ts';
import { type JsonObject, jsonNumber, jsonObject } from '../../json/json.ts';
import type { ClaimedCoin } from '../../message/proof-of-funds.ts';
import type { MessageFault, MessageVerdict } from '../../message/verify.ts';
import { formatAddress } from '../../script/address.ts';
import { scriptErrorSentence } from '../../script/script-error.ts';
import { type Coin, outPointKey } from '../../transaction/transaction.ts';
import { amount, bool, hex, list, num, record, str } from '../fields.ts';
import type { Result } from '../method.ts';

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

const reasons: { readonly [F in MessageFault]: string } = {
  MALFORMED: 'This is not a message signature. Compare it with the original, letter by letter',
  OTHER_KEY: 'It was made with another key, or for another message',
  OTHER_MESSAGE: 'It was made for another message or address',
  INVALID_TRANSACTION: 'It is built as no transaction can be',
  UNKNOWN_COIN: 'A coin is missing, or differs from the real one',
  SIGHASH_TYPE: 'A signature in it is not of the type ALL',
  CODE_SEPARATOR: 'A script in it uses OP_CODESEPARATOR, which signatures of messages must not',
  SCRIPT: 'A script does not hold, for another message or address too',
  UPGRADE: 'It goes by rules that are reserved for the future',
};

/** `unspent`: what the chain knows of the coins; `undefined`: there is none to ask. */
export function shapeVerdict(
  { state, format, error, scriptError, locktime, sequence, coins }: MessageVerdict,
  unspent: ReadonlyMap<string, Coin> | undefined,
  network: Network,
): JsonObject {
  const why = error && reasons[error];
  const script = scriptError && ` (${scriptErrorSentence(scriptError)})`;
  return jsonObject({
    state,
    format,
    reason: why === undefined ? undefined : `${why}${script ?? ''}`,
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

/** Returns true if the chain's coin differs from the signer's claim. */
export function isContradicted(
  { prevout, value: amount, scriptPubKey }: ClaimedCoin,
  unspent: ReadonlyMap<string, Coin>,
): boolean {
  const coin = unspent.get(outPointKey(prevout));
  if (coin === undefined) return false;
  return coin.value !== amount || !equalBytes(coin.scriptPubKey, scriptPubKey);
}
