import { type Call, callable } from './call.ts';
import { createContext } from './create-context.ts';
import type { Methods } from './method-types.ts';

/** Result of `send`: each variant has these members and no others. */
export type Sent =
  /** The transaction is in the wallet, and broadcast or in the outbox. */
  | {
      /** All signatures are present. */
      readonly complete: true;
      /** 64 hex digits, as block explorers show it. */
      readonly txid: string;
      /** Absent because the transaction is complete and kept. */
      readonly psbt?: never;
      /** Absent because the wallet has the transaction. */
      readonly hex?: never;
      /** Fee of both transactions, with the option `cpfp`. */
      readonly cpfp?: Methods['send']['result']['cpfp'];
    }
  /** The transaction was not kept, as requested. */
  | {
      /** All signatures are present. */
      readonly complete: true;
      /** 64 hex digits, as block explorers show it. */
      readonly txid: string;
      /** The PSBT in base64. */
      readonly psbt: string;
      /** The signed transaction, in hexadecimal. */
      readonly hex: string;
      /** Fee of both transactions, with the option `cpfp`. */
      readonly cpfp?: Methods['send']['result']['cpfp'];
    }
  /** Signatures are missing: pass the PSBT to the holders of the other keys. */
  | {
      /** Signatures are missing. */
      readonly complete: false;
      /** The PSBT in base64. */
      readonly psbt: string;
      /** Absent: the id is known once all have signed. */
      readonly txid?: never;
      /** Absent because there is no signed transaction. */
      readonly hex?: never;
      /** Reasons why inputs are not complete, with the option `details`. */
      readonly details?: Methods['send']['result']['details'];
      /** Fee of both transactions, with the option `cpfp`. */
      readonly cpfp?: Methods['send']['result']['cpfp'];
    };

/**
 * Pays from the wallet: chooses coins, signs, verifies, and broadcasts or puts the transaction into
 * the outbox. Needs `wallets`, `now` and `random` in its options, and `walletName` when several are
 * loaded. Throws `RpcError`: -4 if coins or a fee rate are missing.
 */
export const send: Call<'send', Sent> = /* @__PURE__ */ callable<'send', Sent>(
  async () => (await import('../rpc/methods/send.ts')).send,
  createContext,
);

/** Result of one request. */
type DescriptorImported =
  | {
      /** The descriptor is in the wallet. */
      readonly success: true;
      /** Warnings; absent if there are none. */
      readonly warnings?: readonly string[];
      /** Never present. */
      readonly error?: never;
    }
  | {
      /** The descriptor is not in the wallet. */
      readonly success: false;
      /** Warnings; absent if there are none. */
      readonly warnings?: readonly string[];
      /** Reason of the refusal. */
      readonly error: {
        /** One of `RpcCode`. */
        readonly code: number;
        /** The message, as Core words it. */
        readonly message: string;
      };
    };

/**
 * Adds descriptors to the wallet and finds the transactions that paid them, which needs `chain`,
 * `now` and `wallets` in its options. Returns one answer for each request, in their order;
 * `RpcError` is thrown only if the complete call is wrong.
 */
export const importdescriptors: Call<'importdescriptors', readonly DescriptorImported[]> =
  /* @__PURE__ */ callable<'importdescriptors', readonly DescriptorImported[]>(
    async () => (await import('../rpc/methods/importdescriptors.ts')).importdescriptors,
    createContext,
  );

/**
 * Signs with the wallet's keys, and verifies every input. Throws `RpcError`: -13 while the wallet
 * is locked.
 */
export const signrawtransactionwithwallet: Call<'signrawtransactionwithwallet'> =
  /* @__PURE__ */ callable(
    async () =>
      (await import('../rpc/methods/signrawtransactionwithwallet.ts')).signrawtransactionwithwallet,
    createContext,
  );
