import { randomBytes } from 'node:crypto';
import { coinFinder } from '../../../chain/find-coins.ts';
import { kernelSecp256k1 } from '../../../crypto/kernel-backend.ts';
import { type NetworkName, networks } from '../../../encoding/network.ts';
import { judgeNames } from '../../../names/judge-names.ts';
import type { KeyDigest } from '../../../names/signature.ts';
import type { Context, Profile } from '../../../rpc/context.ts';
import { type ChainChoice, openChain } from '../../chain/choice.ts';
import { machineTime } from '../../runtime/clock.ts';
import { namesJudgedBy } from '../../runtime/names.ts';

/** The context chosen by the options; plain data, so that it can be passed to a worker. */
export type ContextChoice = {
  readonly network: NetworkName;
  readonly profile: Profile;
  readonly chain: ChainChoice | undefined;
  readonly rootKeys?: readonly KeyDigest[] | undefined;
};

/** Creates the context of a server's thread. `reportBug`: for the log. */
export async function createContext(
  { network, profile, chain, rootKeys }: ContextChoice,
  reportBug: (error: unknown) => void,
): Promise<Context> {
  const opened = chain && openChain(chain, network);
  // The serving thread has opened it before, and reported a failure.
  const source = opened && 'source' in opened ? opened.source : undefined;
  return {
    network: networks[network],
    profile,
    secp256k1: kernelSecp256k1,
    judgeNames: namesJudgedBy(
      networks[network],
      machineTime,
      async () => ({ judgeNames }),
      rootKeys,
    ),
    now: () => Math.floor(Date.now() / 1000),
    random: (length) => randomBytes(length),
    ...(source && { chain: source, findCoins: coinFinder(source) }),
    reportBug,
  };
}
