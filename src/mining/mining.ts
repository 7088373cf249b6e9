import type { ConsensusParams } from '../chain/consensus.ts';
import type { MiningOptions } from './options.ts';
import type { BlockTemplate } from './template.ts';

/** The template shared by callers. Core keeps it in static variables of getblocktemplate. */
export type TemplateCache = {
  current?: BlockTemplate | undefined;
  /** `Mempool.updates` of the view for the last template, even if making the next one failed. */
  updates: number;
};

export function createTemplateCache(): TemplateCache {
  return { updates: 0 };
}

/** Settings for creating blocks. */
export type Mining = {
  /** Block options of bitcoind; an app can use `defaultMiningOptions`. */
  readonly options: MiningOptions;
  /** Consensus parameters. Default: those of the network. */
  readonly params?: ConsensusParams;
  /**
   * Kept between calls, so that a long poll detects changes. The initial value is `{ updates: 0 }`.
   */
  readonly cache: TemplateCache;
};
