import { hash160 } from '../../crypto/hash.ts';
import { PrivateKey } from '../../crypto/private-key.ts';
import type { Secp256k1 } from '../../crypto/secp256k1.ts';
import type { Expansion } from '../../descriptor/expand.ts';
import {
  createFlatSigningProvider,
  notePrivateKey,
  notePublicKey,
} from '../../descriptor/flat-signing-provider.ts';
import { type Bytes, concatBytes } from '../../encoding/bytes.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { invariant } from '../../encoding/invariant.ts';
import { p2trScript } from '../../script/builders.ts';
import type { KeyOrigin } from '../../signing/provider.ts';
import { silentPrivateKey } from '../../silent/keys.ts';
import { findKeyIn, type Keyring } from './keyring.ts';

/** A silent payment that a scan found. */
export type SilentReceipt = {
  /** The scalar that is added to the spend key, including the label's part, 32 bytes. */
  readonly tweak: Bytes;
  /** `undefined` if it paid the address without a label. */
  readonly label: number | undefined;
};

/** The part of a wallet's descriptor that receives silent payments (BIP392). */
export type SilentOwner = {
  /** The private scan key. Anyone who has it sees what the address receives. */
  readonly scanKey: PrivateKey;
  /** 33 bytes: the public key without a label. */
  readonly spendKey: Bytes;
  /** The origin of the spend key. */
  readonly origin: KeyOrigin;
  /** The descriptor without the private spend key, and without a checksum. */
  readonly text: string;
  /** The highest label that was given out. All labels from 1 to this number were. */
  readonly labels: number;
  /** Payments in the order in which they were found, which are the positions of the descriptor. */
  readonly receipts: readonly SilentReceipt[];
};

/** The highest label that a wallet accepts. Every scan tries each label. */
export const MOST_LABELS = 100_000;

const xOnlyOf = ({ spendKey }: Pick<SilentOwner, 'spendKey'>, tweak: Bytes, curve: Secp256k1) => {
  const key = curve.tweakPublicKey(spendKey, tweak);
  invariant(key !== undefined, 'a tweak that a scan found leads to a key');
  return key.subarray(1);
};

export const receiptScript = (
  silent: Pick<SilentOwner, 'spendKey'>,
  tweak: Bytes,
  curve: Secp256k1,
): Bytes => p2trScript(xOnlyOf(silent, tweak, curve));

/** Returns the scripts of all payments, in hex, with their positions. */
export const receiptScripts = (
  silent: Pick<SilentOwner, 'spendKey' | 'receipts'>,
  curve: Secp256k1,
): Map<string, number> =>
  new Map(
    silent.receipts.map(({ tweak }, i) => [encodeHex(receiptScript(silent, tweak, curve)), i]),
  );

/**
 * Derives the keys and the script of a silent payment from its tweak. With `derived`, the private
 * key too, which is added to this list for the caller to overwrite.
 */
export function expandReceipt(
  { id, silent }: { readonly id: string; readonly silent: SilentOwner },
  index: number,
  { secp256k1, keyring }: { readonly secp256k1: Secp256k1; readonly keyring: Keyring },
  derived?: PrivateKey[] | undefined,
): Expansion | undefined {
  const tweak = silent.receipts[index]?.tweak;
  if (tweak === undefined) return undefined;
  const xOnly = xOnlyOf(silent, tweak, secp256k1);
  const publicKey = concatBytes(Uint8Array.of(2), xOnly);
  const flatProvider = createFlatSigningProvider();
  notePublicKey(flatProvider, publicKey);
  if (derived) {
    const spendKey = findKeyIn(keyring, id)(hash160(silent.spendKey));
    const secret = spendKey && silentPrivateKey(spendKey, tweak, secp256k1);
    const key = secret && PrivateKey.from(secret, true);
    secret?.fill(0);
    if (key) {
      derived.push(key);
      notePrivateKey(flatProvider, publicKey, key);
    }
  }
  return { scripts: [p2trScript(xOnly)], flatProvider };
}
