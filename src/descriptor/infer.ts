import { hash160, ripemd160 } from '../crypto/hash.ts';
import type { Secp256k1 } from '../crypto/secp256k1.ts';
import { type Bytes, concatBytes } from '../encoding/bytes.ts';
import { lastOf } from '../encoding/list.ts';
import { decodeMiniscript } from '../miniscript/from-script.ts';
import { isSane } from '../miniscript/sanity.ts';
import { MAX_PUBKEYS_PER_MULTI_A, TAPROOT_LEAF_TAPSCRIPT } from '../script/limits.ts';
import { decodeSmallInteger, isSmallInteger, Op } from '../script/opcodes.ts';
import { isCompressedOrUncompressed, isCompressedPublicKey } from '../script/public-key.ts';
import { isMinimalPush, type ScriptOp, walkScript } from '../script/script.ts';
import { decodeScriptNum } from '../script/script-num.ts';
import { type ScriptTemplate, solveScript } from '../script/templates.ts';
import { originByXOnly } from '../signing/keys.ts';
import { emptyProvider } from '../signing/miniscript-provider.ts';
import type { KeyOrigin, SigningProvider, TaprootSpendData } from '../signing/provider.ts';
import type { Descriptor, TreeLeaf } from './descriptor.ts';
import { inferTaprootTree } from './infer-tree.ts';
import type { KeyExpression } from './key-expression.ts';
import { duplicateKeys } from './parse-miniscript.ts';
import type { ScriptContext } from './parser.ts';

type Lookup = { readonly provider: SigningProvider; readonly curve: Secp256k1 };

/**
 * Infers the most exact descriptor of an output script that the provider's data allows; otherwise
 * addr() or raw(). Core: InferDescriptor.
 */
export function inferDescriptor(
  scriptPubKey: Bytes,
  provider: SigningProvider,
  curve: Secp256k1,
): Descriptor {
  return inferScript(scriptPubKey, 'top', { provider, curve }) ?? plain(scriptPubKey);
}

/** Scripts that have an address. */
const ADDRESSED: ReadonlySet<ScriptTemplate['kind']> = new Set([
  ...(['pubkeyhash', 'scripthash', 'witness_v0_keyhash', 'witness_v0_scripthash'] as const),
  ...(['witness_v1_taproot', 'witness_unknown', 'anchor'] as const),
]);

function plain(script: Bytes): Descriptor {
  return { kind: ADDRESSED.has(solveScript(script).kind) ? 'addr' : 'raw', scriptPubKey: script };
}

/** Infers a script; `undefined` if only addr() or raw() fits. */
function inferScript(script: Bytes, place: ScriptContext, lookup: Lookup): Descriptor | undefined {
  const found =
    (place === 'tr' ? inferTapscript(script, lookup) : undefined) ??
    inferTemplate(solveScript(script), place, lookup);
  if (found !== undefined) return found;
  return place === 'wsh' || place === 'tr' ? inferMiniscript(script, place, lookup) : undefined;
}

function inferTapscript(script: Bytes, lookup: Lookup): Descriptor | undefined {
  if (script.length === 34 && script[0] === 32 && script[33] === Op.CHECKSIG) {
    return { kind: 'pk', key: xOnlyKey(script.subarray(1, 33), lookup), xOnly: true };
  }
  const match = matchMultiA(script);
  if (match === undefined) return undefined;
  const keys = match.keys.map((key) => xOnlyKey(key, lookup));
  return { kind: 'multi_a', threshold: match.threshold, keys, sorted: false };
}

function inferTemplate(
  template: ScriptTemplate,
  place: ScriptContext,
  lookup: Lookup,
): Descriptor | undefined {
  const legacy = place === 'top' || place === 'sh';
  if (template.kind === 'witness_v1_taproot') {
    return place === 'top' ? inferTaproot(template.outputKey, lookup) : undefined;
  }
  if (template.kind === 'scripthash' && place === 'top') {
    const inner = inferInner(template.hash, 'sh', lookup);
    return inner && { kind: 'sh', script: inner };
  }
  if (template.kind === 'witness_v0_scripthash' && legacy) {
    const inner = inferInner(ripemd160(template.hash), 'wsh', lookup);
    return inner && { kind: 'wsh', script: inner };
  }
  if (template.kind === 'witness_v0_keyhash' && legacy) {
    const key = keyByHash(template.hash, 'wpkh', lookup);
    return key && { kind: 'wpkh', key };
  }
  return legacy || place === 'wsh' ? inferLegacy(template, place, lookup) : undefined;
}

function inferLegacy(
  template: ScriptTemplate,
  place: ScriptContext,
  lookup: Lookup,
): Descriptor | undefined {
  if (template.kind === 'pubkey') {
    const key = fullKey(template.publicKey, place, lookup);
    return key && { kind: 'pk', key, xOnly: false };
  }
  if (template.kind === 'pubkeyhash') {
    const key = keyByHash(template.hash, place, lookup);
    return key && { kind: 'pkh', key };
  }
  if (template.kind !== 'multisig') return undefined;
  const keys = template.publicKeys.flatMap((key) => fullKey(key, place, lookup) ?? []);
  if (keys.length < template.publicKeys.length) return undefined;
  return { kind: 'multi', threshold: template.required, keys, sorted: false };
}

