/**
 * A set of the properties of BIP379, one bit each: the base type B, V, K or W; z o n d u for correctness; e f s m for
 * malleability; x when the script cannot absorb a following OP_VERIFY; g h i j k for timelocks. 0: not well typed.
 */
export type MiniscriptType = number;

const LETTERS = 'BVKWzonduefsmxghijk';

/** The set of the properties named by `letters`, as `typeOf('Bmk')`. */
export function typeOf(letters: string): MiniscriptType {
  let type = 0;
  for (const letter of letters) type |= 1 << LETTERS.indexOf(letter);
  return type;
}

/** The letters of a type, in BIP379's order. */
export function formatType(type: MiniscriptType): string {
  return [...LETTERS].filter((_, bit) => (type & (1 << bit)) !== 0).join('');
}

/** Whether `type` has all the properties in `wanted`. */
export function hasProperties(type: MiniscriptType, wanted: MiniscriptType): boolean {
  return (wanted & ~type) === 0;
}
