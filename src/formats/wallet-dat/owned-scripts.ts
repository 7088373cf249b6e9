import { hash160, ripemd160, sha256 } from '../../crypto/hash.ts';
import type { Bytes } from '../../encoding/bytes.ts';
import { encodeHex } from '../../encoding/hex.ts';
import {
  p2pkhScript,
  p2pkScript,
  p2shScript,
  p2wpkhScript,
  p2wshScript,
} from '../../script/builders.ts';
import { MAX_SCRIPT_ELEMENT_SIZE } from '../../script/limits.ts';
import { isCompressedPublicKey } from '../../script/public-key.ts';
import { solveScript } from '../../script/templates.ts';
import { emptyProvider } from '../../signing/miniscript-provider.ts';
import type { KeyOrigin, SigningProvider } from '../../signing/provider.ts';
import type { CoreFile } from './records.ts';

/** The scripts that a legacy wallet treats as its own. */
export type OwnedScripts = {
  /** Finds keys and scripts of the file, for describing a script. */
  readonly provider: SigningProvider;
  /** Returns true for scripts of its keys, in hexadecimal: P2PK, P2PKH, P2WPKH, P2SH-P2WPKH. */
  readonly isOfKey: (script: string) => boolean;
  /** Scripts that it spends or watches, other than those of its keys. */
  readonly own: readonly Bytes[];
  /** Scripts of P2SH and P2WSH that it knows, but neither spends nor watches. */
  readonly solvable: readonly Bytes[];
};

/** Returns the scripts of a key. */
function scriptsOfKey(publicKey: Bytes): readonly Bytes[] {
  const hash = hash160(publicKey);
  const plain = [p2pkScript(publicKey), p2pkhScript(hash)];
  if (!isCompressedPublicKey(publicKey)) return plain;
  const segwit = p2wpkhScript(hash);
  return [...plain, segwit, p2shScript(hash160(segwit))];
}

const wsh = (script: Bytes): Bytes => p2wshScript(sha256(script));
const sh = (script: Bytes): Bytes => p2shScript(hash160(script));

/** Finds the scripts of a legacy wallet. Core: LegacyDataSPKM::GetScriptPubKeys and IsMine. */
export function findOwned(file: CoreFile): OwnedScripts {
  const known = knowledgeOf(file);
  const candidates = new Map<string, Bytes>();
  for (const script of [...known.stored, ...file.watched.values()]) {
    const wrapped = wsh(script);
    for (const each of [script, sh(script), wrapped, sh(wrapped)]) {
      const id = encodeHex(each);
      if (!known.ofKeys.has(id)) candidates.set(id, each);
    }
  }
  const all = [...candidates.values()].map((script) => ({
    script,
    standing: ownership(script, 'top', known),
  }));
  const kinds = (script: Bytes) => solveScript(script).kind;
  return {
    provider: providerOf(known),
    isOfKey: (script) => known.ofKeys.has(script),
    own: all
      .filter(({ standing }) => standing === WATCHED || standing === SPENDABLE)
      .map((each) => each.script),
    solvable: all
      .filter(
        ({ script, standing }) => standing === NONE && canProvide(script, known, kinds(script)),
      )
      .map((each) => each.script),
  };
}

type Knowledge = {
  /** hash160 of keys whose private keys are in the file. */
  readonly keys: ReadonlySet<string>;
  /** Public keys by hash160, also of watched P2PK scripts. */
  readonly publicKeys: ReadonlyMap<string, Bytes>;
  readonly origins: ReadonlyMap<string, KeyOrigin>;
  /** Scripts by hash160, with P2WPKH of every key, which Core adds when it loads a key. */
  readonly scripts: ReadonlyMap<string, Bytes>;
  /** Scripts of the file. */
  readonly stored: readonly Bytes[];
  readonly watched: ReadonlyMap<string, Bytes>;
  readonly ofKeys: ReadonlySet<string>;
};