function inferInner(hash: Bytes, place: 'sh' | 'wsh', lookup: Lookup): Descriptor | undefined {
  const script = lookup.provider.getScript(hash);
  return script && inferScript(script, place, lookup);
}

function inferTaproot(outputKey: Bytes, lookup: Lookup): Descriptor | undefined {
  const spendData = lookup.provider.getTaprootSpendData(outputKey);
  const inferred = spendData && inferTree(spendData, outputKey, lookup);
  if (inferred !== undefined) return inferred;
  if (!lookup.curve.isXOnlyPublicKey(outputKey)) return undefined;
  return { kind: 'rawtr', key: xOnlyKey(outputKey, lookup) };
}

function inferTree(
  spendData: TaprootSpendData,
  outputKey: Bytes,
  lookup: Lookup,
): Descriptor | undefined {
  const tree = inferTaprootTree(spendData, outputKey, lookup.curve);
  if (tree === undefined || spendData.internalKey === undefined) return undefined;
  const leaves: TreeLeaf[] = [];
  for (const { depth, leafVersion, script } of tree) {
    const leaf =
      leafVersion === TAPROOT_LEAF_TAPSCRIPT ? inferScript(script, 'tr', lookup) : undefined;
    if (leaf === undefined) return undefined;
    leaves.push({ depth, script: leaf });
  }
  return { kind: 'tr', key: xOnlyKey(spendData.internalKey, lookup), leaves };
}

function inferMiniscript(
  script: Bytes,
  place: 'wsh' | 'tr',
  lookup: Lookup,
): Descriptor | undefined {
  const keys: KeyExpression[] = [];
  const add = (key: KeyExpression | undefined) => key && keys.push(key) - 1;
  const node = decodeMiniscript<number>(script, place === 'wsh' ? 'p2wsh' : 'tapscript', {
    fromKey(bytes) {
      if (place === 'wsh') return add(fullKey(bytes, place, lookup));
      return bytes.length === 32 ? add(xOnlyKey(bytes, lookup)) : undefined;
    },
    fromKeyHash: (hash) => add(keyByHash(hash, place, lookup)),
  });
  if (node === undefined) return undefined;
  const sane = isSane(node, duplicateKeys(node, keys, lookup.curve));
  return sane ? { kind: 'miniscript', keys, node } : undefined;
}

function keyByHash(hash: Bytes, place: ScriptContext, lookup: Lookup): KeyExpression | undefined {
  const publicKey = lookup.provider.getPublicKey(hash);
  return publicKey && fullKey(publicKey, place, lookup);
}

/** Core: InferPubkey. */
function fullKey(
  publicKey: Bytes,
  place: ScriptContext,
  lookup: Lookup,
): KeyExpression | undefined {
  if (!isCompressedOrUncompressed(publicKey)) return undefined;
  const legacy = place === 'top' || place === 'sh';
  if (!legacy && !isCompressedPublicKey(publicKey)) return undefined;
  const key: KeyExpression = { kind: 'constant', index: 0, publicKey, xOnly: false };
  return withOrigin(key, lookup.provider.getKeyOrigin(hash160(publicKey)));
}

/** Core: InferXOnlyPubkey. */
function xOnlyKey(xOnly: Bytes, { provider }: Lookup): KeyExpression {
  const publicKey = concatBytes(Uint8Array.of(2), xOnly);
  const key: KeyExpression = { kind: 'constant', index: 0, publicKey, xOnly: true };
  // Avoids hashing two keys for an empty provider.
  return provider === emptyProvider ? key : withOrigin(key, originByXOnly(provider, xOnly));
}

function withOrigin(key: KeyExpression, origin: KeyOrigin | undefined): KeyExpression {
  return origin ? { kind: 'origin', index: 0, origin, apostrophe: false, key } : key;
}

/** Matches the script of a multi_a, with x-only keys. Core: MatchMultiA (script/solver.cpp). */
function matchMultiA(
  script: Bytes,
): { readonly threshold: number; readonly keys: readonly Bytes[] } | undefined {
  // A cheap check that excludes nearly every other script.
  if (script[0] !== 32 || lastOf(script) !== Op.NUMEQUAL) return undefined;
  const operations = walkScript(script);
  if (operations === undefined || operations.length % 2 !== 0) return undefined;
  const keys: Bytes[] = [];
  for (let i = 0; i + 2 < operations.length; i += 2) {
    const key = operations[i];
    const check = i === 0 ? Op.CHECKSIG : Op.CHECKSIGADD;
    if (key?.opcode !== 32 || operations[i + 1]?.opcode !== check) return undefined;
    keys.push(key.data);
  }
  const threshold = readNumber(operations[operations.length - 2]);
  if (lastOf(operations)?.opcode !== Op.NUMEQUAL || threshold === undefined) return undefined;
  const fits = keys.length <= MAX_PUBKEYS_PER_MULTI_A;
  return fits && threshold >= 1 && threshold <= keys.length ? { threshold, keys } : undefined;
}

/** Core: GetScriptNumber. */
function readNumber(operation: ScriptOp | undefined): number | undefined {
  if (operation === undefined) return undefined;
  const { opcode, data } = operation;
  if (isSmallInteger(opcode)) return decodeSmallInteger(opcode);
  if (opcode > Op.PUSHDATA4 || !isMinimalPush(data, opcode)) return undefined;
  return decodeScriptNum(data, { requireMinimal: true });
}
