import { hash160 } from '../crypto/hash.ts';
import { PrivateKey } from '../crypto/private-key.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { type Bytes, emptyBytes, equalBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { isFinalized, type Psbt, type PsbtInput } from '../psbt/psbt.ts';
import { spentOutput } from '../psbt/psbt-session.ts';
import {
  p2pkhScript,
  p2pkScript,
  p2shScript,
  p2trScript,
  p2wpkhScript,
} from '../script/builders.ts';
import { isCompressedPublicKey } from '../script/public-key.ts';
import { isPayToScriptHash, matchWitnessProgram } from '../script/script.ts';
import { tapTweakHash } from '../script/taproot.ts';
import { solveScript } from '../script/templates.ts';
import { type KeyOrigin, type SigningProvider, unknowingProvider } from '../signing/provider.ts';
import { buildTaprootOutput, type TaprootOutput } from '../signing/taproot-output.ts';
import type { Pause, Task } from '../signing/task.ts';

/** Single keys: as they are, and as texts in WIF. */
export type SingleKeys = {
  readonly keys: readonly PrivateKey[];
  /** Keys in WIF, which also spend what was paid to their other form, compressed or not. */
  readonly wifs: readonly PrivateKey[];
};

type Opening = {
  readonly secp256k1: Secp256k1;
  /** Awaited after every few keys and inputs. */
  readonly pause?: Pause | undefined;
};

/**
 * Opens single keys for a PSBT, as `openKeysTask` does, without descriptors. The PSBT has no silent
 * payments. `derived` receives the other forms of the keys, to be wiped.
 */
export function* openSingleKeysTask(
  { keys, wifs }: SingleKeys,
  psbt: Psbt,
  opening: Opening,
  derived: PrivateKey[],
): Task<SigningProvider> {
  const { secp256k1 } = opening;
  const others = wifs.flatMap((key) => PrivateKey.from(key.reveal(), !key.compressed) ?? []);
  derived.push(...others);
  const pairs = wifs.flatMap((key, i) => [key, ...others.slice(i, i + 1)]);
  const all = [...keys, ...pairs];
  PrivateKey.derivePublicKeys(all, secp256k1);
  // The last form of a key has its origin. A search by names gives the same.
  const named = new Map(
    all.map((privateKey) => [xHex(privateKey.publicKey(secp256k1)), privateKey]),
  );
  const owners = [...named.values()].map((privateKey): OwnKey => {
    return { privateKey, origin: originOf(privateKey.publicKey(secp256k1)) };
  });
  const single = all.map((privateKey): OwnKey => ({ privateKey }));
  const provider = yield* keysProviderTask([...single, ...owners], psbt, opening);
  return withScripts(provider, pairs, psbt, opening);
}

const xHex = (publicKey: Bytes): string => encodeHex(publicKey.subarray(1, 33));

const originOf = (publicKey: Bytes): KeyOrigin => ({
  fingerprint: hash160(publicKey).subarray(0, 4),
  path: [],
});

/**
 * Adds what the descriptors of keys in WIF, combo() and tr(), know about the scripts of a PSBT.
 * Nothing is searched if it describes all its coins.
 */
function withScripts(
  provider: SigningProvider,
  keys: readonly PrivateKey[],
  { inputs, outputs }: Psbt,
  { secp256k1 }: Opening,
): SigningProvider {
  const spent = inputs.filter((input) => !isDescribed(input, secp256k1)).flatMap(scriptOf);
  if (keys.length === 0 || spent.length === 0) return provider;
  const wanted = new Set(
    [...spent, ...outputs.map(({ scriptPubKey }) => scriptPubKey)].map(encodeHex),
  );
  const origins = new Map<string, KeyOrigin>();
  const scripts = new Map<string, Bytes>();
  const taproot = new Map<string, TaprootOutput>();
  const has = (script: Bytes) => wanted.has(encodeHex(script));
  for (const key of keys) {
    const publicKey = key.publicKey(secp256k1);
    const hash = hash160(publicKey);
    const id = encodeHex(hash);
    const note = () => origins.set(id, originOf(publicKey));
    const legacy = [p2pkScript(publicKey), p2pkhScript(hash)];
    if (!isCompressedPublicKey(publicKey)) {
      if (legacy.some(has)) note();
      continue;
    }
    const segwit = p2wpkhScript(hash);
    const nested = hash160(segwit);
    if ([...legacy, segwit, p2shScript(nested)].some(has)) {
      note();
      scripts.set(encodeHex(nested), segwit);
    }
    const output = buildTaprootOutput(publicKey.subarray(1), [], secp256k1);
    if (output && has(p2trScript(output.outputKey))) {
      note();
      taproot.set(encodeHex(output.outputKey), output);
    }
  }
  const at = <T>(map: ReadonlyMap<string, T>, key: Bytes) => map.get(encodeHex(key));
  return {
    ...provider,
    getScript: (hash) => provider.getScript(hash) ?? at(scripts, hash),
    getKeyOrigin: (hash) => provider.getKeyOrigin(hash) ?? at(origins, hash),
    getTaprootSpendData: (key) => provider.getTaprootSpendData(key) ?? at(taproot, key)?.spendData,
    getTaprootTree: (key) => provider.getTaprootTree(key) ?? at(taproot, key)?.tree,
  };
}

