import { bytesToNumber } from '../crypto/curve/field.ts';
import { encodePoint, type Point } from '../crypto/curve/point.ts';
import { multiply } from '../crypto/dleq.ts';
import { taggedHash } from '../crypto/hash.ts';
import { isPrivateScalar } from '../crypto/order.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { type Bytes, bigEndian, compareBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { createWriter } from '../encoding/writer.ts';
import { p2trScript } from '../script/builders.ts';
import { writeOutPoint } from '../transaction/codec.ts';
import type { OutPoint } from '../transaction/transaction.ts';
import type { SilentRecipient } from './silent-address.ts';

/** Maximum number of outputs in a transaction that share a scan key (BIP352). */
export const K_MAX = 2323;

const hashInputs = taggedHash('BIP0352/Inputs');
const hashSecret = taggedHash('BIP0352/SharedSecret');

/**
 * Computes input_hash (BIP352) from the smallest outpoint of all inputs, eligible or not, in
 * serialized order, and the sum of the eligible inputs' public keys. Returns `undefined` if it is
 * not a valid scalar, or there is no input.
 */
export function inputHash(inputs: readonly Spending[], sum: Point): Bytes | undefined {
  const [smallest] = inputs.map(encodeOutPoint).sort(compareBytes);
  const hash = smallest && hashInputs(smallest, encodePoint(sum, true));
  return hash && isPrivateScalar(hash) ? hash : undefined;
}

type Spending = { readonly prevout: OutPoint };

function encodeOutPoint({ prevout }: Spending): Bytes {
  const writer = createWriter(36);
  writeOutPoint(writer, prevout);
  return writer.finish();
}

/** Computes t_k (BIP352); `undefined` if it is not a valid scalar. */
export function outputTweak(sharedSecret: Bytes, k: number): Bytes | undefined {
  const tweak = hashSecret(sharedSecret, bigEndian(k, 4));
  return isPrivateScalar(tweak) ? tweak : undefined;
}

/**
 * Groups recipients by scan key, in the order in which BIP375 counts k: by spend key, then by
 * index.
 */
export function groupByScanKey<
  T extends { readonly recipient: SilentRecipient; readonly index: number },
>(outputs: readonly T[]): readonly (readonly T[])[] {
  const groups = new Map<string, T[]>();
  for (const each of outputs) {
    const scanKey = encodeHex(each.recipient.scanKey);
    const group = groups.get(scanKey);
    if (group) group.push(each);
    else groups.set(scanKey, [each]);
  }
  return [...groups.values()].map((group) =>
    group.sort(
      (a, b) => compareBytes(a.recipient.spendKey, b.recipient.spendKey) || a.index - b.index,
    ),
  );
}

/**
 * Computes the scripts of the recipients of one scan key in order (BIP352, "Creating outputs").
 * `share`: the sum of the private keys times the scan key. Returns `undefined` if the hashes or the
 * number of recipients do not allow it.
 */
export function scriptsOfGroup(
  recipients: readonly SilentRecipient[],
  hash: Bytes,
  share: Point,
  curve: Secp256k1,
): readonly Bytes[] | undefined {
  if (recipients.length > K_MAX) return undefined;
  const secret = multiply(bytesToNumber(hash), share, curve);
  if (secret === undefined) return undefined;
  const head = encodePoint(secret, true);
  const scripts = recipients.flatMap(({ spendKey }, k) => {
    const tweak = outputTweak(head, k);
    const key = tweak && curve.tweakPublicKey(spendKey, tweak);
    return key ? [p2trScript(key.subarray(1))] : [];
  });
  return scripts.length === recipients.length ? scripts : undefined;
}

const hashPlaceholder = taggedHash('coldsign/silent stand-in');

/**
 * A placeholder for the script of a silent payment while coins are chosen. It has the same size,
 * and differs for each place.
 */
export const silentPlaceholder = ({ scanKey, spendKey }: SilentRecipient, place: number): Bytes =>
  p2trScript(hashPlaceholder(scanKey, spendKey, bigEndian(place, 4)));
