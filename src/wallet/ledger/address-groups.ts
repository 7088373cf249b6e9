import type { Satoshis } from '../../encoding/amount.ts';
import { type Bytes, compareBytes } from '../../encoding/bytes.ts';
import { decodeHex, encodeHex } from '../../encoding/hex.ts';
import { formatAddress } from '../../script/address.ts';
import { outPointKey } from '../../transaction/transaction.ts';
import { addressOrder } from '../address-book.ts';
import { isChange } from '../keys/addresses.ts';
import { isMine, type Wallet } from '../wallet.ts';
import { createTrust, isImmature } from './coins.ts';
import { depthOf, isFromMe, isSpent, type WalletTransaction } from './ledger.ts';

/** An address of the wallet that is publicly linked to the others of its group. */
export type GroupedAddress = {
  /** The scriptPubKey, in hex. */
  readonly script: string;
  readonly address: string;
  /** The unspent trusted amount, in satoshi. */
  readonly balance: Satoshis;
};

/**
 * Groups addresses that were spent together or received the change, in Core's order. Each other
 * address forms a group of one. Core: GetAddressGroupings.
 */
export function addressGroups(
  wallet: Wallet,
  spendZeroConfChange: boolean,
): readonly (readonly GroupedAddress[])[] {
  const balances = scriptBalances(wallet, spendZeroConfChange);
  const groups = [...linkedScripts(wallet)].map((scripts) =>
    scripts
      .flatMap((script) => {
        const bytes = decodeHex(script) ?? new Uint8Array(0);
        const address = formatAddress(bytes, wallet.network) ?? '';
        const balance = balances.get(script) ?? 0n;
        return { order: addressOrder(bytes), entry: { script, address, balance } };
      })
      .sort((a, b) => compareBytes(a.order, b.order)),
  );
  groups.sort((a, b) => compareLists(a, b));
  return groups.map((group) => group.map(({ entry }) => entry));
}

type Ordered = { readonly order: Bytes };

/** Groups share no address, so comparing their first ones is enough. */
function compareLists([a]: readonly Ordered[], [b]: readonly Ordered[]): number {
  return a === undefined || b === undefined ? 0 : compareBytes(a.order, b.order);
}

/** Yields scripts, in hex, that transactions of the wallet show to have one owner. */
function linkedScripts(wallet: Wallet): Iterable<readonly string[]> {
  const groups = new Map<string, string[]>();
  const link = (scripts: readonly string[]) => {
    const hit = new Set(scripts.map((script) => groups.get(script) ?? [script]));
    const merged = [...new Set([...hit].flat())];
    for (const script of merged) groups.set(script, merged);
  };
  for (const source of wallet.ledger.transactions.values()) {
    const own = ownScripts(wallet, source);
    const spent = spentScripts(wallet, source);
    const change = spent.length === 0 ? [] : own.filter((script) => isChange(wallet, script, true));
    link([...spent, ...change]);
    for (const script of own) if (!groups.has(script)) groups.set(script, [script]);
  }
  return new Set(groups.values());
}

/** Returns the wallet's addresses that a transaction pays. */
function ownScripts(wallet: Wallet, { transaction }: WalletTransaction): readonly string[] {
  return transaction.outputs.flatMap(({ scriptPubKey }) => {
    const script = encodeHex(scriptPubKey);
    const counts = isMine(wallet, script) && hasAddress(wallet, scriptPubKey);
    return counts ? [script] : [];
  });
}

function spentScripts(wallet: Wallet, { transaction }: WalletTransaction): readonly string[] {
  return transaction.inputs.flatMap(({ prevout }) => {
    const spent = wallet.ledger.outputs.get(outPointKey(prevout))?.output.scriptPubKey;
    return spent !== undefined && hasAddress(wallet, spent) ? [encodeHex(spent)] : [];
  });
}

function hasAddress({ network }: Wallet, script: Bytes): boolean {
  return formatAddress(script, network) !== undefined;
}

/** Sums the balance of each script. Core: GetAddressBalances. */
function scriptBalances(
  { ledger, lastBlock }: Wallet,
  spendZeroConfChange: boolean,
): ReadonlyMap<string, Satoshis> {
  const tipHeight = lastBlock?.height ?? 0;
  const trust = createTrust(ledger, spendZeroConfChange);
  const balances = new Map<string, Satoshis>();
  for (const [key, { outPoint, output }] of ledger.outputs) {
    const source = ledger.transactions.get(outPoint.txid);
    if (source === undefined || !trust(source) || isImmature(source, tipHeight)) continue;
    if (depthOf(source, tipHeight) < (isFromMe(ledger, source) ? 0 : 1)) continue;
    if (isSpent(ledger, key)) continue;
    const script = encodeHex(output.scriptPubKey);
    balances.set(script, (balances.get(script) ?? 0n) + output.value);
  }
  return balances;
}
