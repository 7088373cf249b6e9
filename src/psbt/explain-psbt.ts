import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { decodeBase64 } from '../encoding/base64.ts';
import type { Bytes } from '../encoding/bytes.ts';
import { decodeHex, encodeHex } from '../encoding/hex.ts';
import { byteText } from '../encoding/utf8.ts';
import {
  CUT_TRANSACTION,
  isCutTransaction,
  isWholeTransaction,
} from '../transaction/cut-transaction.ts';
import { decodePsbt } from './decode.ts';
import { MAGIC } from './fields.ts';

/** Causes of Core's errors, as sentences about a PSBT. Each says only what the error shows. */
const CAUSES: readonly (readonly [error: RegExp, cause: string])[] = [
  [
    /does not have empty scriptSigs/,
    'has signatures inside its unsigned transaction (a scriptSig or witness), where none may be. The program that made it is at fault. Export it from another program, or update that one',
  ],
  [
    /does not match outpoint hash/,
    'has a previous transaction (non_witness_utxo) that is not the one an input spends. Create the PSBT again in the wallet that made it',
  ],
  [
    /output index that does not exist/,
    'has an input that spends an output which its previous transaction does not have. Create the PSBT again in the wallet that made it',
  ],
  [
    /not allowed in PSBTv0/,
    'says that it has version 0, and has fields of version 2. The program that made it is at fault. Export it again as version 0 or as version 2',
  ],
  [
    /not allowed in PSBTv2/,
    'says that it has version 2, and has the unsigned transaction of version 0. The program that made it is at fault. Export it again as version 0 or as version 2',
  ],
  [
    /required in PSBTv2/,
    'says that it has version 2, and lacks a field that version 2 needs. Export it again, or as version 0',
  ],
  [
    /No unsigned transaction/,
    'has no unsigned transaction, and does not say that it has version 2. Export it again',
  ],
  [/no PSBT version 1/, 'says that it has version 1, which does not exist. Export it again'],
  [/Unsupported version/, 'has a version that coldsign does not know. Export it as version 2 or 0'],
  [/Duplicate Key/, 'has one entry twice. The program that made it is at fault. Export it again'],
  [/extra data after/, 'has more behind its end. Copy or export it again'],
];

/** Says what Core's error about a PSBT means, beginning with a verb. */
function causeOf(error: string): string {
  const found = CAUSES.find(([pattern]) => pattern.test(error));
  return found?.[1] ?? 'is cut off or damaged. Export or copy it again';
}

/**
 * Returns why bytes that begin as a PSBT cannot be read, as the end of a sentence. `error`: that of
 * `decodePsbt`.
 */
export function explainPsbt(bytes: Bytes, error: string, secp256k1: Secp256k1): string {
  const isFollowed =
    /extra data after/.test(error) && encodeHex(bytes.subarray(5)).includes(HEX_MAGIC);
  if (isFollowed) return 'has another one behind its end. Save each one in a file of its own';
  const whole = withoutReturns(bytes);
  return whole !== undefined && !('error' in decodePsbt(whole, secp256k1))
    ? 'was changed by a copy in text mode: each line feed (0a) became 0d 0a. Copy it again as a binary file, or as base64'
    : causeOf(error);
}

/** Undoes the change of 0a to 0d 0a; `undefined` if a 0a has no 0d before it. */
function withoutReturns(bytes: Bytes): Bytes | undefined {
  const kept: number[] = [];
  for (const byte of bytes) {
    if (byte === 0x0a && kept.pop() !== 0x0d) return undefined;
    kept.push(byte);
  }
  return kept.length === bytes.length ? undefined : Uint8Array.from(kept);
}

/** Electrum before version 4: `EPTF` and 0xff. */
const ELECTRUM = /^45505446ff/i;

/** `psbt` and 0xff. */
const HEX_MAGIC = '70736274ff';

/** The beginning of a PSBT, and what is before it. */
const STARTS = /(^|[^0-9a-z+/])(?:cHNidP[89+/]|70736274ff)/gi;

/** Signs between texts in a list. */
const BETWEEN = /[\s"'[\],;]+/;

/**
 * Returns what a text is that is neither a PSBT nor a transaction, as the end of a sentence;
 * `undefined` if it is not known.
 */
export function explainText(text: string): string | undefined {
  const compact = text.replace(/\s/g, '');
  if (ELECTRUM.test(compact)) {
    return 'is a transaction of Electrum before version 4, which is no PSBT. Open it in Electrum 4 or newer, and export it again';
  }
  const starts = [...text.matchAll(STARTS)];
  if (starts.length > 1 || text.split(BETWEEN).filter(isTransactionText).length > 1) {
    return 'has several PSBTs or transactions. Save each one in a file of its own';
  }
  const bytes = decodeHex(compact) ?? decodeBase64(compact);
  const inner = bytes === undefined ? '' : byteText(bytes.subarray(0, 12));
  if (/^(cHNidP|70736274ff)/i.test(inner)) {
    const outer = decodeHex(compact) === undefined ? 'base64' : 'hexadecimal';
    const coded = inner.startsWith('7') ? 'hexadecimal' : 'base64';
    return `is a PSBT that was encoded twice: ${outer} of ${coded}. Decode it once, then try again`;
  }
  const half = compact.slice(0, compact.length / 2);
  if (isTransactionText(half) && compact === half + half) {
    return 'is a transaction that is there twice. Copy it once';
  }
  return isCutTransaction(compact) ? CUT_TRANSACTION : undefined;
}

function isTransactionText(text: string): boolean {
  const bytes = decodeHex(text);
  return bytes !== undefined && isWholeTransaction(bytes);
}

/** Returns true if bytes begin as a PSBT. */
export const beginsAsPsbt = (bytes: Bytes): boolean => MAGIC.every((byte, i) => bytes[i] === byte);