function knowledgeOf(file: CoreFile): Knowledge {
  const publicKeys = new Map<string, Bytes>();
  const origins = new Map<string, KeyOrigin>();
  const scripts = new Map<string, Bytes>();
  const ofKeys = new Set<string>();
  const stored = file.scripts.filter(({ length }) => length <= MAX_SCRIPT_ELEMENT_SIZE);
  for (const script of stored) scripts.set(encodeHex(hash160(script)), script);
  const learn = (publicKey: Bytes): string => {
    const hash = hash160(publicKey);
    publicKeys.set(encodeHex(hash), publicKey);
    if (isCompressedPublicKey(publicKey)) {
      const script = p2wpkhScript(hash);
      scripts.set(encodeHex(hash160(script)), script);
    }
    return encodeHex(hash);
  };
  const keys = new Set<string>();
  for (const [id, { publicKey }] of file.keys) {
    const hash = learn(publicKey);
    keys.add(hash);
    for (const script of scriptsOfKey(publicKey)) ofKeys.add(encodeHex(script));
    const note = file.keyNotes.get(id);
    const own = { fingerprint: hash160(publicKey).subarray(0, 4), path: [] };
    if (note !== undefined) origins.set(hash, note.origin ?? own);
  }
  for (const script of file.watched.values()) {
    const template = solveScript(script);
    if (template.kind === 'pubkey') learn(template.publicKey);
  }
  return { keys, publicKeys, origins, scripts, stored, watched: file.watched, ofKeys };
}

const providerOf = ({ publicKeys, origins, scripts }: Knowledge): SigningProvider => ({
  ...emptyProvider,
  getScript: (hash) => scripts.get(encodeHex(hash)),
  getPublicKey: (hash) => publicKeys.get(encodeHex(hash)),
  getKeyOrigin: (hash) => origins.get(encodeHex(hash)),
});

const NONE = 0;
const WATCHED = 1;
const SPENDABLE = 2;
const INVALID = 3;

/** The place of a script: an output, a redeem script, or a witness script. */
type Place = 'top' | 'sh' | 'wsh';

/**
 * Returns how a script belongs to the wallet. A watched script is also watched as the redeem or
 * witness script of another. Core: LegacyWalletIsMineInner.
 */
function ownership(script: Bytes, place: Place, known: Knowledge): number {
  const byKeys = ownershipByKeys(script, place, known);
  return byKeys === NONE && known.watched.has(encodeHex(script)) ? WATCHED : byKeys;
}

function ownershipByKeys(script: Bytes, place: Place, known: Knowledge): number {
  const template = solveScript(script);
  const isShort = (publicKey: Bytes | undefined) =>
    publicKey === undefined || isCompressedPublicKey(publicKey);
  switch (template.kind) {
    case 'pubkey':
      if (place === 'wsh' && !isShort(template.publicKey)) return INVALID;
      return known.keys.has(encodeHex(hash160(template.publicKey))) ? SPENDABLE : NONE;
    case 'pubkeyhash': {
      const hash = encodeHex(template.hash);
      if (place === 'wsh' && !isShort(known.publicKeys.get(hash))) return INVALID;
      return known.keys.has(hash) ? SPENDABLE : NONE;
    }
    case 'witness_v0_keyhash':
      if (place === 'wsh') return INVALID;
      if (place === 'top' && !known.scripts.has(encodeHex(hash160(script)))) return NONE;
      return ownership(p2pkhScript(template.hash), 'wsh', known);
    case 'scripthash': {
      if (place !== 'top') return INVALID;
      const inner = known.scripts.get(encodeHex(template.hash));
      return inner === undefined ? NONE : ownership(inner, 'sh', known);
    }
    case 'witness_v0_scripthash': {
      if (place === 'wsh') return INVALID;
      if (place === 'top' && !known.scripts.has(encodeHex(hash160(script)))) return NONE;
      const inner = known.scripts.get(encodeHex(ripemd160(template.hash)));
      return inner === undefined ? NONE : ownership(inner, 'wsh', known);
    }
    case 'multisig': {
      if (place === 'top') return NONE;
      if (place === 'wsh' && !template.publicKeys.every(isCompressedPublicKey)) return INVALID;
      const hasAll = template.publicKeys.every((each) => known.keys.has(encodeHex(hash160(each))));
      return hasAll ? SPENDABLE : NONE;
    }
    default:
      return NONE;
  }
}

/** Core: LegacyDataSPKM::CanProvide. */
function canProvide(script: Bytes, known: Knowledge, kind: string): boolean {
  if (kind === 'scripthash') {
    const hash = script.subarray(2, 22);
    if (known.scripts.has(encodeHex(hash))) return true;
    return false;
  }
  if (kind !== 'witness_v0_scripthash') return false;
  const inner = known.scripts.get(encodeHex(ripemd160(script.subarray(2, 34))));
  if (inner === undefined) return false;
  if (known.scripts.has(encodeHex(hash160(script)))) return true;
  const template = solveScript(inner);
  const keys = template.kind === 'multisig' ? template.publicKeys : [];
  return keys.some((each) => known.keys.has(encodeHex(hash160(each))));
}
