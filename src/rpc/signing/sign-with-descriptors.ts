import { toSigningProvider } from '../../descriptor/flat-signing-provider.ts';
import { privateKeyLookup } from '../../descriptor/private-keys.ts';
import type { JsonArray, JsonObject } from '../../json/json.ts';
import { descriptorOwners } from '../../review/own-descriptors.ts';
import { findKnownCoins } from '../chain.ts';
import type { Context } from '../context.ts';
import { parsePrevCoins } from '../parse/prevtxs.ts';
import { parseRawTransaction } from '../parse/raw-transaction.ts';
import { parseOwnDescriptors, parseScanObjects } from '../parse/scan-objects.ts';
import { parseSighashArgument } from '../parse/sighash-argument.ts';
import { profileRules } from '../profile.ts';
import { parseSigningLimits } from './fee-limits.ts';
import { approveAndSign } from './sign-with-keys.ts';

/** Arguments of signing a raw transaction by descriptors, after the check of their outer types. */
export type SignWithDescriptorsArguments = {
  readonly hexstring: string;
  /** Descriptors with private keys. The keys are wiped. */
  readonly descriptors: JsonArray;
  readonly prevtxs: JsonArray | undefined;
  readonly reviewed: string | undefined;
};

/**
 * Signs a raw transaction with the private keys of descriptors, which also determine what is the
 * caller's own.
 */
export async function signWithDescriptors(
  { hexstring, descriptors, prevtxs = [], reviewed }: SignWithDescriptorsArguments,
  context: Context,
): Promise<JsonObject> {
  const { secp256k1 } = context;
  const transaction = parseRawTransaction(hexstring);
  const flatProvider = parseScanObjects(descriptors, context, { secrets: true });
  const { privateKeys } = flatProvider;
  try {
    const outPoints = transaction.inputs.map(({ prevout }) => prevout);
    const known = await findKnownCoins(context, outPoints);
    const source = { secp256k1, findPrivateKey: privateKeyLookup(privateKeys) };
    const signing = {
      transaction,
      ...parsePrevCoins(prevtxs, known, profileRules(context.profile)),
      known,
      provider: toSigningProvider(flatProvider),
      findOwners: descriptorOwners(parseOwnDescriptors(descriptors, context), source),
      sighashType: parseSighashArgument(undefined),
      signs: privateKeys.size > 0,
    };
    const limits = parseSigningLimits({ reviewed }, context, { wallet: false });
    return await approveAndSign(signing, limits, context);
  } finally {
    for (const key of privateKeys.values()) key.wipe();
  }
}
