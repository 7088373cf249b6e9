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
  /** Aliases are separated by a bar, as in Core: `addr|address`. */
  readonly name: string;
  readonly type: ParamType;
  readonly optional?: true;
  readonly help: string;
  /**
   * Members of an object, the value of a dictionary, or the shapes that an array item may take.
   * Only `options` members bind by name.
   */
  readonly fields?: readonly Param[];
  /** The constant that is used and shown in the help if the argument is omitted. */
  readonly default?: string | number | boolean;
  /** Help text for a default that is not a constant. */
  readonly defaultHint?: string;
  /** The strings accepted, or accepted instead of a number, if there are few. */
  readonly values?: readonly string[];
  /** The argument in the usage line, if `fields` does not determine it. */
  readonly usage?: string;
  /**
   * True for an extension of Core: shown in the help, but not in the usage line, which is Core's.
   */
  readonly beyondCore?: true;
  /**
   * True for an argument that is accepted, but not in any help or document. It is the last of its
   * method.
   */
  readonly hidden?: true;
  /**
   * True for a string that may contain an equals sign (labels, paths, base64), so that -named does
   * not take it for a name.
   */
  readonly freeText?: true;
  /** True for a passphrase, which no error repeats. */
  readonly secret?: true;
  /** True if the outer type is not checked (`outputs`: array or dictionary). */
  readonly unchecked?: true;
  /** True if a null from the caller is passed on and does not count as omitted. */
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
   * The member's key; for a dictionary, a description of its keys. Empty for the result itself and
   * the items of an array.
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
  /** True for an array with one item for each of `fields`. Only the last ones may be optional. */
  readonly tuple?: true;
  /** The possible strings, if there are few. */
  readonly values?: readonly string[];
  /** The value shown if there is none. */
  readonly or?: null | false;
  /** When the result has this shape, if there are several. */
  readonly when?: string;
  /** True for an extension of Core, absent with -profile=core. */
  readonly beyondCore?: true;
};

/** The JSON type of an argument after the check of its outer type: one level deep, as in Core. */
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
 * Omitted and null are both `undefined`. Constant defaults are for the help; `run` applies them.
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
  /** Heading in `help`: Rawtransactions, Wallet, Mining, Util, Control. `hidden`: not listed. */
  readonly category: string;
  readonly summary: string;
  /**
   * True if it uses and changes only its arguments, so that consecutive calls in a batch may run at
   * the same time.
   */
  readonly together?: true;
  readonly params: P;
  /** The result: one shape or several. */
  readonly result: Result | readonly Result[];
  readonly examples?: readonly string[];
  /**
   * Written as a method, because only then may a declaration forget the exact types of its
   * arguments.
   */
  run(args: ArgsOf<P>, context: Context): Json | Promise<Json>;
};

export type RpcMethod = Declaration<readonly Param[]>;

/** Derives the types of `run`'s arguments from `params`; does nothing at run time. */
export function defineMethod<const P extends readonly Param[]>(
  declaration: Declaration<P>,
): RpcMethod {
  // Sound: `run` is only called with the result of `bindArguments`, which checks `params`.
  return declaration;
}
