import { solveScript } from '../script/templates.ts';
import type { SighashCache } from '../sighash/cache.ts';
import type { LegacyWish } from '../sighash/legacy-digests.ts';
import { Sighash } from '../sighash/sighash-type.ts';
import type { SigningJob, Steps, Work } from './job.ts';

/** With fewer inputs the digests are made sooner than they are asked for. */
const FEWEST = 32;

/** Has the digests of P2PKH inputs made where that is faster, when there are so many that they matter. */
export function* askForLegacyDigests(
  { transaction, sighashType }: SigningJob,
  cache: SighashCache,
  works: readonly (Work | undefined)[],
): Steps<void> {
  if (transaction.inputs.length < FEWEST) return;
  const type = sighashType === Sighash.DEFAULT ? Sighash.ALL : sighashType;
  const wishes = works.flatMap((work): LegacyWish[] => {
    const scriptCode = work && cache.coins[work.index]?.scriptPubKey;
    if (work?.intent !== 'sign' || scriptCode === undefined) return [];
    const isKeyHash = solveScript(scriptCode).kind === 'pubkeyhash';
    return isKeyHash ? [{ input: work.index, scriptCode, type }] : [];
  });
  if (wishes.length < FEWEST) return;
  yield {
    kind: 'hash',
    transaction,
    wishes,
    give: (digests) => {
      wishes.forEach((wish, i) => {
        const digest = digests[i];
        if (digest) cache.learnLegacyDigest(wish, digest);
      });
    },
  };
}
