import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { decodeBase64, encodeBase64 } from '../encoding/base64.ts';
import type { Bytes } from '../encoding/bytes.ts';
import { createReader } from '../encoding/reader.ts';
import { createWriter } from '../encoding/writer.ts';
import { decodePsbt } from '../psbt/decode.ts';
import type { Psbt } from '../psbt/psbt.ts';
import { decodeTransaction, encodeTransaction, readList } from '../transaction/codec.ts';
import type { Transaction } from '../transaction/transaction.ts';

/** The form of a signed message: by a key only, or by a script in one of three forms (BIP322). */
export type MessageFormat = 'legacy' | 'simple' | 'full' | 'proof-of-funds';

/**
 * Prefixes of the formats (BIP322): "Signers MUST prefix the signature with the variant that was
 * used to create the signature."
 */
const PREFIXES = { simple: 'smp', full: 'ful', 'proof-of-funds': 'pof' } as const;

/** A signature, parsed without its message. */
export type ReadSignature =
  | { readonly format: 'legacy'; readonly signature: Bytes }
  | { readonly format: 'simple'; readonly witness: readonly Bytes[] }
  | { readonly format: 'full'; readonly transaction: Transaction }
  | { readonly format: 'proof-of-funds'; readonly psbt: Psbt };

/**
 * Parses a signature; `undefined` if the text is none. Without a prefix, 65 bytes are a legacy
 * signature, and otherwise "a verifier might assume the simple variant".
 */
export function readSignature(text: string, secp256k1: Secp256k1): ReadSignature | undefined {
  if (text.startsWith(PREFIXES.full)) {
    const bytes = decodeBase64(text.slice(3));
    const transaction = bytes && decodeTransaction(bytes, { witness: true });
    return transaction && { format: 'full', transaction };
  }
  if (text.startsWith(PREFIXES['proof-of-funds'])) {
    const bytes = decodeBase64(text.slice(3));
    const psbt = bytes && decodePsbt(bytes, secp256k1);
    return psbt === undefined || 'error' in psbt ? undefined : { format: 'proof-of-funds', psbt };
  }
  const hasPrefix = text.startsWith(PREFIXES.simple);
  const bytes = decodeBase64(hasPrefix ? text.slice(3) : text);
  if (bytes === undefined || bytes.length === 0) return undefined;
  if (!hasPrefix && bytes.length === 65) return { format: 'legacy', signature: bytes };
  const reader = createReader(bytes);
  const witness = readList(reader, (stack) => stack.varBytes());
  return reader.done ? { format: 'simple', witness } : undefined;
}

/** Returns true if a text has the prefix of a signature by script. */
export function hasPrefix(text: string): boolean {
  return Object.values(PREFIXES).some((prefix) => text.startsWith(prefix));
}

/**
 * Drops the prefix of a simple signature, which older verifiers do not know. Returns `undefined`
 * for other signatures by script, which would be read as simple ones.
 */
export function withoutPrefix(text: string): string | undefined {
  if (text.startsWith(PREFIXES.simple)) return text.slice(PREFIXES.simple.length);
  return hasPrefix(text) ? undefined : text;
}

export function writeWitness(witness: readonly Bytes[]): string {
  const writer = createWriter().compactSize(witness.length);
  for (const item of witness) writer.varBytes(item);
  return PREFIXES.simple + encodeBase64(writer.finish());
}

export function writeTransactionText(transaction: Transaction): string {
  return PREFIXES.full + encodeBase64(encodeTransaction(transaction));
}

/** Formats the bytes of a final PSBT. */
export function writePsbtText(psbt: Bytes): string {
  return PREFIXES['proof-of-funds'] + encodeBase64(psbt);
}
