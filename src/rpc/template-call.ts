import { type CallOptions, callable, createContext } from './library.ts';
import { getblocktemplate as templateMethod } from './methods/getblocktemplate.ts';

/** Wants a template. */
export type TemplateRequest = {
  readonly mode?: 'template' | undefined;
  readonly capabilities?: readonly string[] | undefined;
  /** The soft forks that the miner knows: `segwit` always, on signet `signet` too. */
  readonly rules: readonly string[];
  /** Of an earlier template: answer when there is a better one. */
  readonly longpollid?: string | undefined;
};

/** Wants a block judged (BIP23). */
export type ProposalRequest = {
  readonly mode: 'proposal';
  /** The block in hexadecimal. */
  readonly data: string;
  readonly capabilities?: readonly string[] | undefined;
  readonly rules?: readonly string[] | undefined;
};

/** A transaction of a template. */
export type TemplateTransaction = {
  /** In hexadecimal. */
  readonly data: string;
  readonly txid: string;
  /** The wtxid. */
  readonly hash: string;
  /** Transactions that must stand before it, by their number in the list; the first one has number 1. */
  readonly depends: readonly number[];
  /** In satoshi. */
  readonly fee: number;
  readonly sigops: number;
  /** In weight units. */
  readonly weight: number;
};

/** What a block is made of (BIP 22, 23, 9, 145). Hashes and the target are as block explorers show them: the first byte last. */
export type BlockTemplate = {
  readonly capabilities: readonly string[];
  readonly version: number;
  readonly rules: readonly string[];
  /** The bit of each soft fork that is signalled for. */
  readonly vbavailable: { readonly [rule: string]: number };
  readonly vbrequired: number;
  readonly previousblockhash: string;
  readonly transactions: readonly TemplateTransaction[];
  readonly coinbaseaux: { readonly [name: string]: string };
  /** In satoshi, fees included. */
  readonly coinbasevalue: number;
  readonly longpollid: string;
  readonly target: string;
  /** Seconds since 1970, as `curtime` is. */
  readonly mintime: number;
  readonly mutable: readonly string[];
  readonly noncerange: string;
  readonly sigoplimit: number;
  readonly sizelimit: number;
  /** Absent before segwit. */
  readonly weightlimit?: number;
  readonly curtime: number;
  /** The compact target, 8 hex digits. */
  readonly bits: string;
  readonly height: number;
  /** On signet: its script in hexadecimal. */
  readonly signet_challenge?: string;
  /** The scriptPubKey of the coinbase's commitment, in hexadecimal. */
  readonly default_witness_commitment: string;
};

/** Arguments of `getblocktemplate`. */
export type GetBlockTemplate = { readonly template_request: TemplateRequest | ProposalRequest };

/**
 * A template from the tip and the mempool of `chain`, or the verdict on a proposed block: null, or the reason against it.
 * Needs `chain` and `now` in its options; `mining` sets limits. Throws `RpcError`.
 */
export const getblocktemplate: {
  (
    args: { readonly template_request: ProposalRequest },
    options?: CallOptions,
  ): Promise<string | null>;
  (
    args: { readonly template_request: TemplateRequest },
    options?: CallOptions,
  ): Promise<BlockTemplate>;
  (args: GetBlockTemplate, options?: CallOptions): Promise<BlockTemplate | string | null>;
  // `never` is assignable to each of the three results, of which the request decides.
} = /* @__PURE__ */ callable<GetBlockTemplate, never>(templateMethod, createContext);
