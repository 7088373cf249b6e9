import { hash160, sha256, taggedHash } from '../../crypto/hash.ts';
import type { Secp256k1 } from '../../crypto/secp256k1.ts';
import { emptyCache } from '../../descriptor/cache.ts';
import { type SilentDescriptor, writtenOrigin } from '../../descriptor/silent-descriptor.ts';
import type { Bytes } from '../../encoding/bytes.ts';
import { encodeHex } from '../../encoding/hex.ts';
import { invariant } from '../../encoding/invariant.ts';
import { encodeUtf8 } from '../../encoding/utf8.ts';
import { CHANGE_LABEL, silentRecipientOf } from '../../silent/keys.ts';
import { createSilentScanner, silentTweak, taprootKey } from '../../silent/scan.ts';
import { formatSilentAddress } from '../../silent/silent-address.ts';
import type { Transaction } from '../../transaction/transaction.ts';
import type { RandomBytes } from '../random.ts';
import { type Wallet, withDescriptor, withKeyTime } from '../wallet.ts';
import { addKeys } from './encryption.ts';
import {
  MOST_LABELS,
  receiptScript,
  receiptScripts,
  type SilentOwner,
  type SilentReceipt,
} from './silent-receipts.ts';
import type { WalletDescriptor } from './wallet-descriptor.ts';

type SilentWalletDescriptor = WalletDescriptor & { readonly silent: SilentOwner };

const isSilentOwner = (owner: WalletDescriptor): owner is SilentWalletDescriptor =>
  owner.silent !== undefined;

/** The descriptors that receive silent payments. */
export const silentOwners = (
  descriptors: ReadonlyMap<string, WalletDescriptor>,
): readonly SilentWalletDescriptor[] => [...descriptors.values()].filter(isSilentOwner);

const hashMarker = taggedHash('coldsign/snapshot silent');

/** Marks a snapshot that contains the silent payments of these descriptors. */
export const silentMarkers = (
  descriptors: ReadonlyMap<string, WalletDescriptor>,
): readonly Bytes[] =>
  silentOwners(descriptors).map(({ silent }) =>
    hashMarker(silent.scanKey.reveal(), silent.spendKey),
  );

/** A silent payment descriptor in a wallet, with the payments that were found so far. */
export function silentWalletDescriptor(
  { scanKey, spendKey, origin, watching }: SilentDescriptor,
  creationTime: bigint,
  { labels, receipts }: Pick<SilentOwner, 'labels' | 'receipts'>,
  curve: Secp256k1,
): SilentWalletDescriptor {
  const known = writtenOrigin(origin);
  const silent = { scanKey, spendKey, origin: known, text: watching, labels, receipts };
  return {
    id: encodeHex(sha256(encodeUtf8(watching))),
    // A placeholder whose properties, such as the output type, are those of sp().
    descriptor: {
      kind: 'rawtr',
      key: { kind: 'constant', index: 0, publicKey: spendKey, xOnly: false },
    },
    creationTime,
    rangeStart: 0,
    rangeEnd: receipts.length,
    nextIndex: 0,
    filledTo: receipts.length,
    cache: emptyCache,
    scripts: receiptScripts(silent, curve),
    publicKeys: new Map(),
    silent,
  };
}

/** A transaction that may pay silent payment addresses, and its public tweak (BIP352). */
export type TweakedTransaction = { readonly transaction: Transaction; readonly tweak: Bytes };

/**
 * Returns the wallet with payments that these transactions make to it, or the same object if there
 * are no new ones.
 */
export function findSilentPayments(
  wallet: Wallet,
  transactions: readonly TweakedTransaction[],
  curve: Secp256k1,
): Wallet {
  const candidates = transactions.map(({ transaction, tweak }) => ({
    tweak,
    outputs: transaction.outputs.flatMap(({ scriptPubKey }) => taprootKey(scriptPubKey) ?? []),
  }));
  if (candidates.length === 0) return wallet;
  return silentOwners(wallet.descriptors).reduce((receiving, owner) => {
    const labels = Array.from({ length: owner.silent.labels }, (_, i) => i + 1);
    const found = createSilentScanner(owner.silent, labels, curve).scan(candidates).flat();
    return withReceipts(receiving, owner, found, curve);
  }, wallet);
}

/** Adds payments that another value of the wallet found. */
export function mergeReceipts(wallet: Wallet, other: Wallet, curve: Secp256k1): Wallet {
  return silentOwners(wallet.descriptors).reduce((merged, owner) => {
    const receipts = other.descriptors.get(owner.id)?.silent?.receipts ?? [];
    return withReceipts(merged, owner, receipts, curve);
  }, wallet);
}

/**
 * Adds the payments that a transaction makes to the wallet's own addresses. `scripts`: the scripts
 * of the coins that it spends. Some are unknown if there are fewer than inputs.
 */
export function withOwnPayments(
  wallet: Wallet,
  transaction: Transaction,
  scripts: readonly Bytes[],
  curve: Secp256k1,
): Wallet {
  const isKnown = scripts.length === transaction.inputs.length;
  if (!isKnown || silentOwners(wallet.descriptors).length === 0) return wallet;
  const tweak = silentTweak(transaction, scripts, curve);
  return tweak ? findSilentPayments(wallet, [{ transaction, tweak }], curve) : wallet;
}

