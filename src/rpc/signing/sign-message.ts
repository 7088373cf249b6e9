import { encodeBase64 } from '../../encoding/base64.ts';
import type { Bytes } from '../../encoding/bytes.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { type AddressKey, keyOfAddress, signCompactMany } from '../../message/compact-signature.ts';
import {
  type CoinToProve,
  type MessageFailure,
  type MessageJob,
  signMessageTask,
} from '../../message/sign.ts';
import { withoutPrefix } from '../../message/signature-text.ts';
import { formatAddress } from '../../script/address.ts';
import { solveScript } from '../../script/templates.ts';
import type { FailedInput } from '../../signing/job.ts';
import type { SigningProvider } from '../../signing/provider.ts';
import { nothingMissing } from '../../signing/signature-data.ts';
import { outPointKey } from '../../transaction/transaction.ts';
import type { Context } from '../context.ts';
import { invalid, type RpcError, walletError } from '../error.ts';
import type { MessageOptions } from '../parse/message-arguments.ts';
import { answerTogether } from '../together.ts';
import { runSigning } from './signers.ts';

/** A message, its address, and the keys to sign with. */
export type MessageToSign = {
  readonly message: string;
  /** The scriptPubKey of the address. */
  readonly script: Bytes;
  readonly provider: SigningProvider;
  readonly coins: readonly CoinToProve[];
  readonly options: MessageOptions;
};

/** Signs with the key of the address, like Core, or by its script (BIP322). */
export async function signMessage(wanted: MessageToSign, context: Context): Promise<string> {
  const { message, script, provider, coins, options } = wanted;
  const { locktime, sequence } = options;
  const isPlain = locktime === 0 && sequence === 0 && coins.length === 0;
  const isKeyHash = solveScript(script).kind === 'pubkeyhash';
  const format = options.format ?? (isKeyHash && isPlain ? 'legacy' : undefined);
  if (format === 'legacy') {
    const found = keyOfAddress(script, provider);
    if (found === undefined || !isPlain) throw wrongFormat();
    return signByKey(message, found, context);
  }
  const job: MessageJob = {
    message,
    scriptPubKey: script,
    provider,
    format,
    coins,
    locktime,
    sequence,
    secp256k1: context.secp256k1,
  };
  const signed = await runSigning(context, (by) => signMessageTask(job, by));
  if (typeof signed === 'string') {
    const text = options.prefix ? signed : withoutPrefix(signed);
    if (text !== undefined) return text;
    throw invalid('Only a simple signature can do without its prefix', 'Leave prefix out.');
  }
  throw failureOf(signed, wanted, context);
}

const signTogether = answerTogether(signCompactMany);

/** Signs with a key. Core: CWallet::SignMessage. */
async function signByKey(
  message: string,
  { key, kind }: AddressKey,
  { secp256k1 }: Context,
): Promise<string> {
  if (key === undefined) {
    throw walletError('Private key not available');
  }
  return encodeBase64(await signTogether({ message, key, kind }, secp256k1));
}

function wrongFormat(): RpcError {
  return invalid(
    'The format does not fit the request',
    'legacy is for addresses of one key (P2PKH, P2WPKH, P2WPKH in P2SH), simple for native segwit, both without locks and utxos; full is without utxos. Left out, the one that fits is taken.',
  );
}

function failureOf(
  failure: MessageFailure,
  { script, coins }: MessageToSign,
  { network }: Context,
): RpcError {
  if (failure.error === 'FORMAT') return wrongFormat();
  if (failure.error === 'PREVIOUS_TRANSACTION') {
    const coin = coins[failure.coin];
    return invalid(
      `The transaction that made ${coin ? outPointKey(coin.prevout) : 'a coin'} is not known`,
    );
  }
  const [first] = failure.inputs;
  const coin = first && coins[first.index - 1];
  const what = coin ? outPointKey(coin.prevout) : (formatAddress(script, network) ?? 'the script');
  return walletError('Private key not available', missingMessage(what, first));
}

function missingMessage(what: string, failed: FailedInput | undefined): string {
  const { redeemScript, witnessScript, publicKeys, signatures } = failed?.missing ?? nothingMissing;
  const script = redeemScript ?? witnessScript;
  if (script) return `The script of ${what} is not known here (its hash is ${encodeHex(script)}).`;
  const keys = [...signatures, ...publicKeys].map(encodeHex);
  if (keys.length > 0) return `For ${what} the private key of ${keys.join(', ')} is missing.`;
  const lock = failed?.error.kind === 'script' ? failed.error.error : undefined;
  return lock === 'UNSATISFIED_LOCKTIME'
    ? `The script of ${what} has a lock: say with locktime or sequence from when on it is signed for.`
    : `The script of ${what} is not satisfied by what is known here; where it has a lock, say locktime or sequence.`;
}
