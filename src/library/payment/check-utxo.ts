import { refuseUnknown } from '../../arguments/check-arguments.ts';

/**
 * Refuses a coin with a misspelt member, or the owner of coins. Backends list coins with more
 * members than these.
 */
export function checkUtxo(utxo: unknown, name: string): void {
  const { status, ancestors }: { readonly status?: unknown; readonly ancestors?: unknown } =
    Object(utxo);
  refuseUnknown(name, utxo, utxoMembers);
  refuseUnknown(`${name}.status`, status, { confirmed: 'any', block_height: 'any' });
  refuseUnknown(`${name}.ancestors`, ancestors, { only: { vsize: 'any', fee: 'any' } });
}

/** Members of coins of every backend, and of `AccountCoin`. */
const utxoMembers = {
  txid: 'any',
  tx_hash: 'any',
  vout: 'any',
  tx_pos: 'any',
  value: 'any',
  amount: 'any',
  address: 'any',
  scriptPubKey: 'any',
  hex: 'any',
  previousTransaction: 'any',
  index: 'any',
  side: 'any',
  branch: 'any',
  status: 'any',
  height: 'any',
  confirmations: 'any',
  coinbase: 'any',
  safe: 'any',
  ancestors: 'any',
  account: 'any',
} as const;
