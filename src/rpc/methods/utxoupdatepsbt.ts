import { signPsbtTask } from '../../psbt/sign-psbt.ts';
import { hideFromProvider } from '../../signing/provider.ts';
import { defineMethod } from '../method.ts';
import { optionalScanObjectsParam, psbtParam } from '../params/psbt-params.ts';
import { formatPsbt, parsePsbt, tryParsePsbt } from '../parse/psbt-argument.ts';
import { parseScanObjects, scannedProvider, scriptsToScan } from '../parse/scan-objects.ts';
import { profileRules } from '../profile.ts';
import { psbtResult } from '../results/processed-psbt-result.ts';
import { addUtxos, type PsbtSteps, processApproved } from '../signing/process-approved.ts';

export const utxoupdatepsbt = defineMethod({
  name: 'utxoupdatepsbt',
  category: 'Rawtransactions',
  summary:
    'Add data from descriptors to the inputs and outputs of a PSBT, and the outputs that it spends,\n' +
    'as far as the mempool and the unspent outputs of the chain have them (the Updater of BIP174).',
  params: [psbtParam, optionalScanObjectsParam],
  result: psbtResult,
  examples: ['utxoupdatepsbt "psbt"'],
  async run({ psbt, descriptors }, context) {
    const early = await tryParsePsbt(psbt, context);
    const scripts = early && scriptsToScan(early, context);
    const flatProvider = await parseScanObjects(descriptors ?? [], context, {
      secrets: false,
      scripts,
    });
    const provider = hideFromProvider(scannedProvider(flatProvider, context), {
      secrets: true,
      origins: false,
    });
    const parsed = early ?? (await parsePsbt(psbt, context));
    const { secp256k1 } = context;
    const dropsProofs = !profileRules(context.profile).keepsContradictions;
    const steps: PsbtSteps = {
      fill: (known) => addUtxos(known, provider, context),
      sign: (known, signer) =>
        signPsbtTask({ psbt: known, provider, finalize: false, dropsProofs, secp256k1 }, signer),
    };
    const updated = await processApproved(parsed, steps, context);
    return formatPsbt(updated.psbt);
  },
});