function withReceipts(
  wallet: Wallet,
  owner: SilentWalletDescriptor,
  found: readonly SilentReceipt[],
  curve: Secp256k1,
): Wallet {
  const { silent } = owner;
  const known = new Set(silent.receipts.map(({ tweak }) => encodeHex(tweak)));
  const added = found.filter(({ tweak }) => !known.has(encodeHex(tweak)));
  if (added.length === 0) return wallet;
  const receipts = [...silent.receipts, ...added.map(({ tweak, label }) => ({ tweak, label }))];
  const end = receipts.length;
  const [scripts, labels] = [new Map(owner.scripts), new Map(wallet.labels)];
  for (const [i, { tweak, label }] of added.entries()) {
    const script = encodeHex(receiptScript(silent, tweak, curve));
    scripts.set(script, silent.receipts.length + i);
    if (label === CHANGE_LABEL || labels.get(script)?.label !== undefined) continue;
    // An address without a label would count as change.
    labels.set(script, { label: labelText(wallet, silent, label, curve), purpose: 'receive' });
  }
  const grown = {
    ...owner,
    scripts,
    rangeEnd: end,
    filledTo: end,
    silent: { ...silent, receipts },
  };
  const descriptors = new Map(wallet.descriptors).set(owner.id, grown);
  return { ...wallet, descriptors, labels };
}

/** Returns an address of a wallet. `label` 0 is for change. */
export function silentAddressOf(
  silent: SilentOwner,
  label: number | undefined,
  { network }: Pick<Wallet, 'network'>,
  curve: Secp256k1,
): string {
  const recipient = silentRecipientOf(silent, curve, label);
  invariant(recipient !== undefined, 'labels that a wallet takes have addresses');
  return formatSilentAddress(recipient, network);
}

/** Returns the text that the user gave to the address with a label; empty if there is none. */
function labelText(
  wallet: Wallet,
  silent: SilentOwner,
  label: number | undefined,
  curve: Secp256k1,
): string {
  if (label === undefined) return '';
  return wallet.otherLabels.get(`addr ${silentAddressOf(silent, label, wallet, curve)}`) ?? '';
}

export type SilentAddress = { readonly wallet: Wallet; readonly address: string };

/** Gives out the address of the first sp(), or one with the next label if it has a text. */
export function newSilentAddress(
  wallet: Wallet,
  text: string,
  curve: Secp256k1,
): SilentAddress | undefined {
  const [owner] = silentOwners(wallet.descriptors);
  if (owner === undefined) return undefined;
  const { silent } = owner;
  if (text === '') return { wallet, address: silentAddressOf(silent, undefined, wallet, curve) };
  const labels = silent.labels + 1;
  if (labels > MOST_LABELS) return undefined;
  const address = silentAddressOf(silent, labels, wallet, curve);
  const descriptors = new Map(wallet.descriptors).set(owner.id, {
    ...owner,
    silent: { ...silent, labels },
  });
  const otherLabels = new Map(wallet.otherLabels).set(`addr ${address}`, text);
  return { wallet: { ...wallet, descriptors, otherLabels }, address };
}

/** Returns the silent payment with this script, and the descriptor that received it. */
export function receiptOf(
  descriptors: ReadonlyMap<string, WalletDescriptor>,
  script: Bytes,
): { readonly silent: SilentOwner; readonly receipt: SilentReceipt } | undefined {
  const hex = encodeHex(script);
  for (const { silent, scripts } of silentOwners(descriptors)) {
    const receipt = silent.receipts[scripts.get(hex) ?? -1];
    if (receipt !== undefined) return { silent, receipt };
  }
  return undefined;
}

/** Adds a silent payment descriptor, or updates it, keeping its payments. */
export function importSilentDescriptor(
  wallet: Wallet,
  parsed: SilentDescriptor,
  { creationTime, labels }: { readonly creationTime: bigint; readonly labels: number },
  { secp256k1, random }: { readonly secp256k1: Secp256k1; readonly random: RandomBytes },
): Wallet | undefined {
  const blank = { labels, receipts: [] };
  const made = silentWalletDescriptor(parsed, creationTime, blank, secp256k1);
  const known = wallet.descriptors.get(made.id)?.silent;
  const kept = {
    labels: Math.max(labels, known?.labels ?? 0),
    receipts: known?.receipts ?? [],
  };
  const owner = silentWalletDescriptor(parsed, creationTime, kept, secp256k1);
  const { spendPrivateKey, spendKey } = parsed;
  const keys = new Map(
    spendPrivateKey ? [[encodeHex(hash160(spendKey)), spendPrivateKey] as const] : [],
  );
  const keyring = addKeys(wallet.keyring, owner.id, keys, random);
  if (keyring === undefined) return undefined;
  const added = known === undefined ? [...wallet.added, owner.id] : wallet.added;
  return { ...withDescriptor({ ...withKeyTime(wallet, owner), keyring }, owner), added };
}
