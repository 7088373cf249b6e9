import { HARDENED } from '../descriptor/extended-key.ts';
import { parseHdKeyPath } from '../descriptor/key-path.ts';
import type { Bytes } from '../encoding/bytes.ts';
import { argumentError } from '../encoding/coldsign-error.ts';
import { type Network, type NetworkName, networks } from '../encoding/network.ts';
import type { GlobalXpub } from '../psbt/psbt.ts';
import type { Evidence } from './evidence.ts';
import type { Owner, ReviewedInput, ReviewFacts } from './model.ts';
import type { NamedKey } from './own-keys.ts';
import type { Subject } from './subject.ts';

/** BIP44: "coin_type" 0h of main, 1h of all test networks. */
const PURPOSES = [44, 48, 49, 84, 86, 87].map((purpose) => purpose + HARDENED);
const coinType = (name: NetworkName): number => HARDENED + (name === 'main' ? 0 : 1);

/** Returns whether a path is for the network. `undefined` for paths that do not specify one. */
function fitsNetwork(path: readonly number[], { name }: Network): boolean | undefined {
  const [purpose = 0, coin] = path;
  if (!PURPOSES.includes(purpose) || coin === undefined) return undefined;
  return coin === coinType(name);
}

/** Returns whether the path of a key is for another network. */
export const isOnOtherPath = ({ origin }: NamedKey, network: Network): boolean =>
  fitsNetwork(origin.path, network) === false;

const VERSIONS: ReadonlySet<number> = new Set(Object.values(networks).map(({ xpub }) => xpub));

const versionOf = (xpub: Bytes) => new DataView(xpub.buffer, xpub.byteOffset).getUint32(0);

/** Returns whether an extended key has the version bytes of another network. */
export const isOtherXpub = ({ xpub }: GlobalXpub, network: Network): boolean =>
  versionOf(xpub) !== network.xpub && VERSIONS.has(versionOf(xpub));

/**
 * Returns the network of a PSBT if it is not the chosen one: no key that the PSBT names is for the
 * chosen network, and no descriptor or wallet of the chosen network has a coin. For keys with an
 * owner, their true path counts, because a PSBT can name any path.
 */
export function findOtherNetwork(
  { spends, claims, xpubs }: Subject,
  inputs: readonly ReviewedInput[],
  { network, findOwners }: Evidence,
): NetworkName | undefined {
  const hasOwner = inputs.some(({ owner }) => owner !== undefined);
  if (hasOwner && findOwners?.keys?.hasWallet !== false) return undefined;
  const pathsOf = (named: readonly NamedKey[], owner?: Owner) =>
    owner?.paths.map((path) => parseHdKeyPath(path.slice('/00000000'.length)) ?? []) ??
    named.map(({ origin }) => origin.path);
  const fits = [
    ...spends.flatMap(({ named }, i) => pathsOf(named, inputs[i]?.owner)),
    ...claims.flatMap(({ named }) => pathsOf(named)),
  ].map((path) => fitsNetwork(path, network));
  const isOther = fits.includes(false) || xpubs.some((xpub) => isOtherXpub(xpub, network));
  const isChosen =
    fits.includes(true) || xpubs.some(({ xpub }) => versionOf(xpub) === network.xpub);
  if (!isOther || isChosen) return undefined;
  return network.name === 'main' ? 'test' : 'main';
}

/**
 * Returns the network that the addresses of a review are written for. Throws if the review was made
 * for another network than the chosen one.
 */
export function shownNetwork({ network, otherNetwork }: ReviewFacts, chosen: Network): Network {
  if (network !== undefined && network !== chosen.name) {
    throw argumentError(
      `The review was made for ${network}, and the network is ${chosen.name}`,
      'Pass the network with which the payment was reviewed.',
    );
  }
  return otherNetwork === undefined ? chosen : networks[otherNetwork];
}
