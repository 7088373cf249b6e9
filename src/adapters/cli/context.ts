import { randomBytes } from 'node:crypto';
import type { Context } from '../../rpc/context.ts';
import type { Options } from '../options/load.ts';
import { chooseSecp256k1 } from '../secp256k1.ts';
import type { Terminal } from './terminal.ts';

/** What methods may ask of this machine. */
export async function createCliContext(options: Options, _terminal: Terminal): Promise<Context> {
  return {
    network: options.network,
    profile: options.profile,
    secp256k1: await chooseSecp256k1(),
    now: () => Math.floor(Date.now() / 1000),
    random: (length) => randomBytes(length),
  };
}
