import type { PrivateKey } from '../../crypto/private-key.ts';
import type { Secp256k1 } from '../../crypto/secp256k1.ts';
import { toSigningProvider } from '../../descriptor/flat-signing-provider.ts';
import { encodeHex } from '../../encoding/hex.ts';
import type { PsbtFault } from '../../psbt/input-signing.ts';
import { type ProviderSource, processPsbt, type SignedPsbt } from '../../psbt/process-psbt.ts';
import { isFinalized, type Psbt, type PsbtInput, type PsbtOutput } from '../../psbt/psbt.ts';
import { spentOutput } from '../../psbt/psbt-session.ts';
import { updatePsbtOutput } from '../../psbt/sign-job.ts';
import { silentSpend, spendFields } from '../../psbt/silent-fields.ts';
import type { SilentSigning } from '../../psbt/silent-signing.ts';
import type { SighashType } from '../../sighash/sighash-type.ts';
import { type BatchSigner, signHere } from '../../signing/batch-signer.ts';
import { emptyProvider } from '../../signing/miniscript-provider.ts';
import type { MusigSource } from '../../signing/musig-creator.ts';
import { createMusigCreator } from '../../signing/musig-creator.ts';
import { type AddExternalKeys, hideFromProvider } from '../../signing/provider.ts';
import type { Task } from '../../signing/task.ts';
import { signingPathOf } from '../keys/providers.ts';
import { receiptOf, silentOwners } from '../keys/silent-owner.ts';
import { flatProviderAt } from '../keys/wallet-descriptor.ts';
import { findOwners, type Wallet } from '../wallet.ts';
import { type ProvidersByPlace, providersOf, sourcesFor } from './psbt-sources.ts';

/** Core: common::PSBTFillOptions. */
export type FillOptions = {
  readonly sign: boolean;
  /** Absent: DEFAULT for taproot, ALL for other inputs. */
  readonly sighashType?: SighashType | undefined;
  /**
   * Sign an input by the sighash type stored in the PSBT if `sighashType` is absent. Otherwise it
   * stays unsigned.
   */
  readonly storedTypes?: boolean | undefined;
  /** Finalize complete inputs. */
  readonly finalize: boolean;
  /** Add key origins. */
  readonly bip32Derivs: boolean;
  /** Drop previous transactions even if they contradict the PSBT, as Core does. */
  readonly dropsProofs?: boolean | undefined;
  /** Absent: MuSig2 keys add no nonces or signatures. */
  readonly musig?: MusigSource | undefined;
  /** Absent: silent payments are neither computed nor spent. */
  readonly silent?: SilentSigning | undefined;
  /** Adds the keys of an external signer. */
  readonly addExternalKeys?: AddExternalKeys | undefined;
  /**
   * The number of the `spendingPaths` entry (0 is the smallest) by which each input of the wallet
   * is signed. Absent: whichever path the keys allow.
   */
  readonly path?: number | undefined;
  readonly secp256k1: Secp256k1;
};

/**
 * Adds everything that the wallet knows about a PSBT and can sign. With `sign`, the wallet must not
 * be locked. Core: CWallet::FillPSBT.
 */
export function fillPsbt(
  wallet: Wallet,
  psbt: Psbt,
  options: FillOptions,
): SignedPsbt | { readonly error: PsbtFault } {
  return signHere(options, (signer) => fillPsbtTask(wallet, psbt, options, signer));
}

/** Fills a PSBT like `fillPsbt`, as a task for any signer. */
export function* fillPsbtTask(
  wallet: Wallet,
  psbt: Psbt,
  options: FillOptions,
  signer: BatchSigner,
): Task<SignedPsbt | { readonly error: PsbtFault }> {
  const filled = withPreviousTransactions(psbt, wallet);
  const derived: PrivateKey[] = [];
  const process = {
    ...options,
    psbt: filled,
    sourcesOf: sourcesIn(filled, wallet, options, derived),
    updateOutput: (output: PsbtOutput) => updateOutput(output, wallet, options),
    ends: ['SIGHASH_MISMATCH', 'MISSING_INPUTS'] as const,
    musigCreator: createMusigCreator,
  };
  try {
    return yield* processPsbt(process, signer);
  } finally {
    for (const key of derived) key.wipe();
  }
}

/** Computes the silent payments of a PSBT, as far as the wallet has the keys. */
export function prepareSilent(wallet: Wallet, psbt: Psbt, options: FillOptions): Psbt {
  const { silent, sighashType, secp256k1 } = options;
  if (silent === undefined) return psbt;
  const derived: PrivateKey[] = [];
  const sourcesAt = sourcesIn(psbt, wallet, options, derived);
  const knowing = (input: PsbtInput) => sourcesAt(input).flatMap((source) => source(input) ?? []);
  try {
    return silent.prepare(psbt, knowing, sighashType, secp256k1) ?? psbt;
  } finally {
    for (const key of derived) key.wipe();
  }
}

