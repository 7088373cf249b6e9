import type { Bytes } from '../encoding/bytes.ts';
import { crc32 } from './crc32.ts';

/** The first and the last letter of each of the 256 words (BCR-2020-012). */
const LETTERS =
  'aeadaoaxaaahamatayasbkbdbnbtbabsbebybgbwbbbzcmchcscfcycwcecackct' +
  'cxclcpcndkdadsdidedtdrdndwdpdmdldyeheyeoeeecenemetesftfrfnfsfmfh' +
  'fzfpfwfxfyfefgflfdgagegrgsgtglgwgdgygmgughgohfhghdhkhthphhhlhyhe' +
  'hnhsidiaieihiyioisinimjejzjnjtjljojsjpjkjykpkoktkskkknkgkekikblb' +
  'lalylflslrlplnltloldlelulklgmnmymhmemomumwmdmtmsmknlnyndnsntnnne' +
  'nboyoeotoxonolospdptpkpypspmplpepfpaprqdqzrerprlrorhrdrkrfryrnrs' +
  'rtsesasrssskswstspsosgsbsfsntotktitttdtetytltbtstptatnuyuoutueur' +
  'vtvyvovlvevwvavdvswlwdwmwpwewywswtwnwzwfwkykynylyaytzszoztzczezm';

const VALUES: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 256 }, (_, value) => [LETTERS.slice(2 * value, 2 * value + 2), value]),
);

const CHECKSUM_LENGTH = 4;

/** Encodes bytes and their CRC-32 as minimal bytewords in lower case: two letters per byte. */
export function encodeBytewords(bytes: Bytes): string {
  let text = '';
  for (const byte of bytes) text += LETTERS.slice(2 * byte, 2 * byte + 2);
  const checksum = crc32(bytes);
  for (let shift = 24; shift >= 0; shift -= 8) {
    const byte = (checksum >>> shift) & 0xff;
    text += LETTERS.slice(2 * byte, 2 * byte + 2);
  }
  return text;
}

/**
 * Decodes minimal bytewords in lower case. Returns `undefined` for letters that are no word, or a
 * wrong checksum.
 */
export function decodeBytewords(text: string): Bytes | undefined {
  const length = text.length / 2 - CHECKSUM_LENGTH;
  if (!Number.isInteger(length) || length < 1) return undefined;
  const bytes = new Uint8Array(length);
  let checksum = 0;
  for (let i = 0; i < length + CHECKSUM_LENGTH; i++) {
    const value = VALUES.get(text.slice(2 * i, 2 * i + 2));
    if (value === undefined) return undefined;
    if (i < length) bytes[i] = value;
    else checksum = ((checksum << 8) | value) >>> 0;
  }
  return crc32(bytes) === checksum ? bytes : undefined;
}
