import { argumentError, type ColdsignError } from '../encoding/coldsign-error.ts';
import { distanceBetween, nearest } from '../encoding/edit-distance.ts';
import { hintFor, wordsFor } from './advice.ts';
import {
  basicKinds,
  isObject,
  type KindOfValue,
  type Kinds,
  type Members,
  type WantedOf,
} from './basic-kinds.ts';

/** A wrong member: its path, the kind that was expected, and the value that was given. */
export type Mismatch = {
  readonly at: string;
  readonly wanted: string;
  readonly value: unknown;
  /**
   * The name of a member that the object at `at` does not have, or has only by inheritance
   * (`isHidden`), and what to do.
   */
  readonly unknown?: { readonly name: string; readonly hint: string; readonly isHidden?: true };
  /** The advice of the kind. */
  readonly hint?: string | undefined;
  /** The innermost object that has the wrong member, and its kind. */
  readonly owner?: { readonly wanted: string; readonly value: unknown } | undefined;
  /** True if reading the value throws. */
  readonly isUnreadable?: true;
};

/**
 * Finds the first member of a value that is unknown, is not of the wanted kind, or cannot be read.
 */
export function findMismatch(
  kinds: Kinds,
  wanted: string,
  value: unknown,
  at: string,
): Mismatch | undefined {
  try {
    if (wanted.endsWith('?')) {
      return value === undefined ? undefined : findMismatch(kinds, wanted.slice(0, -1), value, at);
    }
    const either = wanted.split('|');
    if (either.length > 1) {
      const mismatches = either.map((kind) => findMismatch(kinds, kind, value, at));
      if (mismatches.includes(undefined)) return undefined;
      // The wrong member helps more than the kind of the object.
      const inside =
        mismatches.find((each) => each?.unknown !== undefined) ??
        mismatches.find((each) => each?.at !== at);
      return (
        inside ?? { at, wanted: either.map((kind) => kindText(kinds, kind)).join(' or '), value }
      );
    }
    if (wanted.endsWith('[]')) return findInList(kinds, wanted.slice(0, -2), value, at);
    const [, container, item = ''] = /^(Map|Record)<(.*)>$/.exec(wanted) ?? [];
    if (container !== undefined) return findInside(kinds, container, item, value, at);
    const kind = kinds[wanted];
    if (isTest(kind)) {
      return kind.is(value) ? undefined : { at, wanted: kind.words, value, hint: kind.hint };
    }
    if (!isObject(value) || (isExact(kind) && isList(value))) {
      return { at, wanted: kindText(kinds, wanted), value };
    }
    const found = findInObject(kinds, kind, value, at);
    if (found === undefined || found.owner !== undefined) return found;
    return { ...found, owner: { wanted: kindText(kinds, wanted), value } };
  } catch {
    // A getter or a proxy of the caller threw.
    return unreadable(value, at);
  }
}

function findInObject(
  kinds: Kinds,
  kind: Exclude<KindOfValue, { is: unknown }> | undefined,
  value: { readonly [name: string]: unknown },
  at: string,
): Mismatch | undefined {
  if (isExact(kind)) {
    const hidden = kind.mayInherit ? undefined : findHidden(Object.keys(kind.only), value, at);
    return hidden ?? findMember(kinds, kind.only, value, at, true);
  }
  if (!hasVariants(kind)) return findMember(kinds, kind ?? {}, value, at);
  const variant = Object.entries(kind.variants).find(([name]) => name === value.kind);
  if (variant !== undefined) {
    return findMember(kinds, { kind: 'any', ...variant[1] }, value, at, kind.isExact);
  }
  const misspelt = findMember(kinds, { kind: 'any' }, value, at);
  if (misspelt !== undefined) return misspelt;
  const names = Object.keys(kind.variants).map((name) => `'${name}'`);
  return { at: `${at}.kind`, wanted: names.join(' or '), value: value.kind };
}

const unreadable = (value: unknown, at: string): Mismatch => ({
  at: `${at}${unreadableMember(value)}`,
  wanted: '',
  value: {},
  isUnreadable: true,
});

/** Names the member that cannot be read, or nothing if the object itself cannot. */
export function unreadableMember(value: unknown): string {
  try {
    for (const name of Object.keys(Object(value))) {
      try {
        Reflect.get(Object(value), name);
      } catch {
        // This member's getter threw.
        return memberPath(name);
      }
    }
  } catch {
    // A proxy has no names.
  }
  return '';
}

/** Returns a name as a path. A name that is no identifier may be a secret. */
export const memberPath = (name: string): string => (isName(name) ? `.${name}` : '');

const isName = (name: string): boolean => /^[\w$-]{1,40}$/.test(name);

