import { kernelSecp256k1 } from '../../crypto/kernel-backend.ts';
import type { Network } from '../../encoding/network.ts';
import type { judgeNames } from '../../names/judge-names.ts';
import type { KeyDigest } from '../../names/signature.ts';
import type { Context } from '../../rpc/context.ts';

/** Returns a function that verifies names in a PSBT. `load` loads the code if a PSBT has a name. */
export const namesJudgedBy =
  (
    network: Network,
    now: () => number,
    load: () => Promise<{ readonly judgeNames: typeof judgeNames }>,
    rootKeys?: readonly KeyDigest[],
  ): NonNullable<Context['judgeNames']> =>
  async (psbt) => {
    const isShown = psbt.outputs.some(({ unknown }) => unknown.some(({ key }) => key[0] === 0x35));
    if (!isShown) return [];
    const loaded = await load();
    return loaded.judgeNames(psbt, { network, now: now(), rootKeys }, kernelSecp256k1);
  };
