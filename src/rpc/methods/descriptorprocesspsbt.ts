import { branchSigningAt } from '../../descriptor/branch-signing.ts';
import { type Descriptor, isRange } from '../../descriptor/descriptor.ts';
import type { FlatSigningProvider } from '../../descriptor/flat-signing-provider.ts';
import { privateKeyLookup } from '../../descriptor/private-keys.ts';
import { DEFAULT_RANGE } from '../../descriptor/search-range.ts';
import { encodeHex } from '../../encoding/hex.ts';
import type { JsonArray, JsonNumber } from '../../json/json.ts';
import { expandAt } from '../../review/own-descriptors.ts';
import type { SigningProvider } from '../../signing/provider.ts';
import type { Context } from '../context.ts';
import { defineMethod } from '../method.ts';
import { fillPsbtParams, psbtParam, scanObjectsParam } from '../params/psbt-params.ts';
import { requirePath } from '../parse/path.ts';
import { parsePsbt, tryParsePsbt } from '../parse/psbt-argument.ts';
import { parseOwnDescriptors, parseScanObjects, scriptsToScan } from '../parse/scan-objects.ts';
import { parseOptionalSighash } from '../parse/sighash-argument.ts';
import { processedPsbtResult, showProcessed } from '../results/processed-psbt-result.ts';
import { parseSigningLimits } from '../signing/fee-limits.ts';
import {
  type DescriptorTask,
  ownersFor,
  processWithDescriptors,
} from '../signing/process-with-descriptors.ts';

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
      const task: DescriptorTask = {
        ...ownersFor(args.descriptors, flatProvider, limits, context),
        flatProvider,
        sighashType: parseOptionalSighash(args.sighashtype),
        bip32Derivs: args.bip32derivs !== false,
        finalize: args.finalize !== false,
        limits,
        pathOf: pathFor(args.descriptors, args.path, flatProvider, context),
      };
      const done = await processWithDescriptors(
        early ?? (await parsePsbt(args.psbt, context)),
        context,
        task,
      );
      return await showProcessed(done, context);
    } finally {
      for (const key of flatProvider.privateKeys.values()) key.wipe();
    }
  },
});

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
