import { sumPoints } from '../crypto/curve/batch-sum.ts';
import { P } from '../crypto/curve/field.ts';
import { decodePoint, encodePoint, G, type Point } from '../crypto/curve/point.ts';
import { derivingAgain } from '../crypto/derive-again.ts';
import { hash160 } from '../crypto/hash.ts';
import { ComputationFault } from '../crypto/own-signatures.ts';
import type { PrivateKey } from '../crypto/private-key.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { sharedPoints, sumPrivateKeys } from '../crypto/shared-points.ts';
import { type Bytes, emptyBytes, wipeableCopy } from '../encoding/bytes.ts';
import { isSameValue } from '../encoding/same-value.ts';
import { p2wpkhScript } from '../script/builders.ts';
import { solveScript } from '../script/templates.ts';
import type { OutPoint } from '../transaction/transaction.ts';
import { senderKeyOf } from './inputs.ts';
import { withEvenY } from './keys.ts';
import type { SilentRecipient } from './silent-address.ts';
import { groupByScanKey, inputHash, K_MAX, scriptsOfGroup } from './silent-outputs.ts';

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
  /**
   * The script of the coin. With it, a coin of a witness version above 1 is refused, and a private
   * key or an `isTaproot` that is not the coin's. Without it, the caller looks.
   */
  readonly scriptPubKey?: Bytes | undefined;
};

/**
 * Reason why a silent payment is impossible. `no-eligible-input`: no input has a key. `zero-sum`:
 * the keys add up to zero. `too-many`: more than 2,323 outputs share a scan key. `hash`: a hash is
 * not a scalar, which does not happen in practice. `witness-version`: a coin has a witness version
 * above 1, beside which no payee finds a payment (BIP352). `wrong-input`: a private key is
 * uncompressed, is not that of `scriptPubKey`, or belongs to a coin that is not eligible, or
 * `isTaproot` is wrong; no payee would find the payment.
 */
export type SilentSendFault =
  | 'no-eligible-input'
  | 'zero-sum'
  | 'too-many'
  | 'hash'
  | 'witness-version'
  | 'wrong-input';

/**
 * Returns the script for each recipient, in their order (BIP352, "Creating outputs"). Computes them
 * twice, by different code, and throws a `ComputationFault` if they differ: no payee would find a
 * wrong output.
 */
export function createSilentOutputs(
  inputs: readonly SilentInput[],
  recipients: readonly SilentRecipient[],
  curve: Secp256k1,
): readonly Bytes[] | { readonly error: SilentSendFault } {
  const faults = inputs.map((input) => faultOf(input, curve));
  const error =
    faults.find((each) => each === 'witness-version') ?? faults.find((each) => each !== undefined);
  if (error !== undefined) return { error };
  const outputs = computeOutputs(inputs, recipients, curve);
  const again = computeOutputs(inputs, recipients, derivingAgain(curve));
  if (!isSameValue(outputs, again)) throw new ComputationFault('public key');
  return outputs;
}

/** Returns why an input would make outputs that no payee finds. */
function faultOf(
  { privateKey, isTaproot, scriptPubKey }: SilentInput,
  curve: Secp256k1,
): 'witness-version' | 'wrong-input' | undefined {
  const publicKey = privateKey?.publicKey(curve);
  if (publicKey !== undefined && publicKey.length !== 33) return 'wrong-input';
  if (scriptPubKey === undefined) return undefined;
  const coin = {
    scriptPubKey,
    scriptSig: emptyBytes,
    witness: [],
    publicKeys: publicKey ? [publicKey] : [],
    redeemScript: publicKey && p2wpkhScript(hash160(publicKey)),
  };
  const found = senderKeyOf(coin, curve);
  if (found.kind === 'forbidden') return 'witness-version';
  if (publicKey === undefined) return undefined;
  const isOne = isTaproot === (solveScript(scriptPubKey).kind === 'witness_v1_taproot');
  const isKey = found.kind === 'key' && found.point.x === decodePoint(publicKey)?.x;
  return isOne && isKey ? undefined : 'wrong-input';
}

function computeOutputs(
  inputs: readonly SilentInput[],
  recipients: readonly SilentRecipient[],
  curve: Secp256k1,
): readonly Bytes[] | { readonly error: SilentSendFault } {
  const keys: Bytes[] = [];
  const points: Point[] = [];
  for (const { privateKey, isTaproot } of inputs) {
    if (privateKey === undefined) continue;
    const bytes = privateKey.reveal();
    keys.push(isTaproot ? withEvenY(bytes, curve) : wipeableCopy(bytes));
    const { x, y } = decodePoint(privateKey.publicKey(curve)) ?? G;
    points.push({ x, y: isTaproot && (y & 1n) === 1n ? P - y : y });
  }
  if (keys.length === 0) return { error: 'no-eligible-input' };
  const secret = sumPrivateKeys(keys, curve);
  for (const key of keys) key.fill(0);
  const sum = sumPoints(points);
  const publicKey = secret && curve.publicKey(secret, true);
  if (!isSameValue(publicKey, sum && encodePoint(sum, true))) {
    throw new ComputationFault('public key');
  }
  if (secret === undefined || sum === undefined) return { error: 'zero-sum' };
  const groups = groupByScanKey(recipients.map((recipient, index) => ({ recipient, index })));
  const hash = inputHash(inputs, sum);
  const scripts: Bytes[] = recipients.map(() => emptyBytes);
  const scanKeys = groups.map((group) => group[0]?.recipient.scanKey ?? emptyBytes);
  const shares = sharedPoints(secret, scanKeys, curve);
  secret.fill(0);
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
