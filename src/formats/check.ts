import { checkChecksum } from '../descriptor/checksum.ts';
import { type Descriptor, descriptorWarnings } from '../descriptor/descriptor.ts';
import { expandMany } from '../descriptor/expand.ts';
import { explainDescriptor } from '../descriptor/explain-descriptor.ts';
import { formatNormalizedDescriptor } from '../descriptor/format.ts';
import { parseDescriptor } from '../descriptor/parse.ts';
import { privateKeyLookup } from '../descriptor/private-keys.ts';
import { isSilentDescriptor } from '../descriptor/silent-descriptor.ts';
import { equalBytes, isBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { networks } from '../encoding/network.ts';
import { isTestNetwork, slipKeysIn, withPlainKeys } from '../keys/slip132.ts';
import { decodeAddress, formatAddress } from '../script/address.ts';
import { originDoubts } from './origin-doubts.ts';
import { sameKeysIn } from './same-keys.ts';
import {
  type DescriptorPart,
  type FormatContext,
  type FormatFailure,
  failure,
} from './wallet-file.ts';

/** A parsed descriptor without private keys. */
export type CheckedDescriptor = {
  /** The descriptor without its checksum; multipath (BIP389) if it has branches. */
  readonly payload: string;
  /** A descriptor for each branch: receiving, then change. */
  readonly branches: readonly Descriptor[];
  readonly name: string | undefined;
  readonly timestamp: number | undefined;
  readonly isChange: boolean;
  /** Data that was not imported, one sentence each. */
  readonly lost: readonly string[];
  /** Reasons to question the descriptor, one sentence each. */
  readonly doubts: readonly string[];
};

/**
 * Parses a file's descriptor. Converts its keys to BIP32, and recomputes its checksum if keys were
 * SLIP-132.
 */
export function checkDescriptor(
  found: DescriptorPart,
  context: FormatContext,
): CheckedDescriptor | FormatFailure {
  const written = found.text.trim();
  const damage = checksumProblem(found.written?.trim() ?? written);
  if (damage !== undefined) return failure(damage);
  const plain = withPlainKeys(written);
  const text = plain === written ? written : withoutChecksum(plain);
  const parsed = parseDescriptor(text, context);
  if ('error' in parsed) return failure(whyUnread(text, parsed.error, context));
  const { descriptors, privateKeys } = parsed;
  const source = { ...context, findPrivateKey: privateKeyLookup(privateKeys) };
  const texts = descriptors.map((each) => formatNormalizedDescriptor(each, source));
  const hadSecrets = privateKeys.size > 0;
  for (const key of privateKeys.values()) key.wipe();
  const branches: Descriptor[] = [];
  for (const each of texts) {
    const again = each === undefined ? undefined : parseDescriptor(each, context);
    if (again === undefined || 'error' in again) return failure(NOT_PUBLIC);
    branches.push(again.descriptors[0]);
  }
  const [first] = branches;
  if (first === undefined || scriptsOf(first, [0], context)[0] === undefined) {
    return failure(NOT_PUBLIC);
  }
  const problem = firstAddressProblem(found, first, context);
  if (problem !== undefined) return failure(problem);
  const lost = hadSecrets
    ? ['its private keys: the wallet can be watched, and not spent from']
    : [];
  const doubts = [...sameKeysIn(branches, context), ...doubtsOf(written, first, context)];
  const public_ = hadSecrets ? (texts.length > 1 ? joinBranches(texts) : texts[0]) : text;
  const { name, timestamp, isChange = false } = found;
  const payload = withoutChecksum(public_ ?? '').replace(ORIGIN, (each) => each.toLowerCase());
  return { payload, branches, name, timestamp, isChange, lost, doubts };
}

/** The fingerprint at the start of an origin, which programs expect in lower case. */
const ORIGIN = /\[[0-9a-fA-F]{8}(?=[/\]])/g;

/** Checks the checksum in the file, because only it detects a changed path or key. */
function checksumProblem(written: string): string | undefined {
  if (!written.includes('#')) return undefined;
  const checked = checkChecksum(written, true);
  return 'error' in checked
    ? `a descriptor does not fit its checksum: it was changed, or is damaged. Do not use it, and ask for the file again (${checked.error.replace(/'[^']{20,}'/g, "'…'")})`
    : undefined;
}

const withoutChecksum = (text: string): string => text.split('#')[0] ?? '';

const NOT_PUBLIC =
  'the addresses of a descriptor follow from private keys only: that is not read here';

function whyUnread(text: string, error: string, { network }: FormatContext): string {
  if (isSilentDescriptor(text)) {
    return 'a descriptor in it is of silent payments, which these formats have no place for: listdescriptors and importdescriptors take it to another wallet';
  }
  const isOther = slipKeysIn(text).some((key) => key.isTest !== isTestNetwork(network));
  if (isOther) {
    const [theirs, ours] = isTestNetwork(network)
      ? ['main', network.name]
      : ['a test network', 'main'];
    return `this is a wallet of ${theirs}, not of ${ours}. If that is right, choose its network`;
  }
  // The message may contain a key.
  const words = error
    .replace(/'[^']{20,}'/g, "'…'")
    .replace(/[0-9A-Za-z]{40,}/g, '…')
    .slice(0, 200);
  const slip = explainDescriptor(text);
  if (slip !== undefined) return `a descriptor in it cannot be read. ${slip}`;
  return `a descriptor in it cannot be read${words === '' ? '' : `: ${words}`}`;
}

/**
 * Joins two descriptors that differ only in the step before the wildcard. The lower step is
 * receiving.
 */
export function joinPairs(
  checked: readonly CheckedDescriptor[],
  context: FormatContext,
): readonly CheckedDescriptor[] {
  const groups = new Map<string, CheckedDescriptor[]>();
  for (const each of withoutRepeated(checked)) {
    const group = groups.get(shapeOf(each)) ?? [];
    groups.set(shapeOf(each), [...group, each]);
  }
  return [...groups.values()].flatMap((group) => {
    const [a, b, ...more] = [...group].sort((x, y) => (lastStep(x) ?? 0) - (lastStep(y) ?? 0));
    if (a === undefined || b === undefined || more.length > 0) return group;
    const joined = join(a, b, context);
    return joined === undefined ? group : [joined];
  });
}

/** Removes branches that a multipath descriptor includes, because some programs write both. */
function withoutRepeated(checked: readonly CheckedDescriptor[]): readonly CheckedDescriptor[] {
  const even = ({ payload }: CheckedDescriptor) => payload.replace(/'/g, 'h');
  const branches = checked
    .filter((each) => each.branches.length > 1)
    .flatMap((each) =>
      each.branches.map((_, i) =>
        even(each).replace(/<([\d;h]+)>/g, (_all, steps: string) => steps.split(';')[i] ?? ''),
      ),
    );
  const seen = new Set(branches);
  return checked.filter((each) => {
    const isNew = !seen.has(even(each));
    seen.add(even(each));
    return isNew;
  });
}

const BRANCH = /\/(\d+)\/\*/g;
const shapeOf = ({ payload }: CheckedDescriptor): string => payload.replace(BRANCH, '/./*');
const lastStep = ({ payload }: CheckedDescriptor): number | undefined => {
  const [, step] = /\/(\d+)\/\*/.exec(payload) ?? [];
  return step === undefined ? undefined : Number(step);
};

function join(
  a: CheckedDescriptor,
  b: CheckedDescriptor,
  context: FormatContext,
): CheckedDescriptor | undefined {
  if (a.branches.length > 1 || b.branches.length > 1) return undefined;
  const payload = joinBranches([a.payload, b.payload]);
  const parsed = parseDescriptor(payload, context);
  if ('error' in parsed || parsed.descriptors.length !== 2) return undefined;
  const [receive, change] = parsed.descriptors.map((each) =>
    scriptsOf(each, [0, 1], context).join(),
  );
  const [first, second] = [a, b].map(({ branches: [each] }) =>
    each ? scriptsOf(each, [0, 1], context).join() : '',
  );
  if (receive !== first || change !== second) return undefined;
  const times = [a, b].flatMap(({ timestamp }) => timestamp ?? []);
  const timestamp = times.length === 2 ? Math.min(...times) : undefined;
  const name = a.name ?? b.name;
  return {
    payload,
    branches: parsed.descriptors,
    name,
    timestamp,
    isChange: false,
    lost: [...a.lost, ...b.lost],
    doubts: [...a.doubts, ...b.doubts],
  };
}

/**
 * Returns true if a change descriptor differs from all receiving descriptors in more than the step
 * before the wildcard.
 */
export function hasStrayChange(checked: readonly CheckedDescriptor[]): boolean {
  const receiving = new Set(checked.filter(({ isChange }) => !isChange).map(shapeOf));
  const stray = checked.filter((each) => each.isChange && !receiving.has(shapeOf(each)));
  return receiving.size > 0 && stray.length > 0;
}

/** Joins receiving and change, which differ only in one step of each key, in one text. */
function joinBranches(texts: readonly (string | undefined)[]): string {
  const [receive = '', change = ''] = texts.map((text) => withoutChecksum(text ?? ''));
  const changes = [...change.matchAll(BRANCH)].map(([, step = '']) => step);
  let at = 0;
  return receive.replace(BRANCH, (_, step: string) => `/<${step};${changes[at++]}>/*`);
}

/** Returns the scripts (hex) at these positions; `undefined` if private keys are missing. */
export function scriptsOf(
  descriptor: Descriptor,
  positions: readonly number[],
  { secp256k1 }: FormatContext,
): readonly (string | undefined)[] {
  const source = { secp256k1, findPrivateKey: () => undefined };
  return expandMany(descriptor, positions, source).map((expansion) => {
    const scripts = expansion?.scripts.map(encodeHex);
    return scripts && scripts.length > 0 ? scripts.join(',') : undefined;
  });
}

/**
 * Returns the first address of each branch, or all addresses of combo(); none if its script has no
 * address.
 */
export function firstAddresses(
  { branches }: Pick<CheckedDescriptor, 'branches'>,
  { network, secp256k1 }: FormatContext,
): readonly string[] {
  const source = { secp256k1, findPrivateKey: () => undefined };
  return branches.flatMap((branch) => {
    const scripts = expandMany(branch, [0], source)[0]?.scripts ?? [];
    return scripts.flatMap((script) => formatAddress(script, network) ?? []);
  });
}

function firstAddressProblem(
  { firstAddress }: DescriptorPart,
  first: Descriptor,
  { network: ours, secp256k1 }: FormatContext,
): string | undefined {
  if (firstAddress === undefined) return undefined;
  const source = { secp256k1, findPrivateKey: () => undefined };
  const [script] = expandMany(first, [0], source)[0]?.scripts ?? [];
  const isIt = Object.values(networks).some((network) => {
    if (isTestNetwork(network) !== isTestNetwork(ours)) return false;
    const theirs = decodeAddress(firstAddress, network);
    return script !== undefined && isBytes(theirs) && equalBytes(theirs, script);
  });
  return isIt
    ? undefined
    : 'the first address that the file says is not that of its keys: one of them was changed. Do not use it';
}

/** Lists reasons to question a descriptor. */
function doubtsOf(text: string, descriptor: Descriptor, context: FormatContext): readonly string[] {
  const doubts: string[] = [];
  const opening = text.replace(/sortedmulti|multi/, 'multi');
  for (const { script } of slipKeysIn(text)) {
    const isMulti = /multi\(/.test(text);
    const wanted = script === 'any' ? '' : `${script.replace(/\)/g, '')}(`;
    const fits = opening.startsWith(isMulti && wanted !== '' ? `${wanted}multi(` : wanted);
    if (!fits) doubts.push(`a key is marked for ${script}, but is in another script`);
  }
  return [
    ...new Set([
      ...doubts,
      ...originDoubts(descriptor, context),
      ...descriptorWarnings(descriptor),
    ]),
  ];
}
