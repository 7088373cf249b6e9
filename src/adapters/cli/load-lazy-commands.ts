import { rawMethods } from '../../rpc/methods/raw.ts';
import { chainOptionSpecs } from '../chain/chain-options.ts';
import type { Options } from '../options/load.ts';
import { miningOptionSpecs } from '../options/mining-specs.ts';
import { walletOptionSpecs } from '../options/wallet-options.ts';

export type LazyCommands = typeof import('./lazy-commands.ts').lazyCommands;

/** Loads the parts of the program that many calls do not need. */
export const loadLazyCommands = async (): Promise<LazyCommands> =>
  (await import('./lazy-commands.ts')).lazyCommands;

/** Options about wallets and chains. */
const stateOptions: readonly string[] = [
  ...[...chainOptionSpecs, ...miningOptionSpecs, ...walletOptionSpecs].map(({ name }) => name),
  'rpcwallet',
  'stdinwalletpassphrase',
];

/** Returns true if a call needs more than the methods for raw transactions. */
export function needsLazyCommands(method: string, { text }: Options): boolean {
  const isRaw = rawMethods.some(({ name }) => name === method);
  return !isRaw || stateOptions.some((name) => text(name) !== undefined);
}
