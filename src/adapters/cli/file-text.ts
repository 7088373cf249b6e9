import { encodeBase64 } from '../../encoding/base64.ts';

/** BIP174: `psbt` and 0xff. */
const PSBT = Buffer.from('70736274ff', 'hex');
const PSBT_IN_BASE64 = /^\s*cHNidP[89+/]/;

/** Decodes input as text. A binary PSBT becomes base64, as methods expect it. */
export function inputText(bytes: Uint8Array): string {
  if (PSBT.equals(bytes.subarray(0, PSBT.length))) return encodeBase64(bytes);
  if (isEntropy(bytes)) return Buffer.from(bytes).toString('hex');
  return decodeText(bytes);
}

/** Decodes UTF-8, or the encoding of a byte order mark, which is removed. */
export function decodeText(bytes: Uint8Array): string {
  // On Windows, PowerShell writes UTF-16, and editors add a byte order mark.
  const mark = Buffer.from(bytes.subarray(0, 2)).toString('hex');
  const encoding = mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}

/** Returns true if bytes are not text and have the length of a CompactSeedQR. */
function isEntropy(bytes: Uint8Array): boolean {
  if (![16, 20, 24, 28, 32].includes(bytes.length)) return false;
  return Buffer.from(bytes).toString('utf8').includes('\ufffd');
}

/**
 * Returns the text of a file that is one argument. A PSBT in base64 becomes one line, because some
 * programs break it into several.
 */
export function fileText(bytes: Uint8Array): string {
  const text = inputText(bytes);
  return PSBT_IN_BASE64.test(text) ? text.replace(/\s/g, '') : text;
}
