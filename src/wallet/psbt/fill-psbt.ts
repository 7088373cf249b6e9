import type { Secp256k1 } from '../../crypto/secp256k1.ts';
import { toSigningProvider } from '../../descriptor/flat-signing-provider.ts';
import type { Bytes } from '../../encoding/bytes.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { isFinalized } from '../../psbt/encode.ts';
import { dropUnnecessaryTransactions } from '../../psbt/finalize.ts';
import type { Psbt, PsbtInput, PsbtOutput } from '../../psbt/psbt.ts';
import { openSession, type PsbtSession } from '../../psbt/session.ts';
import { type PsbtFault, psbtInputSteps, type SignedInput } from '../../psbt/sign.ts';
import { askForInputDigests, isDone } from '../../psbt/sign-psbt.ts';
import { updatePsbtOutput } from '../../psbt/update-output.ts';
import type { SighashType } from '../../sighash/sighash-type.ts';
import { runSteps } from '../../signing/hands.ts';
import type { Steps } from '../../signing/job.ts';
import type { MusigSource } from '../../signing/musig-creator.ts';
import { type AddExternalKeys, hideFromProvider } from '../../signing/provider.ts';
import { together } from '../../signing/together.ts';
import { flatProviderAt } from '../keys/wallet-descriptor.ts';
import { findOwners, isMine, type Wallet } from '../wallet.ts';
import { sourcesFor } from './psbt-sources.ts';

/** Core: common::PSBTFillOptions. */
export type FillOptions = {
  readonly sign: boolean;
  /** Left out: DEFAULT for taproot, ALL for the rest. */
  readonly sighashType?: SighashType | undefined;
  /** Put complete inputs into their final form. */
  readonly finalize: boolean;
  /** Tell where keys come from. */
  readonly bip32Derivs: boolean;
  /** Absent: keys that sign together add nothing. */
  readonly musig?: MusigSource | undefined;
  /** Adds the keys of an external signer. */
  readonly addExternalKeys?: AddExternalKeys | undefined;
};

export type FilledPsbt = {
  readonly psbt: Psbt;
  /** Every input is final and holds. */
  readonly complete: boolean;
};

/** A PSBT with all that the wallet knows of it and can sign. The wallet must not be locked when `sign`. Core: CWallet::FillPSBT. */
export function fillPsbt(
  wallet: Wallet,
  psbt: Psbt,
  options: FillOptions,
  secp256k1: Secp256k1,
): FilledPsbt | { readonly fault: PsbtFault } {
  return runSteps(fillPsbtSteps(wallet, psbt, options, secp256k1), { secp256k1 });
}

/** The same, step by step: signatures of all inputs are demanded together. */
export function* fillPsbtSteps(
  wallet: Wallet,
  psbt: Psbt,
  options: FillOptions,
  secp256k1: Secp256k1,
): Steps<FilledPsbt | { readonly fault: PsbtFault }> {
  const session = openSession(withPreviousTransactions(psbt, wallet), secp256k1);
  if (session === undefined) return { fault: 'INVALID_TX' };
  if (options.sign && (options.addExternalKeys || !wallet.flags.disablePrivateKeys)) {
    const isOwn = (_: Bytes, script: Bytes) => isMine(wallet, encodeHex(script));
    yield* askForInputDigests(session, options, isOwn);
  }
  const results = yield* together(
    session.psbt.inputs.map((input, index) => fillInput(session, index, input, wallet, options)),
    (result) => 'fault' in result,
  );
  const inputs: PsbtInput[] = [];
  const held: boolean[] = [];
  for (const result of results) {
    if ('fault' in result) return result;
    inputs.push(result.input);
    held.push(result.holds);
  }
  const outputs = psbt.outputs.map((output) => fillOutput(output, wallet, options, secp256k1));
  const filled = dropUnnecessaryTransactions({ ...session.psbt, inputs, outputs });
  const holds = yield* together(
    filled.inputs.map((input, index) => isDone(session, index, input, held[index])),
  );
  return { psbt: filled, complete: holds.every((each) => each) };
}

/** A PSBT with the previous transactions that the wallet has. */
export function withPreviousTransactions(psbt: Psbt, { ledger }: Wallet): Psbt {
  const inputs = psbt.inputs.map((input): PsbtInput => {
    if (isFinalized(input) || input.nonWitnessUtxo) return input;
    const known = ledger.transactions.get(input.prevout.txid);
    return known ? { ...input, nonWitnessUtxo: known.transaction } : input;
  });
  return { ...psbt, inputs };
}

type FilledInput = Pick<SignedInput, 'input' | 'holds'>;

/** Core: DescriptorScriptPubKeyMan::FillPSBT, of every descriptor that can add something. */
function* fillInput(
  session: PsbtSession,
  index: number,
  blank: PsbtInput,
  wallet: Wallet,
  options: FillOptions,
): Steps<FilledInput | { readonly fault: PsbtFault }> {
  let filled: FilledInput = { input: blank, holds: false };
  const script = spentScript(blank);
  if (script === 'none' || wallet.descriptors.size === 0) return filled;
  if (script === 'missing') return { fault: 'MISSING_INPUTS' };
  const { secp256k1 } = session;
  let addExternalKeys = options.sign ? options.addExternalKeys : undefined;
  for (const findFlatProvider of sourcesFor(script, wallet, { sign: options.sign, secp256k1 })) {
    const { input } = filled;
    const flatProvider = isFinalized(input) ? undefined : findFlatProvider(input);
    if (flatProvider === undefined) continue;
    const own = hideFromProvider(toSigningProvider(flatProvider), {
      secrets: !options.sign,
      origins: !options.bip32Derivs,
    });
    // Whoever is outside is asked once: with the first of them.
    const provider = addExternalKeys ? addExternalKeys(own) : own;
    addExternalKeys = undefined;
    const signed = yield* psbtInputSteps(session, index, { ...options, provider }, input);
    if (signed.fault !== undefined && signed.fault !== 'INCOMPLETE') return { fault: signed.fault };
    filled = { input: signed.input, holds: signed.holds };
  }
  return filled;
}

/** `none`: there is nothing to do. `missing`: the previous transaction has no such output. */
function spentScript(input: PsbtInput): Bytes | 'none' | 'missing' {
  if (isFinalized(input)) return 'none';
  if (input.witnessUtxo) return input.witnessUtxo.scriptPubKey;
  if (input.nonWitnessUtxo === undefined) return 'none';
  return input.nonWitnessUtxo.outputs[input.prevout.vout]?.scriptPubKey ?? 'missing';
}

/** Tells signers which outputs are the wallet's: scripts, keys and where they come from. */
function fillOutput(
  output: PsbtOutput,
  wallet: Wallet,
  { bip32Derivs }: FillOptions,
  secp256k1: Secp256k1,
): PsbtOutput {
  let filled = output;
  for (const { owner, index } of findOwners(wallet, encodeHex(output.script))) {
    const environment = { secp256k1, keyring: wallet.keyring };
    const flatProvider = flatProviderAt(owner, index, environment, { secrets: false });
    if (flatProvider === undefined) continue;
    const hide = { secrets: true, origins: !bip32Derivs };
    const provider = hideFromProvider(toSigningProvider(flatProvider), hide);
    filled = updatePsbtOutput(filled, provider, secp256k1);
  }
  return filled;
}
