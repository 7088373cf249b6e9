import { decodeBase64 } from '../../encoding/base64.ts';
import { decodeHex } from '../../encoding/hex.ts';
import type { Context } from '../../rpc/context.ts';
import { RpcCode, RpcError } from '../../rpc/error.ts';
import type { Options } from '../options/load.ts';
import type { SafeTerminal } from './escape.ts';

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
  const path = word === '-' ? undefined : word;
  const text = path === undefined ? await terminal.readInput() : terminal.readFile(path);
  if (text !== undefined) {
    if (text.trim() !== '') return { text: text.trim(), path };
    const source = path ?? 'Standard input';
    throw new RpcError(RpcCode.INVALID_PARAMETER, `${source} is empty: no PSBT or transaction`);
  }
  if (isTransaction(word)) return { text: word, path: undefined };
  throw new RpcError(
    RpcCode.INVALID_PARAMETER,
    `${word.length > 60 ? 'The argument' : word} is no file that can be read, and no PSBT or transaction`,
  );
}

function isTransaction(text: string): boolean {
  return decodeHex(text) !== undefined || (decodeBase64(text)?.length ?? 0) > 10;
}

/** Raw transactions are told from PSBTs. */
export const isRaw = (text: string): boolean => decodeHex(text) !== undefined;

/** Standard input is one thing, unless the keys are typed unseen. */
export function requireTwoSources(
  word: string,
  keys: readonly string[],
  terminal: SafeTerminal,
): void {
  const piped = [word, ...keys].filter((each) => each === '-').length;
  if (piped < 2 || terminal.readSecret !== undefined) return;
  throw new RpcError(
    RpcCode.INVALID_PARAMETER,
    'Standard input is one of them, the transaction or the keys: give a file for one',
  );
}
