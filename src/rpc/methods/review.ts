import type { PrivateKey } from '../../crypto/private-key.ts';
import { toSigningProvider } from '../../descriptor/flat-signing-provider.ts';
import { privateKeyLookup } from '../../descriptor/private-keys.ts';
import { decodeHex } from '../../encoding/hex.ts';
import type { Network } from '../../encoding/network.ts';
import type { Json, JsonArray } from '../../json/json.ts';
import type { Psbt } from '../../psbt/psbt.ts';
import { reviewHtml } from '../../review/html.ts';
import { reviewId } from '../../review/id.ts';
import type { Review } from '../../review/model.ts';
import { descriptorOwners } from '../../review/own-descriptors.ts';
import { walletOwners } from '../../review/own-wallet.ts';
import { printReview } from '../../review/print.ts';
import { createKeyProvider } from '../../signing/key-provider.ts';
import { emptyProvider, joinProviders } from '../../signing/provider.ts';
import type { Transaction } from '../../transaction/transaction.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import { findKnownCoins, requireChain } from '../chain.ts';
import type { Context } from '../context.ts';
import { invalid, RpcCode, RpcError, verifyError } from '../error.ts';
import { str } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { optionalScanObjectsParam } from '../params/psbt-params.ts';
import { prevTxsParam } from '../params/signing-params.ts';
import { parsePrevCoins, parsePrevTxs } from '../parse/prevtxs.ts';
import { parsePsbt } from '../parse/psbt-argument.ts';
import { parseRawTransaction } from '../parse/raw-transaction.ts';
import { parseOwnDescriptors, parseScanObjects, scriptsToScan } from '../parse/scan-objects.ts';
import { profileRules } from '../profile.ts';
import { reviewResult } from '../results/review-result.ts';
import { reviewRaw, type Signing } from '../signing/approve.ts';
import { type PsbtSigning, reviewPsbt } from '../signing/approve-psbt.ts';
import { parseSigningLimits } from '../signing/fee-limits.ts';
import { addUtxos } from '../signing/process-approved.ts';
import { remember } from '../wallet/remember.ts';
import { walletPsbtSigning } from '../wallet/review-with-wallet.ts';
import { findInputCoins, walletProvider } from '../wallet/sign-with-wallet.ts';
import { requireSyncedWallet, type WalletCall } from '../wallet/wallet-call.ts';
import { walletPast } from '../wallet/wallet-past.ts';

const FORMATS = ['json', 'text', 'html'];

export const review = defineMethod({
  name: 'review',
  category: 'Wallet',
  summary:
    'Show what a transaction or a PSBT would do once it is signed: recipients, change, the proof of the fee, and problems.\n' +
    'Beyond Core, and not with -profile=core. Nothing is signed. Outputs are yours if the wallet, or the given descriptors,\n' +
    'derive them. The wallet remembers the amounts of its coins in the review, unless it is locked.',
  params: [
    str('transaction', 'A PSBT in base64, or a transaction in hexadecimal', { freeText: true }),
    { ...optionalScanObjectsParam, help: 'Your output descriptors, instead of a wallet' },
    { ...prevTxsParam, help: 'The outputs that a raw transaction spends' },
    str('format', 'The format of the answer: facts, lines of 80 columns, or HTML without scripts', {
      default: 'json',
      values: FORMATS,
    }),
  ],
  result: [reviewResult, str('', 'The review', { when: 'format is text or html' })],
  examples: ['review "psbt"', 'review "psbt" "[\\"descriptor\\"]" null text'],
  async run({ transaction, descriptors, prevtxs, format }, context) {
    if (format !== undefined && !FORMATS.includes(format)) {
      throw invalid(`format is one of ${FORMATS.join(', ')}`);
    }
    const found = await reviewCall({ transaction, descriptors, prevtxs }, context);
    return shapeReviewAs(format, found, context.network);
  },
});

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

