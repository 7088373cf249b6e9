import type { Wallet } from '../../wallet/wallet.ts';
import type { Change, OpenWallet } from '../../wallet-host/open-wallet.ts';
import { RpcError } from '../error.ts';

/**
 * Stores the inspected result. Returns `undefined` if it does not fit a change of the wallet in the
 * meantime.
 */
export async function storeSeen<T extends object>(
  open: OpenWallet,
  make: (wallet: Wallet) => Change<T | RpcError>,
  look: (made: T, wallet: Wallet) => Promise<void>,
): Promise<T | RpcError | undefined> {
  const base = open.value;
  const made = make(base);
  if (!(made.value instanceof RpcError)) await look(made.value, made.wallet);
  return open.update((now): Change<T | RpcError | undefined> => {
    if (now === base) return made;
    const { descriptors, locks } = made.wallet;
    const taken = [...descriptors].filter(([id, owner]) => owner !== base.descriptors.get(id));
    const isSame = taken.every(([id]) => {
      const [was, is] = [base.descriptors.get(id), now.descriptors.get(id)];
      return was?.nextIndex === is?.nextIndex && was?.rangeEnd === is?.rangeEnd;
    });
    const sameLocks =
      now.locks.size === base.locks.size &&
      [...now.locks].every(([coin, stays]) => base.locks.get(coin) === stays);
    if (!isSame || !sameLocks) return { wallet: now, value: undefined };
    const all = new Map([...now.descriptors, ...taken]);
    return { wallet: { ...now, descriptors: all, locks }, value: made.value };
  });
}
