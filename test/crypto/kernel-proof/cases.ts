// The cases of a proof: where code depends on a bit, it is proven for both values.

/** Chooses the same way as given at first, and the first case afterwards. */
export class Case {
  private readonly choices: number[];
  private readonly counts: number[] = [];
  private at = 0;

  constructor(choices: readonly number[]) {
    this.choices = [...choices];
  }

  /** Chooses one of several cases. */
  choose(count: number): number {
    const choice = this.choices[this.at] ?? 0;
    this.choices[this.at] = choice;
    this.counts[this.at++] = count;
    return choice;
  }

  /** Returns the choices of the next case, or `undefined` after the last one. */
  next(): number[] | undefined {
    for (let i = this.at - 1; i >= 0; i--) {
      const choice = (this.choices[i] ?? 0) + 1;
      if (choice < (this.counts[i] ?? 0)) return [...this.choices.slice(0, i), choice];
    }
    return undefined;
  }
}

/** Maximum number of cases of a proof. */
const MOST_CASES = 2000;

/** Runs a proof for every case, and returns how many there are. */
export function forEveryCase(prove: (one: Case) => void): number {
  let choices: number[] | undefined = [];
  for (let count = 1; ; count++) {
    if (count > MOST_CASES) throw new Error('Too many cases');
    const one = new Case(choices);
    prove(one);
    choices = one.next();
    if (choices === undefined) return count;
  }
}
