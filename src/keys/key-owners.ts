import type { PrivateKey } from '../crypto/private-key.ts';
import { parseDescriptor } from '../descriptor/parse.ts';
import { privateKeyLookup } from '../descriptor/private-keys.ts';
import type { Psbt } from '../psbt/psbt.ts';
import type { FindOwners } from '../review/evidence.ts';
import { descriptorOwners, type OwnDescriptor } from '../review/own-descriptors.ts';
import type { KeyOrigin } from '../signing/provider.ts';
import { runNow } from '../signing/task.ts';
import {
  accountDescriptors,
  type KeyRing,
  type RingContext,
  requireRingNetwork,
} from './key-ring.ts';
import { type NamedOpening, openNamedTask } from './open-keys.ts';
import { ringOwners } from './ring-owners.ts';
import { silentOwnerOf } from './ring-silent.ts';

/** Finds own scripts by wallets, accounts and keys. Wipes the keys derived for it. */
export function keyOwners(ring: KeyRing, psbt: Psbt, context: RingContext): FindOwners {
  const { network, secp256k1 } = context;
  requireRingNetwork('keyOwners', ring, network);
  const opened = runNow(openNamedTask({ ring }, psbt, { networks: [network], secp256k1 }));
  const owners = openedOwners(ring, psbt, opened, context);
  for (const key of opened.privateKeys) key.wipe();
  return Object.assign(owners, { network: network.name });
}

/** Finds own scripts by wallets, accounts and opened keys. */
export function openedOwners(
  ring: KeyRing,
  psbt: Psbt,
  { named }: Pick<NamedOpening, 'named'>,
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
  const { hasWallet } = ring;
  const silentOwner = silentOwnerOf(ring, psbt, context);
  return ringOwners(descriptorOwners(own, source), named, { hasWallet, secp256k1, silentOwner });
}

/** Returns the origins of all keys that a PSBT names. */
const originsIn = ({ inputs, outputs }: Psbt): readonly KeyOrigin[] =>
  [...inputs, ...outputs].flatMap(({ keyPaths, tapKeyPaths }) =>
    [...keyPaths, ...tapKeyPaths].map(({ origin }) => origin),
  );
