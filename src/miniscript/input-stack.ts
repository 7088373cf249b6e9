import { type Bytes, emptyBytes, isBytes } from '../encoding/bytes.ts';

/** Availability of a stack; `maybe` is a placeholder of the right size, for estimates. */
export type Availability = 'no' | 'yes' | 'maybe';

export type Answer = { readonly available: Availability; readonly bytes: Bytes };

/** Items in order, as a tree that is cheap to join; `undefined` if there are none. */
type Items = Bytes | { readonly below: Items; readonly above: Items } | undefined;

/** A way to satisfy or dissatisfy an expression. Core: InputStack. */
export type InputStack = {
  readonly available: Availability;
  readonly hasSignature: boolean;
  /** True if a third party could change it to another valid stack. */
  readonly malleable: boolean;
  /** Bytes of the items with their length bytes. */
  readonly size: number;
  readonly items: Items;
};

/** A stack without items. */
export const EMPTY: InputStack = {
  available: 'yes',
  hasSignature: false,
  malleable: false,
  size: 0,
  items: undefined,
};

export const INVALID: InputStack = { ...EMPTY, available: 'no', size: Number.POSITIVE_INFINITY };

export const itemStack = (item: Bytes): InputStack => ({
  ...EMPTY,
  size: item.length + 1,
  items: item,
});

/** A stack with the item that counts as false. */
export const ZERO: InputStack = itemStack(emptyBytes);
export const ONE: InputStack = itemStack(Uint8Array.of(1));
/** A wrong preimage, which a third party could replace by another. */
export const ZERO32: InputStack = markMalleable(itemStack(new Uint8Array(32)));

export function preimageStack({ available, bytes }: Answer): InputStack {
  return available === 'no' ? INVALID : { ...itemStack(bytes), available };
}

export function signatureStack(answer: Answer): InputStack {
  const stack = preimageStack(answer);
  return stack === INVALID ? INVALID : { ...stack, hasSignature: true };
}

export function markMalleable(stack: InputStack): InputStack {
  return { ...stack, malleable: true };
}

/** Joins the items of `below`, and those of `above` on top. Core: operator+. */
export function join(below: InputStack, above: InputStack): InputStack {
  if (below.available === 'no' || above.available === 'no') return INVALID;
  return {
    available: below.available === 'yes' ? above.available : 'maybe',
    hasSignature: below.hasSignature || above.hasSignature,
    malleable: below.malleable || above.malleable,
    size: below.size + above.size,
    items: above.items === undefined ? below.items : { below: below.items, above: above.items },
  };
}

/** Returns the better of two ways; the first if they are equal. Core: operator|. */
export function better(a: InputStack, b: InputStack): InputStack {
  if (a.available === 'no') return b;
  if (b.available === 'no') return a;
  // If one way needs no signature, a third party could replace the other by it.
  if (a.hasSignature !== b.hasSignature) return a.hasSignature ? b : a;
  if (!a.hasSignature) return markMalleable(smaller(a, b));
  if (a.malleable !== b.malleable) return a.malleable ? b : a;
  return smaller(a, b);
}

/** Returns the smaller stack, or for estimates the larger one. Prefers `yes` to `maybe`. */
function smaller(a: InputStack, b: InputStack): InputStack {
  if (a.available !== b.available) return a.available === 'yes' ? a : b;
  const first = a.available === 'yes' ? a.size <= b.size : a.size >= b.size;
  return first ? a : b;
}

/** Lists the items, bottom first. */
export function listItems({ items }: InputStack): Bytes[] {
  const list: Bytes[] = [];
  const pending: Items[] = [items];
  while (pending.length > 0) {
    const next = pending.pop();
    if (next === undefined) continue;
    if (isBytes(next)) list.push(next);
    else pending.push(next.above, next.below);
  }
  return list;
}
