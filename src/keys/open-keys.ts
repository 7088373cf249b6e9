import { hash160 } from '../crypto/hash.ts';
import type { PrivateKey } from '../crypto/private-key.ts';
import { fingerprint } from '../descriptor/extended-key.ts';
import { parseDescriptor } from '../descriptor/parse.ts';
import type { Bytes } from '../encoding/bytes.ts';
import type { Network } from '../encoding/network.ts';
import type { Psbt } from '../psbt/psbt.ts';
import { emptyProvider } from '../signing/miniscript-provider.ts';
import { joinProviders, type KeyOrigin, type SigningProvider } from '../signing/provider.ts';
import type { Pause, Task } from '../signing/task.ts';
import { accountOrigin } from './account-paths.ts';
import type { KeyRing, RingContext } from './key-ring.ts';
import type { FoundKey } from './key-roots.ts';
import { type NamedKeys, namedKeysTask } from './named-keys.ts';
import { scriptKeysTask } from './ring-provider.ts';
import { silentSpendKeys } from './ring-silent.ts';
import { isDescribed, scriptOf } from './single-keys.ts';

/** Keys as a person or an app has given them, before any is derived. */
export type GivenKeys = {
  readonly ring: KeyRing;
  /** Further keys, which the caller wipes. */
  readonly single?: readonly PrivateKey[] | undefined;
};

/** Settings for opening keys. */
export type Opening = Pick<RingContext, 'secp256k1'> & {
  /** Networks whose texts of keys are read. */
  readonly networks: readonly Network[];
  /** Awaited after every few keys and inputs. If it rejects, the keys derived so far are wiped. */
  readonly pause?: Pause | undefined;
};

/** The keys that a PSBT names, before wallets are searched for its scripts. */
export type NamedOpening = {
  /** The keys that the PSBT names, or to which a search of usual accounts leads. */
  readonly named: NamedKeys;
  /** Keys that need no derivation. */
  readonly single: readonly PrivateKey[];
  /** All keys that were read and derived, to be wiped. The ring is unchanged. */
  readonly privateKeys: readonly PrivateKey[];
};

/** The keys that a PSBT needs. */
export type OpenKeys = NamedOpening & {
  /** Signs the coins, and has the public keys and origins of outputs. */
  readonly provider: SigningProvider;
  /** Returns the origin of a key's account; `undefined` for single keys. */
  readonly accountOf: (publicKey: Bytes) => KeyOrigin | undefined;
};

/** Derives the keys that a PSBT names, or that are recognized in its scripts. */
export function* openNamedTask(
  { ring, single: given = [] }: GivenKeys,
  psbt: Psbt | undefined,
  opening: Opening,
): Task<NamedOpening> {
  const { secp256k1, pause } = opening;
  const privateKeys: PrivateKey[] = [];
  try {
    const read = singleKeysIn(ring, opening);
    // A list of many keys is too long for the arguments of one call.
    for (const key of read) privateKeys.push(key);
    const spend = opening.networks.flatMap((network) =>
      silentSpendKeys(ring, psbt, { network, secp256k1 }),
    );
    privateKeys.push(...spend.map(({ privateKey }) => privateKey));
    const single = [...given, ...read];
    const known = [...spend, ...single.map((each) => withoutPath(each, opening))];
    const named = yield* namedKeysTask(ring.masters, psbt, { secp256k1, single: known, pause });
    for (const key of named.derived) privateKeys.push(key);
    return {
      named,
      single: known.map(({ privateKey }) => privateKey),
      privateKeys,
    };
  } catch (error) {
    for (const key of privateKeys) key.wipe();
    throw error;
  }
}

/**
 * Derives the keys that sign a PSBT. Single keys and named keys sign each script that has them.
 * Wallets sign the scripts that they contain. All doors open keys by this function.
 */
export function* openKeysTask(given: GivenKeys, psbt: Psbt, opening: Opening): Task<OpenKeys> {
  const opened = yield* openNamedTask(given, psbt, opening);
  const { named } = opened;
  const privateKeys = [...opened.privateKeys];
  try {
    const ofWallets = yield* walletKeys(given.ring, psbt, opening, privateKeys);
    const provider = joinProviders(named.provider, ofWallets);
    const accountOf = (publicKey: Bytes) => {
      const origin = ofWallets.getKeyOrigin(hash160(publicKey));
      return named.accountOf(publicKey) ?? (origin && accountOrigin(origin));
    };
    return { ...opened, provider, accountOf, privateKeys };
  } catch (error) {
    for (const key of privateKeys) key.wipe();
    throw error;
  }
}

/** Single keys and account keys in the descriptors of a ring. */
const singleKeysIn = ({ descriptors }: KeyRing, { networks, secp256k1 }: Opening) =>
  descriptors.flatMap(({ text }) =>
    networks.flatMap((network): readonly PrivateKey[] => {
      const parsed = parseDescriptor(text, { network, secp256k1 });
      return 'error' in parsed ? [] : [...parsed.privateKeys.values()];
    }),
  );

const withoutPath = (privateKey: PrivateKey, { secp256k1 }: Opening): FoundKey => ({
  privateKey,
  origin: { fingerprint: fingerprint(privateKey.publicKey(secp256k1)), path: [] },
});

/**
 * Finds the scripts of coins in the wallets of a ring, with what a PSBT leaves out of them. Nothing
 * is searched if it describes all its coins.
 */
function* walletKeys(
  ring: KeyRing,
  { inputs, outputs }: Psbt,
  { networks, secp256k1, pause }: Opening,
  privateKeys: PrivateKey[],
): Task<SigningProvider> {
  let provider = emptyProvider;
  if (ring.descriptors.length === 0) return provider;
  const open = inputs.filter((input) => !isDescribed(input, secp256k1));
  const spent = open.flatMap(scriptOf);
  if (spent.length === 0) return provider;
  const others = outputs.map(({ scriptPubKey }) => scriptPubKey);
  // The accounts of master keys were searched for the keys that the PSBT names.
  const wallets = { ...ring, hasWallet: true };
  for (const network of networks) {
    const context = { network, secp256k1, pause };
    const found = yield* scriptKeysTask({ spent, others }, wallets, [], context);
    for (const key of found.privateKeys) privateKeys.push(key);
    provider = joinProviders(provider, found.provider);
  }
  return provider;
}