type ReviewSource = {
  readonly descriptors: JsonArray | undefined;
  readonly prevtxs: JsonArray | undefined;
  /** Collects the private keys of descriptors, to be wiped. */
  readonly keys: PrivateKey[];
};

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

async function reviewOf(
  given: Psbt | Transaction,
  source: ReviewSource,
  wallet: Wallet | undefined,
  context: Context,
): Promise<Review> {
  const limits = parseSigningLimits({}, context, { wallet: wallet !== undefined });
  if (limits === undefined) throw new RpcError(RpcCode.METHOD_NOT_FOUND, 'Method not found');
  if ('txVersion' in given) {
    const signing = wallet
      ? walletPsbtSigning(wallet, given, context)
      : await descriptorSigning(given, source, context);
    const found = await reviewPsbt({ ...signing, signs: false }, limits, context);
    if (found !== undefined) return found;
    throw verifyError('The lock times that inputs of the PSBT ask for exclude each other');
  }
  const signing = await rawSigning(given, source, wallet, context);
  return reviewRaw({ ...signing, signs: false }, limits, context);
}

/** Finds the wallet of the call. Returns `undefined` if none is loaded and none is named. */
async function findWallet(context: Context): Promise<WalletCall | undefined> {
  const { wallets, walletName } = context;
  if (walletName === undefined && (wallets?.loaded().length ?? 0) === 0) return undefined;
  return requireSyncedWallet(context);
}

async function ownerOf(
  { descriptors, keys }: ReviewSource,
  psbt: Psbt | undefined,
  context: Context,
): Promise<Pick<Signing, 'provider' | 'findOwners'>> {
  if (descriptors === undefined) return { provider: emptyProvider, findOwners: undefined };
  const { secp256k1 } = context;
  const scripts = psbt && scriptsToScan(psbt, context);
  const flat = await parseScanObjects(descriptors, context, { secrets: false, scripts });
  keys.push(...flat.privateKeys.values());
  const source = { secp256k1, findPrivateKey: privateKeyLookup(flat.privateKeys) };
  const findOwners = descriptorOwners(parseOwnDescriptors(descriptors, context), source);
  return { provider: toSigningProvider(flat), findOwners };
}

async function descriptorSigning(
  psbt: Psbt,
  source: ReviewSource,
  context: Context,
): Promise<Omit<PsbtSigning, 'signs'>> {
  const { provider, findOwners } = await ownerOf(source, psbt, context);
  const filled = await addUtxos(psbt, provider, context);
  const known = await findKnownCoins(
    context,
    psbt.inputs.map(({ prevout }) => prevout),
  );
  return { psbt: filled, known, findProvider: () => provider, findOwners };
}

async function rawSigning(
  transaction: Transaction,
  source: ReviewSource,
  wallet: Wallet | undefined,
  context: Context,
) {
  const { secp256k1 } = context;
  const outPoints = transaction.inputs.map(({ prevout }) => prevout);
  const chain = context.chain && requireChain(context, 'review');
  const known = wallet
    ? await findInputCoins(transaction, wallet, chain)
    : await findKnownCoins(context, outPoints);
  const rules = profileRules(context.profile);
  const prevtxs = source.prevtxs ?? [];
  if (wallet !== undefined) {
    const { coins, previous } = parsePrevCoins(prevtxs, known, rules);
    const provider = await walletProvider(wallet, context)(transaction, coins);
    const findOwners = walletOwners(wallet, secp256k1);
    return {
      transaction,
      coins,
      previous,
      known,
      provider,
      findOwners,
      ...walletPast(wallet, transaction),
    };
  }
  const given = parsePrevTxs(prevtxs, known, secp256k1, { ...rules, optionalScripts: true });
  const { coins, previous, scripts, taproot } = given;
  const { provider: own, findOwners } = await ownerOf(source, undefined, context);
  const provider = joinProviders(createKeyProvider({ keys: [], scripts, taproot }, secp256k1), own);
  return { transaction, coins, previous, known, provider, findOwners };
}
