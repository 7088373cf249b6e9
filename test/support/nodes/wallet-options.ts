import { loadOptions } from '../../../src/adapters/options/load.ts';
import { commonOptions } from '../../../src/adapters/options/option-specs.ts';
import {
  readWalletOptions,
  walletOptionSpecs,
} from '../../../src/adapters/options/wallet-options.ts';
import type { WalletOptions } from '../../../src/wallet/options.ts';

/** Returns the wallet options among a node's arguments. */
export function walletOptionsFrom(args: readonly string[]): Partial<WalletOptions> {
  const names = new Set(walletOptionSpecs.map(({ name }) => name));
  const known = args.filter((arg) => names.has(/^-([a-z]+)/.exec(arg)?.[1] ?? ''));
  const loaded = loadOptions(
    ['-noconf', '-regtest', ...known],
    [...commonOptions, ...walletOptionSpecs],
  );
  if ('error' in loaded) throw new Error(loaded.error);
  const read = readWalletOptions(loaded.options);
  if ('error' in read) throw new Error(read.error);
  return read.options;
}
