import { isJsonObject, type Json, type JsonArray, type JsonObject } from '../../json/json.ts';
import { RpcCode, RpcError } from '../../rpc/error.ts';
import { findMethod, runMethod } from '../../rpc/execute.ts';
import { defineMethod } from '../../rpc/method.ts';
import { methods } from '../../rpc/methods/index.ts';
import { reviewCall, review as reviewDeclaration } from '../../rpc/methods/review.ts';
import { type Carrying, readCarried, requireTwoSources } from './carrying.ts';
import { reviewText } from './show-review.ts';
import { readKeys } from './sign-keys.ts';

/**
 * `coldsign review FILE|-`, with what the method takes beside it, or with `-keys`: text for a
 * screen, unless another format is asked for.
 */
export async function reviewCarried(
  params: JsonArray | JsonObject,
  carrying: Carrying,
): Promise<Json> {
  const { context, options, terminal } = carrying;
  const format = options.text('format') ?? 'text';
  if (isJsonObject(params) || params.length > 3) {
    return runMethod(findMethod(methods, 'review'), params, context);
  }
  const [word, descriptors = null, prevtxs = null] = params;
  if (typeof word !== 'string') return runMethod(findMethod(methods, 'review'), params, context);
  const keys = options.text('keys');
  requireTwoSources(word, keys, terminal);
  if (keys !== undefined && descriptors !== null) {
    const message = '-keys tells whose it is: leave the descriptors out, or -keys';
    throw new RpcError(RpcCode.INVALID_PARAMETER, message);
  }
  const { text } = await readCarried(word, terminal);
  const told = keys === undefined ? descriptors : await readKeys(keys, text, carrying);
  const given = [text, told, prevtxs, format];
  if (format !== 'text') return runMethod(findMethod(methods, 'review'), given, context);
  let printed = '';
  const method = defineMethod({
    ...reviewDeclaration,
    run: async (args, within) => {
      const colours = terminal.paints === true;
      const found = await reviewCall(args as ReviewArguments, within);
      printed = reviewText(found, context.network, { columns: terminal.columns, colours });
      return null;
    },
  });
  await runMethod(method, given, context);
  terminal.out(printed);
  return null;
}

type ReviewArguments = Parameters<typeof reviewCall>[0];
