import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { type Bytes, emptyBytes, equalBytes } from '../encoding/bytes.ts';
import { invariant } from '../encoding/invariant.ts';
import { encodePsbt } from '../psbt/encode.ts';
import { createPsbt, type PsbtInput } from '../psbt/psbt.ts';
import { matchWitnessProgram } from '../script/script.ts';
import { Sighash } from '../sighash/sighash-type.ts';
import type { BatchSigner } from '../signing/batch-signer.ts';
import type { FailedInput } from '../signing/job.ts';
import type { SigningProvider } from '../signing/provider.ts';
import { signTransactionTask } from '../signing/sign-transaction.ts';
import type { Task } from '../signing/task.ts';
import {
  type OutPoint,
  outPointKey,
  type Transaction,
  type TxOut,
} from '../transaction/transaction.ts';
import { transactionId } from '../transaction/txid.ts';
import type { Message } from './message.ts';
import {
  type MessageFormat,
  writePsbtText,
  writeTransactionText,
  writeWitness,
} from './signature-text.ts';
import { verifyMessage } from './verify.ts';
import { type MessageLocks, toSign, toSpend } from './virtual-transactions.ts';

/** A coin for a proof of funds. */
export type CoinToProve = {
  /** The output. */
  readonly prevout: OutPoint;
  /** The coin. */
  readonly output: TxOut;
  /**
   * The transaction that created it, which proves the amount. Required for coins that are not
   * segwit.
   */
  readonly previousTransaction?: Transaction | undefined;
};

/** A message to sign by script, with its keys. */
export type MessageJob = MessageLocks & {
  /** The message to sign. */
  readonly message: Message;
  /** The scriptPubKey of the address. */
  readonly scriptPubKey: Bytes;
  /** The keys and scripts. */
  readonly provider: SigningProvider;
  /**
   * Default: `simple` for native segwit without time locks, `proof-of-funds` with coins, `full`
   * otherwise.
   */
  readonly format?: Exclude<MessageFormat, 'legacy'> | undefined;
  /** The coins of a proof of funds. */
  readonly coins?: readonly CoinToProve[] | undefined;
  /** The curve to make and verify signatures. */
  readonly secp256k1: Secp256k1;
};

/** The reason why a message is not signed. */
export type MessageFailure =
  /**
   * The format does not fit. `simple` is for native segwit without time locks and coins; `full` is
   * for no coins.
   */
  | {
      /** Error for programs. */
      readonly error: 'FORMAT';
    }
  /** The coin with this index is not segwit, and its transaction is missing or wrong. */
  | {
      /** Error for programs. */
      readonly error: 'PREVIOUS_TRANSACTION';
      /** Index in the list of coins, from 0. */
      readonly coin: number;
    }
  /** Keys or scripts are missing. The first input is the address, and the others are the coins. */
  | {
      /** Error for programs. */
      readonly error: 'NOT_SIGNED';
      /** Unsigned inputs, with the reason. */
      readonly inputs: readonly FailedInput[];
    };

/** Makes and verifies a signature, and returns it as text with BIP322's prefix. */
export function* signMessageTask(
  job: MessageJob,
  signer: BatchSigner,
): Task<string | MessageFailure> {
  const { message, scriptPubKey: script, provider, coins = [], secp256k1 } = job;
  const spend = toSpend(message, script);
  const prevouts = coins.map(({ prevout }) => prevout);
  const unsigned = toSign(spend, prevouts, job);
  const format = formatOf(job, unsigned);
  if (format === undefined) return { error: 'FORMAT' };
  const coin = coins.findIndex((each) => !isAmountProven(each));
  if (coin >= 0) return { error: 'PREVIOUS_TRANSACTION', coin };
  const outputs = [{ value: 0n, scriptPubKey: script }, ...coins.map(({ output }) => output)];
  const known = new Map(
    unsigned.inputs.map(({ prevout }, i) => {
      const { value = 0n, scriptPubKey = script } = outputs[i] ?? {};
      return [outPointKey(prevout), { value, scriptPubKey }] as const;
    }),
  );
  const sighashType = Sighash.DEFAULT;
  const signing = { transaction: unsigned, coins: known, provider, sighashType, secp256k1 };
  const { complete, errors, transaction } = yield* signTransactionTask(signing, signer);
  if (!complete) return { error: 'NOT_SIGNED', inputs: errors };
  const signature = textOf(format, transaction, spend, coins);
  const { state } = verifyMessage({ message, scriptPubKey: script, signature }, secp256k1);
  invariant(state === 'valid', 'what the interpreter has passed is a signature');
  return signature;
}

/** Returns the format; `undefined` if the requested one does not fit. */
function formatOf(
  { format, scriptPubKey: script, coins = [] }: MessageJob,
  { version, locktime, inputs }: Transaction,
) {
  const isPlain = version === 0 && locktime === 0 && inputs[0]?.sequence === 0;
  const isSimple = coins.length === 0 && isPlain && matchWitnessProgram(script) !== undefined;
  if (format === 'simple' && !isSimple) return undefined;
  if (format === 'full' && coins.length > 0) return undefined;
  return format ?? (coins.length > 0 ? 'proof-of-funds' : isSimple ? 'simple' : 'full');
}

/** Returns true if the amount is proven. A previous transaction with another id proves nothing. */
function isAmountProven({ prevout, output, previousTransaction: previous }: CoinToProve): boolean {
  if (previous === undefined) return matchWitnessProgram(output.scriptPubKey) !== undefined;
  const made = previous.outputs[prevout.vout];
  if (made === undefined || transactionId(previous) !== prevout.txid) return false;
  return made.value === output.value && equalBytes(made.scriptPubKey, output.scriptPubKey);
}

function textOf(
  format: Exclude<MessageFormat, 'legacy'>,
  transaction: Transaction,
  spend: Transaction,
  coins: readonly CoinToProve[],
): string {
  if (format === 'simple') return writeWitness(transaction.inputs[0]?.witness ?? []);
  if (format === 'full') return writeTransactionText(transaction);
  const [first] = spend.outputs;
  const spent = [{ output: first, previousTransaction: spend }, ...coins];
  const blank = createPsbt(transaction, 0);
  const inputs = blank.inputs.map((input, i): PsbtInput => {
    const { scriptSig: finalScriptSig = emptyBytes, witness: finalWitness = [] } =
      transaction.inputs[i] ?? {};
    const { output: witnessUtxo, previousTransaction: nonWitnessUtxo } = spent[i] ?? {};
    const isNative = witnessUtxo && matchWitnessProgram(witnessUtxo.scriptPubKey) !== undefined;
    const utxo = isNative ? { witnessUtxo } : {};
    return { ...input, ...utxo, nonWitnessUtxo, finalScriptSig, finalWitness };
  });
  const psbt = encodePsbt({ ...blank, inputs });
  invariant(psbt !== undefined, 'a PSBT of version 0 holds every transaction');
  return writePsbtText(psbt);
}
