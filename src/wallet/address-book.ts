import { type Bytes, compareBytes, concatBytes } from '../encoding/bytes.ts';
import { decodeHex } from '../encoding/hex.ts';
import { encodeUtf8 } from '../encoding/utf8.ts';
import { formatAddress } from '../script/address.ts';
import { solveScript } from '../script/templates.ts';
import type { AddressLabel, Wallet } from './wallet.ts';

/** An address that was given out, imported by itself, or named. Never a change address. */
export type AddressBookEntry = {
  /** The scriptPubKey, in hex. */
  readonly script: string;
  readonly address: string;
  readonly label: string;
  readonly purpose: AddressLabel['purpose'];
};

/** Lists the address book in Core's order. Core: ForEachAddrBookEntry. */
export function addressBook({
  labels,
  network,
}: Pick<Wallet, 'labels' | 'network'>): readonly AddressBookEntry[] {
  const entries = [...labels].flatMap(([script, { label, purpose }]) => {
    const bytes = decodeHex(script) ?? new Uint8Array(0);
    const address = formatAddress(bytes, network);
    if (label === undefined || address === undefined) return [];
    return [{ order: addressOrder(bytes), entry: { script, address, label, purpose } }];
  });
  entries.sort((a, b) => compareBytes(a.order, b.order));
  return entries.map(({ entry }) => entry);
}

/**
 * Sort key of a script with an address, in the order of Core's CTxDestination: by kind, then by
 * hash or program.
 */
export function addressOrder(script: Bytes): Bytes {
  const template = solveScript(script);
  const order = (kind: number, held: Bytes) => concatBytes(Uint8Array.of(kind), held);
  switch (template.kind) {
    case 'pubkeyhash':
      return order(2, template.hash);
    case 'scripthash':
      return order(3, template.hash);
    case 'witness_v0_scripthash':
      return order(4, template.hash);
    case 'witness_v0_keyhash':
      return order(5, template.hash);
    case 'witness_v1_taproot':
      return order(6, template.outputKey);
    case 'witness_unknown':
      return order(8, concatBytes(Uint8Array.of(template.version), template.program));
    default:
      return order(7, new Uint8Array(0));
  }
}

/** Compares labels by their UTF-8 bytes, as C++ does. JavaScript's order differs above U+D7FF. */
export function compareLabels(a: string, b: string): number {
  return compareBytes(encodeUtf8(a), encodeUtf8(b));
}
