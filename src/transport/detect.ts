import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { checkChecksum } from '../descriptor/checksum.ts';
import { decodeBase43 } from '../encoding/base43.ts';
import { decodeBase64 } from '../encoding/base64.ts';
import { type Bytes, isBytes } from '../encoding/bytes.ts';
import { decodeHex } from '../encoding/hex.ts';
import { networks } from '../encoding/network.ts';
import { decodeText } from '../encoding/text-bytes.ts';
import { detectKeyText, isEntropyLength, isSecret, type KeyText } from '../keys/key-text.ts';
import { decodePsbt } from '../psbt/decode.ts';
import { beginsAsPsbt, explainPsbt, explainText } from '../psbt/explain-psbt.ts';
import { decodeAddress } from '../script/address.ts';
import { decodeSilentAddress, isSilentAddress } from '../silent/silent-address.ts';
import { CUT_TRANSACTION, isCutTransaction } from '../transaction/cut-transaction.ts';
import { decodeAnyTransaction } from '../transaction/decode-any.ts';
import { describePayload, type Payload, type Refused, refuse } from './payload.ts';

/** Detects a PSBT, a transaction, or a text with a known meaning. */
export function detectBytes(bytes: Bytes, secp256k1: Secp256k1): Payload | Refused {
  const known = detectBinary(bytes, secp256k1);
  if (known !== undefined) return known;
  if (isCutTransaction(bytes)) {
    return refuse('damaged', `this ${CUT_TRANSACTION}`, { startAgain: true });
  }
  const text = decodeText(bytes);
  const isText = typeof text === 'string' && !/[^\t\n\r -~\u00a0-\u{10ffff}]/u.test(text);
  if (isText) return detectText(text, secp256k1);
  // SeedSigner's CompactSeedQR has only the entropy of the words.
  if (isEntropyLength(bytes.length)) return { kind: 'seed', form: 'CompactSeedQR' };
  return typeof text === 'string' || text.isBinary
    ? { kind: 'binary', bytes }
    : refuse('unsupported', `this text ${text.fault}`, { startAgain: true });
}

function detectBinary(bytes: Bytes, secp256k1: Secp256k1): Payload | Refused | undefined {
  if (beginsAsPsbt(bytes)) {
    const psbt = decodePsbt(bytes, secp256k1);
    return 'error' in psbt
      ? refuse(
          'damaged',
          `this PSBT ${explainPsbt(bytes, psbt.error, secp256k1)}. (${psbt.error})`,
          { startAgain: true },
        )
      : { kind: 'psbt', bytes };
  }
  const transaction = decodeAnyTransaction(bytes, { witness: true, legacy: true });
  const isOne = transaction !== undefined && transaction.inputs.length > 0;
  return isOne && transaction.outputs.length > 0 ? { kind: 'transaction', bytes } : undefined;
}

/**
 * Detects the content of a text that is not a frame. Ignores spaces and line breaks in hex and
 * base64.
 */
export function detectText(text: string, secp256k1: Secp256k1): Payload | Refused {
  const trimmed = text.trim();
  const found = detectKeyText(trimmed);
  if (found !== undefined && isSecret(found)) return secretOf(found);
  return (
    detectEncoded(trimmed, secp256k1) ??
    (found && publicOf(found, trimmed)) ??
    detectAddress(trimmed, secp256k1) ?? { kind: isJson(trimmed) ? 'json' : 'text', text: trimmed }
  );
}

/** Returns only the kind of a secret. */
function secretOf(found: KeyText): Payload {
  if (found.kind === 'seed-qr') return { kind: 'seed', form: 'SeedQR' };
  if (found.kind === 'words') return { kind: 'seed', form: `${found.count} words` };
  return { kind: 'private-key' };
}

function publicOf(found: KeyText, text: string): Payload | Refused | undefined {
  switch (found.kind) {
    case 'extended-public-key':
      return { kind: found.kind, text };
    case 'wallet-file':
      return { kind: found.kind, program: found.program, text };
    case 'descriptor': {
      const checked = checkChecksum(text, false);
      if (!('error' in checked)) return { kind: found.kind, text };
      const message = `this descriptor is cut off or damaged. Copy it again. (${checked.error})`;
      return refuse('damaged', message, { startAgain: true });
    }
    default:
      return undefined;
  }
}

/** A PSBT or a transaction in hex, base64 or base43. */
function detectEncoded(text: string, secp256k1: Secp256k1): Payload | Refused | undefined {
  const compact = text.replace(/\s+/g, '');
  for (const decode of [decodeHex, decodeBase64, decodeBase43]) {
    const bytes = compact === '' ? undefined : decode(compact);
    const found = bytes && detectBinary(bytes, secp256k1);
    if (found !== undefined) return found;
  }
  const known = explainText(text);
  if (known !== undefined) return refuse('unsupported', `this ${known}`, { startAgain: true });
  // These are the first bytes of a PSBT in base64 and in hex.
  return /^(cHNidP|70736274ff)/i.test(compact)
    ? refuse('damaged', 'this PSBT is cut off or changed. Copy or scan it again', {
        startAgain: true,
      })
    : undefined;
}

function detectAddress(text: string, secp256k1: Secp256k1): Payload | undefined {
  if (/^bitcoin:/i.test(text)) return { kind: 'payment-uri', text };
  const isSilent = isSilentAddress(text);
  if (text.length > 100 && !isSilent) return undefined;
  const fitting = Object.values(networks).filter((one) =>
    isSilent
      ? !('error' in decodeSilentAddress(text, one, secp256k1))
      : isBytes(decodeAddress(text, one)),
  );
  if (fitting.length === 0) return undefined;
  return { kind: 'address', text, networks: fitting.map(({ name }) => name) };
}

function isJson(text: string): boolean {
  if (!/^[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    // The text is no JSON, or is nested too deeply to parse.
    return false;
  }
}

/**
 * Checks that a frame contains the kind it claims; otherwise returns what was found and expected.
 */
export function expectKind(
  kind: 'psbt' | 'transaction',
  payload: Payload | Refused,
  container: string,
): Payload | Refused {
  if ('error' in payload || payload.kind === kind) return payload;
  const expected = kind === 'psbt' ? 'a PSBT' : 'a transaction';
  const message = `this ${container} should hold ${expected}, and holds ${describePayload(payload)}`;
  return refuse('damaged', message, { startAgain: true });
}
