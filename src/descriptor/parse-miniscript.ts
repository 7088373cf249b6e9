import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { encodeHex } from '../encoding/hex.ts';
import { parseMiniscript } from '../miniscript/from-text.ts';
import type { Node } from '../miniscript/node.ts';
import {
  findDuplicateKeys,
  findInsane,
  hasUnmixedTimelocks,
  hasValidSatisfactions,
  isNonMalleable,
  isSane,
  isUnsatisfiable,
  isValid,
  needsSignature,
} from '../miniscript/sanity.ts';
import { toText } from '../miniscript/to-text.ts';
import type { MiniscriptContext } from '../miniscript/types.ts';
import { derivedKeyAt } from './derive-keys.ts';
import type { Descriptor } from './descriptor.ts';
import { formatKey } from './format-key.ts';
import type { KeyExpression } from './key-expression.ts';
import { fail } from './key-path.ts';
import { parseKey } from './parse-key.ts';
import {
  alignAlternatives,
  type DescriptorContext,
  longest,
  type Parser,
  type ScriptContext,
} from './parser.ts';

/**
 * `read` is true if the text is a miniscript, or nearly one. Without `descriptors` it is not valid,
 * and `parser.error` has the reason.
 */
type MiniscriptReading = {
  readonly read: boolean;
  readonly descriptors?: Descriptor[] | undefined;
};

export function parseMiniscriptExpression(
  text: string,
  place: ScriptContext,
  parser: Parser,
): MiniscriptReading {
  const scriptContext: MiniscriptContext = place === 'wsh' ? 'p2wsh' : 'tapscript';
  const keyPlace = place === 'wsh' ? 'wsh' : 'tr';
  const lists: KeyExpression[][] = [];
  let keyFailed = false;
  const node = parseMiniscript(text, scriptContext, (keyText) => {
    const keys = parseKey(keyText, keyPlace, parser);
    if (keys !== undefined) return lists.push(keys) - 1;
    keyFailed = true;
    return undefined;
  });
  if (keyFailed) return { read: true };
  if (node === undefined) return { read: false };
  return { read: true, descriptors: makeDescriptors(node, lists, place, parser) };
}

function makeDescriptors(
  node: Node<number>,
  lists: readonly (readonly KeyExpression[])[],
  place: ScriptContext,
  parser: Parser,
): Descriptor[] | undefined {
  if (place !== 'wsh' && place !== 'tr') {
    return fail(parser, 'Miniscript expressions can only be used in wsh or tr.');
  }
  const keys = lists.flatMap(([key]) => key ?? []);
  const fault = sanityFault(node, keys, parser.context);
  if (fault !== undefined) return fail(parser, fault);
  const aligned = alignAlternatives(lists, longest(lists));
  if (aligned === undefined) {
    return fail(parser, 'Miniscript: Multipath derivation paths have mismatched lengths');
  }
  return aligned.map((each) => ({ kind: 'miniscript', keys: each, node }));
}

/**
 * Finds repeated keys by their bytes at position 0. Hardened keys without private keys have no
 * bytes and all count as equal.
 */
export function duplicateKeys(
  node: Node<number>,
  keys: readonly KeyExpression[],
  secp256k1: Secp256k1,
): ReadonlySet<Node<unknown>> {
  const ids = keys.map((key) => {
    const publicKey = derivedKeyAt(key, 0, { secp256k1, findPrivateKey: () => undefined });
    return publicKey ? encodeHex(publicKey) : 'unknown';
  });
  return findDuplicateKeys(node, (index) => ids[index] ?? '');
}

/** Returns the reason why a miniscript must not be used, in Core's words. */
function sanityFault(
  node: Node<number>,
  keys: readonly KeyExpression[],
  context: DescriptorContext,
): string | undefined {
  const duplicates = duplicateKeys(node, keys, context.secp256k1);
  const sane = isSane(node, duplicates);
  if (sane && !isUnsatisfiable(node)) return undefined;
  const insane = findInsane(node, duplicates) ?? node;
  const text = toText(insane, (index) => {
    const key = keys[index];
    return key && formatKey(key, context);
  });
  if (!isValid(insane)) return `${text} is invalid`;
  return sane ? `${text} is not satisfiable` : `${text} is not sane${reason()}`;

  function reason(): string {
    if (!isNonMalleable(insane)) return ': malleable witnesses exist';
    if (insane === node && !needsSignature(insane)) return ': witnesses without signature exist';
    if (!hasUnmixedTimelocks(insane)) {
      return ': contains mixes of timelocks expressed in blocks and seconds';
    }
    if (duplicates.has(insane)) return ': contains duplicate public keys';
    return hasValidSatisfactions(insane) ? '' : ': needs witnesses that may exceed resource limits';
  }
}
