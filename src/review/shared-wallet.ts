import type { Secp256k1 } from '../crypto/secp256k1.ts';
import type { Descriptor } from '../descriptor/descriptor.ts';
import { isHardened } from '../descriptor/extended-key.ts';
import type { KeyExpression } from '../descriptor/key-expression.ts';
import { stepsBehind } from '../descriptor/key-path.ts';
import type { PrivateKeySource } from '../descriptor/private-keys.ts';
import { type Bytes, equalBytes } from '../encoding/bytes.ts';
import { encodeHex } from '../encoding/hex.ts';
import { lastOf } from '../encoding/list.ts';
import type { GlobalXpub } from '../psbt/psbt.ts';
import { UNSPENDABLE_KEY } from '../script/taproot.ts';
import { solveScript } from '../script/templates.ts';
import type { FindOwners } from './evidence.ts';
import { hintedOwners, type OwnDescriptor } from './own-descriptors.ts';
import { derivesKey, type NamedKey, type NamedXpub, readXpub, xOf } from './own-keys.ts';
import type { OutputClaim, Spend } from './subject.ts';

/** A key of a multisig script: its extended key, and the steps from there. */
type XpubPath = { readonly xpub: NamedXpub; readonly steps: readonly number[] };

/**
 * Finds the multisig wallet of some coins by the extended keys of the PSBT. An extended key that
 * derives the key of a given coin cannot be made up, because the key depends on a hash of both its
 * public key and its chain code. If the extended keys derive all keys of all coins, each at one
 * position, they are those of the wallet. Otherwise returns `undefined`.
 */
export function walletOfCoins(
  xpubs: readonly GlobalXpub[],
  spends: readonly Spend[],
  secp256k1: Secp256k1,
): FindOwners | undefined {
  const [first] = spends;
  const required = first?.quorum?.required;
  const source = { secp256k1, findPrivateKey: () => undefined };
  const places = first && placesOf(first, xpubs.map(readXpub), source);
  if (places === undefined || required === undefined) return undefined;
  const questions = spends.map(({ coin, named }) => ({
    scriptPubKey: coin?.scriptPubKey ?? new Uint8Array(0),
    hints: named.flatMap(({ origin }) => lastOf(origin.path) ?? []),
  }));
  const own = descriptorsOf(places, required).filter((each) =>
    hintedOwners([each], source)(questions).every((owner) => owner !== undefined),
  );
  return own.length > 0 ? hintedOwners(own, source) : undefined;
}

/** Returns the place of each key of a multisig script, all at one position of different keys. */
function placesOf(
  { quorum, named }: Spend,
  xpubs: readonly NamedXpub[],
  source: PrivateKeySource,
): readonly XpubPath[] | undefined {
  const places = (quorum?.publicKeys ?? []).map((publicKey) => {
    const name = named.find((each) => equalBytes(each.publicKey, publicKey));
    // Others at this path are false. They must not hide the true one.
    return (
      name &&
      placesAbove(name, xpubs).find(
        ({ xpub, steps }) => derivesKey(xpub.key, steps, publicKey, source) !== false,
      )
    );
  });
  const known = places.flatMap((place) => place ?? []);
  const positions = new Set(known.map(({ steps }) => lastOf(steps)));
  const keys = new Set(known.map(({ xpub }) => encodeHex(xpub.key.publicKey)));
  const isWhole = known.length === places.length && keys.size === known.length;
  return isWhole && positions.size === 1 ? known : undefined;
}

/**
 * Lists the extended keys above a named key by the PSBT, the nearest first. At least one step is
 * needed, because only a derived key proves the chain code.
 */
function placesAbove({ origin }: NamedKey, xpubs: readonly NamedXpub[]): readonly XpubPath[] {
  const master = origin.fingerprint;
  const above = xpubs.flatMap((xpub): readonly XpubPath[] => {
    const isSame = equalBytes(xpub.origin.fingerprint, master);
    const steps = isSame ? stepsBehind(xpub.origin.path, origin.path) : undefined;
    return steps && steps.length > 0 && !steps.some(isHardened) ? [{ xpub, steps }] : [];
  });
  return above.sort((a, b) => a.steps.length - b.steps.length).slice(0, MOST_AT_PATH);
}

