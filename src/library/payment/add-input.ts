import { refuseMore } from '../../arguments/count-arguments.ts';
import { reading } from '../../arguments/reading.ts';
import { appSecp256k1 } from '../../crypto/app-curve.ts';
import { curveOf } from '../../crypto/complete-curve.ts';
import { expandMany } from '../../descriptor/expand.ts';
import { toSigningProvider } from '../../descriptor/flat-signing-provider.ts';
import { privateKeyLookup } from '../../descriptor/private-keys.ts';
import { type Bytes, emptyBytes, equalBytes } from '../../encoding/bytes.ts';
import { argumentError, ColdsignError } from '../../encoding/coldsign-error.ts';
import { invariant } from '../../encoding/invariant.ts';
import { lastOf } from '../../encoding/list.ts';
import { emptyPsbtInput, type Psbt, type PsbtInput } from '../../psbt/psbt.ts';
import { signPsbt } from '../../psbt/sign-psbt.ts';
import { globalShares, silentRecipient } from '../../psbt/silent-fields.ts';
import { hideFromProvider } from '../../signing/provider.ts';
import { outPointKey } from '../../transaction/transaction.ts';
import { openAccount } from './account.ts';
import { keyCachesOf } from './account-finder.ts';
import { checkArgument } from './arguments.ts';
import { checkPsbt } from './checked-psbt.ts';
import { type OpenCoin, openCoins } from './coin-account.ts';
import { checkPreviousTransactions, withCoin } from './funded-psbt.ts';
import { isImmature } from './funding-coins.ts';
import type { AccountCoin } from './types.ts';

/** Options of `addInput`. */
export type AddInputOptions = {
  /** The index of the new input, from 0. Default: after the last one. */
  readonly index?: number | undefined;
  /** The sequence of the new input. Default: that of the first input. */
  readonly sequence?: number | undefined;
};

/**
 * Adds a coin, with its scripts, keys and key origins, to the payment of another person, such as
 * the original of a payjoin (BIP78). The outputs stay as they are, so the whole coin would become
 * fee: raise an output before you sign. Removes the signatures that no longer hold, so that their
 * signers sign again. Signatures with `ANYONECANPAY` stay.
 *
 * @param psbt - The payment. Version 2 needs the flag by which its author lets others add inputs
 *   (BIP370).
 * @param coin - A coin that `account.coins` made.
 * @throws `ColdsignError`: `WRONG_ARGUMENT` if the coin is spent already or no input may be added,
 *   `IMMATURE_COIN`, `PREVIOUS_TRANSACTION_MISSING` for a legacy coin, `SILENT_PAYMENT`.
 */
export function addInput(psbt: Psbt, coin: AccountCoin, options: AddInputOptions = {}): Psbt {
  refuseMore('addInput', arguments, 3, 'Write addInput(psbt, coin, { index }).');
  const { inputs, outputs } = checkPsbt(psbt);
  checkArgument('coin', coin, 'AccountCoin', 'account.coins makes coins.');
  const { index = inputs.length, sequence = inputs[0]?.sequence } = checkArgument(
    'options',
    options,
    'AddInputOptions',
  );
  checkAddition(psbt, coin);
  if (index > inputs.length || index < 0) {
    throw argumentError(
      `index must be a whole number from 0 to ${inputs.length}`,
      'Leave it out for a place after the last input.',
    );
  }
  if (outputs.some((output) => silentRecipient(output).recipient) || hasShares(psbt)) {
    throw new ColdsignError(
      'SILENT_PAYMENT',
      'The payment has silent payment outputs, whose scripts depend on all inputs',
      { hint: 'Ask the payer to make it again with all coins.' },
    );
  }
  const added = reading(() => {
    const [open] = openCoins([coin], undefined, openAccount);
    invariant(open !== undefined, 'one coin was opened');
    return describeInput(open, sequence);
  }, unreadable);
  checkPreviousTransactions({ inputs: [added] });
  const isLast = index === inputs.length;
  const others = inputs.map((input) => withoutSignatures(input, isLast));
  return { ...psbt, inputs: [...others.slice(0, index), added, ...others.slice(index)] };
}

function checkAddition({ version, txModifiable = 0, inputs }: Psbt, coin: AccountCoin): void {
  const spender = inputs.findIndex(({ prevout }) => outPointKey(prevout) === outPointKey(coin));
  if (spender >= 0) {
    throw argumentError(`input ${spender} spends this coin already`, 'Choose another coin.');
  }
  if (version === 2 && (txModifiable & 1) === 0) {
    throw argumentError(
      'The PSBT does not let others add inputs (BIP370)',
      'Ask its author for one that does, or for version 0.',
    );
  }
  if (isImmature(coin)) {
    throw new ColdsignError('IMMATURE_COIN', 'The coin of a miner is younger than 100 blocks', {
      hint: 'Choose another coin, or wait.',
    });
  }
}

const unreadable = () =>
  argumentError('The coin is not at its place in its account', 'Give a coin of account.coins.');

const hasShares = (psbt: Psbt): boolean => globalShares(psbt).shares.size > 0;

/** Describes the input that spends a coin: its output, scripts, keys and their origins. */
function describeInput(coin: OpenCoin, sequence: number | undefined): PsbtInput {
  const { account, side, index, txid, vout } = coin;
  const readCache = keyCachesOf(account)[side === 'receive' ? 0 : 1];
  const secp256k1 = curveOf(account.secp256k1);
  const source = { secp256k1, findPrivateKey: privateKeyLookup(account.privateKeys), readCache };
  const [expansion] = expandMany(account[side], [index], source);
  if (!expansion?.scripts.some((script) => equalBytes(script, coin.scriptPubKey))) {
    throw unreadable();
  }
  const provider = hideFromProvider(toSigningProvider(expansion.flatProvider), {
    secrets: true,
    origins: false,
  });
  const input = withCoin(emptyPsbtInput({ txid, vout }, sequence), coin);
  const psbt: Psbt = {
    version: 2,
    txVersion: 2,
    fallbackLocktime: undefined,
    txModifiable: undefined,
    xpubs: [],
    inputs: [input],
    outputs: [],
    proprietary: [],
    unknown: [],
  };
  const known = signPsbt({ psbt, provider, secp256k1: appSecp256k1, finalize: false });
  invariant('psbt' in known, 'no input asks for a lock time or a type of signature');
  return known.psbt.inputs[0] ?? input;
}

const ANYONECANPAY = 0x80;
const SINGLE = 0x03;

/** Checks if a signature holds although another input is added. */
function survives(type: number | undefined, isLast: boolean): boolean {
  if (type === undefined || (type & ANYONECANPAY) === 0) return false;
  return isLast || (type & 0x1f) !== SINGLE;
}

/** The type of an ECDSA signature is its last byte; that of a Schnorr signature is byte 65. */
const typeOfSchnorr = (signature: Bytes) => (signature.length > 64 ? signature[64] : undefined);

function withoutSignatures(input: PsbtInput, isLast: boolean): PsbtInput {
  const { tapKeySignature } = input;
  const keepsKey = tapKeySignature && survives(typeOfSchnorr(tapKeySignature), isLast);
  return {
    ...input,
    partialSignatures: input.partialSignatures.filter(({ signature }) =>
      survives(lastOf(signature), isLast),
    ),
    finalScriptSig: emptyBytes,
    finalWitness: [],
    tapKeySignature: keepsKey ? tapKeySignature : undefined,
    tapScriptSignatures: input.tapScriptSignatures.filter(({ signature }) =>
      survives(typeOfSchnorr(signature), isLast),
    ),
    musigPubNonces: [],
    musigPartialSignatures: [],
  };
}
