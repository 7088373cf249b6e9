/** Maximum cost of any canonical way, in each respect. */
export type Cost = {
  /** Keys of the executed OP_CHECKMULTISIGs, each of which counts as an operation. */
  readonly keys: number;
  /** Bytes of the witness items with their length bytes, without the script. */
  readonly witness: number;
  /** Stack elements at the start, minus those at the end. */
  readonly start: number;
  /** Maximum of stack elements, minus those at the end. */
  readonly peak: number;
};

/**
 * A child of a thresh: its costs if it is satisfied or dissatisfied, if there is a canonical way.
 */
export type Child = {
  readonly satisfied: Cost | undefined;
  readonly dissatisfied: Cost | undefined;
};

/** A child that costs at least `dissatisfied`, and can be satisfied if that has a cost. */
type Choice = { readonly satisfied: Cost | undefined; readonly dissatisfied: Cost };

/**
 * Returns the maximum cost of satisfying exactly `count` of the children, in each respect;
 * `undefined` if it is impossible. Core tries all counts after each child. This code selects the
 * children with the largest differences, so that thousands of children take no longer than
 * necessary.
 */
export function costOfChoosing(children: readonly Child[], count: number): Cost | undefined {
  const choices: Choice[] = [];
  let free = count;
  for (const { satisfied, dissatisfied } of children) {
    if (dissatisfied) choices.push({ satisfied, dissatisfied });
    else if (satisfied) {
      // There is no choice, because it must be satisfied.
      choices.push({ satisfied: undefined, dissatisfied: satisfied });
      free--;
    } else return undefined;
  }
  const selectable = choices.filter(({ satisfied }) => satisfied !== undefined).length;
  if (free < 0 || selectable < free) return undefined;
  return {
    keys: largestTotal(choices, free, ({ keys }) => keys),
    witness: largestTotal(choices, free, ({ witness }) => witness),
    start: largestTotal(choices, free, ({ start }) => start),
    peak: largestPeak(choices, free, selectable),
  };
}

function largestTotal(
  choices: readonly Choice[],
  count: number,
  value: (cost: Cost) => number,
): number {
  let total = 0;
  const gains: number[] = [];
  for (const { satisfied, dissatisfied } of choices) {
    total += value(dissatisfied);
    if (satisfied) gains.push(value(satisfied) - value(dissatisfied));
  }
  gains.sort((a, b) => b - a);
  for (const gain of gains.slice(0, count)) total += gain;
  return total;
}

/** Returns the maximum stack: each child's own cost plus the start of the later ones. */
function largestPeak(choices: readonly Choice[], count: number, selectable: number): number {
  const behind = createTally(choices);
  let before = selectable;
  let peak = 0;
  for (const choice of [...choices].reverse()) {
    const { satisfied, dissatisfied } = choice;
    if (satisfied) before--;
    // Later children need the satisfactions that earlier ones leave, up to their number.
    const highest = (cost: Cost, wanted: number) => {
      const least = Math.max(0, wanted - before);
      const most = Math.min(behind.size(), wanted);
      if (wanted >= 0 && least <= most) {
        peak = Math.max(peak, cost.peak + behind.largest(least, most));
      }
    };
    highest(dissatisfied, count);
    if (satisfied) highest(satisfied, count - 1);
    behind.add(choice);
  }
  return peak;
}

type Tally = {
  /** Returns the number of children that can be satisfied. */
  readonly size: () => number;
  /** Returns their maximum start elements if `least` to `most` of them are satisfied. */
  readonly largest: (least: number, most: number) => number;
  readonly add: (choice: Choice) => void;
};

const gainOf = ({ satisfied, dissatisfied }: Choice): number | undefined =>
  satisfied && satisfied.start - dissatisfied.start;

/** Counts children by the cost that satisfying them adds, because there are few different costs. */
function createTally(choices: readonly Choice[]): Tally {
  const gains = [...new Set(choices.flatMap((choice) => gainOf(choice) ?? []))];
  const classes = gains.sort((a, b) => b - a).map((gain) => ({ gain, count: 0 }));
  const byGain = new Map(classes.map((each) => [each.gain, each]));
  let size = 0;
  let base = 0;
  return {
    size: () => size,
    largest(least, most) {
      let total = base;
      let taken = 0;
      for (const { gain, count } of classes) {
        const wanted = gain > 0 ? most : least;
        const more = Math.min(count, wanted - taken);
        if (more <= 0) continue;
        total += gain * more;
        taken += more;
      }
      return total;
    },
    add(choice) {
      base += choice.dissatisfied.start;
      const own = byGain.get(gainOf(choice) ?? Number.NaN);
      if (own === undefined) return;
      own.count++;
      size++;
    },
  };
}
