// One line for each argument, member and result of a method. The result itself and the items of a
// list have no name. A row with a default is optional. A row of a result may have a reader, which
// `shape` (declare-shape.ts) uses to print it.
import type { Bytes } from '../encoding/bytes.ts';
import type { Json, JsonArray, JsonNumber, JsonObject } from '../json/json.ts';
import type { Param, Result } from './method.ts';

type Kind = (Param | Result)['type'];
type Common = 'name' | 'type' | 'help' | 'fields' | 'optional';
type Row = Pick<Param | Result, 'name' | 'type' | 'help'>;

/** Members that few rows have. */
type Extra = Partial<Omit<Param, Common> & Omit<Result, Common>>;
type None = Record<never, never>;
type Optional = { readonly optional: true };
type Defaulted = { readonly default: unknown } | { readonly defaultHint: string };

/** The row that a call creates. Its literal types give `run` the types of its arguments. */
type DeclaredRow<K, P, N, E> = { readonly name: N; readonly type: K; readonly help: string } & E &
  (P extends Optional ? Optional : E extends Defaulted ? Optional : None);

type Grouped<K, P, N, F, E> = DeclaredRow<K, P, N, E> & { readonly fields: F };
type Records<F> = readonly [Grouped<'object', None, '', F, None>];

/** Reads the value of a row from the value to print. */
type Read<T, C, V> = (value: T, context: C) => V;

/** A row of a result with its reader. */
export type ReadRow<T, C = unknown> = Result & { readonly read: Read<T, C, unknown> };

/** A declared object that prints values: the result of `shape`. */
type Shown<U, C> = {
  readonly fields: readonly Result[];
  readonly show: (value: U, context: C) => JsonObject;
};

/** The result of readers: satoshi for an amount, bytes or text for hexadecimal. */
type Values = {
  readonly string: string;
  readonly hex: Bytes | string;
  readonly number: bigint | number | JsonNumber;
  readonly amount: bigint;
  readonly time: bigint | number;
  readonly bool: boolean;
};

/** The result of a reader of this kind; JSON for a group without readers. */
type Value<K> = K extends keyof Values ? Values[K] : Json;
type ItemValue<I> =
  I extends Shown<infer U, never> ? U : I extends { readonly type: infer K } ? Value<K> : never;
type Items<K, F> = K extends 'object'
  ? JsonObject
  : F extends readonly [infer I]
    ? readonly (K extends 'array' ? ItemValue<I> : readonly [key: string, value: ItemValue<I>])[]
    : never;

type Present<V, P, E> =
  | V
  | (P extends Optional ? undefined : never)
  | (E extends { readonly or: infer O } ? O : never);

// `NoInfer`: the list that contains a row must not widen its types.
type Leaf<K, P> = {
  <T, C, const E extends Extra = None>(
    name: string,
    help: string,
    read: Read<T, C, Present<Value<K>, P, NoInfer<E>>>,
    extra?: E,
  ): ReadRow<T, C>;
  <const N extends string = '', const E extends Extra = None>(
    name?: N,
    help?: string,
    extra?: E,
  ): DeclaredRow<K, P, NoInfer<N>, NoInfer<E>>;
};

type Group<K, P, Many extends boolean = false> = {
  <T, C, U, const E extends Extra = None>(
    name: string,
    help: string,
    shape: Shown<U, NoInfer<C>>,
    read: Read<
      T,
      C,
      Present<Many extends true ? readonly NoInfer<U>[] : NoInfer<U>, P, NoInfer<E>>
    >,
    extra?: E,
  ): ReadRow<T, C>;
  <T, C, const F extends readonly Row[], const E extends Extra = None>(
    name: string,
    help: string,
    fields: F,
    read: Read<T, C, Present<Many extends true ? JsonArray : Items<K, NoInfer<F>>, P, NoInfer<E>>>,
    extra?: E,
  ): ReadRow<T, C>;
  <const N extends string, const F extends readonly Row[], const E extends Extra = None>(
    name: N,
    help: string,
    fields: F,
    extra?: E,
  ): Grouped<K, P, NoInfer<N>, Many extends true ? Records<NoInfer<F>> : NoInfer<F>, NoInfer<E>>;
};

type LeafOf<K> = Leaf<K, None> & { readonly optional: Leaf<K, Optional> };
type GroupOf<K, Many extends boolean = false> = Group<K, None, Many> & {
  readonly optional: Group<K, Optional, Many>;
};

type Fields = readonly Row[] | Shown<never, never>;
type ReadOrExtra = Extra | Read<never, never, unknown>;

function row(type: Kind, always: boolean, name = '', help = '', read: ReadOrExtra = {}, more = {}) {
  const extra: Extra & { readonly read?: unknown } =
    typeof read === 'function' ? { read, ...more } : read;
  const optional = !always || 'default' in extra || 'defaultHint' in extra;
  return { name, type, help, ...(optional && { optional }), ...extra };
}

// The casts below are sound: `row` creates the members that `Made` names.

/* @__NO_SIDE_EFFECTS__ */
function leaf<const K extends Kind>(type: K): LeafOf<K> {
  const make =
    (always: boolean) => (name?: string, help?: string, read?: ReadOrExtra, extra?: Extra) =>
      row(type, always, name, help, read, extra);
  return Object.assign(make(true), { optional: make(false) }) as LeafOf<K>;
}

/* @__NO_SIDE_EFFECTS__ */
function group<const K extends Kind, const Many extends boolean = false>(
  type: K,
  inside: (fields: Fields) => object = (fields) => ('show' in fields ? fields : { fields }),
): GroupOf<K, Many> {
  const make =
    (always: boolean) =>
    (name: string, help: string, fields: Fields, read?: ReadOrExtra, extra?: Extra) => ({
      ...inside(fields),
      ...row(type, always, name, help, read, extra),
    });
  return Object.assign(make(true), { optional: make(false) }) as GroupOf<K, Many>;
}

export const str = leaf('string');
export const hex = leaf('hex');
export const num = leaf('number');
export const bool = leaf('bool');
/** Defines an amount in BTC. */
export const amount = leaf('amount');
/** Seconds since 1970. */
export const time = leaf('time');
/** A position, or the first and the last position. */
export const range = leaf('range');
/** The result `null`. */
export const none = leaf('null');
/** A list with one field for each shape that its items may take. */
export const list = group('array');
export const object = group('object');
/** An object whose one field describes its keys and values. */
export const dictionary = group('dictionary');
/** The last argument: an object whose members also bind by name. */
export const options = group('options').optional;

const recordAs =
  <P>(make: Group<'object', P>) =>
  <const F extends readonly Row[], const E extends Extra = None>(
    fields: F,
    extra?: E,
  ): Grouped<'object', P, '', NoInfer<F>, NoInfer<E>> =>
    make('', '', fields, extra);

/** An object without a name: the result itself, or an item of a list. */
export const record = Object.assign(recordAs<None>(object), {
  optional: recordAs<Optional>(object.optional),
});

/** A list of objects. */
export const rows = group<'array', true>('array', (fields) => ({
  fields: ['show' in fields ? fields : record(fields)],
}));
