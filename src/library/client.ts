import type { Context } from '../rpc/context.ts';
import { methodNames } from '../rpc/method-names.ts';
import { type ArgumentsOf, callable, loadMethod } from './call.ts';
import type { CallOptions } from './complete-context.ts';
import { createContext } from './create-context.ts';
import type { Methods } from './method-types.ts';

/**
 * Every method as a function. An object gives its arguments by name, an array in their order.
 * Throws `RpcError`.
 */
export type Client = {
  readonly [Name in keyof Methods]: readonly [] extends Methods[Name]['params']
    ? (args?: ArgumentsOf<Name>) => Promise<Methods[Name]['result']>
    : (args: ArgumentsOf<Name>) => Promise<Methods[Name]['result']>;
};

/**
 * Returns all methods, with the same options for every call. A bundle contains them all; import
 * single methods as functions to avoid that.
 *
 * @param options - Of every call: `network`, `wallets`, `chain`, `workers` and others.
 * @throws `RpcError` with the code -3 or -8 for an option that is wrong or unknown.
 */
export function client(options: CallOptions = {}): Client {
  const context: Context = createContext(options);
  const call = (name: string) => {
    const run = callable(
      () => loadMethod(name),
      () => context,
      options.signal,
    );
    return (args: ArgumentsOf<keyof Methods> = []) => run(args);
  };
  // Sound: `Methods` is generated from these declarations.
  return Object.fromEntries(methodNames.map((name) => [name, call(name)])) as Client;
}
