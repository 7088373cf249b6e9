import { findMember, type JsonArray, type JsonObject } from '../../json/json.ts';
import type { KeyRing } from '../../keys/key-ring.ts';
import {
  doneMessage,
  inEnglish,
  type OutcomeMessage,
  outcomeMessage,
} from '../../psbt/outcome-messages.ts';
import type { Context } from '../../rpc/context.ts';
import { walletError } from '../../rpc/error.ts';
import { outcomeOf } from '../../rpc/explain/outcome.ts';
import { parsePsbt } from '../../rpc/parse/psbt-argument.ts';
import { type CommandContext, isRaw, type PayloadText } from './payload-text.ts';
import { completeEnding, type Outputs } from './result-files.ts';

export type SignCall = {
  readonly payload: PayloadText;
  readonly context: Context;
  /** The keys that sign; if absent, the wallet signs. */
  readonly ring: KeyRing | undefined;
  /** The outputs that a raw transaction spends, if given. */
  readonly prevtxs: JsonArray | undefined;
  readonly reviewed: string | undefined;
};

export async function writeSigned(
  result: JsonObject,
  { payload, ring }: SignCall,
  outputs: Outputs,
  // Its context has no pause: a signature that was made is written.
  { context, terminal }: CommandContext,
): Promise<string> {
  const { path, text } = payload;
  const hex = findMember(result, 'hex');
  const psbt = findMember(result, 'psbt');
  const isComplete = findMember(result, 'complete') === true;
  const output = typeof hex === 'string' && (isComplete || psbt === undefined) ? hex : psbt;
  const [done, ...next] = await messagesOf(text, result, ring, context);
  if (path === undefined) return String(output);
  const ending = isComplete ? completeEnding(path) : `-signed.${isRaw(text) ? 'txn' : 'psbt'}`;
  const file = await outputs.write(ending, String(output)).catch((error: unknown) => {
    terminal.out(`${String(output)}\n`);
    throw error;
  });
  return inEnglish([done, { text: `Saved to ${file}.` }, ...next]);
}

type Messages = readonly [done: OutcomeMessage, ...next: OutcomeMessage[]];

/** Returns what was done, and what to do next. Throws if nothing was signed. */
async function messagesOf(
  before: string,
  result: JsonObject,
  ring: KeyRing | undefined,
  context: Context,
): Promise<Messages> {
  const check = `Check ${ring === undefined ? '' : '-keys, and '}that this is the right wallet`;
  const complete = findMember(result, 'complete') === true;
  if (isRaw(before)) {
    if (before.toLowerCase() === String(findMember(result, 'hex')).toLowerCase()) {
      throw walletError(inEnglish([doneMessage('no-key-transaction'), { text: check }]));
    }
    return [doneMessage('signed'), doneMessage(complete ? 'broadcast' : 'others-missing')];
  }
  const psbt = await parsePsbt(String(findMember(result, 'psbt')), context);
  const given = await parsePsbt(before, context);
  const outcome = outcomeOf(given, { psbt, complete }, context.secp256k1);
  if (outcome.needs === undefined) {
    const advice = outcome.id === 'no-key' ? check : 'Check -nonces=FOLDER and -keys';
    throw walletError(inEnglish([outcomeMessage(outcome.id), { text: advice }]));
  }
  const next = complete ? [doneMessage('broadcast')] : outcome.needs;
  return [doneMessage(outcome.id), ...next];
}
