import { kernelSecp256k1 } from '../../crypto/kernel-backend.ts';
import { getMember, isJsonArray, isJsonObject, type Json } from '../../json/json.ts';
import { printJson } from '../../json/print.ts';
import { isSignatureText } from '../../rpc/signing/judge-message.ts';
import type { Options } from '../options/load.ts';
import { ADD_CHECKSUM } from './explain.ts';
import { addressHint } from './explain-arguments.ts';

/** Returns a hint about a negative result: false, or an address that is not valid. */
export function resultHint(
  name: string,
  result: Json,
  params: Json,
  { network }: Options,
): string | undefined {
  if (name === 'importdescriptors') {
    return printJson(result).includes('"Missing checksum"') ? ADD_CHECKSUM : undefined;
  }
  if (name === 'validateaddress') return addressHint(params, network);
  if (name === 'createwallet') return network.name === 'main' ? newWalletHint(params) : undefined;
  return name === 'verifymessage' && result === false ? signatureHint(params) : undefined;
}

/** Returns what is wrong with a message signature that is not valid. */
function signatureHint(params: Json): string {
  const text = isJsonObject(params)
    ? getMember(params, 'signature')
    : isJsonArray(params)
      ? (params[1] ?? null)
      : null;
  const isWhole = typeof text !== 'string' || isSignatureText(text, kernelSecp256k1);
  return isWhole
    ? 'The signature is not valid. For the reason, add true at the end of the command'
    : `The signature is cut off, or has a wrong character: it has ${text.length} characters. One of the old format has 88. Copy it again`;
}

/** Returns what a new wallet with private keys and without a passphrase needs. */
function newWalletHint(params: Json): string | undefined {
  const at = (name: string, position: number): Json =>
    isJsonObject(params)
      ? getMember(params, name)
      : isJsonArray(params)
        ? (params[position] ?? null)
        : null;
  const passphrase = at('passphrase', 3);
  const isEncrypted = typeof passphrase === 'string' && passphrase !== '';
  if (isEncrypted || at('disable_private_keys', 1) === true) return undefined;
  return 'This wallet has no passphrase and no backup yet. Use encryptwallet and backupwallet before it receives money';
}
