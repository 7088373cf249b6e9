import { importdescriptors as importMethod } from '../rpc/methods/importdescriptors.ts';
import { send as sendMethod } from '../rpc/methods/send.ts';
import { signrawtransactionwithwallet as signMethod } from '../rpc/methods/signrawtransactionwithwallet.ts';
import { type Call, callable, createContext } from './call.ts';
import type { Methods } from './method-types.ts';

/** Arguments of `send`. */
export type Send = Methods['send']['args'];

/** The `options` of `send`. */
export type SendOptions = NonNullable<Send['options']>;

/** How a fee is estimated when no rate is given. */
export type EstimateMode = NonNullable<Send['estimate_mode']>;

/**
 * A coin that is spent in any case; `weight`: of its input at most, for one that the wallet cannot
 * tell.
 */
export type FundingInput = NonNullable<SendOptions['inputs']>[number];

/**
 * Of coins that are not the wallet's, to tell how large their inputs get; keys and scripts in
 * hexadecimal.
 */
export type SolvingData = NonNullable<SendOptions['solving_data']>;

/** What `send` answers: by its kind it has these members and no others. */
export type Sent =
  /** In the wallet, and sent or in the outbox. */
  | {
      /** All signatures are there. */
      readonly complete: true;
      /** 64 hex digits, as block explorers show it. */
      readonly txid: string;
      /** Absent: the transaction is complete and kept. */
      readonly psbt?: never;
      /** Absent: the wallet has it. */
      readonly hex?: never;
      /** With the option `cpfp`: what is paid for both. */
      readonly cpfp?: Methods['send']['result']['cpfp'];
    }
  /** Not kept, as it was asked for. */
  | {
      /** All signatures are there. */
      readonly complete: true;
      /** 64 hex digits, as block explorers show it. */
      readonly txid: string;
      /** In base64. */
      readonly psbt: string;
      /** The signed transaction, in hexadecimal. */
      readonly hex: string;
      /** With the option `cpfp`: what is paid for both. */
      readonly cpfp?: Methods['send']['result']['cpfp'];
    }
  /** Signatures are missing: the PSBT, in base64, is for whoever has the keys. */
  | {
      /** Signatures are missing. */
      readonly complete: false;
      /** In base64. */
      readonly psbt: string;
      /** Absent: an id in hex digits is known once all have signed. */
      readonly txid?: never;
      /** Absent: there is no signed transaction. */
      readonly hex?: never;
      /** With the option `details`: why inputs are not complete. */
      readonly details?: Methods['send']['result']['details'];
      /** With the option `cpfp`: what is paid for both. */
      readonly cpfp?: Methods['send']['result']['cpfp'];
    };

/**
 * Pays from the wallet: chooses coins, signs, verifies, and sends or lays into the outbox. Needs
 * `wallets`, `now` and `random` in its options, and `walletName` when several are loaded. Throws
 * `RpcError`: -4 for want of coins or of a fee rate.
 */
export const send: Call<'send', Sent> = /* @__PURE__ */ callable<'send', Sent>(
  sendMethod,
  createContext,
);

/** Arguments of `importdescriptors`. */
export type ImportDescriptors = Methods['importdescriptors']['args'];

/** One of the `requests` of `importdescriptors`. */
export type DescriptorImport = ImportDescriptors['requests'][number];

/** The answer to one request. */
export type DescriptorImported =
  | {
      /** It is in the wallet now. */
      readonly success: true;
      /** What to know of it all the same; absent: nothing. */
      readonly warnings?: readonly string[];
      /** Never there. */
      readonly error?: never;
    }
  | {
      /** It is not in the wallet. */
      readonly success: false;
      /** What else there is to know; absent: nothing. */
      readonly warnings?: readonly string[];
      /** Why not. */
      readonly error: {
        /** One of `RpcCode`. */
        readonly code: number;
        /** In Core's words. */
        readonly message: string;
      };
    };

/**
 * Puts descriptors into the wallet and looks for what paid them, which needs `chain`, `now` and
 * `wallets` in its options. One answer for each request, in their order; only a call that is wrong
 * as a whole throws `RpcError`.
 */
export const importdescriptors: Call<'importdescriptors', readonly DescriptorImported[]> =
  /* @__PURE__ */ callable<'importdescriptors', readonly DescriptorImported[]>(
    importMethod,
    createContext,
  );

/** Arguments of `signrawtransactionwithwallet`. */
export type SignRawTransactionWithWallet = Methods['signrawtransactionwithwallet']['args'];

/**
 * Signs with the wallet's keys, and verifies every input. Throws `RpcError`: -13 while the wallet
 * is locked.
 */
export const signrawtransactionwithwallet: Call<'signrawtransactionwithwallet'> =
  /* @__PURE__ */ callable(signMethod, createContext);
