import type { Secp256k1 } from '../../crypto/secp256k1.ts';
import {
  type FlatSigningProvider,
  toSigningProvider,
} from '../../descriptor/flat-signing-provider.ts';
import { ColdsignError } from '../../encoding/coldsign-error.ts';
import { invariant } from '../../encoding/invariant.ts';
import { createPsbt, type Psbt, type PsbtInput } from '../../psbt/psbt.ts';
import { signPsbt } from '../../psbt/sign-psbt.ts';
import { matchWitnessProgram } from '../../script/script.ts';
import { emptyProvider } from '../../signing/miniscript-provider.ts';
import { hideFromProvider } from '../../signing/provider.ts';
import { outPointKey, type Transaction } from '../../transaction/transaction.ts';
import type { OpenCoin } from './coin-account.ts';
import { checkFee } from './fee.ts';

type Facts = {
  readonly flatProvider: FlatSigningProvider;
  readonly secp256k1: Secp256k1;
  readonly psbtVersion: 0 | 2;
};

/** Makes a PSBT with the coins, scripts, keys and their origins: BIP174's Creator and Updater. */
export function buildFundedPsbt(
  transaction: Transaction,
  coins: readonly OpenCoin[],
  { flatProvider, secp256k1, psbtVersion }: Facts,
): Psbt {
  const blank = createPsbt(transaction, psbtVersion);
  const byKey = new Map(coins.map((coin) => [outPointKey(coin), coin]));
  const inputs = blank.inputs.map((input) =>
    withCoin(input, byKey.get(outPointKey(input.prevout))),
  );
  const provider = hideFromProvider(toSigningProvider(flatProvider), {
    secrets: true,
    origins: false,
  });
  const known = signPsbt({ psbt: { ...blank, inputs }, provider, secp256k1, finalize: false });
  invariant('psbt' in known, 'no input asks for a lock time or a type of signature');
  checkPreviousTransactions(known.psbt);
  return known.psbt;
}

/** Throws `FEE_TOO_HIGH` for a PSBT beyond the limits. */
export const checkFundedFee = (
  psbt: Psbt,
  limits: Parameters<typeof checkFee>[1],
  secp256k1: Secp256k1,
): void => checkFee(psbt, limits, { secp256k1, provider: emptyProvider });

/** Adds what is known of the coin that an input spends. */
export function withCoin(input: PsbtInput, coin: OpenCoin | undefined): PsbtInput {
  invariant(coin !== undefined, 'only coins that were given are spent');
  const { value, scriptPubKey, previousTransaction } = coin;
  return previousTransaction === undefined
    ? { ...input, witnessUtxo: { value, scriptPubKey } }
    : { ...input, nonWitnessUtxo: previousTransaction };
}

/**
 * Requires previous transactions of legacy coins. Signers ask for them, because a legacy signature
 * does not commit to the amount.
 */
export function checkPreviousTransactions({ inputs }: Pick<Psbt, 'inputs'>): void {
  const lacking = inputs.filter(({ nonWitnessUtxo, witnessUtxo, redeemScript }) => {
    const isNested = matchWitnessProgram(redeemScript) !== undefined;
    const isSegwit = witnessUtxo && matchWitnessProgram(witnessUtxo.scriptPubKey) !== undefined;
    return nonWitnessUtxo === undefined && !isSegwit && !isNested;
  });
  if (lacking.length === 0) return;
  const list = lacking.map(({ prevout }) => outPointKey(prevout)).join(', ');
  throw new ColdsignError(
    'PREVIOUS_TRANSACTION_MISSING',
    `Legacy coins can only be signed for with the transactions that made them: ${list}`,
    {
      hint: 'Ask for them (/tx/TXID/hex, blockchain.transaction.get, getrawtransaction) and hand them to account.coins() as { ...utxo, hex }.',
    },
  );
}
