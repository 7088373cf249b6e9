import { encodeHex } from '../../encoding/hex.ts';
import { type JsonObject, jsonObject } from '../../json/json.ts';
import { withFinalScripts } from '../../psbt/finalize.ts';
import type { SignedPsbt } from '../../psbt/process-psbt.ts';
import { encodeTransaction } from '../../transaction/codec.ts';
import { formatPsbt } from '../parse/psbt-argument.ts';

/** Shapes the result of walletprocesspsbt and descriptorprocesspsbt. */
export function shapeProcessedPsbt(
  { psbt, complete }: SignedPsbt,
  warnings: readonly string[],
): JsonObject {
  const transaction = complete ? withFinalScripts(psbt) : undefined;
  return jsonObject({
    psbt: formatPsbt(psbt),
    complete,
    hex: transaction && encodeHex(encodeTransaction(transaction)),
    warnings: warnings.length > 0 ? warnings : undefined,
  });
}