/** Adds the previous transactions that the wallet has, and the data that spends silent payments. */
export function withPreviousTransactions(psbt: Psbt, wallet: Wallet): Psbt {
  return withReceipts(addTransactions(psbt, wallet), wallet);
}

/** Adds tweaks (BIP376), so that a signer with the spend key can sign. */
function withReceipts(psbt: Psbt, { descriptors }: Wallet): Psbt {
  if (psbt.version !== 2 || silentOwners(descriptors).length === 0) return psbt;
  const inputs = psbt.inputs.map((input): PsbtInput => {
    const script = spentOutput(input)?.scriptPubKey;
    const found = script && receiptOf(descriptors, script);
    if (found === undefined || isFinalized(input) || silentSpend(input)) return input;
    const { spendKey, origin } = found.silent;
    const fields = spendFields(found.receipt.tweak, { publicKey: spendKey, origin });
    return { ...input, unknown: [...input.unknown, ...fields] };
  });
  return { ...psbt, inputs };
}

function addTransactions(psbt: Psbt, { ledger }: Wallet): Psbt {
  const inputs = psbt.inputs.map((input): PsbtInput => {
    if (isFinalized(input) || input.nonWitnessUtxo) return input;
    const known = ledger.transactions.get(input.prevout.txid);
    return known ? { ...input, nonWitnessUtxo: known.transaction } : input;
  });
  return { ...psbt, inputs };
}

/** Returns the script of an input. Core prefers the claim to the previous transaction. */
const scriptOf = (input: PsbtInput, { dropsProofs = false }: FillOptions) =>
  (dropsProofs ? (input.witnessUtxo ?? spentOutput(input)) : spentOutput(input))?.scriptPubKey;

/**
 * Returns the sources of each input; those of all inputs are derived together. `derived`: see
 * `flatProviderAt`.
 */
function sourcesIn({ inputs }: Psbt, wallet: Wallet, options: FillOptions, derived: PrivateKey[]) {
  const scripts = inputs.flatMap((input) => {
    const script = isFinalized(input) ? undefined : scriptOf(input, options);
    return script ? [encodeHex(script)] : [];
  });
  const { sign, secp256k1 } = options;
  const providers = providersOf(scripts, wallet, secp256k1, sign ? derived : undefined);
  return (input: PsbtInput) => sourcesOf(input, wallet, options, providers, derived);
}

/**
 * Lists the sources of every descriptor that can add data. Core:
 * DescriptorScriptPubKeyMan::FillPSBT.
 */
function sourcesOf(
  input: PsbtInput,
  wallet: Wallet,
  options: FillOptions,
  providers: ProvidersByPlace,
  derived: PrivateKey[],
): readonly ProviderSource[] {
  const isKnown = input.witnessUtxo !== undefined || input.nonWitnessUtxo !== undefined;
  if (isFinalized(input) || !isKnown || wallet.descriptors.size === 0) return [];
  const script = scriptOf(input, options);
  // The previous transaction has no output of this number.
  if (script === undefined) return [() => emptyProvider];
  const hide = { secrets: !options.sign, origins: !options.bip32Derivs };
  // An external signer is asked once, with the first descriptor that knows the input.
  let addExternalKeys = options.sign ? options.addExternalKeys : undefined;
  const { path, secp256k1 } = options;
  const along = path === undefined ? undefined : signingPathOf(script, path, wallet, secp256k1);
  const sources = sourcesFor(script, wallet, secp256k1, providers, derived);
  return sources.map((findFlatProvider) => (known) => {
    const flatProvider = findFlatProvider(known);
    if (flatProvider === undefined) return undefined;
    const own = hideFromProvider(toSigningProvider(flatProvider), hide);
    const provider = addExternalKeys ? addExternalKeys(own) : own;
    addExternalKeys = undefined;
    return along ? { ...provider, pathOf: () => along } : provider;
  });
}

/** Adds scripts, keys and key origins of the wallet's outputs, so that signers recognize them. */
function updateOutput(
  output: PsbtOutput,
  wallet: Wallet,
  { bip32Derivs, secp256k1 }: FillOptions,
): PsbtOutput {
  let filled = output;
  for (const { owner, index } of findOwners(wallet, encodeHex(output.scriptPubKey))) {
    const environment = { secp256k1, keyring: wallet.keyring };
    const flatProvider = flatProviderAt(owner, index, environment);
    if (flatProvider === undefined) continue;
    const hide = { secrets: true, origins: !bip32Derivs };
    const provider = hideFromProvider(toSigningProvider(flatProvider), hide);
    filled = updatePsbtOutput(filled, provider, secp256k1);
  }
  return filled;
}
