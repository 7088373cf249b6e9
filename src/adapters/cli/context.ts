import { randomBytes } from 'node:crypto';
import type { Context } from '../../rpc/context.ts';
import type { Options } from '../options/load.ts';
import { chooseSecp256k1 } from '../secp256k1.ts';
import type { ProgressLine } from './progress.ts';

/** What methods may ask of this machine. */
export async function createCliContext(
  { network, profile }: Options,
  progress: ProgressLine,
): Promise<Context> {
  return {
    network,
    profile,
    secp256k1: await chooseSecp256k1(),
    onProgress: progress.report,
    now: () => Math.floor(Date.now() / 1000),
    random: (length) => randomBytes(length),
  };
}
