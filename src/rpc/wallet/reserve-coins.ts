import { outPointKey, type TxIn } from '../../transaction/transaction.ts';
import type { WalletCall } from './wallet-call.ts';

type Call = Pick<WalletCall, 'host' | 'name'>;

/**
 * Lets `act` keep coins to itself for as long as it goes on, those that it named last: between being chosen and being spent they may wait for a signer, and
 * the wallet serves other calls meanwhile.
 */
export async function reservingCoins<T>(
  { host, name }: Call,
  act: (reserve: (inputs: readonly TxIn[]) => void) => Promise<T>,
): Promise<T> {
  const own = new Set<string>();
  const others = () => host.reserved.get(name) ?? new Set<string>();
  try {
    return await act((inputs) => {
      const rest = [...others()].filter((key) => !own.has(key));
      host.reserved.set(name, new Set(rest));
      own.clear();
      for (const { prevout } of inputs) {
        // A coin may be asked for by name although somebody else has it: it stays theirs.
        const key = outPointKey(prevout);
        if (!others().has(key)) own.add(key);
      }
      host.reserved.set(name, new Set([...others(), ...own]));
    });
  } finally {
    const left = [...others()].filter((key) => !own.has(key));
    if (left.length > 0) host.reserved.set(name, new Set(left));
    else host.reserved.delete(name);
  }
}