const isTest = (kind: KindOfValue | undefined): kind is Extract<KindOfValue, { is: unknown }> =>
  kind !== undefined && typeof Reflect.get(kind, 'is') === 'function';
const hasVariants = (
  kind: KindOfValue | undefined,
): kind is Extract<KindOfValue, { variants: unknown }> =>
  kind !== undefined && typeof Reflect.get(kind, 'variants') === 'object';
const isExact = (kind: KindOfValue | undefined): kind is Extract<KindOfValue, { only: unknown }> =>
  kind !== undefined && typeof Reflect.get(kind, 'only') === 'object';

function findMember(
  kinds: Kinds,
  members: Members,
  value: { readonly [name: string]: unknown },
  at: string,
  isExact = false,
): Mismatch | undefined {
  const names = Object.keys(members);
  const others = Object.keys(value).filter(
    (name) => value[name] !== undefined && !names.includes(name),
  );
  const absent = names.filter((name) => value[name] === undefined);
  // A misspelt member is reported before the absence of the right one.
  const misspelt = mostAlike(others, absent);
  if (misspelt !== undefined) {
    const [name, meant] = misspelt;
    return unknownMember(at, value, name, `Did you mean ${meant}? Correct its spelling.`);
  }
  for (const [name, member] of Object.entries(members)) {
    const mismatch = findMismatch(kinds, member, value[name], `${at}.${name}`);
    if (mismatch !== undefined) return mismatch;
  }
  const [other] = isExact ? others : [];
  if (other === undefined) return undefined;
  const usual = usualNames[other];
  const meant = nearest(other, names) ?? names.find((name) => name === usual);
  if (meant === undefined) {
    const hint = `What can be given: ${inGroups(names) || 'nothing'}.`;
    return unknownMember(at, value, other, hint);
  }
  const fix =
    value[meant] === undefined
      ? 'Correct its spelling.'
      : 'It is given too: leave one of them out.';
  return unknownMember(at, value, other, `Did you mean ${meant}? ${fix}`);
}

/** Names of other libraries. */
const usualNames: { readonly [name: string]: string | undefined } = {
  amount: 'value',
  address: 'scriptPubKey',
  script: 'scriptPubKey',
  index: 'vout',
  hash: 'txid',
  sighash: 'sighashType',
};

/**
 * Finds a known member that is not an enumerable one of the object itself: a copy would not have
 * it, so a limit or a refusal could be lost without notice.
 */
export function findHidden(
  names: readonly string[],
  value: object,
  at: string,
): Mismatch | undefined {
  const own = Object.keys(value);
  const hidden = names.find(
    (name) => !own.includes(name) && name in value && Reflect.get(value, name) !== undefined,
  );
  if (hidden === undefined) return undefined;
  const hint = 'Write it into a plain object: members of a class or a prototype are not read.';
  return { at, wanted: '', value, unknown: { name: hidden, hint, isHidden: true } };
}

/**
 * Returns options as a copy, so that a getter is read once and cannot answer otherwise later.
 * Any other value is returned as it is.
 */
export function copyOptions<T>(
  kinds: Kinds,
  wanted: string,
  value: T,
  at: string,
): { readonly value: T; readonly mismatch?: Mismatch | undefined } {
  const kind = kinds[wanted.replace(/\?$/, '')];
  const isCopied = isExact(kind) && !kind.mayInherit && !kind.isValue;
  if (!isCopied || !isObject(value)) return { value };
  try {
    if (isList(value)) return { value };
    return { value: { ...value }, mismatch: findHidden(Object.keys(kind.only), value, at) };
  } catch {
    // A getter or a proxy of the caller threw.
    return { value, mismatch: unreadable(value, at) };
  }
}

const isList = (value: unknown): boolean => Array.isArray(value) || ArrayBuffer.isView(value);

/** Returns the unknown name that is nearest to an absent one, and that one. */
function mostAlike(
  others: readonly string[],
  absent: readonly string[],
): readonly [name: string, meant: string] | undefined {
  const pairs = others.flatMap((name) => {
    const meant = nearest(name, absent);
    return meant === undefined ? [] : [[name, meant] as const];
  });
  const far = ([name, meant]: readonly [string, string]) =>
    distanceBetween(name.toLowerCase(), meant.toLowerCase(), 2);
  return [...pairs].sort((a, b) => far(a) - far(b))[0];
}

const unknownMember = (at: string, value: unknown, name: string, hint: string): Mismatch => ({
  at,
  wanted: '',
  value,
  unknown: { name, hint },
});

const UNREADABLE = 'A getter or a proxy in it throws. Pass plain values.';

