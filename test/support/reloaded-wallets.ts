// The exports of `wallet-host/open-wallets.ts` for COLDSIGN_WALLETS=reloaded: after every change a
// wallet is read from its file.

import { kernelSecp256k1 } from '../../src/crypto/kernel-backend.ts';
import { concatBytes } from '../../src/encoding/bytes.ts';
import { createWalletEncoder, decodeWallet } from '../../src/wallet/codec/codec.ts';
import type { WalletDescriptor } from '../../src/wallet/keys/wallet-descriptor.ts';
import type { Ledger } from '../../src/wallet/ledger/ledger.ts';
import type { WalletOptions } from '../../src/wallet/options.ts';
import type { Wallet } from '../../src/wallet/wallet.ts';
import { requireReadable } from '../../src/wallet-host/host-error.ts';
import type { WalletBackend, WalletStore } from '../../src/wallet-host/open-wallets.ts';
import { createOpenWallets as createReal } from '../../src/wallet-host/open-wallets.ts';

export type {
  Opened,
  OpenWallets,
  WalletBackend,
  WalletStore,
} from '../../src/wallet-host/open-wallets.ts';

export function createOpenWallets<P extends WalletStore>(
  backend: WalletBackend<P>,
  options: WalletOptions,
) {
  return createReal({ ...backend, prove: (wallet) => reloaded(backend.prove(wallet)) }, options);
}

/**
 * Returns the wallet as read from its file, with the state that lasts only as long as the program.
 */
export function reloaded(wallet: Wallet): Wallet {
  const context = { network: wallet.network, secp256k1: kernelSecp256k1 };
  const parts = requireReadable(createWalletEncoder(context)(wallet));
  const read = decodeWallet(concatBytes(...parts), wallet.name, context);
  if ('error' in read) throw new Error(`the file of a wallet is ${read.error}`);
  const { keyring, proof, keyTime, noticed, added, locks } = wallet;
  const opened =
    keyring.kind === 'unlocked' && read.keyring.kind === 'locked'
      ? { ...keyring, sealed: read.keyring.sealed }
      : read.keyring;
  return {
    ...read,
    keyTime,
    noticed,
    added,
    keyring: opened,
    proof: read.proof && { ...read.proof, checked: proof?.checked === true },
    locks: new Map([...locks].filter(([key, stays]) => !stays || read.locks.has(key))),
    ledger: withMempool(wallet.ledger, read.ledger),
    descriptors: withEarlyPositions(wallet.descriptors, read.descriptors),
  };
}

/**
 * Keeps state that lasts only as long as the program: mempool conflicts, and coins at positions
 * before a range.
 */
function withMempool(own: Ledger, read: Ledger): Ledger {
  const transactions = new Map(
    [...read.transactions].map(([txid, each]) => {
      const conflicts = own.transactions.get(txid)?.mempoolConflicts;
      return [txid, conflicts ? { ...each, mempoolConflicts: conflicts } : each];
    }),
  );
  const outputs = new Map(
    [...own.outputs].map(([key, each]) => [key, read.outputs.get(key) ?? each]),
  );
  return { ...read, transactions, outputs };
}

function withEarlyPositions(
  own: Wallet['descriptors'],
  read: Wallet['descriptors'],
): Wallet['descriptors'] {
  return new Map(
    [...read].map(([id, each]): [string, WalletDescriptor] => {
      const before = own.get(id);
      if (before === undefined || before.rangeStart === 0) return [id, each];
      return [
        id,
        {
          ...each,
          scripts: new Map(before.scripts),
          publicKeys: new Map(before.publicKeys),
          filledTo: before.filledTo,
        },
      ];
    }),
  );
}
