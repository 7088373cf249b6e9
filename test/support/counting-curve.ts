import type { Secp256k1 } from '../../src/crypto/secp256k1.ts';

/** Returns a curve that counts its points: each item of a list is one. */
function countingCurve(curve: Secp256k1) {
  const count = { points: 0 };
  const secp256k1 = new Proxy(curve, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (...args: readonly unknown[]) => {
        const lists = args.filter((arg): arg is readonly unknown[] => Array.isArray(arg));
        count.points += lists.length === 0 ? 1 : Math.max(...lists.map(({ length }) => length));
        return Reflect.apply(member, target, args);
      };
    },
  });
  return { count, secp256k1 };
}

/** The result of `watchTurns`. */
export type Watched<T> = {
  readonly turns: number;
  /** The most points that were computed between two turns. */
  readonly most: number;
  readonly work: Promise<T>;
  readonly count: { readonly points: number };
};

/**
 * Runs work with a counting curve, while `turn` lets it continue again and again. `onTurn` receives
 * the number of turns and of points so far.
 */
export async function watchTurns<T>(
  curve: Secp256k1,
  turn: () => Promise<unknown>,
  start: (secp256k1: Secp256k1) => Promise<T>,
  onTurn: (turns: number, points: number) => void = () => {},
): Promise<Watched<T>> {
  const { count, secp256k1 } = countingCurve(curve);
  let isDone = false;
  const end = () => {
    isDone = true;
  };
  const work = start(secp256k1);
  const settled = work.then(end, end);
  let [turns, before, most] = [0, 0, count.points];
  while (!isDone) {
    before = count.points;
    await turn();
    most = Math.max(most, count.points - before);
    onTurn(++turns, count.points);
  }
  await settled;
  return { turns, most, work, count };
}
