import type { ChainSource } from '../chain/source.ts';
import type { Bytes } from '../encoding/bytes.ts';
import { hexBytes } from '../encoding/fields.ts';
import { createWatch } from '../wallet/ledger/watch.ts';
import type { Wallet } from '../wallet/wallet.ts';

/** By the table of descriptors, which is another one whenever a script is added. */
const answers = new WeakMap<ChainSource, WeakMap<Wallet['descriptors'], boolean>>();

const MISSING =
  'The snapshot was not made for all descriptors of this wallet, or not for as many of their addresses: ' +
  'coins and transactions may be missing';

/**
 * What to say when the chain does not know everything about the wallet's scripts. A wallet keeps as
 * many addresses in advance as ever when it gives one out: those that came behind since are not
 * missed, as long as all that were given out are known.
 */
export async function missingScripts(
  chain: ChainSource | undefined,
  { descriptors }: Wallet,
): Promise<readonly string[]> {
  if (chain?.covers === undefined) return [];
  const known = answers.get(chain) ?? new WeakMap<Wallet['descriptors'], boolean>();
  answers.set(chain, known);
  let covered = known.get(descriptors);
  if (covered === undefined) {
    covered = await chain.covers(expectedScripts(descriptors));
    known.set(descriptors, covered);
  }
  return covered ? [] : [MISSING];
}

function expectedScripts(descriptors: Wallet['descriptors']): readonly Bytes[] {
  return [...descriptors.values()].flatMap((owner) => {
    const { scripts, rangeStart, rangeEnd, nextIndex } = owner;
    const end = Math.max(nextIndex, rangeEnd - (nextIndex - rangeStart));
    const expected = [...scripts].filter(([, index]) => index < end);
    return expected.map(([script]) => hexBytes(script));
  });
}

/** All scripts, those included that nobody was told of yet. */
export async function coversWallet(
  { covers }: ChainSource,
  descriptors: Wallet['descriptors'],
): Promise<boolean> {
  if (covers === undefined) return true;
  const watch = createWatch();
  watch.followScripts(descriptors);
  return covers(watch.scripts);
}
