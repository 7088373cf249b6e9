import { decodeBase64 } from '../../encoding/base64.ts';
import { decodeHex } from '../../encoding/hex.ts';
import {
  findMember,
  isJsonObject,
  type Json,
  type JsonArray,
  type JsonObject,
} from '../../json/json.ts';
import { noPolicy, strictPolicy } from '../../review/policy.ts';
import type { Context } from '../../rpc/context.ts';
import { RpcCode, RpcError } from '../../rpc/error.ts';
import { findMethod, runMethod } from '../../rpc/execute.ts';
import { defineMethod } from '../../rpc/method.ts';
import { methods } from '../../rpc/methods/index.ts';
import { reviewCall, review as reviewDeclaration } from '../../rpc/methods/review.ts';
import { profileRules } from '../../rpc/profile.ts';
import { writeDurably } from '../files/durable-write.ts';
import { isCode, systemWords } from '../files/errors.ts';
import type { Options } from '../options/load.ts';
import { isYes } from './approve.ts';
import type { SafeTerminal } from './escape.ts';
import { reviewText } from './show-review.ts';

/** What the commands take in place of a PSBT's text. */
export type Carried = { readonly text: string; readonly path: string | undefined };

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
  { context, options, terminal }: Omit<Signing, 'carried'>,
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

type Signing = {
  readonly carried: Carried;
  readonly context: Context;
  readonly options: Options;
  readonly terminal: SafeTerminal;
};

/**
 * `coldsign sign FILE`: shows what it would do, asks, signs with the wallet, and writes the PSBT
 * or, where nothing is missing, the transaction beside it.
 */
export async function signCarried({
  carried,
  context,
  options,
  terminal,
}: Signing): Promise<string> {
  const { profile } = context;
  if (!profileRules(profile).reviews) {
    throw new RpcError(RpcCode.METHOD_NOT_FOUND, 'Method not found');
  }
  const reviewed = options.text('reviewed');
  requireConsent(options, terminal, reviewed);
  const asking = { ...context, ...consent({ context, options, terminal }) };
  const isPsbt = decodeHex(carried.text) === undefined;
  const name = isPsbt ? 'walletprocesspsbt' : 'signrawtransactionwithwallet';
  const first = isPsbt ? 'psbt' : 'hexstring';
  const members: [string, Json][] = [[first, carried.text]];
  if (reviewed !== undefined) members.push(['reviewed', reviewed]);
  const result = await runMethod(findMethod(methods, name), { members }, asking);
  return writeSigned(isJsonObject(result) ? result : { members: [] }, carried);
}

/**
 * Nobody signs unseen: without somebody who types, a policy or the id of a review says what may be
 * signed.
 */
function requireConsent(options: Options, terminal: SafeTerminal, reviewed: string | undefined) {
  const isBound = options.text('policy') !== undefined || reviewed !== undefined;
  if (options.flag('yes') === true && !isBound) {
    throw new RpcError(
      RpcCode.INVALID_PARAMETER,
      '-yes signs only what a policy (-policy=strict, or a file) or a review (-reviewed=ID) allows: give one of them',
    );
  }
  if (options.flag('yes') === true || reviewed !== undefined) return;
  if (terminal.readLine !== undefined) return;
  throw new RpcError(
    RpcCode.INVALID_PARAMETER,
    'Nobody is there to be asked: give -reviewed=ID of a review, or -yes with -policy',
  );
}

function consent({ context, options, terminal }: Omit<Signing, 'carried'>): Partial<Context> {
  const { network } = context;
  const isBound = options.text('reviewed') !== undefined;
  const { columns, isScreen } = terminal;
  return {
    // Who names a review has seen it.
    policy: context.policy ?? (isBound ? noPolicy : strictPolicy),
    approve: async (review, refused) => {
      const text = reviewText(review, network, { columns, colours: isScreen });
      if (isScreen) terminal.draw(text);
      else terminal.err(text);
      if (refused.length > 0) return false;
      if (isBound || options.flag('yes') === true) return true;
      return isYes(await terminal.readLine?.('Sign this? Type yes: '));
    },
  };
}

async function writeSigned(result: JsonObject, { path, text }: Carried): Promise<string> {
  const hex = findMember(result, 'hex');
  const psbt = findMember(result, 'psbt');
  const isComplete = findMember(result, 'complete') === true;
  const output = isComplete && typeof hex === 'string' ? hex : psbt;
  if (typeof output !== 'string' || output === text) {
    throw new RpcError(RpcCode.WALLET_ERROR, 'Nothing was signed: the wallet has no key for it');
  }
  if (path === undefined) return output;
  const base = path.replace(/\.(psbt|txn|hex|txt)$/i, '');
  const file = isComplete ? `${base}.txn` : `${base}-signed.psbt`;
  const bytes = isComplete ? Buffer.from(`${output}\n`) : Buffer.from(output, 'base64');
  try {
    await writeDurably(file, [bytes], { exclusive: true });
  } catch (error) {
    const why = isCode(error, 'EEXIST') ? 'there is one already' : systemWords(error);
    throw new RpcError(RpcCode.MISC_ERROR, `Signed, but ${file} could not be written: ${why}`);
  }
  return isComplete
    ? `Signed, complete: ${file} holds the transaction. Any node's sendrawtransaction takes it.`
    : `Signed: ${file} holds the PSBT. Others still have to sign.`;
}
