import type { Descriptor } from '../../descriptor/descriptor.ts';
import { isRange } from '../../descriptor/descriptor.ts';
import { expandMany, expandPrivateMany } from '../../descriptor/expand.ts';
import { expandForScriptsTask } from '../../descriptor/expand-for-scripts.ts';
import {
  createFlatSigningProvider,
  type FlatSigningProvider,
  mergeFlatSigningProvider,
  toSigningProvider,
} from '../../descriptor/flat-signing-provider.ts';
import type { DescriptorContext } from '../../descriptor/parser.ts';
import { type PrivateKeySource, privateKeyLookup } from '../../descriptor/private-keys.ts';
import type { Bytes } from '../../encoding/bytes.ts';
import { getMember, isJsonObject, type Json, type JsonArray } from '../../json/json.ts';
import type { Psbt } from '../../psbt/psbt.ts';
import { spentCoins } from '../../psbt/psbt-session.ts';
import type { OwnDescriptor } from '../../review/own-descriptors.ts';
import type { SigningProvider } from '../../signing/provider.ts';
import { runTask, type Task } from '../../signing/task.ts';
import type { Context } from '../context.ts';
import { invalid, invalidAddressOrKey } from '../error.ts';
import { profileRules } from '../profile.ts';
import { getStr } from '../values.ts';
import {
  parseDescriptorArgument,
  parseDescriptorRange,
  type Range,
} from './descriptor-argument.ts';

/** Default range of a ranged descriptor. */
const DEFAULT_RANGE: Range = { begin: 0, end: 1000 };
/** Number of positions derived together. */
const BATCH = 1000;
/** Number of positions derived between pauses. */
const FEW = 16;

type ScanObject = { readonly text: string; readonly range: Range };

type ScanOptions = {
  /** True to return private keys too. */
  readonly secrets: boolean;
  /** Leaves out positions that have none of these scripts. Absent: returns all positions. */
  readonly scripts?: readonly Bytes[] | undefined;
};

/**
 * Evaluates descriptors given as texts or as objects with `desc` and `range`. Core:
 * EvalDescriptorStringOrObject (rpc/util.cpp), for each.
 */
export async function parseScanObjects(
  objects: JsonArray,
  context: ScanContext,
  options: ScanOptions,
): Promise<FlatSigningProvider> {
  const flatProvider = createFlatSigningProvider();
  try {
    for (const object of objects) {
      await runTask(readScanObject(object, flatProvider, context, options));
    }
  } catch (error) {
    for (const key of flatProvider.privateKeys.values()) key.wipe();
    throw error;
  }
  return flatProvider;
}

type ScanContext = DescriptorContext & Pick<Context, 'pause'>;

/**
 * Returns the scripts of a PSBT's coins and outputs. `undefined` if a coin is missing, or in the
 * profile core, where descriptors add data of their complete range.
 */
export function scriptsToScan(
  psbt: Psbt,
  { profile }: Pick<Context, 'profile'>,
): readonly Bytes[] | undefined {
  const coins = spentCoins(psbt);
  if (!profileRules(profile).addsOwnGroupsOnly || coins.size < psbt.inputs.length) return undefined;
  const spent = [...coins.values()].map(({ scriptPubKey }) => scriptPubKey);
  return [...spent, ...psbt.outputs.map(({ scriptPubKey }) => scriptPubKey)];
}

/**
 * Wraps the data of descriptors. In the profile core, each taproot input and output gets all MuSig2
 * groups of the descriptors, as in Core.
 */
export function scannedProvider(
  flatProvider: FlatSigningProvider,
  { profile }: Pick<Context, 'profile'>,
): SigningProvider {
  const provider = toSigningProvider(flatProvider);
  if (profileRules(profile).addsOwnGroupsOnly) return provider;
  return { ...provider, getMusigParticipants: () => flatProvider.aggregates };
}

/**
 * Parses the caller's own descriptors. In a multipath text (`<0;1>`), all but the first are for
 * change, as is any that `listdescriptors` calls `internal`.
 */
export function parseOwnDescriptors(
  objects: JsonArray,
  context: DescriptorContext,
): readonly OwnDescriptor[] {
  return objects.flatMap((object) => {
    const { text, range } = parseScanObject(object);
    const isGiven = isJsonObject(object) && getMember(object, 'range') !== null;
    const { descriptors } = parseDescriptorArgument(text, context);
    const isInternal = isJsonObject(object) && getMember(object, 'internal') === true;
    return descriptors.map((descriptor, i) => ({
      descriptor,
      isChange: i > 0 || isInternal,
      range: isGiven ? range.end + 1 : undefined,
    }));
  });
}

function* readScanObject(
  object: Json,
  flatProvider: FlatSigningProvider,
  context: ScanContext,
  { secrets, scripts }: ScanOptions,
): Task<void> {
  const { text, range } = parseScanObject(object);
  const { descriptors, privateKeys } = parseDescriptorArgument(text, context);
  for (const [id, key] of privateKeys) {
    if (!flatProvider.privateKeys.has(id)) flatProvider.privateKeys.set(id, key);
  }
  // Private keys of one descriptor are also used for later ones.
  const { secp256k1, pause } = context;
  const source = { secp256k1, findPrivateKey: privateKeyLookup(flatProvider.privateKeys) };
  const underivable = () =>
    invalidAddressOrKey(`Cannot derive script without private keys: '${text}'`);
  if (scripts !== undefined) {
    const searched = descriptors.map((descriptor) => ({ descriptor, ...range }));
    const keys = { ...source, secrets };
    const work = expandForScriptsTask(searched, scripts, flatProvider, keys, pause);
    const { isDerived } = yield* work;
    if (!isDerived) throw underivable();
    return;
  }
  const { begin, end } = isRange(descriptors[0]) ? range : { begin: 0, end: 0 };
  const most = pause ? FEW : BATCH;
  for (let at = begin; at <= end; at += most) {
    if (pause) yield pause();
    const count = Math.min(most, end - at + 1);
    const positions = Array.from({ length: count }, (_, i) => at + i);
    const found = expandAll(descriptors, positions, source, flatProvider, secrets);
    if (!found) throw underivable();
  }
}

function parseScanObject(object: Json): ScanObject {
  if (typeof object === 'string') return { text: object, range: DEFAULT_RANGE };
  if (!isJsonObject(object)) {
    throw invalid('Scan object needs to be either a string or an object');
  }
  const [desc, range] = [getMember(object, 'desc'), getMember(object, 'range')];
  if (desc === null) throw invalid('Descriptor needs to be provided in scan object');
  const text = getStr(desc);
  return { text, range: range === null ? DEFAULT_RANGE : parseDescriptorRange(range) };
}

/** Expands position by position, because the first known data is kept. */
function expandAll(
  descriptors: readonly Descriptor[],
  positions: readonly number[],
  source: PrivateKeySource,
  flatProvider: FlatSigningProvider,
  secrets: boolean,
): boolean {
  const expansions = descriptors.map((descriptor) => expandMany(descriptor, positions, source));
  for (const i of positions.keys()) {
    for (const list of expansions) {
      const expansion = list[i];
      if (expansion === undefined) return false;
      mergeFlatSigningProvider(flatProvider, expansion.flatProvider);
    }
  }
  if (secrets) {
    const all = positions.map(() => flatProvider);
    for (const each of descriptors) expandPrivateMany(each, positions, source, all);
  }
  return true;
}
