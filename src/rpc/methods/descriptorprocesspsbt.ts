import { branchSigningAt } from '../../descriptor/branch-signing.ts';
import { type Descriptor, isRange } from '../../descriptor/descriptor.ts';
import type { FlatSigningProvider } from '../../descriptor/flat-signing-provider.ts';
import { privateKeyLookup } from '../../descriptor/private-keys.ts';
import { DEFAULT_RANGE } from '../../descriptor/search-range.ts';
import { encodeHex } from '../../encoding/hex.ts';
import type { JsonArray, JsonNumber } from '../../json/json.ts';
import type { Psbt } from '../../psbt/psbt.ts';
import { signPsbtTask } from '../../psbt/sign-psbt.ts';
import type { FindOwners } from '../../review/evidence.ts';
import { descriptorOwners, expandAt } from '../../review/own-descriptors.ts';
import type { SighashType } from '../../sighash/sighash-type.ts';
import { createMusigNonces } from '../../signing/musig-nonces.ts';
import { hideFromProvider, type SigningProvider } from '../../signing/provider.ts';
import type { Context } from '../context.ts';
import { defineMethod } from '../method.ts';
import { fillPsbtParams, psbtParam, scanObjectsParam } from '../params/psbt-params.ts';
import { requirePath } from '../parse/path.ts';
import { parsePsbt, tryParsePsbt } from '../parse/psbt-argument.ts';
import {
  parseOwnDescriptors,
  parseScanObjects,
  scannedProvider,
  scriptsToScan,
} from '../parse/scan-objects.ts';
import { parseOptionalSighash } from '../parse/sighash-argument.ts';
import { profileRules } from '../profile.ts';
import { processedPsbtResult, showProcessed } from '../results/processed-psbt-result.ts';
import { signsStoredTypes } from '../signing/approve.ts';
import { parseSigningLimits, type SigningLimits } from '../signing/fee-limits.ts';
import {
  addUtxos,
  musigSourceOf,
  type ProcessedPsbt,
  type PsbtSteps,
  processApproved,
  silentSigningOf,
} from '../signing/process-approved.ts';
import { externalKeys } from '../signing/signers.ts';

export const descriptorprocesspsbt = defineMethod({
  name: 'descriptorprocesspsbt',
  category: 'Rawtransactions',
  summary:
    'Add data from descriptors to a PSBT, as utxoupdatepsbt does, and sign with their private keys.',
  params: [psbtParam, scanObjectsParam, ...fillPsbtParams],
  result: processedPsbtResult,
  examples: [
    'descriptorprocesspsbt "psbt" "[\\"descriptor1\\", \\"descriptor2\\"]"',
    'descriptorprocesspsbt "psbt" "[{\\"desc\\":\\"mydescriptor\\", \\"range\\":21}]"',
  ],
  async run(args, context) {
    const early = await tryParsePsbt(args.psbt, context);
    const scripts = early && scriptsToScan(early, context);
    const flatProvider = await parseScanObjects(args.descriptors, context, {
      secrets: true,
      scripts,
    });
    const limits = parseSigningLimits(args, context, { wallet: false });
    try {
      const task: Task = {
        ...ownersFor(args.descriptors, flatProvider, limits, context),
        flatProvider,
        sighashType: parseOptionalSighash(args.sighashtype),
        bip32Derivs: args.bip32derivs !== false,
        finalize: args.finalize !== false,
        limits,
        pathOf: pathFor(args.descriptors, args.path, flatProvider, context),
      };
      const done = await process(early ?? (await parsePsbt(args.psbt, context)), context, task);
      return await showProcessed(done, context);
    } finally {
      for (const key of flatProvider.privateKeys.values()) key.wipe();
    }
  },
});

/**
 * Returns who owns inputs and outputs. Without a review on a screen, only the inputs' owners
 * matter.
 */
function ownersFor(
  descriptors: JsonArray,
  { privateKeys }: FlatSigningProvider,
  limits: SigningLimits | undefined,
  context: Context,
): Pick<Task, 'findOwners' | 'findInputOwners'> {
  const { approve, policy, secp256k1 } = context;
  if (limits === undefined) return {};
  const source = { secp256k1, findPrivateKey: privateKeyLookup(privateKeys) };
  const find = descriptorOwners(parseOwnDescriptors(descriptors, context), source);
  const isLookedAt = approve !== undefined || policy !== undefined || limits.reviewed !== undefined;
  return isLookedAt ? { findOwners: find } : { findInputOwners: find };
}

/** Returns how scripts of the descriptors are signed by the chosen path. */
function pathFor(
  objects: JsonArray,
  path: JsonNumber | undefined,
  { privateKeys }: FlatSigningProvider,
  context: Context,
): SigningProvider['pathOf'] {
  if (path === undefined) return undefined;
  const own = parseOwnDescriptors(objects, context);
  const descriptors = own.map(({ descriptor }) => descriptor);
  const chosen = requirePath(path, descriptors);
  const source = { secp256k1: context.secp256k1, findPrivateKey: privateKeyLookup(privateKeys) };
  const places = new Map<string, { readonly descriptor: Descriptor; readonly index: number }>();
  // In Core, the default range ends with position 1,000.
  for (const { descriptor, range = DEFAULT_RANGE + 1 } of own) {
    const positions = Array.from({ length: isRange(descriptor) ? range : 1 }, (_, i) => i);
    for (const [index, { scripts }] of expandAt(descriptor, positions, source)) {
      for (const script of scripts) places.set(encodeHex(script), { descriptor, index });
    }
  }
  return (script) => {
    const place = places.get(encodeHex(script));
    return place && branchSigningAt(place.descriptor, chosen, place.index, source);
  };
}

type Task = {
  readonly pathOf: SigningProvider['pathOf'];
  readonly flatProvider: FlatSigningProvider;
  readonly sighashType: SighashType | undefined;
  readonly bip32Derivs: boolean;
  readonly finalize: boolean;
  readonly limits: SigningLimits | undefined;
  readonly findOwners?: FindOwners | undefined;
  readonly findInputOwners?: FindOwners | undefined;
};

async function process(psbt: Psbt, context: Context, task: Task): Promise<ProcessedPsbt> {
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
