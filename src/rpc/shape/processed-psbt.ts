import type { Secp256k1 } from '../../crypto/secp256k1.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { type JsonObject, jsonObject } from '../../json/json.ts';
import { extractTransaction, finalizePsbt } from '../../psbt/finalize.ts';
import type { Psbt } from '../../psbt/psbt.ts';
import { encodeTransaction } from '../../transaction/codec.ts';
import { formatPsbt } from '../parse/psbt.ts';

/** What walletprocesspsbt and descriptorprocesspsbt answer. */
export function shapeProcessedPsbt(
  psbt: Psbt,
  complete: boolean,
  secp256k1: Secp256k1,
): JsonObject {
  const transaction = complete ? extractTransaction(finalizePsbt(psbt, secp256k1).psbt) : undefined;
  return jsonObject({
    psbt: formatPsbt(psbt),
    complete,
    hex: transaction && encodeHex(encodeTransaction(transaction)),
  });
}
