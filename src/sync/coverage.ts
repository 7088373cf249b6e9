import type { ChainSource } from '../chain/source.ts';
import type { Bytes } from '../encoding/bytes.ts';
import { hexBytes } from '../encoding/fields.ts';
import { silentMarkers, silentOwners } from '../wallet/keys/silent-owner.ts';
import { createWatch } from '../wallet/ledger/watch.ts';
import type { Wallet } from '../wallet/wallet.ts';

/** Cached answers, by the table of descriptors, which is replaced whenever a script is added. */
const answers = new WeakMap<ChainSource, WeakMap<Wallet['descriptors'], boolean>>();

const MISSING =
  'The snapshot was not made for all descriptors of this wallet, or not for as many of their addresses: ' +
  'coins and transactions may be missing';

/**
 * Returns a warning if the chain does not know all scripts of the wallet. A wallet derives a new
 * address in advance for each one it gives out: those may be unknown, as long as all given-out
 * addresses are known.
 */
export async function missingScripts(
  chain: ChainSource | undefined,
  { descriptors }: Wallet,
): Promise<readonly string[]> {
  const isReceiving = chain !== undefined && silentOwners(descriptors).length > 0;
  const unscanned = isReceiving && chain.silentCandidates === undefined ? [NO_CANDIDATES] : [];
  return [...unscanned, ...(await uncovered(chain, descriptors))];
}

const NO_CANDIDATES =
  'Silent payments are not looked for: only a node, or a snapshot made for this sp() descriptor or with -silent, ' +
  'says which coins transactions spend';

async function uncovered(
  chain: ChainSource | undefined,
  descriptors: Wallet['descriptors'],
): Promise<readonly string[]> {
  if (chain?.covers === undefined) return [];
  const known = answers.get(chain) ?? new WeakMap<Wallet['descriptors'], boolean>();
  answers.set(chain, known);
  let covered = known.get(descriptors);
  if (covered === undefined) {
    covered = await chain.covers(expectedScripts(descriptors, chain));
    known.set(descriptors, covered);
  }
  return covered ? [] : [MISSING];
}

function expectedScripts(
  descriptors: Wallet['descriptors'],
  { knowsAllSilentPayments }: ChainSource,
): readonly Bytes[] {
  const markers = knowsAllSilentPayments ? [] : silentMarkers(descriptors);
  const scripts = [...descriptors.values()].flatMap((owner) => {
    if (owner.silent !== undefined && knowsAllSilentPayments) return [];
    const { scripts, rangeStart, rangeEnd, nextIndex } = owner;
    const end = Math.max(nextIndex, rangeEnd - (nextIndex - rangeStart));
    const expected = [...scripts].filter(([, index]) => index < end);
    return expected.map(([script]) => hexBytes(script));
  });
  return [...scripts, ...markers];
}

/** Returns true if the chain knows all scripts, including those not given out yet. */
export async function coversWallet(
  { covers }: ChainSource,
  descriptors: Wallet['descriptors'],
): Promise<boolean> {
  if (covers === undefined) return true;
  const watch = createWatch();
  watch.followScripts(descriptors);
  return covers(watch.scripts);
}
