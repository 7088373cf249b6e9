import { decode } from 'jpeg-js';
import type { RgbaImage } from '../../transport/picture.ts';

/** `undefined` for what is none, or too large. */
export function decodeJpeg(bytes: Uint8Array): RgbaImage | undefined {
  try {
    const { width, height, data } = decode(bytes, {
      useTArray: true,
      formatAsRGBA: true,
      maxResolutionInMP: 40,
      maxMemoryUsageInMB: 600,
    });
    return { width, height, data };
  } catch {
    // The library throws for everything that it cannot read, and for its limits.
    return undefined;
  }
}
