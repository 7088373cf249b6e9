import type { FlatSigningProvider } from '../../descriptor/flat-signing-provider.ts';
import { privateKeyLookup } from '../../descriptor/private-keys.ts';
import type { JsonArray } from '../../json/json.ts';
import type { Psbt } from '../../psbt/psbt.ts';
import { signPsbtTask } from '../../psbt/sign-psbt.ts';
import type { FindOwners } from '../../review/evidence.ts';
import { descriptorOwners } from '../../review/own-descriptors.ts';
import type { SighashType } from '../../sighash/sighash-type.ts';
import { createMusigNonces } from '../../signing/memory-nonces.ts';
import { hideFromProvider, type SigningProvider } from '../../signing/provider.ts';
import type { Context } from '../context.ts';
import { parseOwnDescriptors, scannedProvider } from '../parse/scan-objects.ts';
import { profileRules } from '../profile.ts';
import { signsStoredTypes } from './approve.ts';
import type { SigningLimits } from './fee-limits.ts';
import {
  addUtxos,
  musigSourceOf,
  type ProcessedPsbt,
  type PsbtSteps,
  processApproved,
  silentSigningOf,
} from './process-approved.ts';
import { externalKeys } from './signers.ts';

/**
 * Returns who owns inputs and outputs. Without a review on a screen, only the inputs' owners
 * matter.
 */
export function ownersFor(
  descriptors: JsonArray,
  { privateKeys }: FlatSigningProvider,
  limits: SigningLimits | undefined,
  context: Context,
): Pick<DescriptorTask, 'findOwners' | 'findInputOwners'> {
  const { approve, policy, secp256k1 } = context;
  if (limits === undefined) return {};
  const source = { secp256k1, findPrivateKey: privateKeyLookup(privateKeys) };
  const find = descriptorOwners(parseOwnDescriptors(descriptors, context), source);
  const isLookedAt = approve !== undefined || policy !== undefined || limits.reviewed !== undefined;
  return isLookedAt ? { findOwners: find } : { findInputOwners: find };
}

export type DescriptorTask = {
  readonly pathOf: SigningProvider['pathOf'];
  readonly flatProvider: FlatSigningProvider;
  readonly sighashType: SighashType | undefined;
  readonly bip32Derivs: boolean;
  readonly finalize: boolean;
  readonly limits: SigningLimits | undefined;
  readonly findOwners?: FindOwners | undefined;
  readonly findInputOwners?: FindOwners | undefined;
};

export async function processWithDescriptors(
  psbt: Psbt,
  context: Context,
  task: DescriptorTask,
): Promise<ProcessedPsbt> {
  const { flatProvider, sighashType, finalize, limits } = task;
  const storedTypes = signsStoredTypes(limits, context);
  const { secp256k1 } = context;
  const hide = { secrets: false, origins: !task.bip32Derivs };
  const given = { ...scannedProvider(flatProvider, context), pathOf: task.pathOf };
  const own = hideFromProvider(given, hide);
  const addExternalKeys = externalKeys(context);
  const provider = addExternalKeys ? addExternalKeys(own) : own;
  const rules = profileRules(context.profile);
  const dropsProofs = !rules.keepsContradictions;
  const { keepsDescriptorNonces } = rules;
  const musig = musigSourceOf(
    keepsDescriptorNonces ? context : { ...context, musigNonces: createMusigNonces(0) },
  );
  const signs = flatProvider.privateKeys.size > 0 || addExternalKeys !== undefined;
  const silent = signs ? silentSigningOf(context) : undefined;
  const how = { sighashType, storedTypes, finalize, dropsProofs, musig, silent, secp256k1 };
  const signing = { ...how, provider };
  const steps: PsbtSteps = {
    fill: async (psbt) => {
      const filled = await addUtxos(psbt, provider, context);
      // Review what will be signed, with silent payments computed.
      return silent?.prepare(filled, () => [provider], sighashType, secp256k1) ?? filled;
    },
    approval: {
      limits,
      signs,
      sighashType,
      findProvider: () => provider,
      findOwners: task.findOwners,
      findInputOwners: task.findInputOwners,
    },
    sign: (psbt, signer) => signPsbtTask({ ...signing, psbt }, signer),
  };
  return processApproved(psbt, steps, context);
}
