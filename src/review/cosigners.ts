import { encodeHex } from '../encoding/hex.ts';
import type { Pause, Task } from '../signing/task.ts';
import type { NamedKey, OwnKeys } from './own-keys.ts';

/** Master keys of the open wallets that are not the user's alone, as fingerprints in hex. */
export type Masters = {
  /** Master keys of cosigners: another key of their wallet is the user's. */
  readonly cosigners: ReadonlySet<string>;
  /** Master keys of wallets in which no key is known to be the user's. */
  readonly unsure: ReadonlySet<string>;
};

/** Number of keys that are derived between pauses. */
const FEW = 16;

const nameOf = ({ origin }: NamedKey): string => encodeHex(origin.fingerprint);

/**
 * Separates the master keys of the user from those of cosigners. A wallet with one master key is
 * the user's, and so is a key whose private key is open. `named` are the keys of the inputs.
 */
export function* mastersOfOthers(
  { wallets, fingerprints, canSign }: OwnKeys,
  named: readonly NamedKey[],
  pause: Pause | undefined,
): Task<Masters> {
  const held: NamedKey[] = [];
  for (const [i, each] of named.entries()) {
    if (fingerprints.has(nameOf(each)) && canSign?.(each) === true) held.push(each);
    if (pause && i % FEW === FEW - 1) yield pause();
  }
  const own = new Set([
    ...held.map(nameOf),
    ...wallets.flatMap((masters) => (masters.size === 1 ? [...masters] : [])),
  ]);
  const isOwn = (masters: ReadonlySet<string>) => [...masters].some((each) => own.has(each));
  const others = (list: OwnKeys['wallets']) =>
    list.flatMap((masters) => [...masters].filter((each) => !own.has(each)));
  const cosigners = new Set(others(wallets.filter(isOwn)));
  const unsure = others(wallets).filter((each) => !cosigners.has(each));
  return { cosigners, unsure: new Set(unsure) };
}

/** Returns whether a name is that of a cosigner's key, and not a wrong one of the user's key. */
export const isOfCosigner = (
  named: NamedKey,
  { cosigners }: Masters,
  { canSign }: OwnKeys,
): boolean => cosigners.has(nameOf(named)) && canSign?.(named) !== true;

/** Returns whether the names cover most of a wallet's master keys, as only its own label does. */
function coversWallet(names: ReadonlySet<string>, { wallets }: OwnKeys): boolean {
  return wallets.some((masters) => {
    const count = [...masters].filter((each) => names.has(each)).length;
    return masters.size > 1 && count * 2 > masters.size;
  });
}

/**
 * Returns the names that claim something for the user, without those of cosigners. `isUnsure`: keys
 * are left out that may be the user's or a cosigner's.
 */
export function withoutCosigners(
  named: readonly NamedKey[],
  masters: Masters,
  keys: OwnKeys,
): { readonly claims: readonly NamedKey[]; readonly isUnsure: boolean } {
  const claims = named.filter((each) => !isOfCosigner(each, masters, keys));
  const names = new Set(claims.map(nameOf));
  const rest = claims.filter((each) => !masters.unsure.has(nameOf(each)));
  return rest.length === claims.length || coversWallet(names, keys)
    ? { claims, isUnsure: false }
    : { claims: rest, isUnsure: true };
}
