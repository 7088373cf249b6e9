import { encodeHex } from '../../encoding/hex.ts';
import type { Transaction } from '../../transaction/transaction.ts';
import { findScript, scriptsAt, topUp, type WalletDescriptor } from '../keys/wallet-descriptor.ts';
import type { AddressLabel, Wallet, WalletEnvironment } from '../wallet.ts';

export type UsedScriptsDraft = {
  /** The wallet before all changes. */
  readonly wallet: Wallet;
  readonly options: { readonly environment: WalletEnvironment };
  readonly descriptors: Map<string, WalletDescriptor>;
  readonly labels: Map<string, AddressLabel>;
};

/**
 * Returns true if an output belongs to the wallet, and marks addresses up to it as given out. Core:
 * MarkUnusedAddresses.
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
 * Labels a paid address that the wallet never gave out, for example after a restore, as a receiving
 * address.
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
