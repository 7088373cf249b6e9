import { encodeHex } from '../../encoding/hex.ts';
import type { Transaction } from '../../transaction/transaction.ts';
import { findScript, scriptsAt, topUp, type WalletDescriptor } from '../keys/wallet-descriptor.ts';
import type { AddressLabel, Wallet, WalletEnvironment } from '../wallet.ts';

type UsedScriptsDraft = {
  /** As it was in front of all changes. */
  readonly wallet: Wallet;
  readonly options: { readonly environment: WalletEnvironment };
  readonly descriptors: Map<string, WalletDescriptor>;
  readonly labels: Map<string, AddressLabel>;
};

/**
 * Whether an output is the wallet's; addresses up to it that were not given out yet are from now
 * on. Core: MarkUnusedAddresses.
 */
export function markUsedScripts(draft: UsedScriptsDraft, transaction: Transaction): boolean {
  const { descriptors, options, wallet } = draft;
  let found = false;
  for (const { scriptPubKey } of transaction.outputs) {
    const script = encodeHex(scriptPubKey);
    for (const owner of descriptors.values()) {
      const index = findScript(owner, script);
      if (index === undefined) continue;
      found = true;
      const isNew = index >= owner.nextIndex;
      if (isNew) labelUsed(draft, owner, index);
      const used = isNew ? { ...owner, nextIndex: index + 1 } : owner;
      const environment = { ...options.environment, keyring: wallet.keyring };
      const filled = topUp(used, environment) ?? used;
      if (isNew || filled.rangeEnd !== owner.rangeEnd) descriptors.set(owner.id, filled);
    }
  }
  return found;
}

/**
 * An address that was paid without the wallet having told it, such as after a restore, is one for
 * receiving.
 */
function labelUsed(
  { labels, wallet, options }: UsedScriptsDraft,
  owner: WalletDescriptor,
  index: number,
): void {
  if (![...wallet.active.external.values()].includes(owner.id)) return;
  const positions = Array.from(
    { length: index - owner.nextIndex + 1 },
    (_, i) => owner.nextIndex + i,
  );
  for (const script of scriptsAt(owner, positions, options.environment.secp256k1)) {
    if (labels.get(script)?.label === undefined)
      labels.set(script, { label: '', purpose: 'receive' });
  }
}
