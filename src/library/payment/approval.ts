import { checkAborted, untilAborted } from '../../encoding/abort.ts';
import { emptyBytes, equalBytes } from '../../encoding/bytes.ts';
import { ColdsignError } from '../../encoding/coldsign-error.ts';
import { withCause } from '../../encoding/plain-error.ts';
import { encodePsbt } from '../../psbt/encode.ts';
import type { Psbt, PsbtInput } from '../../psbt/psbt.ts';
import { askForType } from '../../psbt/signature-types.ts';
import { unknowingProvider } from '../../signing/provider.ts';
import { type Pause, runTask, type Task } from '../../signing/task.ts';
import { outPointKey } from '../../transaction/transaction.ts';
import { checkArgument } from './arguments.ts';
import { FEW, partOf, partsOf } from './checked-psbt.ts';
import type { EverySigner } from './every-signer.ts';
import type { AppKeys, ApprovedSigner } from './keys.ts';
import { checkReviewed, coinsOfOthers, refuseOthers } from './reviewed.ts';
import { type Approval, type SignOptions, typeOf } from './sign-options.ts';
import { type PassOptions, type Providers, providersOf, runPass } from './signing-pass.ts';

/**
 * Shows the caller's PSBT for approval, which must still equal the copy when it is approved. Its
 * inputs ask for the type that they will be signed with. Returns the inputs that the
 * review does not count as the signer's; none without a review.
 */
export async function askApproval(
  copy: Psbt,
  shown: Psbt,
  { approve, keys, reviewed, signal, sighashType }: SignOptions,
  pause: Pause,
): Promise<readonly number[]> {
  checkAborted(signal);
  const psbt = askForType(copy, typeOf(sighashType));
  if (reviewed !== undefined) checkReviewed(psbt, reviewed);
  if (approve === undefined) return coinsOfOthers(reviewed);
  await pause();
  const asked = askForType(shown, typeOf(sighashType));
  const answer = await untilAborted(signal, askApp(approve, asked, { keys, signal }));
  await pause();
  const isSame =
    (await runTask(isSamePsbt(psbt, asked, pause))) &&
    (asked === shown || (await runTask(isSamePsbt(copy, shown, pause))));
  const review = typeof answer === 'object' ? answer : undefined;
  if (isSame && review !== undefined) {
    checkArgument('The answer of approve', review, 'Review');
    await pause();
    checkReviewed(psbt, review);
    return coinsOfOthers(review);
  }
  if (isSame && answer === true) return coinsOfOthers(reviewed);
  const what = isSame ? 'was not approved' : 'was changed while it waited for approval';
  throw new ColdsignError('NOT_APPROVED', `The payment ${what}`, {
    hint: 'Nothing was signed. Ask again when the person agrees.',
  });
}

/** Runs `approve` of the app. Its failure is no approval. */
async function askApp(
  approve: NonNullable<SignOptions['approve']>,
  psbt: Psbt,
  signer: ApprovedSigner,
): Promise<Approval> {
  try {
    return await approve(psbt, signer);
  } catch (error) {
    if (error instanceof ColdsignError) throw error;
    const hint = 'Nothing was signed. The cause of this error is what approve threw.';
    throw withCause(
      new ColdsignError('NOT_APPROVED', 'The option approve failed', { hint }),
      error,
    );
  }
}

/** Returns true if two PSBTs have the same encoding, and lets other work run after each part. */
export function* isSamePsbt(a: Psbt, b: Psbt, pause: Pause): Task<boolean> {
  const parts = Math.max(partsOf(a), partsOf(b));
  for (let part = 0; part < parts; part++) {
    const [one, other] = [a, b].map((each) => encodePsbt(partOf(each, part * FEW)) ?? emptyBytes);
    if (one === undefined || other === undefined || !equalBytes(one, other)) return false;
    yield pause();
  }
  return true;
}

/**
 * Returns the keys, and the signer that receives digests, for the coins that are not of others.
 * Throws if the keys would sign a coin of others, which a try shows.
 */
export async function withoutOthers(
  psbt: Psbt,
  others: readonly number[],
  { provider, providerOf }: AppKeys,
  { every, ...options }: PassOptions & { readonly every: EverySigner | undefined },
): Promise<Providers> {
  const asked = providersOf(options, { provider, providerOf });
  if (others.length === 0) return asked;
  const { secp256k1, threads, sighashType, signal } = options;
  const coins = new Set(others.flatMap((index) => coinOf(psbt.inputs[index])));
  const isOthers = (input: PsbtInput) => coins.has(outPointKey(input.prevout));
  const nothing = every?.nothing ?? unknowingProvider;
  const onlyOthers = (input: PsbtInput) => (isOthers(input) ? providerOf(input) : nothing);
  const trying = {
    psbt,
    providers: { provider, providerOf: onlyOthers },
    job: { secp256k1, threads, sighashType, signal },
    every,
  };
  refuseOthers(others, psbt, (await runPass(trying, false)).psbt, 'The keys would sign');
  return {
    provider: asked.provider,
    providerOf: (input) => (isOthers(input) ? nothing : asked.providerOf(input)),
  };
}

const coinOf = (input: PsbtInput | undefined) => (input ? [outPointKey(input.prevout)] : []);
