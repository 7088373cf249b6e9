import { hash160, sha256 } from '../crypto/hash.ts';
import { PrivateKey } from '../crypto/private-key.ts';
import { type Bytes, compareBytes, concatBytes, emptyBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { toScript } from '../miniscript/to-script.ts';
import {
  multisigScript,
  p2pkhScript,
  p2pkScript,
  p2shScript,
  p2trScript,
  p2wpkhScript,
  p2wshScript,
} from '../script/builders.ts';
import { TAPROOT_LEAF_TAPSCRIPT } from '../script/limits.ts';
import { Op } from '../script/opcodes.ts';
import { isCompressedPublicKey } from '../script/public-key.ts';
import { buildScript, pushBytes, pushNumber } from '../script/script.ts';
import {
  buildTaprootOutputs,
  type TaprootOutput,
  type TaprootParts,
} from '../signing/taproot-output.ts';
import { type DerivedKey, deriveKeys, type KeySource, sortedParticipants } from './derive-keys.ts';
import {
  type Descriptor,
  type MiniscriptDescriptor,
  ownKeys,
  subdescriptors,
} from './descriptor.ts';
import {
  createFlatSigningProvider,
  type FlatSigningProvider,
  mergeFlatSigningProvider,
  noteOrigin,
  notePrivateKey,
  notePublicKey,
  noteScript,
  prefixOrigin,
} from './flat-signing-provider.ts';
import type { KeyExpression } from './key-expression.ts';
import { type PrivateKeySource, privateKeysAt } from './private-keys.ts';

/** The scripts and keys of a descriptor at one position. */
export type Expansion = {
  /** One script; up to four for combo, none for unused. */
  readonly scripts: readonly Bytes[];
  /** Public keys with their origins, scripts and trees that a signer needs. No private keys. */
  readonly flatProvider: FlatSigningProvider;
};

/**
 * Expands a descriptor at these positions, deriving all keys at once. `undefined` where a key is
 * unavailable. Core: Descriptor::Expand, and with `readCache` ExpandFromCache.
 */
export function expandMany(
  descriptor: Descriptor,
  positions: readonly number[],
  source: KeySource,
): (Expansion | undefined)[] {
  const prepared = prepare(descriptor, positions, source);
  const providers = positions.map(createFlatSigningProvider);
  const notes = providers.map((provider) => ({ provider }));
  const scripts = makeScriptsMany(prepared, notes, source);
  return providers.map((flatProvider, i) => {
    const each = scripts[i];
    return each && { scripts: each, flatProvider };
  });
}

/** The scripts at one position, and their public keys. */
export type ScriptExpansion = Pick<Expansion, 'scripts'> & {
  readonly publicKeys: readonly Bytes[];
};

/** Expands only scripts and public keys, which is faster than `expandMany`. */
export function expandScripts(
  descriptor: Descriptor,
  positions: readonly number[],
  source: KeySource,
): (ScriptExpansion | undefined)[] {
  const lists = positions.map((): Bytes[] => []);
  const notes = lists.map((publicKeys) => ({ publicKeys }));
  const scripts = makeScriptsMany(prepare(descriptor, positions, source), notes, source);
  return lists.map((publicKeys, i) => {
    const each = scripts[i];
    return each && { scripts: each, publicKeys };
  });
}

/** Expands a descriptor at one position; returns `undefined` if a key is unavailable. */
export function expand(
  descriptor: Descriptor,
  position: number,
  source: KeySource,
): Expansion | undefined {
  return expandMany(descriptor, [position], source)[0];
}

/**
 * Adds the known private keys at these positions to the provider of each position. Core:
 * Descriptor::ExpandPrivate.
 */
export function expandPrivateMany(
  descriptor: Descriptor,
  positions: readonly number[],
  source: PrivateKeySource,
  flatProviders: readonly FlatSigningProvider[],
): void {
  for (const key of ownKeys(descriptor)) {
    const lists = privateKeysAt(key, positions, source);
    PrivateKey.derivePublicKeys([...new Set(lists.flat())], source.secp256k1);
    for (const [i, flatProvider] of flatProviders.entries()) {
      for (const privateKey of lists[i] ?? []) {
        notePrivateKey(flatProvider, privateKey.publicKey(source.secp256k1), privateKey);
      }
    }
  }
  for (const sub of subdescriptors(descriptor)) {
    expandPrivateMany(sub, positions, source, flatProviders);
  }
}

/** Adds the known private keys at one position. */
export function expandPrivate(
  descriptor: Descriptor,
  position: number,
  source: PrivateKeySource,
  flatProvider: FlatSigningProvider,
): void {
  expandPrivateMany(descriptor, [position], source, [flatProvider]);
}

/** A descriptor with its keys at all positions. */
type Prepared = {
  readonly descriptor: Descriptor;
  readonly keys: readonly {
    readonly expression: KeyExpression;
    readonly derived: readonly (DerivedKey | undefined)[];
  }[];
  readonly subs: readonly Prepared[];
};

function prepare(
  descriptor: Descriptor,
  positions: readonly number[],
  source: KeySource,
): Prepared {
  return {
    descriptor,
    keys: ownKeys(descriptor).map((expression) => ({
      expression,
      derived: deriveKeys(expression, positions, source),
    })),
    subs: subdescriptors(descriptor).map((sub) => prepare(sub, positions, source)),
  };
}

/** Collects keys and scripts: everything a signer needs, or only the keys. */
type Notes = { readonly provider?: FlatSigningProvider; readonly publicKeys?: Bytes[] };

function makeScriptsMany(
  prepared: Prepared,
  notes: readonly Notes[],
  { secp256k1 }: KeySource,
): (readonly Bytes[] | undefined)[] {
  const { descriptor } = prepared;
  const parts = notes.map((each, i) => makeParts(prepared, i, each));
  const trees = parts.map((part) => part && treeOf(descriptor, part));
  const outputs = buildTaprootOutputs(
    trees.flatMap((tree) => tree ?? []),
    secp256k1,
  ).values();
  return parts.map((part, i) => {
    const output: TaprootOutput | undefined = trees[i] && outputs.next().value;
    return part && assemble(descriptor, part, notes[i]?.provider, output);
  });
}

/** The parts of a descriptor's scripts at one position. */
type Parts = {
  readonly keys: readonly Bytes[];
  /** Scripts of the inner descriptors. */
  readonly scripts: readonly Bytes[];
};

function makeParts({ keys, subs }: Prepared, i: number, notes: Notes): Parts | undefined {
  const { provider, publicKeys: noted } = notes;
  const publicKeys: Bytes[] = [];
  for (const { expression, derived } of keys) {
    const key = derived[i];
    if (key === undefined) return undefined;
    if (provider) noteKey(provider, expression, key);
    noted?.push(
      ...(key.musig?.participants ?? []).map(({ publicKey }) => publicKey),
      key.publicKey,
    );
    publicKeys.push(key.publicKey);
  }
  const scripts: Bytes[] = [];
  for (const sub of subs) {
    // Each subdescriptor notes keys in an own provider, so that no key gets its origin twice.
    const inner = provider && createFlatSigningProvider();
    const parts = makeParts(sub, i, inner ? { provider: inner } : notes);
    const [script] = parts ? assemble(sub.descriptor, parts, inner) : [];
    if (script === undefined) return undefined;
    if (provider && inner) mergeFlatSigningProvider(provider, inner);
    scripts.push(script);
  }
  return { keys: publicKeys, scripts };
}

function treeOf(descriptor: Descriptor, { keys, scripts }: Parts): TaprootParts | undefined {
  if (descriptor.kind !== 'tr') return undefined;
  const tree = descriptor.leaves.map(({ depth }, i) => ({
    depth,
    leafVersion: TAPROOT_LEAF_TAPSCRIPT,
    script: scripts[i] ?? emptyBytes,
  }));
  return { internalKey: xOnlyOf(keys[0] ?? emptyBytes), tree };
}

/** Records a key in Core's order; the first record is kept. */
function noteKey(
  flatProvider: FlatSigningProvider,
  expression: KeyExpression,
  derived: DerivedKey,
): void {
  if (expression.kind === 'origin') {
    noteKey(flatProvider, expression.key, derived);
    prefixOrigin(flatProvider, derived.publicKey, expression.origin);
    return;
  }
  if (expression.kind === 'musig' && derived.musig) {
    const { participants, aggregate } = derived.musig;
    for (const [index, participant] of expression.participants.entries()) {
      const key = participants[index];
      if (key) noteKey(flatProvider, participant, key);
    }
    const id = encodeHex(aggregate);
    if (!flatProvider.aggregates.has(id)) {
      flatProvider.aggregates.set(id, sortedParticipants(participants));
    }
  }
  noteOrigin(flatProvider, derived.publicKey, derived.origin);
  notePublicKey(flatProvider, derived.publicKey);
}

const xOnlyOf = (publicKey: Bytes): Bytes => publicKey.subarray(1, 33);

/** Makes the scripts from keys and inner scripts. Core: MakeScripts of each kind of descriptor. */
function assemble(
  descriptor: Descriptor,
  { keys, scripts }: Parts,
  provider: FlatSigningProvider | undefined,
  output?: TaprootOutput,
): readonly Bytes[] {
  const [key = emptyBytes] = keys;
  const [script = emptyBytes] = scripts;
  switch (descriptor.kind) {
    case 'addr':
    case 'raw':
      return [descriptor.scriptPubKey];
    case 'pk':
      return [descriptor.xOnly ? buildScript(xOnlyOf(key), Op.CHECKSIG) : p2pkScript(key)];
    case 'pkh':
      return [p2pkhScript(hash160(key))];
    case 'wpkh':
      return [p2wpkhScript(hash160(key))];
    case 'combo':
      return comboScripts(key, provider);
    case 'multi':
      return [multisigScript(descriptor.threshold, ordered(keys, descriptor.sorted))];
    case 'multi_a':
      return [multiAScript(descriptor.threshold, ordered(keys.map(xOnlyOf), descriptor.sorted))];
    case 'sh':
      if (provider) noteScript(provider, script);
      return [p2shScript(hash160(script))];
    case 'wsh':
      if (provider) noteScript(provider, script);
      return [p2wshScript(sha256(script))];
    case 'tr':
      if (output === undefined) return [];
      provider?.taproot.set(encodeHex(output.outputKey), output);
      return [p2trScript(output.outputKey)];
    case 'rawtr':
      return [p2trScript(xOnlyOf(key))];
    case 'miniscript':
      return [miniscriptScript(descriptor, keys, provider)];
    case 'unused':
      return [];
  }
}

function comboScripts(key: Bytes, provider: FlatSigningProvider | undefined): readonly Bytes[] {
  const hash = hash160(key);
  const legacy = [p2pkScript(key), p2pkhScript(hash)];
  if (!isCompressedPublicKey(key)) return legacy;
  const segwit = p2wpkhScript(hash);
  if (provider) noteScript(provider, segwit);
  return [...legacy, segwit, p2shScript(hash160(segwit))];
}

const ordered = (keys: readonly Bytes[], sorted: boolean): readonly Bytes[] =>
  sorted ? [...keys].sort(compareBytes) : keys;

/**
 * BIP387: "<KEY_1> OP_CHECKSIG <KEY_2> OP_CHECKSIGADD ... <KEY_n> OP_CHECKSIGADD <k> OP_NUMEQUAL".
 */
function multiAScript(threshold: number, keys: readonly Bytes[]): Bytes {
  const parts = keys.flatMap((key, index) => [
    pushBytes(key),
    Uint8Array.of(index === 0 ? Op.CHECKSIG : Op.CHECKSIGADD),
  ]);
  return concatBytes(...parts, pushNumber(threshold), Uint8Array.of(Op.NUMEQUAL));
}

function miniscriptScript(
  { node }: MiniscriptDescriptor,
  keys: readonly Bytes[],
  provider: FlatSigningProvider | undefined,
): Bytes {
  const pushed = keys.map((key) => (node.context === 'tapscript' ? xOnlyOf(key) : key));
  for (const [index, key] of keys.entries())
    if (provider) notePublicKey(provider, key, pushed[index]);
  return toScript(node, (index) => pushed[index] ?? emptyBytes);
}
