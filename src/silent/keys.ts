import { taggedHash } from '../crypto/hash.ts';
import { isPrivateScalar } from '../crypto/order.ts';
import type { PrivateKey } from '../crypto/private-key.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { type Bytes, bigEndian, equalBytes } from '../encoding/bytes.ts';
import { invariant } from '../encoding/invariant.ts';
import type { SilentRecipient } from './silent-address.ts';

/** Keys that find payments to a silent payment address, but cannot spend them. */
export type SilentScanKeys = {
  /** Private: it reveals every payment that the address receives. */
  readonly scanKey: PrivateKey;
  /** 33 bytes: the public key without a label. */
  readonly spendKey: Bytes;
};

/** BIP352: the label of change, which is never given to other people. */
export const CHANGE_LABEL = 0;

const hashLabel = taggedHash('BIP0352/Label');

/**
 * Returns the tweak that a label adds to the spend key (BIP352), or `undefined` if the label is not
 * 0 to 2^32 - 1.
 */
export function labelTweak(scanKey: PrivateKey, label: number): Bytes | undefined {
  if (!Number.isInteger(label) || label < 0 || label > 0xffffffff) return undefined;
  const tweak = hashLabel(scanKey.reveal(), bigEndian(label, 4));
  return isPrivateScalar(tweak) ? tweak : undefined;
}

/**
 * Returns the public keys of an address, with or without a label. `undefined` if the label is not 0
 * to 2^32 - 1.
 */
export function silentRecipientOf(
  { scanKey, spendKey }: SilentScanKeys,
  curve: Secp256k1,
  label?: number,
): SilentRecipient | undefined {
  const scan = scanKey.publicKey(curve);
  if (label === undefined) return { scanKey: scan, spendKey };
  const tweak = labelTweak(scanKey, label);
  const labelled = tweak && curve.tweakPublicKey(spendKey, tweak);
  return labelled && { scanKey: scan, spendKey: labelled };
}

/** Labels that are tried if nothing names one: change, and the first that wallets give out. */
const USUAL_LABELS = [CHANGE_LABEL, 1, 2, 3];

/**
 * Returns the label of an address if it belongs to these keys, and `undefined` if it does not.
 * `claimed` is tried first. `label` is `undefined` for the address without a label.
 */
export function ownLabel(
  keys: SilentScanKeys,
  { scanKey, spendKey }: SilentRecipient,
  claimed: number | undefined,
  curve: Secp256k1,
): { readonly label: number | undefined } | undefined {
  if (!equalBytes(keys.scanKey.publicKey(curve), scanKey)) return undefined;
  for (const label of [claimed, undefined, ...USUAL_LABELS]) {
    const own = silentRecipientOf(keys, curve, label);
    if (own && equalBytes(own.spendKey, spendKey)) return { label };
  }
  return undefined;
}

/**
 * Returns the private key, with an even public key, of an output that a scan found (BIP352,
 * "Spending"). `undefined` if the tweak leads to no key.
 */
export function silentPrivateKey(
  spendKey: PrivateKey,
  tweak: Bytes,
  curve: Secp256k1,
): Bytes | undefined {
  // A tweak of zero would sign for the bare spend key.
  const sum = isPrivateScalar(tweak) ? curve.tweakPrivateKey(spendKey.reveal(), tweak) : undefined;
  const key = sum && withEvenY(sum, curve);
  sum?.fill(0);
  return key;
}

/** Copies a private key and negates the copy if its public key's y is odd (x-only signing). */
export function withEvenY(privateKey: Bytes, curve: Secp256k1): Bytes {
  const publicKey = curve.publicKey(privateKey, true);
  invariant(publicKey !== undefined, 'a private key has a public key');
  const both = [new Uint8Array(privateKey), curve.negatePrivateKey(privateKey)] as const;
  const isOdd = publicKey[0] === 3 ? 1 : 0;
  both[1 - isOdd]?.fill(0);
  return both[isOdd];
}
