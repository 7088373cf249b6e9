import { getblocktemplate as templateMethod } from '../rpc/methods/getblocktemplate.ts';
import { type CallOptions, callable, createContext } from './call.ts';
import type { Methods } from './method-types.ts';

/** Wants a template. */
export type TemplateRequest = {
  /** Left out: `template`. */
  readonly mode?: 'template' | undefined;
  /** What the miner's program can do (BIP22); nothing depends on it. */
  readonly capabilities?: readonly string[] | undefined;
  /** The soft forks that the miner knows: `segwit` always, on signet `signet` too. */
  readonly rules: readonly string[];
  /** Of an earlier template: answer when there is a better one. */
  readonly longpollid?: string | undefined;
};

/** Wants a block judged (BIP23). */
export type ProposalRequest = {
  /** Tells it apart from wanting a template. */
  readonly mode: 'proposal';
  /** The block in hexadecimal. */
  readonly data: string;
  /** What the miner's program can do (BIP22); nothing depends on it. */
  readonly capabilities?: readonly string[] | undefined;
  /** The soft forks that the miner knows; nothing depends on it. */
  readonly rules?: readonly string[] | undefined;
};

/**
 * What a block is made of (BIP 22, 23, 9, 145). Hashes and the target are as block explorers show
 * them: the first byte last.
 */
export type BlockTemplate = Extract<Methods['getblocktemplate']['result'], object>;

/** A transaction of a template. */
export type TemplateTransaction = BlockTemplate['transactions'][number];

/** Arguments of `getblocktemplate`. */
export type GetBlockTemplate = {
  /** A template, or the judgement of a block. */
  readonly template_request: TemplateRequest | ProposalRequest;
};

/**
 * A template from the tip and the mempool of `chain`, or the verdict on a proposed block: null, or
 * the reason against it. Needs `chain` and `now` in its options; `mining` sets limits. Throws
 * `RpcError`.
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
} = /* @__PURE__ */ callable<'getblocktemplate', never, GetBlockTemplate>(
  templateMethod,
  createContext,
);
