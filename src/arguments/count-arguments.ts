import { argumentError } from '../encoding/coldsign-error.ts';

/**
 * Refuses arguments after the last parameter of a public function: options there would be ignored,
 * and a limit of the fee with them. `undefined` passes, and so do the index and the list that
 * `list.map` adds to one argument.
 *
 * @param given - `arguments` of the function.
 * @param most - Number of its parameters.
 */
export function refuseMore(
  name: string,
  given: ArrayLike<unknown>,
  most: number,
  usage: string,
): void {
  const [, ...behind] = Array.from(given);
  const more = behind.slice(most - 1);
  if (more.every((each) => each === undefined) || (most === 1 && isOfList(more))) return;
  const count =
    most === 1 ? 'one argument' : `${['no', '', 'two', 'three', 'four'][most]} arguments`;
  const hint = isOfList(behind)
    ? `A list's map also passes an index and the list. Write list.map((each) => ${name}(each)).`
    : usage;
  throw argumentError(`${name} takes ${count}`, hint);
}

const isOfList = ([index, list, ...others]: readonly unknown[]): boolean =>
  Number.isInteger(index) && (list === undefined || Array.isArray(list)) && others.length === 0;
