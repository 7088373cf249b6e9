import { encodeHex } from '../../encoding/hex.ts';
import type { Check, CheckedSignature } from '../../review/check-model.ts';
import { isUsualType } from '../../review/fee-proof.ts';

export function describeCheck({
  changes,
  signatures,
  unanswered,
  isFine,
}: Check): readonly string[] {
  const lines = describeChanges(changes, signatures.length > 0);
  for (const input of unanswered) {
    lines.push(`STOP: The transcript has a signature for input ${input} that is missing.`);
  }
  // A MuSig2 signer may add only a nonce or its part of a signature.
  if (signatures.length === 0) return isFine ? lines : [...lines, 'No signature was added.'];
  return [...lines, ...signatures.flatMap(describeSignature)];
}

function describeChanges(changes: Check['changes'], isSigned: boolean): string[] {
  const texts = (isHarmless: boolean) =>
    changes.filter((each) => each.isHarmless === isHarmless).map(({ text }) => `  ${text}`);
  const [wrong, harmless] = [texts(false), texts(true)];
  return [
    ...(wrong.length > 0
      ? ['STOP: the signer did more than add signatures:', ...wrong]
      : [isSigned ? 'The signer changed only signatures.' : 'The payment is unchanged.']),
    ...(harmless.length > 0 ? ['These differences are harmless:', ...harmless] : []),
  ];
}

const DERIVATIONS = {
  default: 'deterministic nonce (the same as coldsign makes): it cannot leak the key',
  deterministic: 'deterministic nonce (RFC 6979): it cannot leak the key',
  other:
    'This signer adds randomness to its nonces. That is common and safe if you trust the device; it cannot be checked from outside.',
  unknown: 'the nonce cannot be checked without the key (add -keys)',
} as const;

const ANTI_EXFIL = {
  kept: 'anti-exfil: the nonce contains what the host chose, so it cannot leak the key',
  broken: 'STOP: anti-exfil: the nonce differs from the transcript',
  uncommitted: 'STOP: anti-exfil: the host committed to another value',
  missing: 'STOP: anti-exfil: this signature is missing from the transcript',
} as const;

function describeSignature(signature: CheckedSignature): readonly string[] {
  const { input, publicKey, sighashType, isValid, derivation } = signature;
  const { isRepeated, antiExfil } = signature;
  const scope = isUsualType(sighashType) ? '' : `, of type 0x${sighashType.toString(16)}`;
  return [
    `Input ${input}: signed by`,
    `  ${encodeHex(publicKey)}`,
    `  ${isValid ? 'valid' : 'STOP: NOT VALID'}${scope}`,
    `  ${antiExfil === undefined ? DERIVATIONS[derivation] : ANTI_EXFIL[antiExfil]}`,
    ...(isRepeated
      ? ['  STOP: another signature uses the same nonce, so anyone can compute the private key']
      : []),
  ];
}
