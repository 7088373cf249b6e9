import { scrypt } from 'node:crypto';
import { coinFinder } from '../../chain/find-coins.ts';
import type { DeriveKey } from '../../crypto/passphrase.ts';
import type { Secp256k1 } from '../../crypto/secp256k1.ts';
import { openWalletsOf } from '../../wallet-host/host.ts';
import { openChain, readChainChoice } from '../chain/choice.ts';
import type { OutboxWatcher } from '../files/file-host.ts';
import { openHost } from '../files/open-host.ts';
import type { Options } from '../options/load.ts';
import type { Failure } from '../options/parse-command-line.ts';
import { readMining } from '../options/read-mining-options.ts';
import { readSignerCommand } from '../signer/run-command.ts';
import { clockOf } from './clock.ts';
import type { State } from './state.ts';

export function openState(
  options: Options,
  secp256k1: Secp256k1,
  watcher?: OutboxWatcher,
): State | Failure {
  const choice = readChainChoice(options);
  if (choice !== undefined && 'error' in choice) return choice;
  const chain = choice && openChain(choice, options.network.name);
  if (chain !== undefined && 'error' in chain) return chain;
  const mining = readMining(options);
  if ('error' in mining) return mining;
  const wallets = openHost(options, secp256k1, watcher);
  if (wallets !== undefined && 'error' in wallets) return wallets;
  const signer = readSignerCommand(options);
  return {
    context: {
      ...clockOf(options),
      deriveKey: createDeriveKey(),
      mining,
      ...(chain && { chain: chain.source, findCoins: coinFinder(chain.source) }),
      ...(wallets && { wallets: wallets.host }),
      ...(signer && { signerCommand: signer }),
    },
    chain: choice,
    wallets,
    checkChain: async () => chain?.check(),
    interrupt() {
      chain?.interrupt();
      signer?.interrupt();
      for (const open of wallets ? openWalletsOf(wallets.host) : []) open.abortRescan();
    },
    async close() {
      signer?.interrupt();
      await wallets?.host.close();
      await chain?.close();
    },
  };
}

/** Derives keys on one of Node's threads, one at a time: each takes up to 256 MB. */
export function createDeriveKey(): DeriveKey {
  let last: Promise<unknown> = Promise.resolve();
  return (passphrase, salt, cost) => {
    const result = last.then(() => derive(passphrase, salt, cost));
    // The next derivation starts even if this one failed.
    last = result.catch(() => undefined);
    return result;
  };
}

const derive: DeriveKey = (passphrase, salt, { n, r, p }) =>
  new Promise((resolve, reject) => {
    const options = { N: n, r, p, maxmem: 128 * r * (n + p + 8) };
    scrypt(passphrase, salt, 32, options, (error, key) => {
      if (error) reject(error);
      else resolve(new Uint8Array(key.buffer, key.byteOffset, key.length));
    });
  });
