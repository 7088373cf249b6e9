import type { Bytes } from '../encoding/bytes.ts';
import { solveScript } from '../script/templates.ts';
import type { SighashCache } from '../sighash/cache.ts';
import type { LegacyWish } from '../sighash/legacy-digests.ts';
import { Sighash, type SighashType } from '../sighash/sighash-type.ts';
import type { Steps } from './job.ts';

/** With fewer inputs the digests are made sooner than they are asked for. */
const FEWEST = 32;

/** What is about to be signed. */
export type LegacyPlan = {
  readonly cache: SighashCache;
  readonly inputs: readonly number[];
  readonly sighashType: SighashType;
  /** Whether a P2PKH input may get a signature: nobody needs the digests of others. */
  readonly canSign: (keyHash: Bytes, scriptPubKey: Bytes) => boolean;
};

/** Has the digests of P2PKH inputs made where that is faster, when there are so many that they matter. */
export function* askForLegacyDigests(plan: LegacyPlan): Steps<void> {
  const { cache, inputs } = plan;
  if (inputs.length < FEWEST) return;
  const wishes = legacyWishes(plan);
  if (wishes.length < FEWEST) return;
  yield {
    kind: 'hash',
    transaction: cache.transaction,
    wishes,
    give: (digests) => {
      wishes.forEach((wish, i) => {
        const digest = digests[i];
        if (digest) cache.learnLegacyDigest(wish, digest);
      });
    },
  };
}

function legacyWishes({ cache, inputs, sighashType, canSign }: LegacyPlan): readonly LegacyWish[] {
  const type = sighashType === Sighash.DEFAULT ? Sighash.ALL : sighashType;
  return inputs.flatMap((input): LegacyWish[] => {
    const scriptCode = cache.coins[input]?.scriptPubKey;
    if (scriptCode === undefined) return [];
    const template = solveScript(scriptCode);
    if (template.kind !== 'pubkeyhash' || !canSign(template.hash, scriptCode)) return [];
    return [{ input, scriptCode, type }];
  });
}
