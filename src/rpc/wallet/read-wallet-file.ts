import { type ImportedWallet, importWallet } from '../../formats/import.ts';
import type { Context } from '../context.ts';
import { RpcCode, RpcError } from '../error.ts';

/** What a file of another program says of a wallet, or the reason why nothing. */
export function readWalletFile(
  file: string,
  password: string | undefined,
  { network, secp256k1 }: Context,
): ImportedWallet {
  const read = importWallet(file, { network, secp256k1 }, { password });
  if ('error' in read) throw new RpcError(RpcCode.DESERIALIZATION_ERROR, read.error);
  return read;
}

/** Every method that reads such a file takes it so. */
export const walletFileParams = [
  {
    name: 'file',
    type: 'string',
    required: true,
    freeText: true,
    help: 'The text of the file; on the command line @FILE reads it',
  },
  {
    name: 'password',
    type: 'string',
    required: false,
    secret: true,
    freeText: true,
    help: "Of Electrum's encrypted files; of an encrypted BSMS record its token, in hexadecimal",
  },
] as const;
