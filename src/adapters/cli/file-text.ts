import { encodeBase64 } from '../../encoding/base64.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { decodeText, type TextFault } from '../../encoding/text-bytes.ts';
import { decodeUtf8 } from '../../encoding/utf8.ts';
import { isCipherText, isWalletDatText, walletFileText } from '../../keys/key-text.ts';
import { RpcCode, RpcError } from '../../rpc/error.ts';
import { CUT_TRANSACTION, isCutTransaction } from '../../transaction/cut-transaction.ts';
import { decodeAnyTransaction } from '../../transaction/decode-any.ts';
import { unclosedWarning } from '../files/regular-file.ts';

/** BIP174: `psbt` and 0xff. */
const PSBT = Buffer.from('70736274ff', 'hex');
const PSBT_IN_BASE64 = /^\s*cHNidP[89+/]/;

/**
 * Use of a text. `argument`: for a method or command. `seed`: may also be the entropy of a
 * CompactSeedQR. `core`: must stay as it is, as bitcoin-cli sends it.
 */
export type TextUse = 'argument' | 'seed' | 'core';

/** Returns the error for input that is not text. It names the source and repeats no byte. */
export const textError = (message: string): RpcError => new RpcError(RpcCode.PARSE_ERROR, message);

/** Checks for an error of `textError`, which no method has. */
export const isTextError = (error: unknown): error is RpcError =>
  error instanceof RpcError && error.code === RpcCode.PARSE_ERROR;

/**
 * Decodes input as text. A binary PSBT and a wallet.dat become base64, and a binary transaction
 * hexadecimal, as methods expect them. Throws a `textError` for other bytes that are not text.
 * `source`: begins the error.
 */
export function inputText(bytes: Uint8Array, source: string, use: TextUse = 'argument'): string {
  const text = use === 'core' ? exactText(bytes) : decodeInput(bytes, use);
  if (typeof text === 'string') return text;
  throw textError(`${source} ${text.fault}`);
}

/** Decodes UTF-8 and keeps a byte order mark. */
function exactText(bytes: Uint8Array): string | TextFault {
  return decodeUtf8(bytes) ?? { fault: 'is not UTF-8', isBinary: false };
}

function decodeInput(bytes: Uint8Array, use: TextUse): string | TextFault {
  if (PSBT.equals(bytes.subarray(0, PSBT.length))) return encodeBase64(bytes);
  const wallet = walletFileText(bytes);
  if (wallet !== undefined) return wallet;
  const isSeed = use === 'seed' && SEED_LENGTHS.includes(bytes.length);
  if (isSeed && decodeUtf8(bytes) === undefined) return encodeHex(bytes);
  const text = decodeText(bytes);
  if (typeof text === 'string') return text;
  const transaction = decodeAnyTransaction(bytes, { witness: true, legacy: true });
  if (transaction !== undefined && transaction.inputs.length > 0) return encodeHex(bytes);
  if (isCutTransaction(bytes)) return { fault: CUT_TRANSACTION, isBinary: true };
  const known = FILES.find(([start]) => start.test(encodeHex(bytes.subarray(0, 12))));
  if (known !== undefined) return { fault: known[1], isBinary: true };
  // MultiBit HD encrypts a wallet from its first byte.
  const isSealed = use === 'seed' && bytes.length % 16 === 0 && isCipherText(bytes);
  return isSealed ? encodeBase64(bytes) : text;
}

/** Lengths of a CompactSeedQR. */
const SEED_LENGTHS = [16, 20, 24, 28, 32];

/** Files that people take for text, by their first bytes. */
const FILES: readonly (readonly [RegExp, string])[] = [
  [
    /^89504e47|^ffd8ff|^47494638|^52494646.{8}57454250/,
    'is a picture. To read its QR code, use “coldsign read”',
  ],
  [/^25504446/, 'is a PDF file, not text. Copy the text out of it'],
  [/^504b0304|^1f8b/, 'is a compressed file. Unpack it first'],
];

/**
 * Returns the text of a file that is one argument. A PSBT in base64 becomes one line, because some
 * programs break it into several.
 */
export function fileText(bytes: Uint8Array, path: string, use: TextUse = 'argument'): string {
  const text = inputText(bytes, `“${path}”`, use);
  return PSBT_IN_BASE64.test(text) ? text.replace(/\s/g, '') : text;
}

/** Warns if the text is that of a wallet.dat with changes in a file next to it. */
export function warnIfUnclosed(
  path: string,
  text: string | undefined,
  terminal: { readonly err: (text: string) => void },
): void {
  const warning = text !== undefined && isWalletDatText(text) && unclosedWarning(path);
  if (warning) terminal.err(`Warning: ${warning}\n`);
}

/** Returns true if a path is that of a readable file, whatever is in it. */
export function namesFile(
  path: string,
  terminal: { readonly readFile: (path: string) => string | undefined },
): boolean {
  try {
    return terminal.readFile(path) !== undefined;
  } catch (error) {
    if (isTextError(error)) return true;
    throw error;
  }
}

/**
 * Splits lines that end with LF or CR LF. A last line may lack its end. Throws a `textError` for a
 * CR elsewhere, which would become part of a passphrase unseen. `source`: begins the error.
 */
export function linesIn(text: string, source: string): string[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  for (const [i, line] of lines.entries()) {
    refuseReturn(line, `${source} has a carriage return in line ${i + 1}`);
  }
  return lines;
}

/** Removes the line end of a file that is one argument. */
export function withoutLineEnd(text: string, source: string): string {
  const inner = text.replace(/\r?\n$/, '');
  if (inner.endsWith('\r')) refuseReturn(inner, `${source} ends with a carriage return`);
  return inner;
}

function refuseReturn(line: string, what: string): void {
  if (!line.includes('\r')) return;
  throw textError(`${what}. Save it with line ends of LF or CR LF, then try again`);
}
