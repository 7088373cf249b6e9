import type { PrivateKey } from '../../crypto/private-key.ts';
import { decodeHex } from '../../encoding/hex.ts';
import type { Network } from '../../encoding/network.ts';
import type { Json } from '../../json/json.ts';
import type { Psbt } from '../../psbt/psbt.ts';
import { reviewHtml } from '../../review/html.ts';
import { reviewId } from '../../review/id.ts';
import type { Review } from '../../review/model.ts';
import { printReview } from '../../review/print.ts';
import type { Transaction } from '../../transaction/transaction.ts';
import type { Context } from '../context.ts';
import { RpcCode, RpcError } from '../error.ts';
import { parsePsbt } from '../parse/psbt-argument.ts';
import { parseRawTransaction } from '../parse/raw-transaction.ts';
import { profileRules } from '../profile.ts';
import { reviewResult } from '../results/review-result.ts';
import { remember } from '../wallet/remember.ts';
import { requireSyncedWallet, type WalletCall } from '../wallet/wallet-call.ts';
import { type ReviewSource, reviewOf } from './review-given.ts';

/** Prints a review in one of `FORMATS`. */
export function shapeReviewAs(format: string | undefined, found: Review, network: Network): Json {
  if (format === 'html') return reviewHtml(found, network);
  if (format !== 'text') return reviewResult.show(found, network);
  return [...printReview(found, network, 80), `Review id ${reviewId(found, network)}`].join('\n');
}

/** Returns the review itself, for callers that print it differently. */
export async function reviewCall(
  {
    transaction,
    descriptors,
    prevtxs,
  }: Omit<ReviewSource, 'keys'> & { readonly transaction: string },
  context: Context,
): Promise<Review> {
  if (!profileRules(context.profile).reviews) {
    throw new RpcError(RpcCode.METHOD_NOT_FOUND, 'Method not found');
  }
  const given = decodeHex(transaction)
    ? parseRawTransaction(transaction)
    : await parsePsbt(transaction, context);
  const keys: PrivateKey[] = [];
  return reviewGiven(given, { descriptors, prevtxs, keys }, context).finally(() => {
    for (const key of keys) key.wipe();
  });
}

async function reviewGiven(
  given: Psbt | Transaction,
  source: ReviewSource,
  context: Context,
): Promise<Review> {
  const { descriptors } = source;
  const call = descriptors === undefined ? await findWallet(context) : undefined;
  const found = await reviewOf(given, source, call?.wallet, context);
  if (call !== undefined) await remember(call.open, found, { ...context, isSigned: false });
  return found;
}

/** Finds the wallet of the call. Returns `undefined` if none is loaded and none is named. */
async function findWallet(context: Context): Promise<WalletCall | undefined> {
  const { wallets, walletName } = context;
  if (walletName === undefined && (wallets?.loaded().length ?? 0) === 0) return undefined;
  return requireSyncedWallet(context);
}
