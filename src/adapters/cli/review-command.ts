import { isJsonObject, type Json, type JsonArray, type JsonObject } from '../../json/json.ts';
import type { KeyRing } from '../../keys/key-ring.ts';
import type { Review } from '../../review/model.ts';
import type { Context } from '../../rpc/context.ts';
import { invalid, RpcCode, RpcError, verifyError } from '../../rpc/error.ts';
import { findMethod, runMethod } from '../../rpc/execute.ts';
import { defineMethod } from '../../rpc/method.ts';
import { methods } from '../../rpc/methods/index.ts';
import { review as reviewDeclaration } from '../../rpc/methods/review.ts';
import { parsePrevTxs } from '../../rpc/parse/prevtxs.ts';
import { parsePsbt } from '../../rpc/parse/psbt-argument.ts';
import { parseRawTransaction } from '../../rpc/parse/raw-transaction.ts';
import { profileRules } from '../../rpc/profile.ts';
import { reviewByKeys, reviewRawByKeys } from '../../rpc/signing/key-session.ts';
import { reviewCall, shapeReviewAs } from '../../rpc/signing/review-call.ts';
import { createKeyProvider } from '../../signing/miniscript-provider.ts';
import type { Coin } from '../../transaction/transaction.ts';
import { type CommandContext, isRaw, readPayload, requireTwoSources } from './payload-text.ts';
import { reviewText } from './show-review.ts';
import { readRings, withKeys } from './sign-keys.ts';

/**
 * Runs `coldsign review FILE|-`, with the method's other arguments or `-keys`. Prints text, unless
 * another format is requested.
 */
export async function reviewPayload(
  params: JsonArray | JsonObject,
  carrying: CommandContext,
): Promise<Json> {
  const { context, options, terminal } = carrying;
  const format = options.text('format') ?? 'text';
  if (!['text', 'json', 'html'].includes(format)) {
    throw invalid(`-format=${format} must be text, json or html`);
  }
  const [word, descriptors = null, prevtxs = null, ...more] = isJsonObject(params) ? [] : params;
  if (typeof word !== 'string' || more.length > 0) {
    return runMethod(findMethod(methods, 'review'), params, context);
  }
  const keys = options.list('keys');
  requireTwoSources(word, keys, terminal);
  if (keys.length > 0 && descriptors !== null) throw invalid('Use descriptors or -keys, not both');
  const { text } = await readPayload(word, terminal);
  if (keys.length === 0) return printed([text, descriptors, prevtxs, format], undefined, carrying);
  const ring = await readRings(keys, carrying);
  return withKeys(ring, () => printed([text, null, prevtxs, format], ring, carrying));
}

/** Returns text for a screen; other formats are the method's answer. */
async function printed(
  given: JsonArray,
  ring: KeyRing | undefined,
  { context, options, terminal }: CommandContext,
): Promise<Json> {
  const isText = (options.text('format') ?? 'text') === 'text';
  let text = '';
  const method = defineMethod({
    ...reviewDeclaration,
    run: async (args, within) => {
      const { format, ...given } = args as ReviewArguments;
      const found = await (ring ? reviewBy(ring, given, within) : reviewCall(given, within));
      if (!isText) return shapeReviewAs(format, found, within.network);
      const colours = terminal.paints?.out === true;
      text = reviewText(found, context.network, { columns: terminal.columns, colours });
      return null;
    },
  });
  const answer = await runMethod(method, given, context);
  if (isText) terminal.out(text);
  return answer;
}

async function reviewBy(
  ring: KeyRing,
  { transaction, prevtxs }: Omit<ReviewArguments, 'format'>,
  context: Context,
): Promise<Review> {
  if (!profileRules(context.profile).reviews) {
    throw new RpcError(RpcCode.METHOD_NOT_FOUND, 'Method not found');
  }
  if (isRaw(transaction)) {
    const { secp256k1 } = context;
    const rules = { ...profileRules(context.profile), optionalScripts: true };
    const namedCoins = (known: ReadonlyMap<string, Coin>) => {
      const given = parsePrevTxs(prevtxs ?? [], known, secp256k1, rules);
      const named = createKeyProvider({ ...given, keys: [] }, secp256k1);
      return { coins: given.coins, previous: given.previous, named };
    };
    const raw = { transaction: parseRawTransaction(transaction), namedCoins };
    return reviewRawByKeys(raw, ring, {}, context);
  }
  const found = await reviewByKeys(await parsePsbt(transaction, context), ring, {}, context);
  if (found !== undefined) return found.review;
  throw verifyError('The lock times that inputs of the PSBT ask for exclude each other');
}

type ReviewArguments = Parameters<typeof reviewCall>[0] & { readonly format: string | undefined };
