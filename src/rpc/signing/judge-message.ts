import type { Secp256k1 } from '../../crypto/secp256k1.ts';
import { equalBytes } from '../../encoding/bytes.ts';
import type { ClaimedCoin } from '../../message/proof-of-funds.ts';
import { readSignature } from '../../message/signature-text.ts';
import {
  type MessageFault,
  type MessageVerdict,
  type SignedMessage,
  verifyMessage,
} from '../../message/verify.ts';
import { scriptErrorSentence } from '../../script/script-error.ts';
import { type Coin, outPointKey } from '../../transaction/transaction.ts';
import { findKnownCoins } from '../chain.ts';
import type { Context } from '../context.ts';

/** The verdict on a signed message, and what is known of the coins that it claims. */
export type JudgedMessage = {
  readonly verdict: MessageVerdict;
  /** Unspent coins by `outPointKey`; `undefined` if there is no chain to ask. */
  readonly unspent: ReadonlyMap<string, Coin> | undefined;
};

/** Returns true if a text has the form of a message signature. */
export const isSignatureText = (text: string, secp256k1: Secp256k1): boolean =>
  readSignature(text, secp256k1) !== undefined;

/** Verifies a signed message. It is invalid if it claims a coin that differs from the chain's. */
export async function judgeMessage(
  signed: SignedMessage,
  context: Context,
): Promise<JudgedMessage> {
  const verdict = verifyMessage(signed, context.secp256k1);
  const { coins } = verdict;
  const canAsk = (context.findCoins ?? context.chain) !== undefined && coins.length > 0;
  const prevouts = coins.map(({ prevout }) => prevout);
  const unspent = canAsk ? await findKnownCoins(context, prevouts) : undefined;
  const isFalse = unspent && coins.some((coin) => isContradicted(coin, unspent));
  if (!isFalse) return { verdict, unspent };
  return { verdict: { ...verdict, state: 'invalid', error: 'UNKNOWN_COIN' }, unspent };
}

/** Returns true if the chain's coin differs from the signer's claim. */
function isContradicted(
  { prevout, value: amount, scriptPubKey }: ClaimedCoin,
  unspent: ReadonlyMap<string, Coin>,
): boolean {
  const coin = unspent.get(outPointKey(prevout));
  if (coin === undefined) return false;
  return coin.value !== amount || !equalBytes(coin.scriptPubKey, scriptPubKey);
}

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

/** Returns the reason why a message is not valid. */
export function messageReason({ error, scriptError }: MessageVerdict): string | undefined {
  const why = error && reasons[error];
  return why && (scriptError ? `${why} (${scriptErrorSentence(scriptError)})` : why);
}
