import { existsSync, realpathSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import type { Secp256k1 } from '../../crypto/secp256k1.ts';
import type { WalletHost } from '../../wallet-host/host.ts';
import type { Options } from '../options/load.ts';
import type { Failure } from '../options/parse-command-line.ts';
import { readWalletOptions } from '../options/wallet-options.ts';
import { createFileHost, type OutboxWatcher } from './file-host.ts';
import { createOutboxFolder } from './outbox-folder.ts';
import { isFolder } from './regular-file.ts';
import { createStartupWallets, type StartupWallets } from './startup-wallets.ts';

export type OpenHost = {
  readonly host: WalletHost & { close(): Promise<void> };
  readonly startup: StartupWallets;
  readonly warnings: readonly string[];
};

/**
 * Creates the host of the wallets that the options select, without loading any. Returns `undefined`
 * if wallets are disabled.
 */
export function openHost(
  options: Options,
  secp256k1: Secp256k1,
  watcher?: OutboxWatcher,
): OpenHost | Failure | undefined {
  if (options.flag('disablewallet') === true) return undefined;
  const folder = walletFolder(options);
  if (typeof folder === 'object') return folder;
  const read = readWalletOptions(options);
  if ('error' in read) return read;
  const { network, dataDirectory } = options;
  const startup = createStartupWallets(join(dataDirectory, network.folder, 'settings.json'));
  const outbox = options.text('outbox') || join(dataDirectory, network.folder, 'outbox');
  const host = createFileHost({
    folder,
    layout: options.flag('walletfolders') === true ? 'folder' : 'file',
    context: { network, secp256k1 },
    options: read.options,
    startup,
    ...(!options.isNegated('outbox') && { outbox: createOutboxFolder(outbox) }),
    ...(watcher && { watcher }),
  });
  return { host, startup, warnings: read.warnings };
}

/** Returns the folder of wallets. Core: VerifyWallets (wallet/load.cpp). */
export function walletFolder(options: Options): string | Failure {
  const given = options.text('walletdir');
  if (given === undefined) return join(options.dataDirectory, options.network.folder, 'wallets');
  if (!isFolder(given)) {
    const missing = existsSync(given) ? 'is not a directory' : 'does not exist';
    return { error: `Specified -walletdir "${given}" ${missing}` };
  }
  if (!isAbsolute(given)) return { error: `Specified -walletdir "${given}" is a relative path` };
  return realpathSync(given);
}
