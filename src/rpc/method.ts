import type { Json, JsonArray, JsonNumber, JsonObject } from '../json/json.ts';
import type { Context } from './context.ts';

type ParamType =
  | 'string'
  | 'hex'
  | 'number'
  | 'bool'
  | 'amount'
  | 'range'
  | 'array'
  | 'object'
  | 'dictionary'
  | 'options'
  | 'any';

/** One row of a method's table of arguments. */
export type Param = {
  /** Aliases behind a bar, as Core writes them: `addr|address`. */
  readonly name: string;
  readonly type: ParamType;
  readonly optional?: true;
  readonly help: string;
  /**
   * Members of an object, the value of a dictionary, or the shapes that an array item may take.
   * Only `options` members bind by name.
   */
  readonly fields?: readonly Param[];
  /** The constant that is used, and shown in the help, when the argument is left out. */
  readonly default?: string | number | boolean;
  /** Words for the help when what happens then is not a constant. */
  readonly defaultHint?: string;
  /** The strings accepted, or accepted instead of a number, if there are few. */
  readonly values?: readonly string[];
  /** The argument in the usage line, if `fields` does not determine it. */
  readonly usage?: string;
  /** An extension of Core: shown in the help, but not in the usage line, which is Core's. */
  readonly beyondCore?: true;
  /** Taken, but in no help and no document. The last of its method. */
  readonly hidden?: true;
  /**
   * A string that may hold an equals sign (labels, paths, base64), so that -named does not take it
   * for a name.
   */
  readonly freeText?: true;
  /** A passphrase: no error repeats it. */
  readonly secret?: true;
  /** The outer type is not checked (`outputs`: array or dictionary). */
  readonly unchecked?: true;
  /** Any value: a null that the caller gave is passed on and does not count as left out. */
  readonly keepsNull?: true;
};

type ResultType =
  | 'string'
  | 'hex'
  | 'number'
  | 'amount'
  | 'time'
  | 'bool'
  | 'null'
  | 'array'
  | 'object'
  | 'dictionary';

/** One row of a method's table of results. */
export type Result = {
  /**
   * The member's key; in a dictionary what its keys are. Empty for the result itself and the items
   * of an array.
   */
  readonly name: string;
  /** `amount`: in BTC. `time`: seconds since 1970. */
  readonly type: ResultType;
  readonly optional?: true;
  readonly help: string;
  /**
   * Members of an object, the shapes that items of an array may take, or the value of a dictionary.
   */
  readonly fields?: readonly Result[];
  /**
   * An array of just as many items as there are `fields`, each of its own shape; only the last ones
   * may be optional.
   */
  readonly tuple?: true;
  /** The words that a string can be, where they are few. */
  readonly values?: readonly string[];
  /** The value shown when there is none. */
  readonly or?: null | false;
  /** When the result has this shape, where there are several. */
  readonly when?: string;
  /** Ours and not Core's: absent with -profile=core. */
  readonly beyondCore?: true;
};

/**
 * The JSON type that an argument has once its outer type was checked: one level deep, as in Core.
 */
type Value<P extends Param> = P extends { readonly unchecked: true }
  ? Json
  : P['type'] extends 'string' | 'hex'
    ? string
    : P['type'] extends 'number'
      ? JsonNumber
      : P['type'] extends 'bool'
        ? boolean
        : P['type'] extends 'array'
          ? JsonArray
          : P['type'] extends 'object' | 'dictionary' | 'options'
            ? JsonObject
            : Json;

/**
 * Left out and null are the same: `undefined`. Constant defaults are for the help; `run` applies
 * them.
 */
type ArgsOf<P extends readonly Param[]> = {
  readonly [Q in P[number] as Q['name']]: Q extends {
    readonly name: string;
    readonly optional?: never;
  }
    ? Value<Q>
    : Value<Q> | undefined;
};

export type Declaration<P extends readonly Param[]> = {
  readonly name: string;
  /**
   * Heading in `help`: Rawtransactions, Wallet, Mining, Util, Control. `hidden`: not in the list.
   */
  readonly category: string;
  readonly summary: string;
  /**
   * Uses and changes nothing but its arguments, so that calls of it that follow each other in a
   * batch may run at the same time.
   */
  readonly together?: true;
  readonly params: P;
  /** The result: one shape or several. */
  readonly result: Result | readonly Result[];
  readonly examples?: readonly string[];
  /** Written as a method: only so may a declaration forget the exact types of its arguments. */
  run(args: ArgsOf<P>, context: Context): Json | Promise<Json>;
};

export type RpcMethod = Declaration<readonly Param[]>;

/** Derives the types of `run`'s arguments from `params`; does nothing at run time. */
export function defineMethod<const P extends readonly Param[]>(
  declaration: Declaration<P>,
): RpcMethod {
  // Sound: `run` is only called with what `bindArguments` answers, which checks `params`.
  return declaration;
}
