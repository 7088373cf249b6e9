import type { JsonArray, JsonObject } from '../../json/json.ts';
import { withFinalScripts } from '../../psbt/finalize.ts';
import type { SignedPsbt } from '../../psbt/process-psbt.ts';
import { encodeTransaction } from '../../transaction/codec.ts';
import type { Context } from '../context.ts';
import { shape } from '../declare-shape.ts';
import { requestedDetails } from '../explain/psbt-details.ts';
import { bool, hex, str } from '../fields.ts';
import { formatPsbt } from '../parse/psbt-argument.ts';
import { psbtDetailsResult } from './psbt-details-result.ts';
import { coinWarnings } from './signing-result.ts';

export const psbtResult = str('', 'The PSBT in base64');

type Processed = SignedPsbt & { readonly warnings: readonly string[] };

/** The result of walletprocesspsbt and descriptorprocesspsbt. */
export const processedPsbtResult = shape<
  Processed & { readonly details: JsonArray | undefined },
  Context
>([
  str('psbt', 'The PSBT in base64', (p) => formatPsbt(p.psbt)),
  bool('complete', 'True if every input is signed', (p) => p.complete),
  hex.optional('hex', 'The transaction, if it is complete', (p) => {
    const transaction = p.complete ? withFinalScripts(p.psbt) : undefined;
    return transaction && encodeTransaction(transaction);
  }),
  coinWarnings,
  psbtDetailsResult,
]);

/** Prints a processed PSBT, with details if they are requested. */
export async function showProcessed(found: Processed, context: Context): Promise<JsonObject> {
  const details = await requestedDetails(found.psbt, context);
  return processedPsbtResult.show({ ...found, details }, context);
}
