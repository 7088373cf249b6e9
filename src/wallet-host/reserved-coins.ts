import { outPointKey, type TxIn } from '../transaction/transaction.ts';

/** Coins that calls keep to themselves while they go on. */
export type ReservedCoins = {
  /** Coins, by `outPointKey`, that calls are just having signed: not to be chosen by others. */
  readonly reserved: ReadonlySet<string>;
  /**
   * Reserves the coins last named for as long as `act` runs. Between selection and spending they
   * may wait for a signer while the wallet serves other calls.
   */
  reserving<T>(act: (reserve: (inputs: readonly TxIn[]) => void) => Promise<T>): Promise<T>;
};

export function createReservedCoins(): ReservedCoins {
  let all: ReadonlySet<string> = new Set();
  return {
    get reserved() {
      return all;
    },
    async reserving(act) {
      let own: ReadonlySet<string> = new Set();
      const reserve = (inputs: readonly TxIn[]) => {
        const others = [...all].filter((key) => !own.has(key));
        const keys = inputs.map(({ prevout }) => outPointKey(prevout));
        // A coin may be asked for by name although another call has it: it stays that call's.
        own = new Set(keys.filter((key) => !others.includes(key)));
        all = new Set([...others, ...own]);
      };
      try {
        return await act(reserve);
      } finally {
        reserve([]);
      }
    },
  };
}
