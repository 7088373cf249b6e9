import { encodeBase64 } from '../../encoding/base64.ts';

/** BIP174: `psbt` and 0xff. */
const PSBT = Buffer.from('70736274ff', 'hex');
const PSBT_IN_BASE64 = /^\s*cHNidP[89+/]/;

/** Text as it was read. The bytes of a PSBT become base64, as the methods take it. */
export function inputText(bytes: Uint8Array): string {
  if (PSBT.equals(bytes.subarray(0, PSBT.length))) return encodeBase64(bytes);
  // Without the byte order mark that editors on Windows put in front.
  return new TextDecoder().decode(bytes);
}

/**
 * The same of a file that is one argument: a PSBT in base64 comes in one piece, which some programs
 * break into lines.
 */
export function fileText(bytes: Uint8Array): string {
  const text = inputText(bytes);
  return PSBT_IN_BASE64.test(text) ? text.replace(/\s/g, '') : text;
}
