import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { groupsOf, numericHost, withoutMapping } from './numeric-host.ts';

/** Returns true if calls from this address are accepted. */
export type AllowList = (address: string) => boolean;

/** Allows loopback and the entries of `-rpcallowip`. `error`: the first invalid entry. */
export function createAllowList(
  entries: readonly string[],
): AllowList | { readonly error: string } {
  const lists: Lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  lists.ipv4.addSubnet('127.0.0.0', 8, 'ipv4');
  lists.ipv6.addAddress('::1', 'ipv6');
  for (const entry of entries) if (!addEntry(lists, entry)) return { error: entry };
  return (address) => {
    const plain = withoutMapping(address);
    if (isIPv4(plain)) return lists.ipv4.check(plain, 'ipv4');
    return isIPv6(plain) && lists.ipv6.check(plain, 'ipv6');
  };
}

/** Separate lists, because in one list ::/0 would include IPv4 addresses. */
type Lists = { readonly ipv4: BlockList; readonly ipv6: BlockList };

function addEntry(lists: Lists, entry: string): boolean {
  const slash = entry.lastIndexOf('/');
  const address = numericHost(withoutBrackets(slash === -1 ? entry : entry.slice(0, slash)));
  if (address === undefined) return false;
  const family = isIPv4(address) ? 'ipv4' : 'ipv6';
  const width = family === 'ipv4' ? 32 : 128;
  const prefix =
    slash === -1
      ? width
      : prefixLength(entry.slice(slash + 1), family === 'ipv4' ? isIPv4 : isIPv6);
  if (prefix === undefined || prefix > width) return false;
  lists[family].addSubnet(address, prefix, family);
  return true;
}

/** Parses a number of bits, or a mask such as 255.255.255.0 whose ones come first. */
function prefixLength(text: string, isFamily: (address: string) => boolean): number | undefined {
  if (/^\d+$/.test(text)) return Number(text);
  const mask = numericHost(text);
  if (mask === undefined || !isFamily(mask) || mask.includes('%')) return undefined;
  const bits = bitsOf(mask);
  const ones = bits.indexOf('0') === -1 ? bits.length : bits.indexOf('0');
  return bits.includes('1', ones) ? undefined : ones;
}

function bitsOf(address: string): string {
  const binary = (number: number, width: number) => number.toString(2).padStart(width, '0');
  if (isIPv4(address))
    return address
      .split('.')
      .map((part) => binary(Number(part), 8))
      .join('');
  // In a URL, an address has a canonical form: hexadecimal groups, with zeros omitted at most once.
  const { hostname } = new URL(`http://[${address}]`);
  return groupsOf(hostname.slice(1, -1))
    .map((group) => binary(Number.parseInt(group, 16), 16))
    .join('');
}

export function withoutBrackets(host: string): string {
  return host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host;
}
