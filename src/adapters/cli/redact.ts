import { decodeBase58Check } from '../../crypto/base58check.ts';

const LETTERS = /[1-9A-HJ-NP-Za-km-z]{50,112}/g;

/** 32 bytes behind a version byte, with or without the mark of a compressed public key. */
const WIF_LENGTHS = [33, 34];
const EXTENDED_KEY_LENGTH = 78;

/**
 * Private keys that stand in a text, whatever their network, become `[redacted]`: an error may repeat an argument that was
 * put in the wrong place.
 */
export function redactKeys(text: string): string {
  return text.replace(LETTERS, (word) => (isPrivateKey(word) ? '[redacted]' : word));
}

function isPrivateKey(word: string): boolean {
  const payload = decodeBase58Check(word, EXTENDED_KEY_LENGTH);
  if (payload === undefined) return false;
  // BIP32: a private key is serialised behind a zero byte.
  if (payload.length === EXTENDED_KEY_LENGTH) return payload[45] === 0;
  return WIF_LENGTHS.includes(payload.length);
}
