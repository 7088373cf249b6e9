import { allKeys, type Descriptor, isRange } from '../descriptor/descriptor.ts';
import { fingerprint, HARDENED, isHardened } from '../descriptor/extended-key.ts';
import type { ExtendedKeyExpression, KeyExpression } from '../descriptor/key-expression.ts';
import { formatKeyPath } from '../descriptor/key-path.ts';
import { type Bytes, equalBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { isTestNetwork } from '../keys/slip132.ts';
import { UNKNOWN } from './standard-wallet.ts';
import type { FormatContext } from './wallet-file.ts';

type NamedKey = {
  readonly origin: Extract<KeyExpression, { readonly kind: 'origin' }>['origin'];
  readonly root: ExtendedKeyExpression['root'];
};

/**
 * Returns a sentence for each contradiction between a key and its origin (fingerprint and path). A
 * key contains its depth, its last step and its parent (BIP32).
 */
export function originDoubts(
  descriptor: Descriptor,
  { network }: FormatContext,
): readonly string[] {
  const keys = allKeys(descriptor).flatMap(namedKeys);
  const doubts = keys.flatMap((key) => originDoubt(key) ?? []);
  const isForeign = !isTestNetwork(network) && keys.some(({ origin }) => isTestPath(origin.path));
  const isSingle = !isRange(descriptor) && allKeys(descriptor).some(isBare);
  return [
    ...(isSingle ? [ONE_ADDRESS] : []),
    ...doubts,
    ...(isForeign ? [TEST_PATH] : []),
    ...(haveOneOrigin(keys) ? [ONE_ORIGIN] : []),
  ];
}

/** An extended key without steps behind it, with or without an origin. */
function isBare(key: KeyExpression): boolean {
  const inner = key.kind === 'origin' ? key.key : key;
  return inner.kind === 'extended' && inner.path.length === 0;
}

const ONE_ADDRESS =
  'an extended key in it has no path behind it, so the wallet has one address only. Coldcard, Krux and Specter add /<0;1>/* to such a key: compare the first address with the program that wrote it';
const DEPTH = 'the path to a key has not as many steps as its depth says: a device may not know it';
const STEP =
  'the path to a key ends with another step than the key itself says: a device may not know it';
const MASTER =
  'a key has the fingerprint of another master key: the device that it belongs to may not know it';
const TEST_PATH = 'the path to a key is one of test networks: a device may refuse it';
const ONE_ORIGIN =
  'two different keys have the same fingerprint and path, and a signer has one key there: one of them was exchanged, or is damaged. Ask each cosigner for their key and compare';

function namedKeys(key: KeyExpression): readonly NamedKey[] {
  if (key.kind === 'musig') return key.participants.flatMap(namedKeys);
  if (key.kind !== 'origin' || key.key.kind !== 'extended') return [];
  return [{ origin: key.origin, root: key.key.root }];
}

function originDoubt({ origin, root }: NamedKey): string | undefined {
  const { path } = origin;
  if (path.length !== root.depth) return DEPTH;
  if (path.length > 0 && path[path.length - 1] !== root.childNumber) return STEP;
  const master = masterFingerprint(root);
  const isOther = master !== undefined && !equalBytes(master, origin.fingerprint);
  return isOther && encodeHex(origin.fingerprint) !== UNKNOWN ? MASTER : undefined;
}

/**
 * Returns the fingerprint if the master key is the key itself, or its parent, which a UR may omit.
 */
function masterFingerprint({ depth, publicKey, ...place }: NamedKey['root']): Bytes | undefined {
  if (depth === 0) return fingerprint(publicKey);
  const isNamed = place.parentFingerprint.some((byte) => byte !== 0);
  return depth === 1 && isNamed ? place.parentFingerprint : undefined;
}

/** Purposes of BIP44 and its successors, whose second step is the coin type (SLIP-44). */
const PURPOSES = [44, 48, 49, 84, 86, 87];
const TEST_COIN = 1;

const isTestPath = ([purpose = 0, coin = 0]: readonly number[]): boolean =>
  isHardened(purpose) && PURPOSES.includes(purpose - HARDENED) && coin === HARDENED + TEST_COIN;

function haveOneOrigin(keys: readonly NamedKey[]): boolean {
  const known = new Map<string, string>();
  return keys.some(({ origin, root }) => {
    const place = encodeHex(origin.fingerprint) + formatKeyPath(origin.path);
    const key = encodeHex(root.publicKey) + encodeHex(root.chainCode);
    const isOther = (known.get(place) ?? key) !== key;
    known.set(place, key);
    return isOther && !place.startsWith(UNKNOWN);
  });
}
