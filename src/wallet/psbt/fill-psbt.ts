import type { Secp256k1 } from '../../crypto/secp256k1.ts';
import { toSigningProvider } from '../../descriptor/flat-signing-provider.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { isFinalized } from '../../psbt/encode.ts';
import { type ProviderSource, processPsbt, type SignedPsbt } from '../../psbt/process-psbt.ts';
import type { Psbt, PsbtInput, PsbtOutput } from '../../psbt/psbt.ts';
import type { PsbtFault } from '../../psbt/sign-inputs.ts';
import { updatePsbtOutput } from '../../psbt/update-output.ts';
import type { SighashType } from '../../sighash/sighash-type.ts';
import { type BatchSigner, signHere } from '../../signing/batch-signer.ts';
import type { MusigSource } from '../../signing/musig-creator.ts';
import { type AddExternalKeys, emptyProvider, hideFromProvider } from '../../signing/provider.ts';
import type { Task } from '../../signing/task.ts';
import { signingPathOf } from '../keys/providers.ts';
import { flatProviderAt } from '../keys/wallet-descriptor.ts';
import { findOwners, type Wallet } from '../wallet.ts';
import { type ProvidersByPlace, providersOf, sourcesFor } from './psbt-sources.ts';

/** Core: common::PSBTFillOptions. */
export type FillOptions = {
  readonly sign: boolean;
  /** Left out: DEFAULT for taproot, ALL for the rest. */
  readonly sighashType?: SighashType | undefined;
  /** Without `sighashType`: an input that names one is signed by it. Else it stays unsigned. */
  readonly storedTypes?: boolean | undefined;
  /** Put complete inputs into their final form. */
  readonly finalize: boolean;
  /** Tell where keys come from. */
  readonly bip32Derivs: boolean;
  /** Absent: keys that sign together add nothing. */
  readonly musig?: MusigSource | undefined;
  /** Adds the keys of an external signer. */
  readonly addExternalKeys?: AddExternalKeys | undefined;
  /**
   * Which of its descriptor's `spendingPaths`, the smallest being 0, each input of the wallet is
   * signed by. Absent: whichever the keys allow.
   */
  readonly path?: number | undefined;
  readonly secp256k1: Secp256k1;
};

/**
 * A PSBT with all that the wallet knows of it and can sign. The wallet must not be locked when
 * `sign`. Core: CWallet::FillPSBT.
 */
export function fillPsbt(
  wallet: Wallet,
  psbt: Psbt,
  options: FillOptions,
): SignedPsbt | { readonly error: PsbtFault } {
  return signHere(options, (signer) => fillPsbtTask(wallet, psbt, options, signer));
}

/** `fillPsbt` by whoever signs. */
export function fillPsbtTask(
  wallet: Wallet,
  psbt: Psbt,
  options: FillOptions,
  signer: BatchSigner,
): Task<SignedPsbt | { readonly error: PsbtFault }> {
  const filled = withPreviousTransactions(psbt, wallet);
  const scripts = filled.inputs.flatMap((input) => {
    const script = isFinalized(input) ? undefined : scriptOf(input);
    return script ? [encodeHex(script)] : [];
  });
  const providers = providersOf(scripts, wallet, options);
  const process = {
    ...options,
    psbt: filled,
    sourcesOf: (input: PsbtInput) => sourcesOf(input, wallet, options, providers),
    updateOutput: (output: PsbtOutput) => updateOutput(output, wallet, options),
    ends: ['SIGHASH_MISMATCH', 'MISSING_INPUTS'] as const,
  };
  return processPsbt(process, signer);
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

const scriptOf = ({ witnessUtxo, nonWitnessUtxo, prevout }: PsbtInput) =>
  (witnessUtxo ?? nonWitnessUtxo?.outputs[prevout.vout])?.scriptPubKey;

/** Core: DescriptorScriptPubKeyMan::FillPSBT, of every descriptor that can add something. */
function sourcesOf(
  input: PsbtInput,
  wallet: Wallet,
  options: FillOptions,
  providers: ProvidersByPlace,
): readonly ProviderSource[] {
  const isKnown = input.witnessUtxo !== undefined || input.nonWitnessUtxo !== undefined;
  if (isFinalized(input) || !isKnown || wallet.descriptors.size === 0) return [];
  const script = scriptOf(input);
  // The previous transaction has no such output.
  if (script === undefined) return [() => emptyProvider];
  const hide = { secrets: !options.sign, origins: !options.bip32Derivs };
  // An external signer is asked once: with the first descriptor that knows the input.
  let addExternalKeys = options.sign ? options.addExternalKeys : undefined;
  const { path, secp256k1 } = options;
  const along = path === undefined ? undefined : signingPathOf(script, path, wallet, secp256k1);
  return sourcesFor(script, wallet, secp256k1, providers).map((findFlatProvider) => (known) => {
    const flatProvider = findFlatProvider(known);
    if (flatProvider === undefined) return undefined;
    const own = hideFromProvider(toSigningProvider(flatProvider), hide);
    const provider = addExternalKeys ? addExternalKeys(own) : own;
    addExternalKeys = undefined;
    return along ? { ...provider, pathOf: () => along } : provider;
  });
}

/** Tells signers which outputs are the wallet's: scripts, keys and where they come from. */
function updateOutput(
  output: PsbtOutput,
  wallet: Wallet,
  { bip32Derivs, secp256k1 }: FillOptions,
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
