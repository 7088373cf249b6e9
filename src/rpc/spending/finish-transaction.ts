import { encodeHex } from '../../encoding/hex.ts';
import { type JsonObject, jsonObject } from '../../json/json.ts';
import { encodeTransaction } from '../../transaction/codec.ts';
import { transactionId } from '../../transaction/txid.ts';
import { waitingNotes } from '../../wallet/ledger/outbox.ts';
import type { Context } from '../context.ts';
import { requestedDetails } from '../explain/psbt-details.ts';
import { formatPsbt } from '../parse/psbt-argument.ts';
import { getBool, readMember } from '../values.ts';
import type { WalletCall } from '../wallet/wallet-call.ts';
import { type Signing, signForWallet } from './sign-for-wallet.ts';
import { silentNotes } from './silent-payments.ts';
import { storeAndSend } from './store-and-send.ts';

export type Finishing = {
  readonly call: WalletCall;
  readonly options: JsonObject;
  readonly context: Context;
};

/**
 * Signs as far as the wallet and its signer can, stores a complete transaction, and sends it. Core:
 * FinishTransaction (wallet/rpc/spend.cpp).
 */
export async function finishTransaction(
  signing: Signing,
  { call, options, context }: Finishing,
): Promise<JsonObject> {
  const { psbt, complete } = await signForWallet(signing, call, context);
  const isPsbtWanted = readMember(options, 'psbt', getBool) ?? false;
  const isKept = (readMember(options, 'add_to_wallet', getBool) ?? true) && !isPsbtWanted;
  const toSend = isKept ? complete : undefined;
  if (toSend !== undefined) {
    const notes = new Map([...waitingNotes, ...silentNotes(psbt, context)]);
    await storeAndSend(toSend, notes, call, context);
  }
  return jsonObject({
    psbt: toSend === undefined ? formatPsbt(psbt) : undefined,
    txid: complete && transactionId(complete),
    hex: toSend === undefined ? complete && encodeHex(encodeTransaction(complete)) : undefined,
    complete: complete !== undefined,
    details: complete === undefined ? await requestedDetails(psbt, context) : undefined,
  });
}
