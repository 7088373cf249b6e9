import { miscError } from '../error.ts';
import { list } from '../fields.ts';
import { defineMethod, type Param, type RpcMethod } from '../method.ts';

/**
 * Defines an echo method as in Core: up to ten values of any kind, named arg0 to arg9. The command
 * line passes those of `echo` as text and parses those of `echojson` as JSON.
 */
function defineEcho(name: string, type: 'string' | 'any'): RpcMethod {
  const params = Array.from(
    { length: 10 },
    (_, i): Param => ({
      name: `arg${i}`,
      type,
      optional: true,
      unchecked: true,
      keepsNull: true,
      help: 'Any value',
    }),
  );
  return defineMethod({
    name,
    category: 'hidden',
    summary: 'Return the arguments, for tests of clients.',
    params,
    result: list('', 'The arguments', []),
    examples: [`${name} '"text"'`],
    run(args) {
      const given = params.map((param) => args[param.name]);
      const values = given.flatMap((value) => (value === undefined ? [] : [value]));
      if (values[9] !== 'trigger_internal_bug') return values;
      throw miscError('Internal bug detected');
    },
  });
}

export const echo = defineEcho('echo', 'string');
export const echojson = defineEcho('echojson', 'any');
