import type { ChainSource } from '../chain/source.ts';
import type { Wallet } from '../wallet/wallet.ts';
import { createWatch } from '../wallet/watch.ts';
import type { Context } from './context.ts';

/** By the table of descriptors, which is another one whenever a script is added. */
const answers = new WeakMap<ChainSource, WeakMap<Wallet['descriptors'], boolean>>();

const MISSING =
  'The snapshot was not made for all descriptors of this wallet, or not for as many of their addresses: ' +
  'coins and transactions may be missing';

/** What to say when the chain does not know everything about the wallet's scripts. */
export async function missingScripts(
  { chain }: Context,
  { descriptors }: Wallet,
): Promise<readonly string[]> {
  if (chain?.covers === undefined) return [];
  const known = answers.get(chain) ?? new WeakMap<Wallet['descriptors'], boolean>();
  answers.set(chain, known);
  let covered = known.get(descriptors);
  if (covered === undefined) {
    covered = await coversWallet(chain, descriptors);
    known.set(descriptors, covered);
  }
  return covered ? [] : [MISSING];
}

export async function coversWallet(
  { covers }: ChainSource,
  descriptors: Wallet['descriptors'],
): Promise<boolean> {
  if (covers === undefined) return true;
  const watch = createWatch();
  watch.followScripts(descriptors);
  return covers(watch.scripts);
}
