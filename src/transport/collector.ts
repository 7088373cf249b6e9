import type { Carried, Refused } from './carried.ts';

/** The framing of a message: BCR-2020-005, Coinkite's BBQr, Specter's pMofN, or none. */
export type Dialect = 'ur' | 'bbqr' | 'specter' | 'text';

/** Frames of one message. */
export type Collector = {
  readonly dialect: Dialect;
  /** Number of frames received, or their equivalent. */
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
