import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { isMoneyRange } from '../encoding/amount.ts';
import { type Bytes, emptyBytes, equalBytes } from '../encoding/bytes.ts';
import { lastOf } from '../encoding/list.ts';
import { withFinalScripts } from '../psbt/finalize.ts';
import type { SignatureChecker } from '../script/checker.ts';
import { Op } from '../script/opcodes.ts';
import { isPayToScriptHash, matchWitnessProgram, walkScript } from '../script/script.ts';
import type { ScriptError } from '../script/script-error.ts';
import { annexOf } from '../script/taproot.ts';
import { createSighashCache, type SighashCache } from '../sighash/cache.ts';
import { Sighash } from '../sighash/sighash-type.ts';
import { transactionChecker } from '../sighash/transaction-checker.ts';
import { verifySpend } from '../signing/verify-inputs.ts';
import { checkTransaction } from '../transaction/check.ts';
import { type Coin, outPointKey, type Transaction } from '../transaction/transaction.ts';
import { transactionId } from '../transaction/txid.ts';
import { verifyBip137 } from './compact-signature.ts';
import type { Message } from './message.ts';
import { type ClaimedCoin, coinsOf } from './proof-of-funds.ts';
import { type MessageFormat, type ReadSignature, readSignature } from './signature-text.ts';
import { DATA_SCRIPT, toSign, toSpend } from './virtual-transactions.ts';

/** The reason why a signature is invalid or inconclusive. */
export type MessageFault =
  /** The text is not a signature of a message. */
  | 'MALFORMED'
  /**
   * The signature is by a single key, but the script does not belong to one, or the key or the
   * message differs.
   */
  | 'OTHER_KEY'
  /** `to_sign` is not built for this message and script as BIP322 requires. */
  | 'OTHER_MESSAGE'
  /** `to_sign` is not a valid transaction. */
  | 'INVALID_TRANSACTION'
  /** A coin of the proof is missing or contradictory. */
  | 'UNKNOWN_COIN'
  /** A signature has another type than ALL, or DEFAULT in taproot. */
  | 'SIGHASH_TYPE'
  /** A script has OP_CODESEPARATOR. */
  | 'CODE_SEPARATOR'
  /** A script is invalid; see `scriptError`. */
  | 'SCRIPT'
  /**
   * The signature uses rules reserved for upgrades: `to_sign` has another version than 0 and 2, or
   * a script is of a later version.
   */
  | 'UPGRADE';

/** The result of verifying a signed message. */
export type MessageVerdict = {
  /**
   * `inconclusive`: today's rules do not decide. `valid`: at `locktime`, with a coin of age
   * `sequence`, and with the coins claimed in `coins`.
   */
  readonly state: 'valid' | 'inconclusive' | 'invalid';
  /** The format; `undefined` if the text has none. */
  readonly format: MessageFormat | undefined;
  /** The error; absent if it is valid. */
  readonly error?: MessageFault | undefined;
  /** The script error. */
  readonly scriptError?: ScriptError | undefined;
  /**
   * The time before which the signer could not spend from the address. Below 500,000,000 it is a
   * block height, else seconds since 1970. 0 means at any time.
   */
  readonly locktime: number;
  /**
   * The age at which the signer can spend a coin of the address (BIP68, `nSequence`); 0 means any.
   */
  readonly sequence: number;
  /** Further coins that the signer claims. Only a proof of funds has them. */
  readonly coins: readonly ClaimedCoin[];
};

/** A signed message to verify. */
export type SignedMessage = {
  /** The claimed message. */
  readonly message: Message;
  /** The scriptPubKey of the address. */
  readonly scriptPubKey: Bytes;
  /** Base64, with or without BIP322's prefix. */
  readonly signature: string;
};

/**
 * Verifies the signature of a message by any script (BIP322), or by a key (BIP137 and Core's
 * signmessage). Does not check whether coins exist.
 */
export function verifyMessage(signed: SignedMessage, secp256k1: Secp256k1): MessageVerdict {
  const read = readSignature(signed.signature, secp256k1);
  const nothing = { format: read?.format, locktime: 0, sequence: 0, coins: [] };
  if (read === undefined) return { ...nothing, state: 'invalid', error: 'MALFORMED' };
  if (read.format !== 'legacy') return verifyByScript(signed, read, secp256k1);
  return verifyBip137(signed.message, read.signature, signed.scriptPubKey, secp256k1)
    ? { ...nothing, state: 'valid' }
    : { ...nothing, state: 'invalid', error: 'OTHER_KEY' };
}

type ByScript = Exclude<ReadSignature, { readonly format: 'legacy' }>;

function verifyByScript(
  { message, scriptPubKey: script }: SignedMessage,
  read: ByScript,
  secp256k1: Secp256k1,
): MessageVerdict {
  const spend = toSpend(message, script);
  const transaction = transactionOf(read, spend);
  const { format } = read;
  const locktime = transaction?.locktime ?? 0;
  const sequence = transaction?.inputs[0]?.sequence ?? 0;
  const coins = read.format === 'proof-of-funds' ? coinsOf(read.psbt) : [];
  const verdict = { format, locktime, sequence, coins: coins ?? [] };
  const found =
    transaction === undefined
      ? ({ error: 'INVALID_TRANSACTION' } as const)
      : findFault({ read, spend, transaction, coins, challenge: script }, secp256k1);
  if (found === undefined) return { ...verdict, state: 'valid' };
  return { ...verdict, ...found, state: found.error === 'UPGRADE' ? 'inconclusive' : 'invalid' };
}