/** A key that signs. Single keys have no origin. */
export type OwnKey = {
  readonly privateKey: PrivateKey;
  readonly origin?: KeyOrigin | undefined;
};

/** Number of keys whose scripts are hashed between pauses. */
const FEW = 8;

/**
 * Signs with keys, each in its own form; derived ones are compressed. If an input lacks its redeem
 * script or internal key, they follow from a compressed key. Reads no miniscript.
 */
export function* keysProviderTask(
  keys: readonly OwnKey[],
  psbt: Psbt | undefined,
  { secp256k1, pause }: Opening,
): Task<SigningProvider> {
  const pairs = new Map<string, { readonly found: OwnKey; readonly publicKey: Bytes }>();
  const xOnly = new Map<string, Bytes>();
  for (const found of keys) {
    const publicKey = found.privateKey.publicKey(secp256k1);
    pairs.set(encodeHex(hash160(publicKey)), { found, publicKey });
    if (isCompressedPublicKey(publicKey)) {
      xOnly.set(encodeHex(hash160(publicKey.subarray(1))), publicKey);
    }
  }
  const at = (hash: Bytes) => pairs.get(encodeHex(hash));
  const kinds = new Set((psbt?.inputs ?? []).flatMap(hiddenKind));
  const scripts = new Map<string, Bytes>();
  const internal = new Map<string, Bytes>();
  for (const { publicKey } of kinds.size > 0 ? pairs.values() : []) {
    if (!isCompressedPublicKey(publicKey)) continue;
    if (pause && scripts.size % FEW === FEW - 1) yield pause();
    const script = p2wpkhScript(hash160(publicKey));
    scripts.set(encodeHex(hash160(script)), script);
    const x = publicKey.subarray(1);
    const output = kinds.has('taproot') && secp256k1.tweakXOnlyPublicKey(x, tapTweakHash(x));
    if (output) internal.set(encodeHex(output.xOnly), x);
  }
  return {
    ...unknowingProvider,
    getScript: (hash) => scripts.get(encodeHex(hash)),
    getTaprootSpendData: (outputKey) => {
      const internalKey = internal.get(encodeHex(outputKey));
      return internalKey && { internalKey, leaves: [] };
    },
    getPublicKey: (hash) => at(hash)?.publicKey,
    getPublicKeyByXOnlyHash: (hash) => xOnly.get(encodeHex(hash)),
    canSign: (hash) => at(hash) !== undefined,
    getPrivateKey: (hash) => at(hash)?.found.privateKey,
    getKeyOrigin: (hash) => at(hash)?.found.origin,
  };
}

/** Returns the kind of an input without the script or internal key that its coin hides. */
function hiddenKind(input: PsbtInput): readonly ('nested' | 'taproot')[] {
  const { redeemScript, tapInternalKey, tapLeaves } = input;
  const { kind } = solveScript(spentOutput(input)?.scriptPubKey ?? emptyBytes);
  if (kind === 'scripthash') return redeemScript.length === 0 ? ['nested'] : [];
  const isHidden = kind === 'witness_v1_taproot' && !tapInternalKey && tapLeaves.length === 0;
  return isHidden ? ['taproot'] : [];
}

/** Returns the script of the coin that an input spends, if it is known. */
export const scriptOf = (input: PsbtInput): readonly Bytes[] => {
  const script = spentOutput(input)?.scriptPubKey;
  return script ? [script] : [];
};

/** Returns whether a PSBT has the keys of a coin, and the scripts that its program commits to. */
export function isDescribed(input: PsbtInput, secp256k1: Secp256k1): boolean {
  if (isFinalized(input)) return true;
  const [script] = scriptOf(input);
  const { redeemScript, witnessScript, tapKeyPaths } = input;
  if (script === undefined || input.keyPaths.length + tapKeyPaths.length === 0) return false;
  const isHidden = isPayToScriptHash(script);
  if (isHidden && redeemScript.length === 0) return false;
  const program = matchWitnessProgram(isHidden ? redeemScript : script);
  if (program === undefined) return true;
  if (program.version === 0) return program.program.length === 20 || witnessScript.length > 0;
  return isKeyPath(input, program.program, secp256k1);
}

/** Returns whether a taproot output has no leaves, which the PSBT could leave out, and its key. */
function isKeyPath(
  { tapInternalKey: internal, tapKeyPaths, musigParticipants }: PsbtInput,
  outputKey: Bytes,
  secp256k1: Secp256k1,
): boolean {
  if (internal === undefined) return false;
  const isNamed = tapKeyPaths.some(({ xOnly }) => equalBytes(xOnly, internal));
  if (!isNamed && musigParticipants.length === 0) return false;
  const output = secp256k1.tweakXOnlyPublicKey(internal, tapTweakHash(internal));
  return output !== undefined && equalBytes(output.xOnly, outputKey);
}
