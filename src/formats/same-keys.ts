import { deriveKeys } from '../descriptor/derive-keys.ts';
import { type Descriptor, ownKeys, subdescriptors } from '../descriptor/descriptor.ts';
import type { KeyExpression } from '../descriptor/key-expression.ts';
import { encodeHex } from '../encoding/hex.ts';
import type { FormatContext } from './wallet-file.ts';

/**
 * Returns a sentence for each pair of equal keys that the script counts as two. Ignores origins,
 * paths and version bytes. Compares the public keys, and in a multisig also the extended keys.
 */
export function sameKeysIn(
  branches: readonly Descriptor[],
  context: FormatContext,
): readonly string[] {
  const found = branches.flatMap((branch) => pairsIn(branch, context));
  return [...new Set(found)];
}

function pairsIn(descriptor: Descriptor, context: FormatContext): readonly string[] {
  const keys = ownKeys(descriptor);
  const isMulti = descriptor.kind === 'multi' || descriptor.kind === 'multi_a';
  const names = keys.map((key) => [
    ...derivedName(key, context),
    ...(isMulti ? rootName(key) : []),
  ]);
  const pairs = names.flatMap((mine, i) => {
    const first = names.findIndex((theirs) => mine.some((name) => theirs.includes(name)));
    return first < i ? [theSame(first + 1, i + 1)] : [];
  });
  return [...pairs, ...subdescriptors(descriptor).flatMap((each) => pairsIn(each, context))];
}

const theSame = (one: number, other: number): string =>
  `keys ${one} and ${other} of this wallet are the same key: one signer signs for both, so fewer signers can spend than it seems. Ask each cosigner for their key and compare`;

function derivedName(key: KeyExpression, { secp256k1 }: FormatContext): readonly string[] {
  const source = { secp256k1, findPrivateKey: () => undefined };
  const [derived] = deriveKeys(key, [0], source);
  // Compare x coordinates, because a private key also signs for the negated point.
  return derived === undefined ? [] : [encodeHex(derived.publicKey).slice(2, 66)];
}

function rootName(key: KeyExpression): readonly string[] {
  const inner = key.kind === 'origin' ? key.key : key;
  if (inner.kind !== 'extended') return [];
  return [`${encodeHex(inner.root.publicKey)} ${encodeHex(inner.root.chainCode)}`];
}
