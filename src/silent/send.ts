import { decodePoint } from '../crypto/curve/point.ts';
import type { PrivateKey } from '../crypto/private-key.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { sharedPoints, sumPrivateKeys } from '../crypto/shared-points.ts';
import { type Bytes, emptyBytes } from '../encoding/bytes.ts';
import type { OutPoint } from '../transaction/transaction.ts';
import { withEvenY } from './keys.ts';
import { groupByScanKey, inputHash, K_MAX, scriptsOfGroup } from './outputs.ts';
import type { SilentRecipient } from './silent-address.ts';

/** An input of a transaction that pays silent payment addresses. */
export type SilentInput = {
  /** The outpoint that the input spends. */
  readonly prevout: OutPoint;
  /**
   * Private key of the coin: the signing key for P2PKH, P2WPKH and P2SH-P2WPKH, the output key's
   * for taproot. `undefined` if the input is not eligible (BIP352, "Inputs For Shared Secret
   * Derivation").
   */
  readonly privateKey: PrivateKey | undefined;
  /** True for P2TR, whose key counts with an even y. */
  readonly isTaproot: boolean;
};

/**
 * Reason why a silent payment is impossible. `no-eligible-input`: no input has a key. `zero-sum`:
 * the keys add up to zero. `too-many`: more than 2,323 outputs share a scan key. `hash`: a hash is
 * not a scalar, which does not happen in practice.
 */
export type SilentSendFault = 'no-eligible-input' | 'zero-sum' | 'too-many' | 'hash';

/** Returns the script for each recipient, in their order (BIP352, "Creating outputs"). */
export function createSilentOutputs(
  inputs: readonly SilentInput[],
  recipients: readonly SilentRecipient[],
  curve: Secp256k1,
): readonly Bytes[] | { readonly error: SilentSendFault } {
  const keys = inputs.flatMap(({ privateKey, isTaproot }) => {
    if (privateKey === undefined) return [];
    const bytes = privateKey.reveal();
    return [isTaproot ? withEvenY(bytes, curve) : bytes];
  });
  if (keys.length === 0) return { error: 'no-eligible-input' };
  const secret = sumPrivateKeys(keys, curve);
  const publicKey = secret && curve.publicKey(secret, false);
  const sum = publicKey && decodePoint(publicKey);
  if (secret === undefined || sum === undefined) return { error: 'zero-sum' };
  const groups = groupByScanKey(recipients.map((recipient, index) => ({ recipient, index })));
  const hash = inputHash(inputs, sum);
  const scripts: Bytes[] = recipients.map(() => emptyBytes);
  const scanKeys = groups.map((group) => group[0]?.recipient.scanKey ?? emptyBytes);
  const shares = sharedPoints(secret, scanKeys, curve);
  for (const [i, group] of groups.entries()) {
    if (group.length > K_MAX) return { error: 'too-many' };
    const share = shares[i] && decodePoint(shares[i]);
    const members = group.map(({ recipient }) => recipient);
    const made = hash && share && scriptsOfGroup(members, hash, share, curve);
    if (made === undefined) return { error: 'hash' };
    for (const [k, { index }] of group.entries()) scripts[index] = made[k] ?? emptyBytes;
  }
  return scripts;
}
