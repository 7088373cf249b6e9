import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { type Bytes, isBytes } from '../encoding/bytes.ts';
import { createBbqrCollector, isBbqr } from './bbqr.ts';
import type { Collector, Dialect } from './collector.ts';
import { detectBytes, detectText } from './detect.ts';
import { MAX_FRAME, MAX_MESSAGE } from './limits.ts';
import { type Payload, type Refusal, type Refused, refuse } from './payload.ts';
import { createSpecterCollector, isSpecter } from './specter.ts';
import { isUr } from './ur.ts';
import { createUrCollector } from './ur-collector.ts';

/** The state of a reader after a frame. */
export type Reading = {
  /** Dialect of the current message; `text` if it has a single frame. */
  readonly dialect: Dialect;
  /** Number of frames received, or their equivalent. */
  readonly received: number;
  /** Number of frames in the message. */
  readonly total: number;
  /** Numbers of missing frames, from 1. Empty for UR, where any further frame helps. */
  readonly missing: readonly number[];
} & (
  | {
      /** More frames are needed. */
      readonly status: 'partial';
    }
  | {
      /** The message is complete. */
      readonly status: 'done';
      /** The content. */
      readonly value: Payload;
    }
  | {
      /** The frame was not used. */
      readonly status: 'refused';
      /** The reason, and whether the earlier frames still count. */
      readonly error: Refusal;
    }
);

/** Assembles the frames of one message. */
export type FrameReader = {
  /**
   * Reads the text of one QR code, or any other text. Never throws. A refused frame changes the
   * state only if the result says so.
   */
  receive(text: string): Reading;
};

const NAMES: { readonly [D in Dialect]: string } = {
  ur: 'UR',
  bbqr: 'BBQr',
  specter: "Specter's pMofN",
  text: 'plain text',
};

/**
 * Creates a reader for one message, in the dialect of its first frame. Create another for the next
 * message.
 */
export function createFrameReader(secp256k1: Secp256k1): FrameReader {
  let collector: Collector | undefined;
  let over: Omit<Reading, 'status'> | undefined;

  function receive(text: string): Reading {
    const trimmed = text.trim();
    if (over !== undefined) {
      const { error } = refuse('late', 'the message is complete: start again for another one');
      return { ...over, status: 'refused', error };
    }
    const { current, outcome } = begin(trimmed);
    const place = placeOf(current);
    const isRefused = outcome !== undefined && 'error' in outcome;
    const givenUp = isRefused && outcome.error.startAgain;
    collector = givenUp || current.received === 0 ? undefined : current;
    if (outcome === undefined) return { ...place, status: 'partial' };
    if (isRefused) return { ...place, status: 'refused', error: outcome.error };
    collector = undefined;
    over = { ...place, received: place.total, missing: [] };
    return { ...over, status: 'done', value: outcome };
  }

  /** Starts a message. Base43 may begin like a frame, with `B$` or `UR:`. */
  function begin(text: string): { current: Collector; outcome: Payload | Refused | undefined } {
    const current = collector ?? createCollector(dialectOf(text), secp256k1);
    const outcome = add(current, text);
    if (collector === undefined && outcome !== undefined && 'error' in outcome) {
      const whole = text.length > 3 * MAX_MESSAGE ? outcome : detectText(text, secp256k1);
      const isWhole = 'kind' in whole && (whole.kind === 'psbt' || whole.kind === 'transaction');
      if (isWhole) return { current: createCollector('text', secp256k1), outcome: whole };
    }
    return { current, outcome };
  }

  return { receive };
}

/**
 * Detects bytes or a text: `done` for complete content, `partial` for a frame of a larger message,
 * `refused` with the reason for damaged content.
 */
export function detect(input: Bytes | string, secp256k1: Secp256k1): Reading {
  if (!isBytes(input)) return createFrameReader(secp256k1).receive(input);
  const outcome = detectBytes(input, secp256k1);
  if ('error' in outcome) return { ...WHOLE, status: 'refused', error: outcome.error };
  // A file may contain a frame as text.
  if (outcome.kind === 'text') return createFrameReader(secp256k1).receive(outcome.text);
  return { ...WHOLE, status: 'done', value: outcome };
}

const WHOLE = { dialect: 'text', received: 1, total: 1, missing: [] } as const;

function dialectOf(text: string): Dialect {
  if (isUr(text)) return 'ur';
  if (isBbqr(text)) return 'bbqr';
  return isSpecter(text) ? 'specter' : 'text';
}

function createCollector(dialect: Dialect, secp256k1: Secp256k1): Collector {
  switch (dialect) {
    case 'ur':
      return createUrCollector(secp256k1);
    case 'bbqr':
      return createBbqrCollector(secp256k1);
    case 'specter':
      return createSpecterCollector(secp256k1);
    case 'text':
      return {
        ...WHOLE,
        received: 0,
        missing: () => [],
        add: (text) => detectText(text, secp256k1),
      };
  }
}

function add(collector: Collector, text: string): Payload | Refused | undefined {
  const dialect = dialectOf(text);
  if (dialect !== collector.dialect) {
    const message = `this is ${NAMES[dialect]}, and the frames before were ${NAMES[collector.dialect]}`;
    return refuse('wrong-dialect', message);
  }
  // A complete message may be one text, with two characters per byte and line breaks.
  const limit = dialect === 'text' || dialect === 'ur' ? 3 * MAX_MESSAGE : MAX_FRAME;
  if (text.length > limit) {
    return refuse('too-large', `${text.length} characters; at most ${limit} are read`);
  }
  return collector.add(text);
}

function placeOf(collector: Collector): Omit<Reading, 'status'> {
  const { dialect, received, total } = collector;
  return { dialect, received, total, missing: collector.missing() };
}
