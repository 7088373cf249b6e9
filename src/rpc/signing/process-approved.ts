import { findInMempool } from '../../chain/find-coins.ts';
import type { ChainSource } from '../../chain/source.ts';
import type { PsbtFault } from '../../psbt/input-signing.ts';
import type { SignedPsbt } from '../../psbt/process-psbt.ts';
import { isFinalized, type Psbt, type PsbtInput } from '../../psbt/psbt.ts';
import { type SilentSigning, silentSigning } from '../../psbt/silent-signing.ts';
import { isPayToScriptHash, matchWitnessProgram } from '../../script/script.ts';
import type { BatchSigner } from '../../signing/batch-signer.ts';
import type { MusigSource } from '../../signing/musig-creator.ts';
import type { SigningProvider } from '../../signing/provider.ts';
import type { Task } from '../../signing/task.ts';
import { outPointKey, type TxOut } from '../../transaction/transaction.ts';
import { requireChain } from '../chain.ts';
import type { Context } from '../context.ts';
import { deserializationError, type RpcError, verifyError } from '../error.ts';
import { profileRules } from '../profile.ts';
import { approvePsbt, type PsbtSigning } from './approve-psbt.ts';
import type { SigningLimits } from './fee-limits.ts';
import { runSigning } from './signers.ts';

/**
 * Converts a PSBT error. Core: PSBTErrorString (common/messages.cpp) with RPCErrorFromPSBTError
 * (rpc/util.cpp).
 */
export function psbtError(fault: PsbtFault): RpcError {
  switch (fault) {
    case 'SIGHASH_MISMATCH':
      return deserializationError('Specified sighash value does not match value stored in PSBT');
    case 'MISSING_INPUTS':
      return verifyError('Inputs missing or spent');
    case 'INCOMPLETE':
      return verifyError('Input needs additional signatures or other data');
    case 'INVALID_TX':
      return verifyError('The transaction cannot be valid');
    case 'SILENT_PAYMENT':
      return verifyError(
        'The silent payments of the PSBT are not what their addresses ask for',
        'Do not sign. "coldsign review" says what is wrong; create the PSBT again.',
      );
    case 'SILENT_SIGHASH':
      return verifyError(
        'A silent payment is signed with SIGHASH_ALL only',
        'Any other type lets others change the transaction, and the payee would not find the money. Ask for ALL; if an input of the PSBT asks for the type, create the PSBT again.',
      );
  }
}

/**
 * Returns the source of MuSig2 nonces. Without randomness and storage for them, it can only sign
 * last.
 */
export function musigSourceOf(context: Context): MusigSource | undefined {
  const { random, musigNonces, musigSignsLast: signsLast } = context;
  if (random && musigNonces) return { random, nonces: musigNonces, signsLast };
  return signsLast ? { random, signsLast } : undefined;
}

/** Returns the functions for silent payments, except in the profile core, because Core has none. */
export function silentSigningOf({ profile }: Context): SilentSigning | undefined {
  return profileRules(profile).readsSilentPayments ? silentSigning : undefined;
}

/** Warns that keys in musig() did not sign because their two rounds lack something. */
function musigWarnings({ inputs }: Psbt, context: Context): readonly string[] {
  const { random, musigNonces, profile } = context;
  if (!profileRules(profile).hints || (random && musigNonces)) return [];
  const isOpen = (input: PsbtInput) => !isFinalized(input) && input.musigParticipants.length > 0;
  if (!inputs.some(isOpen)) return [];
  const missing = [...(random ? [] : ['random']), ...(musigNonces ? [] : ['musigNonces'])];
  return [
    `Keys in musig() did not sign: they need ${missing.join(' and ')}. In the library give these options, the same nonces (createMusigNonces) in both rounds; else use one running coldsign serve.`,
  ];
}

/**
 * The steps of processing a PSBT in a call. The engine's `processPsbt` combines and finalizes the
 * results of signers.
 */
