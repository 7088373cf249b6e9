import type { Carried, Refused } from './carried.ts';

/**
 * How a message is cut into frames: BCR-2020-005, Coinkite's BBQr, Specter's pMofN, or not at all.
 */
export type Dialect = 'ur' | 'bbqr' | 'specter' | 'text';

/** Frames of one message. */
export type Collector = {
  readonly dialect: Dialect;
  /** How many frames' worth is known, */
  readonly received: number;
  /** of how many. */
  readonly total: number;
  /**
   * Numbers, from 1, of the frames that were not seen; none for UR, where any further frame helps.
   */
  missing(): number[];
  /** `undefined` while more frames are needed. */
  add(text: string): Carried | Refused | undefined;
};
