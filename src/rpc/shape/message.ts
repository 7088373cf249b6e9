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

const reasons: { readonly [F in MessageFault]: string } = {
  MALFORMED: 'This is no signature of a message. Compare it with what was sent, to the last letter',
  OTHER_KEY: 'It was made with another key, or for another message',
  OTHER_MESSAGE: 'It was made for another message or address',
  INVALID_TRANSACTION: 'It is built as no transaction can be',
  UNKNOWN_COIN: 'It does not tell a coin, or tells it otherwise than it is',
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
  { prevout, amount, scriptPubKey, proven }: ClaimedCoin,
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

/** Whether the chain has a coin otherwise than the signer says. */
export function isContradicted(
  { prevout, amount, scriptPubKey }: ClaimedCoin,
  unspent: ReadonlyMap<string, Coin>,
): boolean {
  const coin = unspent.get(outPointKey(prevout));
  if (coin === undefined) return false;
  return coin.amount !== amount || !equalBytes(coin.scriptPubKey, scriptPubKey);
}
