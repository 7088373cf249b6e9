/** A binary heap. `pop` returns the first item by `compare`. */
export type Heap<T> = {
  /** Items in the order of the heap. `pop` returns the first. */
  readonly items: readonly T[];
  push(item: T): void;
  pop(): T | undefined;
};

export function createHeap<T>(compare: (a: T, b: T) => number): Heap<T> {
  const items: T[] = [];

  function before(a: number, b: number): boolean {
    const left = items[a];
    const right = items[b];
    return left !== undefined && right !== undefined && compare(left, right) < 0;
  }

  function swap(a: number, b: number): void {
    const left = items[a];
    const right = items[b];
    if (left === undefined || right === undefined) return;
    items[a] = right;
    items[b] = left;
  }

  return {
    items,
    push(item) {
      items.push(item);
      for (let at = items.length - 1; at > 0; ) {
        const parent = (at - 1) >> 1;
        if (!before(at, parent)) break;
        swap(at, parent);
        at = parent;
      }
    },
    pop() {
      const top = items[0];
      const last = items.pop();
      if (items.length > 0 && last !== undefined) items[0] = last;
      for (let at = 0; ; ) {
        const left = 2 * at + 1;
        const best = before(left + 1, left) ? left + 1 : left;
        if (!before(best, at)) break;
        swap(at, best);
        at = best;
      }
      return top;
    },
  };
}
