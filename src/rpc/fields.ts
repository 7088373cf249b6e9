// One line for each argument, member and result of a method. The result itself and the items of a
// list have no name. A row with a default is optional.
import type { Param, Result } from './method.ts';

type Kind = (Param | Result)['type'];
type Common = 'name' | 'type' | 'help' | 'fields' | 'optional';
type Row = Pick<Param | Result, 'name' | 'type' | 'help'>;

/** The members that few rows have. */
type Extra = Partial<Omit<Param, Common> & Omit<Result, Common>>;
type None = Record<never, never>;
type Optional = { readonly optional: true };
type Defaulted = { readonly default: unknown } | { readonly defaultHint: string };

/** The row that a call makes: its literal types give `run` the types of its arguments. */
type Made<K, P, N, E> = { readonly name: N; readonly type: K; readonly help: string } & E &
  (P extends Optional ? Optional : E extends Defaulted ? Optional : None);

// `NoInfer`: what a row is put into must not widen its types.
type Leaf<K, P> = <const N extends string = '', const E extends Extra = None>(
  name?: N,
  help?: string,
  extra?: E,
) => Made<K, P, NoInfer<N>, NoInfer<E>>;

type Group<K, P> = <
  const N extends string,
  const F extends readonly Row[],
  const E extends Extra = None,
>(
  name: N,
  help: string,
  fields: F,
  extra?: E,
) => Grouped<K, P, NoInfer<N>, NoInfer<F>, NoInfer<E>>;

type Grouped<K, P, N, F, E> = Made<K, P, N, E> & { readonly fields: F };

type LeafOf<K> = Leaf<K, None> & { readonly optional: Leaf<K, Optional> };
type GroupOf<K> = Group<K, None> & { readonly optional: Group<K, Optional> };

function row(type: Kind, always: boolean, name = '', help = '', extra: Extra = {}) {
  const optional = !always || 'default' in extra || 'defaultHint' in extra;
  return { name, type, help, ...(optional && { optional }), ...extra };
}

// The casts below are sound: `row` makes the members that `Made` names.

/* @__NO_SIDE_EFFECTS__ */
function leaf<const K extends Kind>(type: K): LeafOf<K> {
  const make = (always: boolean) => (name?: string, help?: string, extra?: Extra) =>
    row(type, always, name, help, extra);
  return Object.assign(make(true), { optional: make(false) }) as LeafOf<K>;
}

/* @__NO_SIDE_EFFECTS__ */
function group<const K extends Kind>(type: K): GroupOf<K> {
  const make =
    (always: boolean) => (name: string, help: string, fields: readonly Row[], extra?: Extra) => ({
      ...row(type, always, name, help, extra),
      fields,
    });
  return Object.assign(make(true), { optional: make(false) }) as GroupOf<K>;
}

export const str = leaf('string');
export const hex = leaf('hex');
export const num = leaf('number');
export const bool = leaf('bool');
/** Defines an amount in BTC. */
export const amount = leaf('amount');
/** Seconds since 1970. */
export const time = leaf('time');
/** A position, or the first and the last one. */
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

type Records<F> = readonly [Grouped<'object', None, '', F, None>];

const rowsAs =
  <P>(make: Group<'array', P>) =>
  <const N extends string, const F extends readonly Row[], const E extends Extra = None>(
    name: N,
    help: string,
    fields: F,
    extra?: E,
  ): Grouped<'array', P, NoInfer<N>, Records<NoInfer<F>>, NoInfer<E>> =>
    make(name, help, [record(fields)], extra);

/** A list of objects. */
export const rows = Object.assign(rowsAs<None>(list), {
  optional: rowsAs<Optional>(list.optional),
});
