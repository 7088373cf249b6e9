import { sha256 } from '../crypto/hash.ts';
import type { Bytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { invariant } from '../encoding/invariant.ts';
import { lastOf } from '../encoding/list.ts';
import { encodeUtf8 } from '../encoding/utf8.ts';
import { toText } from '../miniscript/to-text.ts';
import { formatAddress } from '../script/address.ts';
import { addChecksum } from './checksum.ts';
import { type Descriptor, ownKeys, type TreeLeaf } from './descriptor.ts';
import {
  type FormatSource,
  formatKey,
  formatNormalizedKey,
  formatPrivateKey,
  type NormalizingSource,
  type PublicStyle,
} from './format-key.ts';
import type { KeyExpression } from './key-expression.ts';
import type { DescriptorContext } from './parser.ts';

/** Formats a descriptor with its checksum, without private keys. Core: Descriptor::ToString. */
export function formatDescriptor(
  descriptor: Descriptor,
  context: DescriptorContext,
  style: PublicStyle = 'public',
): string {
  const text = write(descriptor, context, (key) => formatKey(key, context, style));
  invariant(text !== undefined, 'every key has a public text');
  return addChecksum(text);
}

/** Formats with known private keys. `hasPrivate`: at least one is known. Core: ToPrivateString. */
export function formatPrivateDescriptor(
  descriptor: Descriptor,
  source: FormatSource,
): { readonly text: string; readonly hasPrivate: boolean } {
  let hasPrivateKey = false;
  const text = write(descriptor, source, (key) => {
    const { text: keyText, hasPrivate } = formatPrivateKey(key, source);
    hasPrivateKey ||= hasPrivate;
    return keyText;
  });
  invariant(text !== undefined, 'every key has a text');
  return { text: addChecksum(text), hasPrivate: hasPrivateKey };
}

/**
 * Formats so that the text needs no private keys; `undefined` if a key for that is missing. Core:
 * ToNormalizedString.
 */
export function formatNormalizedDescriptor(
  descriptor: Descriptor,
  source: NormalizingSource,
): string | undefined {
  const text = write(descriptor, source, (key) => formatNormalizedKey(key, source));
  return text === undefined ? undefined : addChecksum(text);
}

/**
 * Returns the SHA-256 of the compatible text, which does not depend on how hardened steps are
 * written. Core: DescriptorID.
 */
export function descriptorId(descriptor: Descriptor, context: DescriptorContext): Bytes {
  return sha256(encodeUtf8(formatDescriptor(descriptor, context, 'compat')));
}

type KeyText = (key: KeyExpression) => string | undefined;

/** Writes a descriptor; `undefined` if a key has no text. */
function write(
  descriptor: Descriptor,
  context: DescriptorContext,
  keyText: KeyText,
): string | undefined {
  if (descriptor.kind === 'miniscript') {
    return toText(descriptor.node, (index) => {
      const key = descriptor.keys[index];
      return key && keyText(key);
    });
  }
  const words: (string | undefined)[] = ownKeys(descriptor).map(keyText);
  switch (descriptor.kind) {
    case 'addr':
      words.push(formatAddress(descriptor.scriptPubKey, context.network));
      break;
    case 'raw':
      words.push(encodeHex(descriptor.scriptPubKey));
      break;
    case 'multi':
    case 'multi_a':
      words.unshift(`${descriptor.threshold}`);
      break;
    case 'sh':
    case 'wsh':
      words.push(write(descriptor.script, context, keyText));
      break;
    case 'tr':
      if (descriptor.leaves.length > 0) {
        words.push(writeTree(descriptor.leaves, (leaf) => write(leaf, context, keyText)));
      }
      break;
    default:
      break;
  }
  const sorted = 'sorted' in descriptor && descriptor.sorted ? 'sorted' : '';
  const complete = words.every((word) => word !== undefined);
  return complete ? `${sorted}${descriptor.kind}(${words.join(',')})` : undefined;
}

/** Writes braces around every two branches, from the depths of the leaves. */
function writeTree(
  leaves: readonly TreeLeaf[],
  leafText: (leaf: Descriptor) => string | undefined,
): string | undefined {
  let text = '';
  // The side of each branch above the current leaf.
  const sides: ('left' | 'right')[] = [];
  for (const [index, { depth, script }] of leaves.entries()) {
    if (index > 0) text += ',';
    for (; sides.length < depth; sides.push('left')) text += '{';
    const leaf = leafText(script);
    if (leaf === undefined) return undefined;
    text += leaf;
    for (; lastOf(sides) === 'right'; sides.pop()) text += '}';
    if (sides.length > 0) sides[sides.length - 1] = 'right';
  }
  return text;
}
