import type { JsonArray } from '../json/json.ts';
import type { SigningJob, SigningOutcome } from '../signing/job.ts';
import { createKeyProvider } from '../signing/key-provider.ts';
import { signTransaction, signTransactionWith } from '../signing/sign-transaction.ts';
import type { Context } from './context.ts';
import { parsePrivateKeys } from './parse/keys.ts';
import { parsePrevTxs } from './parse/prevtxs.ts';
import { parseRawTransaction } from './parse/raw-transaction.ts';
import { parseSighashArgument } from './parse/sighash-type.ts';
import { profileRules } from './profile.ts';

/** Arguments of `signrawtransactionwithkey` after the check of their outer types. */
export type SignWithKeysArguments = {
  readonly hexstring: string;
  readonly privkeys: JsonArray;
  readonly prevtxs: JsonArray | undefined;
  readonly sighashtype: string | undefined;
};

export type SignedWithKeys = Pick<SigningJob, 'coins'> & { readonly outcome: SigningOutcome };

/** `signrawtransactionwithkey` before its answer takes its shape, with Core's order of checks. */
export async function signWithKeys(
  args: SignWithKeysArguments,
  context: Context,
): Promise<SignedWithKeys> {
  const { network, profile, secp256k1, findCoins, onProgress, signer, workers } = context;
  const transaction = parseRawTransaction(args.hexstring);
  const keys = parsePrivateKeys(args.privkeys, network);
  const known = await findCoins?.(transaction.inputs.map((input) => input.prevout));
  const { coins, scripts, taproot } = parsePrevTxs(
    args.prevtxs ?? [],
    known ?? new Map(),
    secp256k1,
  );
  const sighashType = parseSighashArgument(args.sighashtype);
  const { bip86Keys: bip86 } = profileRules(profile);
  const publicKeys = signer?.publicKeys ?? [];
  const provider = createKeyProvider({ keys, publicKeys, scripts, taproot, bip86 }, secp256k1);
  const job = {
    transaction,
    coins,
    provider,
    sighashType,
    secp256k1,
    ...(onProgress && { onProgress }),
  };
  const outcome =
    signer || workers
      ? await signTransactionWith(job, { signer: signer?.sign, workers })
      : signTransaction(job);
  for (const key of keys) key.wipe();
  return { coins, outcome };
}
