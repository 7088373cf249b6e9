import { type ImportedWallet, importWallet } from '../../formats/import.ts';
import type { Context } from '../context.ts';
import { deserializationError } from '../error.ts';
import { str } from '../fields.ts';

/** Parses another program's wallet file, or explains why not. */
export function readWalletFile(
  file: string,
  password: string | undefined,
  { network, secp256k1 }: Context,
): ImportedWallet {
  const read = importWallet(file, { network, secp256k1 }, { password });
  if ('error' in read) throw deserializationError(read.error);
  return read;
}

/** Parameters of all methods that read such a file. */
export const walletFileParams = [
  str('file', 'The text of the file; on the command line @FILE reads it', { freeText: true }),
  str.optional(
    'password',
    'The password of an encrypted Electrum file, or the token of an encrypted BSMS record in hexadecimal',
    { secret: true, freeText: true },
  ),
] as const;
