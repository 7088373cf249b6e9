import { formatAmount, MAX_MONEY } from '../../encoding/amount.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { invariant } from '../../encoding/invariant.ts';
import { loadPart } from '../../encoding/load-part.ts';
import type { FailedInput, SigningOutcome } from '../../signing/job.ts';
import { encodeTransaction } from '../../transaction/codec.ts';
import { type Coin, outPointKey, type TxIn } from '../../transaction/transaction.ts';
import type { Context } from '../context.ts';
import { shape } from '../declare-shape.ts';
import { type RpcError, typeError } from '../error.ts';
import type { shapeInputDetails } from '../explain/input-details.ts';
import { inputErrorSentence } from '../explain/input-error-sentence.ts';
import { bool, hex, list, num, rows, str } from '../fields.ts';
import { fromPlain } from '../plain.ts';
import { inputDetailFields } from './input-details-result.ts';

/** Warnings about what a signature does not prove. */
export const coinWarnings = list.optional(
  'warnings',
  'Warnings about the coins and the fee',
  [str()],
  (result: { readonly warnings: readonly string[] }) => result.warnings,
  { beyondCore: true },
);

type Signed = SigningOutcome & {
  readonly coins: ReadonlyMap<string, Coin>;
  readonly warnings: readonly string[];
  /** Describes the inputs with errors, if the option details is true. */
  readonly explain: typeof shapeInputDetails | undefined;
};

/** Loads what describes inputs with errors, if the context asks for it. */
export async function loadDetails({ details }: Context): Promise<Signed['explain']> {
  if (details !== true) return undefined;
  const explain = await loadPart(
    async () => (await import('../explain/input-details.ts')).shapeInputDetails,
  );
  return explain;
}

const failedInput = shape<TxIn & { readonly error: string }>([
  hex('txid', 'The transaction that the input spends from', (i) => i.prevout.txid),
  num('vout', 'The number of its output', (i) => i.prevout.vout),
  list('witness', 'The witness', [hex()], (i) => i.witness),
  hex('scriptSig', 'The signature script', (i) => i.scriptSig),
  num('sequence', 'The sequence number', (i) => i.sequence),
  str('error', 'The error message', (i) => i.error),
]);

/**
 * The result of methods that sign raw transactions. Throws for the first input whose amount is
 * missing, as Core: SignTransactionResultToJSON (rpc/rawtransaction_util.cpp).
 */
export const signingResult = shape<Signed>([
  hex('hex', 'The transaction with signatures', (s) => encodeTransaction(s.transaction)),
  bool('complete', 'True if every input is completely signed', (s) => s.complete),
  rows.optional('errors', 'The inputs that are not complete', failedInput, (s) =>
    s.errors.map((failed) => withError(failed, s)),
  ),
  coinWarnings,
  rows.optional(
    'details',
    'More about these inputs, if the option details is true',
    inputDetailFields,
    (s) => s.explain?.(s).map(fromPlain),
    { beyondCore: true },
  ),
]);

function withError({ index, error }: FailedInput, { transaction, coins }: Signed) {
  const input = transaction.inputs[index];
  invariant(input !== undefined, 'errors are those of inputs');
  if (error.kind === 'missing-amount') throw missingAmount(coins.get(outPointKey(input.prevout)));
  return { ...input, error: inputErrorSentence(error) };
}

/**
 * Returns Core's error, with its mark of an unknown amount and the start of the script
 * (CTxOut::ToString).
 */
function missingAmount(coin: Coin | undefined): RpcError {
  invariant(coin !== undefined, 'an amount is missing of a coin that is known');
  const script = encodeHex(coin.scriptPubKey).slice(0, 30);
  return typeError(
    `Missing amount for CTxOut(nValue=${formatAmount(MAX_MONEY)}, scriptPubKey=${script})`,
  );
}