/** Refuses a text that is none of the given names. The hint has the name that was meant. */
export function requireOneOf(at: string, given: unknown, names: readonly string[]): void {
  if (typeof given === 'string' && names.includes(given)) return;
  const meant = typeof given === 'string' ? nearest(given, names) : undefined;
  throw argumentError(
    `${at} must be one of ${inGroups(names)}, not ${wordsFor(given, "'")}`,
    meant === undefined ? 'Choose one of them.' : `Did you mean ${meant}? Correct its spelling.`,
  );
}

/** Lists names. Eight in a row would look like seed words, which errors do not repeat. */
const inGroups = (names: readonly string[]): string =>
  names.map((name, i) => `${i === 0 ? '' : i % 6 === 0 ? ', and ' : ', '}${name}`).join('');

/** Returns the sentence about a mismatch, and advice if there is any. */
export function describeMismatch({ at, wanted, unknown, hint, isUnreadable }: Mismatch): {
  readonly text: string;
  readonly hint?: string | undefined;
} {
  if (isUnreadable) return { text: `${at} cannot be read`, hint: UNREADABLE };
  if (unknown === undefined) return { text: `${at} must be ${wanted}`, hint };
  const what = /(^|\.)(options|order)$/.test(at) ? 'option' : 'member';
  const name = isName(unknown.name) ? unknown.name : 'of that name';
  if (unknown.isHidden) {
    return { text: `${at}.${name} is not a member of the object itself`, hint: unknown.hint };
  }
  return { text: `${at} has no ${what} ${name}`, hint: unknown.hint };
}

/** Arguments by the name of their parameter: each with the kind that it must have. */
type NamedArguments<Kind extends string> = {
  readonly [parameter: string]: readonly [value: unknown, wanted: WantedOf<Kind>];
};

/**
 * Checks the arguments of a public function, in its first line, for callers without types.
 *
 * @param more - Kinds that only some functions need. Other bundles do not contain them.
 * @throws `ColdsignError`: `WRONG_ARGUMENT` names the argument and what to do. The message never
 *   contains the value, which may be a key.
 */
export function checkArguments<More extends Kinds = Record<never, never>>(
  name: string,
  given: NamedArguments<keyof typeof basicKinds | (keyof More & string)>,
  more?: More,
): void {
  const kinds: Kinds = more === undefined ? basicKinds : { ...basicKinds, ...more };
  for (const [parameter, [value, wanted]] of Object.entries<readonly [unknown, string]>(given)) {
    const mismatch = findMismatch(kinds, wanted, value, parameter);
    if (mismatch !== undefined) throw wrongArgument(name, mismatch);
  }
}

/** Throws for a member that an object does not have. Other members are checked by the caller. */
export function refuseUnknown(at: string, value: unknown, wanted: KindOfValue): void {
  const mismatch = findMismatch({ ...basicKinds, wanted }, 'wanted', value, at);
  if (mismatch?.unknown === undefined) return;
  const { text, hint = '' } = describeMismatch(mismatch);
  throw argumentError(text, hint);
}

function wrongArgument(name: string, mismatch: Mismatch): ColdsignError {
  const { wanted, value, unknown, isUnreadable } = mismatch;
  try {
    const { text, hint = '' } = describeMismatch(mismatch);
    if (unknown !== undefined || isUnreadable) return argumentError(`${name}: ${text}`, hint);
    return argumentError(`${name}: ${text}, not ${wordsFor(value, wanted)}`, hintFor(mismatch));
  } catch {
    // A proxy of the caller threw.
    return wrongArgument(name, { ...mismatch, value: {}, owner: undefined });
  }
}

/** Finds the first wrong value in a Map, or in an object whose names are free. */
function findInside(
  kinds: Kinds,
  container: string,
  wanted: string,
  value: unknown,
  at: string,
): Mismatch | undefined {
  const isMap = isObject(value) && typeof value.get === 'function';
  if (isMap !== (container === 'Map') || !isObject(value)) {
    return { at, wanted: container === 'Map' ? 'a Map' : 'an object', value };
  }
  // Something that only answers `get`, such as a view of a database, is asked later.
  const values = isMap ? Reflect.get(value, 'values') : () => Object.values(value);
  const items: unknown = typeof values === 'function' ? [...values.call(value)] : [];
  return findInList(kinds, wanted, items, at);
}

function findInList(
  kinds: Kinds,
  wanted: string,
  value: unknown,
  at: string,
): Mismatch | undefined {
  if (!Array.isArray(value)) return { at, wanted: 'an array', value };
  for (const [i, item] of value.entries()) {
    const mismatch = findMismatch(kinds, wanted, item, `${at}[${i}]`);
    if (mismatch !== undefined) return mismatch;
  }
  return undefined;
}

function kindText(kinds: Kinds, name: string): string {
  if (name.endsWith('[]')) return 'an array';
  const kind = kinds[name];
  return isTest(kind) ? kind.words : `an object of type ${name}`;
}
