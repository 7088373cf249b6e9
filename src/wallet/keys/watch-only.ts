import type { Secp256k1 } from '../../crypto/secp256k1.ts';
import { canSelfExpand, type OutputType } from '../../descriptor/descriptor.ts';
import { descriptorId } from '../../descriptor/format.ts';
import { parseDescriptor } from '../../descriptor/parse.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { invariant } from '../../encoding/invariant.ts';
import type { Wallet } from '../wallet.ts';
import { emptyKeyring } from './keyring.ts';
import { publicDescriptorText } from './providers.ts';
import { fillPositions, newWalletDescriptor, type WalletDescriptor } from './wallet-descriptor.ts';

/**
 * Returns the wallet for a machine without its keys: public descriptors, given-out addresses,
 * transactions and labels. After a hardened step, only addresses that are already known can be
 * included. Returns `undefined` if a descriptor has no public form here. Core:
 * ExportWatchOnlyWallet.
 */
export function watchOnlyCopy(wallet: Wallet, secp256k1: Secp256k1): Wallet | undefined {
  const ids = new Map<string, string>();
  const descriptors = new Map<string, WalletDescriptor>();
  for (const owner of wallet.descriptors.values()) {
    const copy = publicCopy(owner, wallet, secp256k1);
    if (copy === undefined) return undefined;
    ids.set(owner.id, copy.id);
    descriptors.set(copy.id, copy);
  }
  const sorted = [...descriptors].sort(([a], [b]) => (a < b ? -1 : 1));
  const renamed = (side: ReadonlyMap<OutputType, string>) =>
    new Map([...side].map(([type, id]) => [type, ids.get(id) ?? id] as const));
  const { external, internal } = wallet.active;
  return {
    ...wallet,
    flags: { ...wallet.flags, disablePrivateKeys: true },
    keyring: emptyKeyring,
    descriptors: new Map(sorted),
    active: { external: renamed(external), internal: renamed(internal) },
    proof: undefined,
  };
}

function publicCopy(
  owner: WalletDescriptor,
  wallet: Wallet,
  secp256k1: Secp256k1,
): WalletDescriptor | undefined {
  if (owner.silent !== undefined) return owner;
  const text = publicDescriptorText(owner, wallet, secp256k1);
  if (text === undefined) return undefined;
  const context = { network: wallet.network, secp256k1 };
  const parsed = parseDescriptor(text, context);
  invariant(!('error' in parsed) && parsed.privateKeys.size === 0, 'a public text parses as one');
  const [descriptor] = parsed.descriptors;
  const id = encodeHex(descriptorId(descriptor, context));
  const bare = newWalletDescriptor({ ...owner, id, descriptor });
  const known = canSelfExpand(descriptor) ? bare : { ...bare, cache: owner.cache };
  return fillPositions(known, { secp256k1, keyring: emptyKeyring, keypoolSize: 0 });
}
