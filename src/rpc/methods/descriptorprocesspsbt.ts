import {
  type FlatSigningProvider,
  toSigningProvider,
} from '../../descriptor/flat-signing-provider.ts';
import { privateKeyLookup } from '../../descriptor/private-keys.ts';
import type { JsonArray } from '../../json/json.ts';
import { signPsbtTask } from '../../psbt/sign-psbt.ts';
import type { FindOwners } from '../../review/evidence.ts';
import { descriptorOwners } from '../../review/own-descriptors.ts';
import type { SighashType } from '../../sighash/sighash-type.ts';
import { createMusigNonces } from '../../signing/musig-nonces.ts';
import { hideFromProvider } from '../../signing/provider.ts';
import type { Context } from '../context.ts';
import { defineMethod } from '../method.ts';
import { fillPsbtParams, psbtParam, scanObjectsParam } from '../params/psbt.ts';
import { parsePsbt } from '../parse/psbt.ts';
import { parseOwnDescriptors, parseScanObjects } from '../parse/scan-objects.ts';
import { parseOptionalSighash } from '../parse/sighash-type.ts';
import { profileRules } from '../profile.ts';
import { processedPsbtResult } from '../results/psbt.ts';
import { shapeProcessedPsbt } from '../shape/processed-psbt.ts';
import { addPsbtDetails } from '../shape/psbt-details.ts';
import { type FeeLimits, parseFeeLimits } from '../signing/fee-limits.ts';
import {
  addUtxos,
  musigSourceOf,
  type ProcessedPsbt,
  type PsbtSteps,
  processPsbt,
} from '../signing/process-psbt.ts';
import { externalKeys } from '../signing/signers.ts';

export const descriptorprocesspsbt = defineMethod({
  name: 'descriptorprocesspsbt',
  category: 'Rawtransactions',
  summary:
    'Add to a PSBT what descriptors tell, as utxoupdatepsbt does, and sign with the private keys in them.',
  params: [psbtParam, { ...scanObjectsParam, required: true }, ...fillPsbtParams],
  result: processedPsbtResult,
  examples: [
    'descriptorprocesspsbt "psbt" "[\\"descriptor1\\", \\"descriptor2\\"]"',
    'descriptorprocesspsbt "psbt" "[{\\"desc\\":\\"mydescriptor\\", \\"range\\":21}]"',
  ],
  async run(args, context) {
    const flatProvider = parseScanObjects(args.descriptors, context, { secrets: true });
    const limits = parseFeeLimits(args, context, { wallet: false });
    try {
      const done = await process(args.psbt, context, {
        flatProvider,
        findOwners: ownersFor(args.descriptors, flatProvider, limits, context),
        sighashType: parseOptionalSighash(args.sighashtype),
        bip32Derivs: args.bip32derivs !== false,
        finalize: args.finalize !== false,
        limits,
      });
      return addPsbtDetails(shapeProcessedPsbt(done, done.warnings), done.psbt, context);
    } finally {
      for (const key of flatProvider.privateKeys.values()) key.wipe();
    }
  },
});

/** Where nobody looks at the review, nobody asks whose the outputs are. */
function ownersFor(
  descriptors: JsonArray,
  { privateKeys }: FlatSigningProvider,
  limits: FeeLimits | undefined,
  context: Context,
): FindOwners | undefined {
  const { approve, policy, secp256k1 } = context;
  if (!approve && !policy && limits?.reviewed === undefined) return undefined;
  const source = { secp256k1, findPrivateKey: privateKeyLookup(privateKeys) };
  return descriptorOwners(parseOwnDescriptors(descriptors, context), source);
}

type Task = {
  readonly flatProvider: FlatSigningProvider;
  readonly sighashType: SighashType | undefined;
  readonly bip32Derivs: boolean;
  readonly finalize: boolean;
  readonly limits: FeeLimits | undefined;
  readonly findOwners: FindOwners | undefined;
};

async function process(text: string, context: Context, task: Task): Promise<ProcessedPsbt> {
  const { flatProvider, sighashType, finalize, limits } = task;
  const { secp256k1 } = context;
  const hide = { secrets: false, origins: !task.bip32Derivs };
  const own = hideFromProvider(toSigningProvider(flatProvider), hide);
  const addExternalKeys = externalKeys(context);
  const provider = addExternalKeys ? addExternalKeys(own) : own;
  const isKept = profileRules(context.profile).keepsDescriptorNonces;
  const musig = musigSourceOf(isKept ? context : { ...context, musigNonces: createMusigNonces(0) });
  const signs = flatProvider.privateKeys.size > 0 || addExternalKeys !== undefined;
  const steps: PsbtSteps = {
    fill: (psbt) => addUtxos(psbt, provider, context),
    approval: {
      limits,
      signs,
      sighashType,
      findProvider: () => provider,
      findOwners: task.findOwners,
    },
    sign: (psbt, signer) =>
      signPsbtTask({ psbt, provider, sighashType, finalize, musig, secp256k1 }, signer),
  };
  return processPsbt(parsePsbt(text, secp256k1), steps, context);
}