/** Limit on extended keys that are compared with one key. */
const MOST_AT_PATH = 64;

/** Limit on keys that are derived, because each takes time. */
const MOST_COMPARED = 64;

/**
 * Returns whether an extended key does not derive the key of a coin that is named below its path.
 */
export function hasForeignXpub(
  xpubs: readonly GlobalXpub[],
  spends: readonly Spend[],
  secp256k1: Secp256k1,
): boolean {
  const given = xpubs.map(readXpub);
  const source = { secp256k1, findPrivateKey: () => undefined };
  return spends
    .flatMap(({ named }) => named)
    .flatMap((each) => {
      const places = isUnset(each.origin.fingerprint) ? [] : placesAbove(each, given);
      return places.map((place) => ({ ...place, publicKey: each.publicKey }));
    })
    .slice(0, MOST_COMPARED)
    .some(({ xpub, steps, publicKey }) => derivesKey(xpub.key, steps, publicKey, source) === false);
}

/** Returns the multisig descriptors of these keys, with keys sorted or in this order. */
function descriptorsOf(places: readonly XpubPath[], threshold: number): readonly OwnDescriptor[] {
  const keys = places.map(({ xpub: { key, origin }, steps }, index): KeyExpression => {
    const path = steps.slice(0, -1);
    const extended = { kind: 'extended', index, root: key, path } as const;
    const ranged = { ...extended, wildcard: 'unhardened', apostrophe: false } as const;
    return { kind: 'origin', index, origin, apostrophe: false, key: ranged };
  });
  const isChange = places.every(({ steps }) => steps[steps.length - 2] === 1);
  return [true, false].flatMap((sorted) => {
    const script: Descriptor = { kind: 'multi', threshold, keys, sorted };
    const wsh: Descriptor = { kind: 'wsh', script };
    const all: readonly Descriptor[] = [wsh, { kind: 'sh', script: wsh }, { kind: 'sh', script }];
    return all.map((descriptor) => ({ descriptor, isChange }));
  });
}

const isUnset = (bytes: Bytes) => bytes.every((byte) => byte === 0);

/** Names of keys below a master key. A key without a path may be an aggregate of several keys. */
const mastersIn = (named: readonly NamedKey[]): readonly string[] =>
  named.flatMap(({ origin: { fingerprint, path } }) =>
    path.length > 0 && !isUnset(fingerprint) ? [encodeHex(fingerprint)] : [],
  );

/** Returns whether a coin's script is known, and a master key is named for each of its keys. */
function namesAllKeys({ quorum, items, hidesScripts, named }: Spend): boolean {
  const keys = quorum?.publicKeys ?? (hidesScripts === false ? items : []);
  const isNamed = (key: Bytes) =>
    equalBytes(key, UNSPENDABLE_KEY) ||
    named.some((each) => equalBytes(xOf(each.publicKey), xOf(key)) && mastersIn([each]).length > 0);
  const known = keys.filter(({ length }) => length > 4);
  return known.length > 0 && known.every(({ length }) => length !== 20) && known.every(isNamed);
}

/**
 * Returns whether an output that is labelled as change differs from all these coins of a shared
 * wallet: it names a master key that none of them has, has another kind of script, or needs another
 * number of signatures.
 */
export function differsFromCoins(
  { named, quorum, scripts }: OutputClaim,
  scriptPubKey: Bytes,
  spends: readonly Spend[],
): boolean {
  if (spends.length === 0 || !spends.every(namesAllKeys)) return false;
  const known = new Set(spends.flatMap((spend) => mastersIn(spend.named)));
  if (mastersIn(named).some((master) => !known.has(master))) return true;
  const kindOf = (script: Bytes) => solveScript(script).kind;
  const kinds = spends.map(({ coin }) => coin && kindOf(coin.scriptPubKey));
  if (!kinds.includes(kindOf(scriptPubKey))) return true;
  const isSame = (spend: Spend) =>
    spend.quorum?.required === quorum?.required &&
    spend.quorum?.publicKeys.length === quorum?.publicKeys.length;
  return scripts.length > 0 && !spends.some(isSame);
}