export type PsbtSteps = {
  /** Adds known data about the coins that it spends. Absent: it is in the PSBT. */
  readonly fill?: ((psbt: Psbt) => Psbt | Promise<Psbt>) | undefined;
  /**
   * Approves the effects of the signatures. If absent, none are made, or the review was shown
   * already.
   */
  readonly approval?: Omit<PsbtSigning, 'psbt'> & { readonly limits: SigningLimits | undefined };
  /** The wallet's device, which signs in place of keys. */
  readonly device?: ((filled: Psbt) => Promise<SignedPsbt>) | undefined;
  /** Updates inputs and outputs, signs, and finalizes what is complete. */
  readonly sign: (
    filled: Psbt,
    signer: BatchSigner,
  ) => Task<SignedPsbt | { readonly error: PsbtFault }>;
};

export type ProcessedPsbt = SignedPsbt & {
  /** Warnings about the fee and about keys that did not sign. */
  readonly warnings: readonly string[];
};

/**
 * Fills, approves and signs a PSBT. All methods that process a PSBT use it. Core: ProcessPSBT,
 * CWallet::FillPSBT.
 */
export async function processApproved(
  psbt: Psbt,
  { fill, approval, device, sign }: PsbtSteps,
  context: Context,
): Promise<ProcessedPsbt> {
  const filled = fill ? await fill(psbt) : psbt;
  const doubts = approval
    ? await approvePsbt({ ...approval, psbt: filled }, approval.limits, context)
    : [];
  const signed = device
    ? await device(filled)
    : await runSigning(context, (signer) => sign(filled, signer));
  if ('error' in signed) throw psbtError(signed.error);
  const unsigned = approval?.signs ? musigWarnings(signed.psbt, context) : [];
  return { ...signed, warnings: [...doubts, ...unsigned] };
}

/**
 * Adds previous transactions from the mempool or, with a full index, from blocks, and outputs of
 * segwit inputs from the chain.
 */
export async function addUtxos(
  psbt: Psbt,
  provider: SigningProvider,
  context: Context,
): Promise<Psbt> {
  const missing = psbt.inputs.filter(({ nonWitnessUtxo }) => nonWitnessUtxo === undefined);
  if (missing.length === 0) return psbt;
  const chain = context.chain && requireChain(context, 'Updating a PSBT');
  const wanted = missing.map(({ prevout }) => prevout.txid);
  const pooled =
    chain && (await (chain.findTransactions?.(wanted) ?? findInMempool(chain, wanted)));
  const rest = missing.filter(({ prevout }) => !pooled?.has(prevout.txid));
  const coins = await findOutputs(rest, context, chain);
  const inputs = psbt.inputs.map((input): PsbtInput => {
    if (input.nonWitnessUtxo !== undefined) return input;
    const nonWitnessUtxo = pooled?.get(input.prevout.txid);
    if (nonWitnessUtxo !== undefined) return { ...input, nonWitnessUtxo };
    const coin = coins.get(outPointKey(input.prevout));
    if (coin === undefined || !isSegwitOutput(coin, provider)) return input;
    return { ...input, witnessUtxo: coin };
  });
  return { ...psbt, inputs };
}

async function findOutputs(
  inputs: readonly PsbtInput[],
  { findCoins }: Context,
  chain: ChainSource | undefined,
): Promise<ReadonlyMap<string, TxOut>> {
  const outPoints = inputs.map(({ prevout }) => prevout);
  const outputs = new Map<string, TxOut>();
  if (outPoints.length === 0) return outputs;
  const coins = await (chain?.findCoins(outPoints) ?? findCoins?.(outPoints));
  for (const [key, { value: amount, scriptPubKey }] of coins ?? []) {
    if (amount !== undefined) outputs.set(key, { value: amount, scriptPubKey });
  }
  return outputs;
}

/**
 * Returns true for a witness program, also in P2SH if the provider knows the script. Core:
 * IsSegWitOutput (script/sign.cpp).
 */
function isSegwitOutput({ scriptPubKey }: TxOut, provider: SigningProvider): boolean {
  if (matchWitnessProgram(scriptPubKey)) return true;
  if (!isPayToScriptHash(scriptPubKey)) return false;
  const redeemScript = provider.getScript(scriptPubKey.subarray(2, 22));
  return redeemScript !== undefined && matchWitnessProgram(redeemScript) !== undefined;
}
