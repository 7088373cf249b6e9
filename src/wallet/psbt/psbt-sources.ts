import { hash160 } from '../../crypto/hash.ts';
import type { PrivateKey } from '../../crypto/private-key.ts';
import type { Secp256k1 } from '../../crypto/secp256k1.ts';
import {
  createFlatSigningProvider,
  type FlatSigningProvider,
  mergeFlatSigningProvider,
  notePrivateKey,
  notePublicKey,
} from '../../descriptor/flat-signing-provider.ts';
import { type Bytes, equalBytes } from '../../encoding/bytes.ts';
import { encodeHex } from '../../encoding/hex.ts';
import type { PsbtInput } from '../../psbt/psbt.ts';
import { silentSpend } from '../../psbt/silent-fields.ts';
import { solveScript } from '../../script/templates.ts';
import { publicKeysOfXOnly } from '../../signing/keys.ts';
import { findKeyIn } from '../keys/keyring.ts';
import {
  findPublicKey,
  findScript,
  flatProviderAt,
  flatProvidersAt,
  type WalletDescriptor,
} from '../keys/wallet-descriptor.ts';
import type { Wallet } from '../wallet.ts';

type FlatProviderSource = (input: PsbtInput) => FlatSigningProvider | undefined;

/** Returns what a descriptor knows at a position. */
export type ProvidersByPlace = (
  owner: WalletDescriptor,
  place: number,
) => FlatSigningProvider | undefined;

/** Number of positions that are derived together. */
const FEW = 64;

/**
 * Returns providers for these scripts (hex). Requests in their order derive a few positions of a
 * descriptor together. `derived`: see `flatProviderAt`.
 */
export function providersOf(
  scripts: readonly string[],
  { keyring }: Wallet,
  secp256k1: Secp256k1,
  derived: PrivateKey[] | undefined,
): ProvidersByPlace {
  const known = new Map<WalletDescriptor, Map<number, FlatSigningProvider | undefined>>();
  const waiting = new Map<WalletDescriptor, number[]>();
  const placesOf = (owner: WalletDescriptor) => [
    ...new Set(scripts.flatMap((script) => findScript(owner, script) ?? [])),
  ];
  return (owner, place) => {
    const providers = known.get(owner) ?? new Map<number, FlatSigningProvider | undefined>();
    const rest = waiting.get(owner) ?? placesOf(owner);
    known.set(owner, providers);
    waiting.set(owner, rest);
    while (!providers.has(place) && rest.length > 0) {
      const few = rest.splice(0, FEW);
      const found = flatProvidersAt(owner, few, { secp256k1, keyring }, derived);
      for (const [i, each] of few.entries()) providers.set(each, found[i]);
    }
    return providers.get(place);
  };
}

/**
 * Lists the sources for an input: descriptors that know its script, then descriptors that may have
 * its private keys, then an empty source that finalizes what others signed.
 */
export function sourcesFor(
  script: Bytes,
  { descriptors, keyring }: Wallet,
  secp256k1: Secp256k1,
  providers: ProvidersByPlace,
  derived: PrivateKey[],
): readonly FlatProviderSource[] {
  const environment = { secp256k1, keyring };
  const owners: FlatProviderSource[] = [];
  const others: FlatProviderSource[] = [];
  for (const owner of descriptors.values()) {
    const place = findScript(owner, encodeHex(script));
    if (place === undefined) {
      others.push((input) =>
        flatProviderOfKeys(owner, publicKeysOf(input, script), environment, derived),
      );
    } else owners.push(() => providers(owner, place));
  }
  return [...(owners.length > 0 ? owners : [createFlatSigningProvider]), ...others];
}

/** Lists public keys that the input names, whether or not the wallet knows its script. */
function publicKeysOf(input: PsbtInput, script: Bytes): readonly Bytes[] {
  const template = solveScript(script);
  const output = template.kind === 'witness_v1_taproot' ? [template.outputKey] : [];
  const xOnly = [...output, ...input.tapKeyPaths.map((path) => path.xOnly)];
  const keys = input.keyPaths.map(({ publicKey }) => publicKey);
  const spendKeys = silentSpend(input)?.spendKeys ?? [];
  return [...keys, ...spendKeys, ...xOnly.flatMap(publicKeysOfXOnly)];
}

/** Returns all that a descriptor knows if it has private keys of these public keys. */
function flatProviderOfKeys(
  owner: WalletDescriptor,
  candidates: readonly Bytes[],
  environment: Parameters<typeof flatProviderAt>[2],
  derived: PrivateKey[],
): FlatSigningProvider | undefined {
  let all: FlatSigningProvider | undefined;
  for (const publicKey of candidates) {
    const spending = spendKeyProvider(owner, publicKey, environment);
    if (spending !== undefined) return spending;
    const index = findPublicKey(owner, encodeHex(publicKey));
    const flatProvider =
      index === undefined ? undefined : flatProviderAt(owner, index, environment, derived);
    if (!flatProvider?.privateKeys.has(encodeHex(hash160(publicKey)))) continue;
    all ??= createFlatSigningProvider();
    mergeFlatSigningProvider(all, flatProvider);
  }
  return all;
}

/**
 * Provides the private spend key of silent payments, for signing a payment that was not found here.
 */
function spendKeyProvider(
  { id, silent }: WalletDescriptor,
  publicKey: Bytes,
  { keyring }: Parameters<typeof flatProviderAt>[2],
): FlatSigningProvider | undefined {
  if (silent === undefined || !equalBytes(silent.spendKey, publicKey)) return undefined;
  const key = findKeyIn(keyring, id)(hash160(publicKey));
  if (key === undefined) return undefined;
  const flatProvider = createFlatSigningProvider();
  notePublicKey(flatProvider, publicKey);
  notePrivateKey(flatProvider, publicKey, key);
  return flatProvider;
}
