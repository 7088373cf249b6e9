import { decodeBase64 } from '../../encoding/base64.ts';
import { decodeHex } from '../../encoding/hex.ts';
import { isJsonObject, type Json, type JsonArray, type JsonObject } from '../../json/json.ts';
import type { Context } from '../../rpc/context.ts';
import { RpcCode, RpcError } from '../../rpc/error.ts';
import { findMethod, runMethod } from '../../rpc/execute.ts';
import { defineMethod } from '../../rpc/method.ts';
import { methods } from '../../rpc/methods/index.ts';
import { reviewCall, review as reviewDeclaration } from '../../rpc/methods/review.ts';
import type { Options } from '../options/load.ts';
import type { SafeTerminal } from './escape.ts';
import { reviewText } from './show-review.ts';

/** What the commands take in place of a PSBT's text. */
export type Carried = { readonly text: string; readonly path: string | undefined };

/** Who carries something in, and how it is to be done. */
export type Carrying = {
  readonly context: Context;
  readonly options: Options;
  readonly terminal: SafeTerminal;
};

/** A file, standard input (`-`), or the text itself. */
export async function readCarried(word: string, terminal: SafeTerminal): Promise<Carried> {
  if (word === '-') return { text: clean(await terminal.readInput()), path: undefined };
  const text = terminal.readFile(word);
  if (text !== undefined) return { text: clean(text), path: word };
  if (isTransaction(word)) return { text: word, path: undefined };
  throw new RpcError(
    RpcCode.INVALID_PARAMETER,
    `${word.length > 60 ? 'The argument' : word} is no file that can be read, and no PSBT or transaction`,
  );
}

const clean = (text: string) => text.trim();

function isTransaction(text: string): boolean {
  return decodeHex(text) !== undefined || (decodeBase64(text)?.length ?? 0) > 10;
}

/**
 * `coldsign review FILE|-`, with what the method takes beside it: text for a screen, unless another
 * format is asked for.
 */
export async function reviewCarried(
  params: JsonArray | JsonObject,
  { context, options, terminal }: Carrying,
): Promise<Json> {
  const format = options.text('format') ?? 'text';
  if (isJsonObject(params) || params.length > 3) {
    return runMethod(findMethod(methods, 'review'), params, context);
  }
  const [word, descriptors = null, prevtxs = null] = params;
  if (typeof word !== 'string') return runMethod(findMethod(methods, 'review'), params, context);
  const { text } = await readCarried(word, terminal);
  const given = [text, descriptors, prevtxs, format];
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
