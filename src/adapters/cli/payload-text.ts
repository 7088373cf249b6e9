import { decodeBase64, encodeBase64 } from '../../encoding/base64.ts';
import { decodeHex } from '../../encoding/hex.ts';
import { networks } from '../../encoding/network.ts';
import { unwrapText } from '../../encoding/unwrap-text.ts';
import type { Psbt } from '../../psbt/psbt.ts';
import type { Context } from '../../rpc/context.ts';
import { invalid } from '../../rpc/error.ts';
import { parsePsbt } from '../../rpc/parse/psbt-argument.ts';
import { decodeAddress } from '../../script/address.ts';
import { isWholeTransaction } from '../../transaction/cut-transaction.ts';
import { readProblem } from '../files/regular-file.ts';
import type { Options } from '../options/load.ts';
import type { SafeTerminal } from './escape.ts';
import { missingFile } from './file-slips.ts';

/** A PSBT or transaction as text, and the file it was read from. */
export type PayloadText = { readonly text: string; readonly path: string | undefined };

/** The environment of a command. */
export type CommandContext = {
  readonly context: Context;
  readonly options: Options;
  readonly terminal: SafeTerminal;
};

/** Reads a file, standard input (`-`), or the argument itself as a PSBT or transaction. */
export async function readPayload(word: string, terminal: SafeTerminal): Promise<PayloadText> {
  const path = word === '-' ? undefined : word;
  const text = path === undefined ? await terminal.readInput() : terminal.readFile(path);
  if (text !== undefined) {
    if (text.trim() !== '') return { text: plainText(text), path };
    const source = path === undefined ? 'Standard input' : `“${path}”`;
    throw invalid(`${source} is empty. Save or export the PSBT or transaction again`);
  }
  if (isAnyAddress(word)) {
    throw invalid(
      `“${word}” is an address, not a transaction. To check it: coldsign validateaddress ${word}. To find its key: coldsign keys find ${word} -keys=FILE`,
    );
  }
  if (isTransaction(word)) return { text: plainText(word), path: undefined };
  const hint = missingFile(word, terminal);
  throw invalid(
    word.length > 200
      ? 'The argument is neither a file nor a PSBT or transaction. Copy it again, or save it as a file'
      : /^\w+:\/\//.test(word)
        ? `“${word}” is an internet address. Download the file first, then name the file`
        : `Can’t read “${word}”: ${readProblem(word)}${hint === undefined ? '' : `. ${hint}`}`,
  );
}

/**
 * Returns the PSBT or transaction in a text that has quotes or a method's JSON around it. Some
 * programs break hexadecimal and base64 into lines.
 */
export function plainText(text: string): string {
  const inner = unwrapText(text);
  const joined = inner.replace(/\s/g, '');
  const bytes = decodeHex(joined);
  if (bytes !== undefined) return /^70736274ff/i.test(joined) ? encodeBase64(bytes) : joined;
  return /^cHNidP/.test(joined) ? joined : inner;
}

/** Returns true for an address of any network. */
export const isAnyAddress = (text: string): boolean =>
  Object.values(networks).some((network) => !('error' in decodeAddress(text, network)));

function isTransaction(text: string): boolean {
  return decodeHex(text) !== undefined || (decodeBase64(text)?.length ?? 0) > 10;
}

/** Returns true for a raw transaction, false for a PSBT. */
export const isRaw = (text: string): boolean => decodeHex(text) !== undefined;

/** Parses the PSBT of a command that takes no transaction. `refusal`: the error for one. */
export async function requirePsbt(text: string, context: Context, refusal: string): Promise<Psbt> {
  const bytes = decodeHex(text);
  if (bytes !== undefined && isWholeTransaction(bytes)) throw invalid(refusal);
  return parsePsbt(text, context);
}

/** Rejects `-` for both the transaction and the keys, unless the keys are typed. */
export function requireTwoSources(
  word: string,
  keys: readonly string[],
  terminal: SafeTerminal,
): void {
  const piped = [word, ...keys].filter((each) => each === '-').length;
  if (piped < 2 || terminal.readSecret !== undefined) return;
  throw invalid(
    'Standard input can be the transaction or the keys, not both. Use a file for one of them',
  );
}
