import type { OutputType } from '../descriptor/descriptor.ts';
import {
  type Amount,
  type CallOptions,
  callable,
  createContext,
  type PreviousOutput,
  type SighashName,
  type SignedTransaction,
  type TransactionInput,
  type TransactionOutput,
} from './library.ts';
import { importdescriptors as importMethod } from './methods/importdescriptors.ts';
import { send as sendMethod } from './methods/send.ts';
import { signrawtransactionwithwallet as signMethod } from './methods/signrawtransactionwithwallet.ts';

/** How a fee is estimated when no rate is given. */
export type EstimateMode = 'unset' | 'economical' | 'conservative';

/** A coin that is spent in any case; `weight`: of its input at most, for one that the wallet cannot tell. */
export type FundingInput = TransactionInput & { readonly weight?: number | undefined };

/** Of coins that are not the wallet's, to tell how large their inputs get; keys and scripts in hexadecimal. */
export type SolvingData = {
  readonly pubkeys?: readonly string[] | undefined;
  readonly scripts?: readonly string[] | undefined;
  readonly descriptors?: readonly string[] | undefined;
};

/** The `options` of `send`. */
export type SendOptions = {
  /** Default: false when `inputs` are given, else true. */
  readonly add_inputs?: boolean | undefined;
  readonly include_unsafe?: boolean | undefined;
  /** In confirmations. */
  readonly minconf?: number | undefined;
  readonly maxconf?: number | undefined;
  /** False: the transaction is neither kept nor sent but returned. */
  readonly add_to_wallet?: boolean | undefined;
  readonly change_address?: string | undefined;
  readonly change_position?: number | undefined;
  readonly change_type?: OutputType | undefined;
  /** In sat/vB. */
  readonly fee_rate?: Amount | undefined;
  /** No effect in the profile `core`. */
  readonly include_watching?: boolean | undefined;
  readonly inputs?: readonly FundingInput[] | undefined;
  readonly locktime?: number | undefined;
  readonly lock_unspents?: boolean | undefined;
  /** True: a PSBT in any case; the transaction is neither kept nor sent. */
  readonly psbt?: boolean | undefined;
  /** By their number or by address. */
  readonly subtract_fee_from_outputs?: readonly (number | string)[] | undefined;
  /**
   * The highest fee rate, in BTC/kvB; 0: no limit. Left out: 0.1, and no more than what is paid; without `fee_rate` 0.01, and no more than
   * a tenth of it. Not in the profile `core`.
   */
  readonly maxfeerate?: Amount | undefined;
  /** In weight units. */
  readonly max_tx_weight?: number | undefined;
  /** In blocks; with an `estimate_mode` other than unset. */
  readonly conf_target?: number | undefined;
  readonly estimate_mode?: EstimateMode | undefined;
  readonly replaceable?: boolean | undefined;
  readonly solving_data?: SolvingData | undefined;
};

/** Arguments of `send`. */
export type Send = {
  /** In their order; an object has them all as its members. */
  readonly outputs: readonly TransactionOutput[] | { readonly [addressOrData: string]: Amount };
  /** In blocks; with an `estimate_mode` other than unset. */
  readonly conf_target?: number | undefined;
  readonly estimate_mode?: EstimateMode | undefined;
  /** In sat/vB. */
  readonly fee_rate?: Amount | undefined;
  readonly options?: SendOptions | undefined;
  readonly version?: number | undefined;
};

/** What `send` answers: by its kind it has these members and no others. */
export type Sent =
  /** In the wallet, and sent or in the outbox. */
  | {
      readonly complete: true;
      readonly txid: string;
      readonly psbt?: never;
      readonly hex?: never;
    }
  /** Not kept, as it was asked for. */
  | {
      readonly complete: true;
      readonly txid: string;
      readonly psbt: string;
      readonly hex: string;
    }
  /** Signatures are missing: the PSBT, in base64, is for whoever has the keys. */
  | {
      readonly complete: false;
      readonly psbt: string;
      readonly txid?: never;
      readonly hex?: never;
    };

/**
 * Pays from the wallet: chooses coins, signs, verifies, and sends or lays into the outbox. Needs `wallets`, `now` and `random` in
 * its options, and `walletName` when several are loaded. Throws `RpcError`: -4 for want of coins or of a fee rate.
 */
export const send: (args: Send, options?: CallOptions) => Promise<Sent> = /* @__PURE__ */ callable(
  sendMethod,
  createContext,
);

/** One of the `requests` of `importdescriptors`. */
export type DescriptorImport = {
  /** With its checksum. */
  readonly desc: string;
  readonly active?: boolean | undefined;
  /** The last position, or the first and the last. */
  readonly range?: number | readonly [first: number, last: number] | undefined;
  readonly next_index?: number | undefined;
  /** Nothing paid it before: seconds since 1970. */
  readonly timestamp: number | 'now';
  readonly internal?: boolean | undefined;
  readonly label?: string | undefined;
};

/** Arguments of `importdescriptors`. */
export type ImportDescriptors = { readonly requests: readonly DescriptorImport[] };

/** The answer to one request. */
export type DescriptorImported =
  | {
      readonly success: true;
      readonly warnings?: readonly string[];
      readonly error?: never;
    }
  | {
      readonly success: false;
      readonly warnings?: readonly string[];
      readonly error: { readonly code: number; readonly message: string };
    };

/**
 * Puts descriptors into the wallet and looks for what paid them, which needs `chain`, `now` and `wallets` in its options. One
 * answer for each request, in their order; only a call that is wrong as a whole throws `RpcError`.
 */
export const importdescriptors: (
  args: ImportDescriptors,
  options?: CallOptions,
) => Promise<readonly DescriptorImported[]> = /* @__PURE__ */ callable(importMethod, createContext);

/** Arguments of `signrawtransactionwithwallet`. */
export type SignRawTransactionWithWallet = {
  readonly hexstring: string;
  /** Of coins that neither the wallet nor the chain knows. */
  readonly prevtxs?: readonly PreviousOutput[] | undefined;
  readonly sighashtype?: SighashName | undefined;
  /** The highest fee rate, in BTC/kvB; 0: no limit. Left out: 0.1, and no more than what is paid. Not in the profile `core`. */
  readonly maxfeerate?: Amount | undefined;
  /** In BTC: the most that may be in an output which nobody can spend; left out: 0. Not in the profile `core`. */
  readonly maxburnamount?: Amount | undefined;
};

/** Signs with the wallet's keys, and verifies every input. Throws `RpcError`: -13 while the wallet is locked. */
export const signrawtransactionwithwallet: (
  args: SignRawTransactionWithWallet,
  options?: CallOptions,
) => Promise<SignedTransaction> = /* @__PURE__ */ callable(signMethod, createContext);
