let count = 0;

/** Returns other bytes each time, because constant ones are refused. */
export const countedBytes = (length: number): Uint8Array<ArrayBuffer> =>
  Uint8Array.from({ length }, (_, i) => (i < 2 ? ++count >> (8 * i) : i));
