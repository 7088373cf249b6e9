import { encodeBase64 } from '../../encoding/base64.ts';
import { emptyBytes } from '../../encoding/bytes.ts';
import { decodeHex } from '../../encoding/hex.ts';
import { getMember, isJsonObject, type JsonObject } from '../../json/json.ts';
import { messageOf } from '../../psbt/answer-fault.ts';
import { readAnswerTransaction } from '../../psbt/answer-transaction.ts';
import { encodePsbt } from '../../psbt/encode.ts';
import { doneMessage, inEnglish } from '../../psbt/outcome-messages.ts';
import type { Psbt } from '../../psbt/psbt.ts';
import { combineCopies } from '../../psbt/take-signatures.ts';
import type { Context } from '../../rpc/context.ts';
import { invalid, verifyError } from '../../rpc/error.ts';
import { runMethod } from '../../rpc/execute.ts';
import { incompleteMessages } from '../../rpc/explain/outcome.ts';
import { finalizepsbt } from '../../rpc/methods/finalizepsbt.ts';
import { parsePsbt } from '../../rpc/parse/psbt-argument.ts';
import { profileRules } from '../../rpc/profile.ts';
import { usageOf } from './commands.ts';
import { type CommandContext, readPayload } from './payload-text.ts';
import { writeBeside } from './result-files.ts';

/**
 * Runs `coldsign combine A B ...`: verifies the signatures of copies of a PSBT, adds them to the
 * first copy, and writes the PSBT or the complete transaction next to it. Copies may also be signed
 * transactions, as some devices save them.
 */
export async function combinePayloads(
  words: readonly unknown[],
  { context, terminal }: CommandContext,
): Promise<string> {
  const names = words.flatMap((word) => (typeof word === 'string' ? [word] : []));
  if (names.length < 2 || names.length < words.length || !profileRules(context.profile).reviews) {
    throw invalid(`combine needs two or more copies of one PSBT\n${usageOf('combine')}`);
  }
  const files = await Promise.all(names.map((name) => readPayload(name, terminal)));
  if (new Set(files.map(({ text }) => text)).size === 1) {
    throw invalid(
      'These files are the same: there is nothing to combine. Name the copies that others have signed',
    );
  }
  const copies: Copy[] = [];
  for (const [i, { text, path }] of files.entries()) {
    const signed = readAnswerTransaction(decodeHex(text) ?? emptyBytes);
    const psbt = signed ?? (await parsePsbt(text, context));
    copies.push({ psbt, path, name: names[i] ?? '', isTransaction: signed !== undefined });
  }
  // A transaction does not say what its coins are, so the signatures are added to a PSBT.
  copies.sort((a, b) => Number(a.isTransaction) - Number(b.isTransaction));
  const [first] = copies;
  if (first === undefined || first.isTransaction) {
    throw invalid(
      `“${names.join('”, “')}” are transactions. combine needs the PSBT that they were made from, too`,
    );
  }
  const taken = combineCopies(
    copies.map(({ psbt }) => psbt),
    context.secp256k1,
  );
  if ('error' in taken) {
    const { reason, hint } = messageOf(taken);
    throw verifyError(`“${copies[taken.copy]?.name}” was not combined: ${reason.text}`, hint);
  }
  return writeCombined(taken.psbt, first.path, context);
}

type Copy = {
  readonly psbt: Psbt;
  readonly path: string | undefined;
  readonly name: string;
  readonly isTransaction: boolean;
};

async function writeCombined(
  psbt: Psbt,
  path: string | undefined,
  context: Context,
): Promise<string> {
  const text = encodeBase64(encodePsbt(psbt) ?? new Uint8Array(0));
  const result = await runMethod(finalizepsbt, [text], context);
  const member = (name: string) => getMember(isJsonObject(result) ? result : none, name);
  const hex = member('hex');
  const isComplete = member('complete') === true && typeof hex === 'string';
  const output = isComplete ? hex : text;
  if (path === undefined) return output;
  const file = await writeBeside(path, isComplete ? '.txn' : '-combined.psbt', output);
  const saved = { text: `Saved to ${file}.` };
  return isComplete
    ? inEnglish([doneMessage('combined-complete'), saved, doneMessage('broadcast')])
    : inEnglish([doneMessage('combined'), saved, ...incompleteMessages(psbt, context.secp256k1)]);
}

const none: JsonObject = { members: [] };
