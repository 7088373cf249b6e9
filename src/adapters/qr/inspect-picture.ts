import type { ReadQrCode } from '../../transport/qr-code.ts';
import { startThread, type ThreadEntry } from '../threads/thread-entry.ts';
import type { PictureWorkerData } from '../threads/worker-data.ts';

/** Why no code was read. `too-much`: it took more time or memory than a genuine picture needs. */
export type PictureProblem = 'no-picture' | 'no-code' | 'too-much';

export type PictureAnswer = ReadQrCode | { readonly error: PictureProblem };

export type PictureLimits = {
  readonly milliseconds: number;
  /** Limit on the growth of the process. */
  readonly bytes: number;
};

const LIMITS: PictureLimits = { milliseconds: 120_000, bytes: 2_000_000_000 };
/** Limits for memory outside buffers; buffers are bounded by what a picture's header implies. */
const HEAP = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 32 };
const LOOK = 50;

/**
 * Reads the code in a picture on a separate thread without keys or environment, which ends with the
 * answer or at a limit. `bytes` are transferred, and unusable afterwards.
 */
export function inspectPicture(
  bytes: Uint8Array<ArrayBuffer>,
  entry: ThreadEntry,
  limits: PictureLimits = LIMITS,
): Promise<PictureAnswer> {
  // Transferred, so that a file is in memory once.
  const handed = bytes.length === bytes.buffer.byteLength ? bytes : Uint8Array.from(bytes);
  const workerData: PictureWorkerData = { role: 'coldsign-picture', bytes: handed };
  const before = process.memoryUsage.rss();
  const end = performance.now() + limits.milliseconds;
  const thread = startThread(entry, {
    workerData,
    transferList: [handed.buffer],
    env: {},
    resourceLimits: HEAP,
  });
  return new Promise((done) => {
    const answer = (found: PictureAnswer) => {
      clearInterval(watch);
      void thread.terminate().then(() => done(found));
    };
    const watch = setInterval(() => {
      const isTooLarge = process.memoryUsage.rss() - before > limits.bytes;
      if (isTooLarge || performance.now() > end) answer({ error: 'too-much' });
    }, LOOK);
    thread.once('message', answer);
    // Its heap was full, or the picture triggered a bug in a decoder.
    thread.once('error', () => answer({ error: 'too-much' }));
  });
}
