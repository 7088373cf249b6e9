import { decompress } from 'lzma1';

/** Decodes a text that .ci/page.mjs wrote: LZMA, with two of 93 characters for 13 or 14 bits. */
export function unpack(text: string): Uint8Array<ArrayBuffer> {
  const begin = text.indexOf(' ');
  const bytes = new Uint8Array(Number(text.slice(0, begin)));
  const valueAt = (at: number) => {
    const code = text.charCodeAt(at);
    return code - (code < 34 ? 32 : code < 92 ? 33 : 34);
  };
  let [held, count, next] = [0, 0, 0];
  for (let at = begin + 1; at < text.length; at += 2) {
    const value = valueAt(at) + 93 * valueAt(at + 1);
    held |= value << count;
    count += (value & 8191) < 457 ? 14 : 13;
    for (; count >= 8 && next < bytes.length; count -= 8) {
      bytes[next++] = held & 255;
      held >>>= 8;
    }
  }
  return decompress(bytes);
}
