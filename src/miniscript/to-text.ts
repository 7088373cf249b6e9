import { encodeHex } from '../encoding/hex.ts';
import type { Node } from './node.ts';

/** A subexpression. `wrapped`: letters of wrappers precede it, so a colon must follow them. */
type Subtext<K> = { readonly node: Node<K>; readonly wrapped: boolean };
type Part<K> = string | Subtext<K>;

/** Formats a tree as in a descriptor; `undefined` if `keyText` returns `undefined` for a key. */
export function toText<K>(
  root: Node<K>,
  keyText: (key: K) => string | undefined,
): string | undefined {
  const texts: string[] = [];
  const pending: Part<K>[] = [{ node: root, wrapped: false }];
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    if (typeof part === 'string') {
      texts.push(part);
      continue;
    }
    const next = wrapperParts(part) ?? plainParts(part, keyText);
    if (next === undefined) return undefined;
    for (const each of next.reverse()) pending.push(each);
  }
  return texts.join('');
}

type KeyText<K> = (key: K) => string | undefined;

/** Formats a wrapper, or sugar for one; `undefined` for other fragments. */
function wrapperParts<K>({ node }: Subtext<K>): Part<K>[] | undefined {
  const [X, Y] = node.subs;
  if (X === undefined) return undefined;
  switch (node.fragment) {
    case 'c':
      // pk(K) and pkh(K) abbreviate c:pk_k(K) and c:pk_h(K).
      if (X.fragment === 'pk_k' || X.fragment === 'pk_h') return undefined;
      return ['c', { node: X, wrapped: true }];
    case 'a':
    case 's':
    case 'd':
    case 'v':
    case 'j':
    case 'n':
      return [node.fragment, { node: X, wrapped: true }];
    case 'and_v':
      return Y?.fragment === '1' ? ['t', { node: X, wrapped: true }] : undefined;
    case 'or_i':
      if (X.fragment === '0' && Y !== undefined) return ['l', { node: Y, wrapped: true }];
      return Y?.fragment === '0' ? ['u', { node: X, wrapped: true }] : undefined;
    default:
      return undefined;
  }
}

/** Formats a fragment; `undefined` if a key has no text. */
function plainParts<K>({ node, wrapped }: Subtext<K>, keyText: KeyText<K>): Part<K>[] | undefined {
  const colon = wrapped ? ':' : '';
  const { fragment, k, subs } = node;
  const [X, , Z] = subs;
  switch (fragment) {
    case '0':
    case '1':
      return [colon + fragment];
    case 'older':
    case 'after':
      return [`${colon}${fragment}(${k})`];
    case 'sha256':
    case 'hash256':
    case 'ripemd160':
    case 'hash160':
      return [`${colon}${fragment}(${encodeHex(node.data)})`];
    case 'pk_k':
    case 'pk_h':
      return keyCall(colon + fragment, [], node.keys, keyText);
    case 'c':
      return keyCall(colon + (X?.fragment === 'pk_k' ? 'pk' : 'pkh'), [], X?.keys ?? [], keyText);
    case 'multi':
    case 'multi_a':
      return keyCall(colon + fragment, [`${k}`], node.keys, keyText);
    case 'thresh':
      return call(`${colon}thresh(${k},`, subs);
    case 'andor':
      // and_n(X,Y) abbreviates andor(X,Y,0).
      if (Z?.fragment === '0') return call(`${colon}and_n(`, subs.slice(0, 2));
      return call(`${colon}andor(`, subs);
    default:
      return call(`${colon}${fragment}(`, subs);
  }
}

function call<K>(head: string, subs: readonly Node<K>[]): Part<K>[] {
  const list: Part<K>[] = [head];
  for (const [index, node] of subs.entries()) {
    if (index > 0) list.push(',');
    list.push({ node, wrapped: false });
  }
  list.push(')');
  return list;
}

function keyCall<K>(
  name: string,
  before: readonly string[],
  keys: readonly K[],
  keyText: KeyText<K>,
): Part<K>[] | undefined {
  const words: string[] = [...before];
  for (const key of keys) {
    const text = keyText(key);
    if (text === undefined) return undefined;
    words.push(text);
  }
  return [`${name}(${words.join(',')})`];
}
