import { isBytes } from '../../encoding/bytes.ts';
import { decodeHex, encodeHex } from '../../encoding/hex.ts';
import type { LabelType, WalletLabel } from '../../formats/labels.ts';
import { decodeAddress, formatAddress } from '../../script/address.ts';
import { isMine, type Wallet } from '../../wallet/wallet.ts';

/** A wallet with the imported labels of a file, and a description of the others. */
export type LabelledWallet = {
  readonly wallet: Wallet;
  /** Number of labels imported. */
  readonly imported: number;
  /** A sentence about all addresses of other networks. */
  readonly lost: readonly string[];
};

/**
 * Imports labels (BIP329). Fields that a record lacks stay unchanged. Coins that are not spendable
 * are locked, also after a restart.
 */
export function withLabels(wallet: Wallet, records: readonly WalletLabel[]): LabelledWallet {
  const labels = new Map(wallet.labels);
  const otherLabels = new Map(wallet.otherLabels);
  const locks = new Map(wallet.locks);
  let foreign = 0;
  for (const { type, ref, label, spendable } of records) {
    if (spendable === false) locks.set(ref, true);
    else if (spendable === true) locks.delete(ref);
    if (label === undefined) continue;
    if (type !== 'addr') {
      if (label === '') otherLabels.delete(`${type} ${ref}`);
      else otherLabels.set(`${type} ${ref}`, label);
      continue;
    }
    const script = decodeAddress(ref, wallet.network);
    if (!isBytes(script)) {
      foreign += 1;
      continue;
    }
    const hex = encodeHex(script);
    labels.set(hex, { label, purpose: isMine(wallet, hex) ? 'receive' : 'send' });
  }
  const lost =
    foreign === 0
      ? []
      : [`labels of addresses that ${wallet.network.name} does not have: ${foreign}`];
  const imported = records.length - foreign;
  return { wallet: { ...wallet, labels, otherLabels, locks }, imported, lost };
}

const isType = (text: string): text is Exclude<LabelType, 'addr'> =>
  ['tx', 'pubkey', 'input', 'output', 'xpub', 'spscan'].includes(text);

/** Lists all labels of a wallet, and its coins with lasting locks. */
export function labelsOf({ labels, otherLabels, locks, network }: Wallet): readonly WalletLabel[] {
  const addresses = [...labels].flatMap(([hex, { label }]): WalletLabel[] => {
    const ref = formatAddress(decodeHex(hex) ?? new Uint8Array(0), network);
    return label === undefined || label === '' || ref === undefined
      ? []
      : [{ type: 'addr', ref, label }];
  });
  const others = [...otherLabels].flatMap(([reference, label]): WalletLabel[] => {
    const [type = '', ref = ''] = reference.split(' ');
    if (!isType(type)) return [];
    return [
      {
        type,
        ref,
        label,
        ...(type === 'output' && locks.get(ref) === true && { spendable: false }),
      },
    ];
  });
  const locked = [...locks].flatMap(([ref, isKept]): WalletLabel[] =>
    isKept && !otherLabels.has(`output ${ref}`) ? [{ type: 'output', ref, spendable: false }] : [],
  );
  return [...addresses, ...others, ...locked];
}
