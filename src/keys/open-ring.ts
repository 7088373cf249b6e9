import type { PrivateKey } from '../crypto/private-key.ts';
import { parseDescriptor } from '../descriptor/parse.ts';
import { privateKeyLookup } from '../descriptor/private-keys.ts';
import type { Psbt } from '../psbt/psbt.ts';
import { spentCoins } from '../psbt/psbt-session.ts';
import type { FindOwners } from '../review/evidence.ts';
import { descriptorOwners, type OwnDescriptor } from '../review/own-descriptors.ts';
import { joinProviders, type KeyOrigin, type SigningProvider } from '../signing/provider.ts';
import { type Pause, runNow, type Task } from '../signing/task.ts';
import { accountDescriptors, type KeyRing, type RingContext } from './key-ring.ts';
import type { FoundKey } from './key-roots.ts';
import { namedKeysTask } from './named-keys.ts';
import { ringOwners } from './ring-owners.ts';
import { scriptKeys } from './ring-provider.ts';
import { silentKeys } from './ring-silent.ts';

/** The keys of a ring that a PSBT names. */
export type OpenRing = {
  /** Signs with the found keys. */
  readonly provider: SigningProvider;
  /** Finds owners by descriptors, otherwise by the keys. */
  readonly owners: (byDescriptors: FindOwners) => FindOwners;
  /** All derived keys, to be wiped. The ring is unchanged. */
  readonly privateKeys: readonly PrivateKey[];
};

/** Derives the keys that a PSBT names. `single` are further keys, which the caller wipes. */
export const openRing = (
  ring: KeyRing,
  psbt: Psbt | undefined,
  { network, secp256k1 }: RingContext,
  single: readonly FoundKey[] = [],
): OpenRing => runNow(openRingTask(ring, psbt, { network, secp256k1, single }));

/** Derives the keys as `openRing` does, and lets other work run. */
export function* openRingTask(
  ring: KeyRing,
  psbt: Psbt | undefined,
  {
    single,
    pause,
    ...context
  }: RingContext & { readonly single: readonly FoundKey[]; readonly pause?: Pause | undefined },
): Task<OpenRing> {
  const { hasWallet } = ring;
  const { secp256k1 } = context;
  const silent = silentKeys(ring, psbt, context);
  const known = [...silent.spend, ...single];
  const named = yield* namedKeysTask(ring.masters, psbt, { secp256k1, single: known, pause });
  const how = { hasWallet, secp256k1, silentOwner: silent.ownerOf };
  return {
    provider: named.provider,
    owners: (byDescriptors) => ringOwners(byDescriptors, named, how),
    privateKeys: [...named.derived, ...silent.spend.map(({ privateKey }) => privateKey)],
  };
}

/** Returns the origins of all keys that a PSBT names. */
const originsIn = ({ inputs, outputs }: Psbt): readonly KeyOrigin[] =>
  [...inputs, ...outputs].flatMap(({ keyPaths, tapKeyPaths }) =>
    [...keyPaths, ...tapKeyPaths].map(({ origin }) => origin),
  );

/** The keys of a ring that a PSBT names, or whose scripts it has. */
export type OpenKeys = {
  /** Signs the coins, and has the public keys and origins of outputs. */
  readonly provider: SigningProvider;
  /** Finds own scripts by wallets, accounts and keys. */
  readonly findOwners: () => FindOwners;
  /** All derived keys, to be wiped. */
  readonly privateKeys: readonly PrivateKey[];
};

/**
 * Derives the keys that a PSBT names and, where it names none, those of the accounts and wallets
 * that its coins and outputs belong to. Keys of all other positions are left out.
 */
export function openKeys(ring: KeyRing, psbt: Psbt, context: RingContext): OpenKeys {
  const named = openRing(ring, psbt, context);
  const findOwners = () => openedOwners(ring, psbt, named, context);
  const isNamed = psbt.inputs.every(
    ({ keyPaths, tapKeyPaths }) => keyPaths.length + tapKeyPaths.length > 0,
  );
  const { provider, privateKeys } = named;
  if (isNamed && ring.descriptors.length === 0) return { provider, findOwners, privateKeys };
  const spent = [...spentCoins(psbt).values()].map(({ scriptPubKey }) => scriptPubKey);
  const others = psbt.outputs.map(({ scriptPubKey }) => scriptPubKey);
  const found = scriptKeys({ spent, others }, ring, originsIn(psbt), context);
  return {
    provider: joinProviders(found.provider, provider),
    findOwners,
    privateKeys: [...privateKeys, ...found.privateKeys],
  };
}

/** Finds own scripts by wallets, accounts and keys. Wipes the keys derived for it. */
export function keyOwners(ring: KeyRing, psbt: Psbt, context: RingContext): FindOwners {
  const opened = openRing(ring, psbt, context);
  const owners = openedOwners(ring, psbt, opened, context);
  for (const key of opened.privateKeys) key.wipe();
  return owners;
}

/** Finds own scripts by wallets, accounts and the keys of `openRing`. */
export function openedOwners(
  ring: KeyRing,
  psbt: Psbt,
  opened: OpenRing,
  context: RingContext,
): FindOwners {
  const { secp256k1 } = context;
  const privateKeys = new Map<string, PrivateKey>();
  const own: OwnDescriptor[] = [];
  const accounts = accountDescriptors(ring, originsIn(psbt), context);
  for (const { text, range, isChange = false } of [...ring.descriptors, ...accounts]) {
    const parsed = parseDescriptor(text, context);
    if ('error' in parsed) continue;
    for (const [i, descriptor] of parsed.descriptors.entries()) {
      own.push({ descriptor, isChange: isChange || i > 0, range: range && range[1] + 1 });
    }
    // The ring's texts contain these keys anyway, and hardened steps below them need them.
    const isAccount = accounts.some((account) => account.text === text);
    for (const [id, key] of parsed.privateKeys) {
      if (isAccount) key.wipe();
      else privateKeys.set(id, key);
    }
  }
  const source = { secp256k1, findPrivateKey: privateKeyLookup(privateKeys) };
  return opened.owners(descriptorOwners(own, source));
}
