import { join } from 'node:path';
import { createFileHost } from '../../src/adapters/files/file-host.ts';
import { createStartupWallets } from '../../src/adapters/files/startup-wallets.ts';
import { nobleSecp256k1 } from '../../src/crypto/noble.ts';
import { networks } from '../../src/encoding/network.ts';
import { defaultWalletOptions } from '../../src/wallet/options.ts';
import { createWallet, type Wallet } from '../../src/wallet/wallet.ts';
import type { HostOutcome } from '../../src/wallet-host/host.ts';
import { refusal } from '../../src/wallet-host/host-error.ts';
import { createRandom } from '../support/generate/random.ts';
import { TEST_XPRV, withDescriptorText } from '../support/generate/wallet.ts';

/**
 * An order for a child. Paths are in the folder; `path` is the derivation step that distinguishes
 * wallets.
 */
export type Order =
  | { readonly act: 'create'; readonly name: string; readonly path: number }
  | { readonly act: 'restore'; readonly name: string; readonly source: string }
  | { readonly act: 'backup'; readonly name: string; readonly target: string }
  | { readonly act: 'load' | 'unload' | 'note'; readonly name: string };

/** `number`: index of the order, from 0. */
export type Done = { readonly number: number; readonly ok: boolean; readonly error?: string };

export function namesHost(folder: string) {
  return createFileHost({
    folder: join(folder, 'wallets'),
    context: { network: networks.regtest, secp256k1: nobleSecp256k1 },
    options: { ...defaultWalletOptions, keypoolSize: 1, scryptCost: { n: 2, r: 1, p: 1 } },
    startup: createStartupWallets(join(folder, 'settings.json')),
  });
}

/** Creates a wallet that is not stored yet. */
export function walletWith(name: string, path: number): Wallet {
  const options = { secp256k1: nobleSecp256k1, random: createRandom(1), keypoolSize: 1 };
  const blank = createWallet({ name, network: networks.regtest });
  return withDescriptorText(blank, `wpkh(${TEST_XPRV}/${path}/*)`, options);
}

export async function obey(
  host: ReturnType<typeof namesHost>,
  folder: string,
  order: Order,
): Promise<HostOutcome> {
  switch (order.act) {
    case 'create':
      return host.create(walletWith(order.name, order.path));
    case 'restore':
      return host.restore(order.name, join(folder, order.source));
    case 'backup':
      return host.backup(order.name, join(folder, order.target));
    case 'load':
      return host.load(order.name);
    case 'unload':
      return host.unload(order.name);
    case 'note': {
      const ok = await host.loadOnStartup(order.name, true);
      return ok ? { ok, warnings: [] } : refusal({ error: 'system', reason: '' });
    }
  }
}
