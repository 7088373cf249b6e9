import { hash160, sha256 } from '../crypto/hash.ts';
import { PrivateKey } from '../crypto/private-key.ts';
import { type Bytes, compareBytes, concatBytes } from '../encoding/bytes.ts';
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
import { buildTaprootOutput } from '../signing/taproot-output.ts';
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

/** What a descriptor stands for at one position. */
export type Expansion = {
  /** One; of combo up to four, of unused none. */
  readonly scripts: readonly Bytes[];
  /** Public keys with their origins, scripts and trees that a signer needs. No private keys. */
  readonly flatProvider: FlatSigningProvider;
};

/**
 * The scripts at these positions; `undefined` where a key cannot be had. Keys are derived for all
 * positions at once.
 * Core: Descriptor::Expand, and with `readCache` ExpandFromCache.
 */
export function expandMany(
  descriptor: Descriptor,
  positions: readonly number[],
  source: KeySource,
): (Expansion | undefined)[] {
  const prepared = prepare(descriptor, positions, source);
  return positions.map((_, i) => {
    const flatProvider = createFlatSigningProvider();
    const scripts = makeScripts(prepared, i, flatProvider, source);
    return scripts && { scripts, flatProvider };
  });
}

/**
 * The scripts at one position, and what a signer needs of them; `undefined` where a key cannot be
 * had.
 */
export function expand(
  descriptor: Descriptor,
  position: number,
  source: KeySource,
): Expansion | undefined {
  return expandMany(descriptor, [position], source)[0];
}

/**
 * Adds the private keys at these positions, as far as they are known. Core:
 * Descriptor::ExpandPrivate.
 */
export function expandPrivateMany(
  descriptor: Descriptor,
  positions: readonly number[],
  source: PrivateKeySource,
  flatProvider: FlatSigningProvider,
): void {
  for (const key of ownKeys(descriptor)) {
    const privateKeys = privateKeysAt(key, positions, source);
    PrivateKey.derivePublicKeys(privateKeys, source.secp256k1);
    for (const privateKey of privateKeys) {
      notePrivateKey(flatProvider, privateKey.publicKey(source.secp256k1), privateKey);
    }
  }
  for (const sub of subdescriptors(descriptor)) {
    expandPrivateMany(sub, positions, source, flatProvider);
  }
}

/** Adds the private keys at one position, as far as they are known. */
export function expandPrivate(
  descriptor: Descriptor,
  position: number,
  source: PrivateKeySource,
  flatProvider: FlatSigningProvider,
): void {
  expandPrivateMany(descriptor, [position], source, flatProvider);
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

function makeScripts(
  { descriptor, keys, subs }: Prepared,
  i: number,
  flatProvider: FlatSigningProvider,
  source: KeySource,
): readonly Bytes[] | undefined {
  const publicKeys: Bytes[] = [];
  for (const { expression, derived } of keys) {
    const key = derived[i];
    if (key === undefined) return undefined;
    noteKey(flatProvider, expression, key);
    publicKeys.push(key.publicKey);
  }
  const scripts: Bytes[] = [];
  for (const sub of subs) {
    // A key that occurs again does not get its origin twice: each descriptor is looked at alone.
    const inner = createFlatSigningProvider();
    const [script] = makeScripts(sub, i, inner, source) ?? [];
    if (script === undefined) return undefined;
    mergeFlatSigningProvider(flatProvider, inner);
    scripts.push(script);
  }
  return assemble(descriptor, publicKeys, scripts, flatProvider, source);
}

/** In Core's order: what is known first stays. */
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

/**
 * The scripts from the keys and the inner scripts. Core: MakeScripts of each kind of descriptor.
 */
function assemble(
  descriptor: Descriptor,
  keys: readonly Bytes[],
  scripts: readonly Bytes[],
  flatProvider: FlatSigningProvider,
  source: KeySource,
): readonly Bytes[] {
  const [key = new Uint8Array(0)] = keys;
  const [script = new Uint8Array(0)] = scripts;
  switch (descriptor.kind) {
    case 'addr':
    case 'raw':
      return [descriptor.script];
    case 'pk':
      return [descriptor.xOnly ? buildScript(xOnlyOf(key), Op.CHECKSIG) : p2pkScript(key)];
    case 'pkh':
      return [p2pkhScript(hash160(key))];
    case 'wpkh':
      return [p2wpkhScript(hash160(key))];
    case 'combo':
      return comboScripts(key, flatProvider);
    case 'multi':
      return [multisigScript(descriptor.threshold, ordered(keys, descriptor.sorted))];
    case 'multi_a':
      return [multiAScript(descriptor.threshold, ordered(keys.map(xOnlyOf), descriptor.sorted))];
    case 'sh':
      noteScript(flatProvider, script);
      return [p2shScript(hash160(script))];
    case 'wsh':
      noteScript(flatProvider, script);
      return [p2wshScript(sha256(script))];
    case 'tr': {
      const leaves = descriptor.leaves.map(({ depth }, i) => ({
        depth,
        leafVersion: TAPROOT_LEAF_TAPSCRIPT,
        script: scripts[i] ?? script,
      }));
      const output = buildTaprootOutput(xOnlyOf(key), leaves, source.secp256k1);
      if (output === undefined) return [];
      flatProvider.taproot.set(encodeHex(output.outputKey), output);
      return [p2trScript(output.outputKey)];
    }
    case 'rawtr':
      return [p2trScript(xOnlyOf(key))];
    case 'miniscript':
      return [miniscriptScript(descriptor, keys, flatProvider)];
    case 'unused':
      return [];
  }
}

function comboScripts(key: Bytes, flatProvider: FlatSigningProvider): readonly Bytes[] {
  const hash = hash160(key);
  const legacy = [p2pkScript(key), p2pkhScript(hash)];
  if (!isCompressedPublicKey(key)) return legacy;
  const segwit = p2wpkhScript(hash);
  noteScript(flatProvider, segwit);
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
  flatProvider: FlatSigningProvider,
): Bytes {
  const pushed = keys.map((key) => (node.context === 'tapscript' ? xOnlyOf(key) : key));
  for (const [index, key] of keys.entries()) notePublicKey(flatProvider, key, pushed[index]);
  return toScript(node, (index) => pushed[index] ?? new Uint8Array(0));
}
