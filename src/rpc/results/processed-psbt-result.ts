import { withFinalScripts } from '../../psbt/finalize.ts';
import type { SignedPsbt } from '../../psbt/process-psbt.ts';
import { encodeTransaction } from '../../transaction/codec.ts';
import type { Context } from '../context.ts';
import { shape } from '../declare-shape.ts';
import { bool, hex, str } from '../fields.ts';
import { formatPsbt } from '../parse/psbt-argument.ts';
import { psbtDetailsResult } from './psbt-details-result.ts';
import { coinWarnings } from './signing-result.ts';

export const psbtResult = str('', 'The PSBT in base64');

/** The result of walletprocesspsbt and descriptorprocesspsbt. */
export const processedPsbtResult = shape<
  SignedPsbt & { readonly warnings: readonly string[] },
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
