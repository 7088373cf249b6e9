import { hash160 } from '../crypto/hash.ts';
import { allKeys } from '../descriptor/descriptor.ts';
import { encodeExtendedPublicKey, fingerprint } from '../descriptor/extended-key.ts';
import { isUnspendable, type KeyExpression } from '../descriptor/key-expression.ts';
import { parseDescriptor } from '../descriptor/parse.ts';
import { encodeHex } from '../encoding/hex.ts';
import type { KeyOrigin } from '../signing/provider.ts';
import {
  isOriginOf,
  type KeyRing,
  type MasterKey,
  type RingContext,
  useKeyAt,
} from './key-ring.ts';

/** A key of a wallet, and its owner. */
export type WalletKey = {
  /** The extended public key, or the public key in hexadecimal. */
  readonly key: string;
  /** Fingerprint of the master key; `undefined` if the wallet does not contain it. */
  readonly fingerprint: string | undefined;
  /** True if its private key is open. The key was derived and compared. */
  readonly isOwn: boolean;
  /** Path of an own key from the master key, if the wallet gives it another origin. */
  readonly otherPath?: string | undefined;
  /** True if the origin names an open master key, which does not have the key there or nearby. */
  readonly isForged: boolean;
};

/**
 * Returns the keys of a wallet's descriptor without duplicates. A fingerprint is no proof, because
 * the author of the descriptor chooses it. Excludes points without a private key (BIP341).
 */
export function walletKeys(
  descriptor: string,
  masters: readonly MasterKey[],
  context: RingContext,
): readonly WalletKey[] {
  const parsed = parseDescriptor(descriptor, context);
  if ('error' in parsed) return [];
  const keys = new Map<string, WalletKey>();
  for (const each of allKeys(parsed.descriptors[0]).flatMap((key) => bareKeys(key))) {
    if (isUnspendable(each.key)) continue;
    const { publicKey, text } = textOf(each.key, context);
    const name = { key: text, origin: each.origin };
    const owner = useKeyAt(masters, name, context, ({ otherPath }) => ({ otherPath }));
    const isOwn = owner !== undefined || parsed.privateKeys.has(encodeHex(hash160(publicKey)));
    const isForged = !isOwn && isOriginOf(masters, each.origin);
    const id = fingerprintOf(each);
    keys.set(`${id} ${text}`, { key: text, fingerprint: id, isOwn, isForged, ...owner });
  }
  for (const key of parsed.privateKeys.values()) key.wipe();
  return [...keys.values()];
}

/**
 * Returns a sentence for each key of a ring's wallets that was replaced, and for each key of the
 * user to which a wallet gives another path.
 */
export function ringDoubts(
  { masters, descriptors }: KeyRing,
  context: RingContext,
): readonly string[] {
  const keys = descriptors.flatMap(({ text }) => walletKeys(text, masters, context));
  const sentences = keys.flatMap(({ fingerprint: id, isForged, otherPath }) => {
    if (isForged)
      return `the wallet names a key after you (${id}), and it is not yours: it was exchanged, or its path is wrong. Do not receive with this wallet. Compare it with your cosigners`;
    return otherPath === undefined
      ? []
      : `the wallet gives your key (${id}) a wrong fingerprint or path. It is at ${otherPath}. You can sign, but correct it in the wallet’s file, because some devices may not find the key`;
  });
  return [...new Set(sentences)];
}

type BareKey = {
  readonly origin: KeyOrigin | undefined;
  readonly key: Exclude<KeyExpression, { kind: 'origin' | 'musig' }>;
};

function bareKeys(key: KeyExpression, origin?: KeyOrigin): readonly BareKey[] {
  if (key.kind === 'musig') return key.participants.flatMap((each) => bareKeys(each));
  return key.kind === 'origin' ? bareKeys(key.key, key.origin) : [{ origin, key }];
}

function textOf(key: BareKey['key'], { network }: RingContext) {
  if (key.kind === 'constant') return { publicKey: key.publicKey, text: encodeHex(key.publicKey) };
  const { publicKey } = key.root;
  return { publicKey, text: encodeExtendedPublicKey(key.root, network) };
}

/** Returns the fingerprint. A master key needs no origin. */
function fingerprintOf({ origin, key }: BareKey): string | undefined {
  if (origin !== undefined) return encodeHex(origin.fingerprint);
  const isMaster = key.kind === 'extended' && key.root.depth === 0;
  return isMaster ? encodeHex(fingerprint(key.root.publicKey)) : undefined;
}
