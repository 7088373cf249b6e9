import { callable } from './call.ts';
import type { CallOptions } from './complete-context.ts';
import { createContext } from './create-context.ts';
import type { Methods } from './method-types.ts';

/** Request for a template. */
export type TemplateRequest = {
  /** Kind of the request. Default: `template`. */
  readonly mode?: 'template' | undefined;
  /** Features of the miner's program (BIP22). They have no effect. */
  readonly capabilities?: readonly string[] | undefined;
  /** The soft forks that the miner knows: `segwit` always, on signet `signet` too. */
  readonly rules: readonly string[];
  /** Id of an earlier template. The call returns once there is a better one. */
  readonly longpollid?: string | undefined;
};

/** Request to check a block (BIP23). */
export type ProposalRequest = {
  /** Marks the request as a proposal, not as a request for a template. */
  readonly mode: 'proposal';
  /** The block in hexadecimal. */
  readonly data: string;
  /** Features of the miner's program (BIP22). They have no effect. */
  readonly capabilities?: readonly string[] | undefined;
  /** The soft forks that the miner knows. They have no effect. */
  readonly rules?: readonly string[] | undefined;
};

/**
 * The parts of a block (BIP 22, 23, 9, 145). Hashes and the target are as block explorers show
 * them: the first byte last.
 */
export type BlockTemplate = Extract<Methods['getblocktemplate']['result'], object>;

/** Arguments of `getblocktemplate`. */
export type GetBlockTemplate = {
  /** The request: for a template, or to check a block. */
  readonly template_request: TemplateRequest | ProposalRequest;
};

/**
 * Returns a template from the tip and the mempool of `chain`, or the verdict on a proposed block:
 * null, or the reason against it. Needs `chain` and `now` in its options; `mining` sets limits.
 * Throws `RpcError`.
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
  // `never` is assignable to each of the three results. The request determines which.
} = /* @__PURE__ */ callable<'getblocktemplate', never, GetBlockTemplate>(
  async () => (await import('../rpc/methods/getblocktemplate.ts')).getblocktemplate,
  createContext,
);
