import { PrivateKey } from '../../crypto/private-key.ts';
import { loadPart } from '../../encoding/load-part.ts';
import type { Json, JsonArray, JsonObject } from '../../json/json.ts';
import type { SigningJob } from '../../signing/job.ts';
import { createTemplateProvider } from '../../signing/key-provider.ts';
import type { SigningProvider } from '../../signing/provider.ts';
import { signTransactionTask } from '../../signing/sign-transaction.ts';
import type { Transaction } from '../../transaction/transaction.ts';
import { findKnownCoins } from '../chain.ts';
import type { Context } from '../context.ts';
import { parsePrivateKeys } from '../parse/key-arguments.ts';
import type { Descriptions } from '../parse/output-descriptor.ts';
import { type PrevTxs, parsePrevTxs } from '../parse/prevtxs.ts';
import { parseRawTransaction } from '../parse/raw-transaction.ts';
import { parseSighashArgument } from '../parse/sighash-argument.ts';
import { profileRules } from '../profile.ts';
import { loadDetails, signingResult } from '../results/signing-result.ts';
import type { RawSigning } from './approve.ts';
import { approveRaw } from './approve-raw.ts';
import { parseSigningLimits, type SigningLimits } from './fee-limits.ts';
import { externalKeys, runSigning } from './signers.ts';

/** Arguments of `signrawtransactionwithkey`, after the check of their outer types. */
export type SignWithKeysArguments = {
  readonly hexstring: string;
  readonly privkeys: JsonArray;
  readonly prevtxs: JsonArray | undefined;
  readonly sighashtype: string | undefined;
  readonly maxfeerate?: Json | undefined;
  readonly maxburnamount?: Json | undefined;
};

/** `signrawtransactionwithkey` with Core's order of checks. */
export async function signWithKeys(
  args: SignWithKeysArguments,
  context: Context,
): Promise<JsonObject> {
  const transaction = parseRawTransaction(args.hexstring);
  const keys: PrivateKey[] = [];
  const derived: (Promise<void> | undefined)[] = [];
  try {
    for (let from = 0; from < args.privkeys.length; from += BATCH) {
      const texts = args.privkeys.slice(from, from + BATCH);
      const piece = parsePrivateKeys(texts, context.network);
      keys.push(...piece);
      derived.push(derivePublicKeys(piece, context));
    }
    return await signParsed(transaction, { keys, derived }, args, context);
  } finally {
    for (const key of keys) key.wipe();
  }
}

/** Number of keys that threads derive while the next ones are read. */
const BATCH = 512;

type GivenKeys = {
  readonly keys: readonly PrivateKey[];
  /** Resolves once all keys have their public keys. */
  readonly derived: readonly (Promise<void> | undefined)[];
};

async function signParsed(
  transaction: Transaction,
  { keys, derived }: GivenKeys,
  { prevtxs = [], sighashtype, ...allowed }: SignWithKeysArguments,
  context: Context,
): Promise<JsonObject> {
  const { secp256k1, signer } = context;
  const known = await findKnownCoins(
    context,
    transaction.inputs.map(({ prevout }) => prevout),
  );
  const { bip86Keys: bip86, ...rules } = profileRules(context.profile);
  const told = parsePrevTxs(prevtxs, known, secp256k1, rules);
  const { coins, previous, scripts, taproot } = told;
  const sighashType = parseSighashArgument(sighashtype);
  const limits = parseSigningLimits(allowed, context, { wallet: false });
  const publicKeys = signer?.publicKeys ?? []; // these sign by BIP86 too
  await Promise.all(derived);
  const options = { keys, publicKeys, bip86, scripts, taproot };
  const given = createTemplateProvider(options, secp256k1);
  const { provider: own, privateKeys } = await readScripts(transaction, told, given, context);
  const provider = externalKeys(context)?.(own) ?? own;
  const signs = keys.length > 0 || privateKeys.length > 0 || signer !== undefined;
  const signing = { transaction, coins, previous, provider, sighashType, known, signs };
  try {
    return await approveAndSign(signing, limits, context);
  } finally {
    for (const key of privateKeys) key.wipe();
  }
}

/**
 * Adds what reads descriptors and miniscript, if the call has descriptors or scripts. Loaded only
 * then, and before any signature, so that a bundle for single keys starts without them.
 */
async function readScripts(
  { inputs }: Transaction,
  { scripts, taproot, described }: PrevTxs,
  given: SigningProvider,
  context: Context,
): Promise<Descriptions> {
  const isSigned = inputs.some(({ scriptSig, witness }) => scriptSig.length + witness.length > 0);
  if (!isSigned && scripts.length + taproot.length + described.length === 0) {
    return { provider: given, privateKeys: [] };
  }
  const withMiniscript = await loadPart(
    async () => (await import('../../signing/miniscript-provider.ts')).withMiniscript,
  );
  const provider = withMiniscript(given);
  if (described.length === 0) return { provider, privateKeys: [] };
  const readDescriptions = await loadPart(
    async () => (await import('../parse/output-descriptor.ts')).readDescriptions,
  );
  return readDescriptions(described, provider, context);
}

/** Reviews what the signatures would do, and signs. */
export async function approveAndSign(
  signing: RawSigning & Pick<SigningJob, 'sighashType'>,
  limits: SigningLimits | undefined,
  context: Context,
): Promise<JsonObject> {
  const { secp256k1 } = context;
  const { transaction, coins, provider, sighashType } = signing;
  const job = { transaction, coins, provider, sighashType, secp256k1 };
  const explain = await loadDetails(context);
  const warnings = await approveRaw(signing, limits, context);
  return runSigning(context, function* (by) {
    const outcome = yield* signTransactionTask(job, by);
    // Shaped here because threads may still verify signatures, and none is returned before they
    // have.
    return signingResult.show({ ...outcome, coins, warnings, explain }, context);
  });
}

/**
 * Derives public keys on worker threads, if there are any, while the rest of the call is parsed.
 */
function derivePublicKeys(
  keys: readonly PrivateKey[],
  { workers, secp256k1 }: Context,
): Promise<void> | undefined {
  const derive = workers?.publicKeyMany?.bind(workers);
  const derived = derive && PrivateKey.derivePublicKeysBy(keys, derive, secp256k1);
  // If the call ends with another error, this failure is ignored.
  derived?.catch(() => undefined);
  return derived;
}
