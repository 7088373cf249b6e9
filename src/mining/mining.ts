import type { ConsensusParams } from '../chain/consensus.ts';
import type { MiningOptions } from './options.ts';
import type { BlockTemplate } from './template.ts';

/** The template shared by callers. Core keeps it in static variables of getblocktemplate. */
export type TemplateCache = {
  current?: BlockTemplate | undefined;
  /**
   * `Mempool.updates` of the view behind the last template, also when making the next one failed.
   */
  updates: number;
};

export function createTemplateCache(): TemplateCache {
  return { updates: 0 };
}

/** Settings for creating blocks. */
export type Mining = {
  /** bitcoind's options about blocks, by its defaults where an app wants no others. */
  readonly options: MiningOptions;
  /** Absent: those of the network. */
  readonly params?: ConsensusParams;
  /**
   * Kept between the calls, so that a long poll knows what has changed. Begins as `{ updates: 0 }`.
   */
  readonly cache: TemplateCache;
};