function transactionOf(read: ByScript, spend: Transaction): Transaction | undefined {
  if (read.format === 'full') return read.transaction;
  if (read.format === 'proof-of-funds') return withFinalScripts(read.psbt);
  const { inputs, ...rest } = toSign(spend, [], {});
  return { ...rest, inputs: inputs.map((input) => ({ ...input, witness: read.witness })) };
}

type ScriptFailure = Pick<MessageVerdict, 'scriptError'> & { readonly error: MessageFault };

type Proof = {
  readonly read: ByScript;
  readonly spend: Transaction;
  readonly transaction: Transaction;
  readonly coins: readonly ClaimedCoin[] | undefined;
  readonly challenge: Bytes;
};

/** Runs BIP322's verification steps in order. */
function findFault(
  { read, spend, transaction, coins, challenge }: Proof,
  secp256k1: Secp256k1,
): ScriptFailure | undefined {
  if (!isBuiltFor(spend, transaction)) return { error: 'OTHER_MESSAGE' };
  // Only a proof of funds contains coins; a complete transaction has no place for them.
  if (coins === undefined || coins.length !== transaction.inputs.length - 1) {
    return { error: 'UNKNOWN_COIN' };
  }
  if (read.format === 'simple' && matchWitnessProgram(challenge) === undefined) {
    return { error: 'SCRIPT', scriptError: 'WITNESS_UNEXPECTED' };
  }
  if (checkTransaction(transaction) !== undefined) return { error: 'INVALID_TRANSACTION' };
  if (coins.some(({ value }) => !isMoneyRange(value))) return { error: 'INVALID_TRANSACTION' };
  const spent: readonly Coin[] = [{ value: 0n, scriptPubKey: challenge }, ...coins];
  const cache = createSighashCache(transaction, [...spent]);
  const found = transaction.inputs.map((_, index) => checkInput(cache, index, secp256k1));
  const failed = found.filter((each) => each !== undefined);
  const invalid = failed.find(({ error }) => error !== 'UPGRADE');
  if (invalid !== undefined) return invalid;
  const isKnown = transaction.version === 0 || transaction.version === 2;
  return isKnown ? failed[0] : { error: 'UPGRADE' };
}

/**
 * Checks that "its first input spends the output of to_spend", with "exactly one output, as
 * specified above" (BIP322).
 */
function isBuiltFor(spend: Transaction, { inputs, outputs }: Transaction): boolean {
  const [first] = inputs;
  const [output] = outputs;
  if (first === undefined || output === undefined || outputs.length !== 1) return false;
  const isSpent = outPointKey(first.prevout) === `${transactionId(spend)}:0`;
  return isSpent && output.value === 0n && equalBytes(output.scriptPubKey, DATA_SCRIPT);
}

/** Checks an input by the required rules, then by the upgradeable ones. */
function checkInput(
  cache: SighashCache,
  index: number,
  secp256k1: Secp256k1,
): ScriptFailure | undefined {
  const input = cache.transaction.inputs[index];
  const { scriptSig = emptyBytes, witness = [] } = input ?? {};
  const checker = transactionChecker(cache, index, secp256k1);
  let isOtherType = false;
  const strict: SignatureChecker = {
    ...checker,
    checkEcdsaSignature(signature, ...rest) {
      const holds = checker.checkEcdsaSignature(signature, ...rest);
      if (holds && lastOf(signature) !== Sighash.ALL) isOtherType = true;
      return holds;
    },
    checkSchnorrSignature(signature, ...rest) {
      const error = checker.checkSchnorrSignature(signature, ...rest);
      const isAll = signature.length === 64 || lastOf(signature) === Sighash.ALL;
      if (error === undefined && !isAll) isOtherType = true;
      return error;
    },
  };
  const failure = verifySpend(cache.coins[index], { scriptSig, witness }, strict);
  if (failure?.error.startsWith('DISCOURAGE_')) {
    return { error: 'UPGRADE', scriptError: failure.error };
  }
  if (failure !== undefined) return { error: 'SCRIPT', scriptError: failure.error };
  if (isOtherType) return { error: 'SIGHASH_TYPE' };
  const run = witnessScript(cache.coins[index]?.scriptPubKey ?? emptyBytes, scriptSig, witness);
  const hasSeparator = walkScript(run)?.some(({ opcode }) => opcode === Op.CODESEPARATOR);
  return hasSeparator ? { error: 'CODE_SEPARATOR' } : undefined;
}

/**
 * Returns the script in a valid witness; empty if there is none. Outside of witnesses the
 * interpreter itself refuses OP_CODESEPARATOR.
 */
function witnessScript(script: Bytes, scriptSig: Bytes, witness: readonly Bytes[]): Bytes {
  const isNested = isPayToScriptHash(script);
  const found = matchWitnessProgram(isNested ? scriptSig.subarray(1) : script);
  if (found?.program.length !== 32) return emptyBytes;
  if (found.version === 0) return lastOf(witness) ?? emptyBytes;
  const stack = annexOf(witness) ? witness.slice(0, -1) : witness;
  return stack.length >= 2 ? (stack[stack.length - 2] ?? emptyBytes) : emptyBytes;
}
