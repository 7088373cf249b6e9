import type { PrivateKey } from '../../crypto/private-key.ts';
import { toSigningProvider } from '../../descriptor/flat-signing-provider.ts';
import { privateKeyLookup } from '../../descriptor/private-keys.ts';
import type { JsonArray } from '../../json/json.ts';
import type { Psbt } from '../../psbt/psbt.ts';
import type { Review } from '../../review/model.ts';
import { descriptorOwners } from '../../review/own-descriptors.ts';
import { walletOwners } from '../../review/own-wallet.ts';
import { createKeyProvider, emptyProvider } from '../../signing/miniscript-provider.ts';
import { joinProviders } from '../../signing/provider.ts';
import type { Transaction } from '../../transaction/transaction.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import { findKnownCoins, requireChain } from '../chain.ts';
import type { Context } from '../context.ts';
import { RpcCode, RpcError, verifyError } from '../error.ts';
import { parsePrevCoins, parsePrevTxs } from '../parse/prevtxs.ts';
import { parseOwnDescriptors, parseScanObjects, scriptsToScan } from '../parse/scan-objects.ts';
import { profileRules } from '../profile.ts';
import { walletPsbtSigning } from '../wallet/review-with-wallet.ts';
import { findInputCoins, walletProvider } from '../wallet/sign-with-wallet.ts';
import { walletPast } from '../wallet/wallet-past.ts';
import { reviewRaw, type Signing } from './approve.ts';
import { type PsbtSigning, reviewPsbt } from './approve-psbt.ts';
import { parseSigningLimits } from './fee-limits.ts';
import { addUtxos } from './process-approved.ts';

export type ReviewSource = {
  readonly descriptors: JsonArray | undefined;
  readonly prevtxs: JsonArray | undefined;
  /** Collects the private keys of descriptors, to be wiped. */
  readonly keys: PrivateKey[];
};

export async function reviewOf(
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
