import type { Payload, Refused } from './payload.ts';

/** The framing of a message: BCR-2020-005, Coinkite's BBQr, Specter's pMofN, or none. */
export type Dialect = 'ur' | 'bbqr' | 'specter' | 'text';

/** Frames of one message. */
export type Collector = {
  readonly dialect: Dialect;
  /** Number of frames received, or their equivalent. */
  readonly received: number;
  /** Number of frames in the message. */
  readonly total: number;
  /** Lists the numbers of missing frames, from 1. Empty for UR, where any further frame helps. */
  missing(): number[];
  /** Adds a frame. Returns `undefined` while more frames are needed. */
  add(text: string): Payload | Refused | undefined;
};
