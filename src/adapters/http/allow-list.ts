import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** Whether calls from this address are taken. */
export type AllowList = (address: string) => boolean;

/** Loopback and what `-rpcallowip` names; the first entry that cannot be read comes back as `invalid`. */
export function createAllowList(
  entries: readonly string[],
): AllowList | { readonly invalid: string } {
  const lists: Lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  lists.ipv4.addSubnet('127.0.0.0', 8, 'ipv4');
  lists.ipv6.addAddress('::1', 'ipv6');
  for (const entry of entries) if (!addEntry(lists, entry)) return { invalid: entry };
  return (address) => {
    const plain = withoutMapping(address);
    if (isIPv4(plain)) return lists.ipv4.check(plain, 'ipv4');
    return isIPv6(plain) && lists.ipv6.check(plain, 'ipv6');
  };
}

/** Apart, because in one list ::/0 would hold IPv4 addresses too. */
type Lists = { readonly ipv4: BlockList; readonly ipv6: BlockList };

function addEntry(lists: Lists, entry: string): boolean {
  const slash = entry.lastIndexOf('/');
  const address = withoutBrackets(slash === -1 ? entry : entry.slice(0, slash));
  const family = isIPv4(address) ? 'ipv4' : isIPv6(address) ? 'ipv6' : undefined;
  if (family === undefined) return false;
  const width = family === 'ipv4' ? 32 : 128;
  const prefix = slash === -1 ? width : prefixLength(entry.slice(slash + 1), family);
  if (prefix === undefined || prefix > width) return false;
  lists[family].addSubnet(address, prefix, family);
  return true;
}

/** A number of bits, or for IPv4 a mask such as 255.255.255.0 whose ones all come first. */
function prefixLength(text: string, family: 'ipv4' | 'ipv6'): number | undefined {
  if (/^\d{1,3}$/.test(text)) return Number(text);
  if (family !== 'ipv4' || !isIPv4(text)) return undefined;
  const bits = text
    .split('.')
    .map((part) => Number(part).toString(2).padStart(8, '0'))
    .join('');
  const ones = bits.indexOf('0') === -1 ? 32 : bits.indexOf('0');
  return bits.includes('1', ones) ? undefined : ones;
}

export function withoutBrackets(host: string): string {
  return host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host;
}

/** An IPv4 address that arrives in IPv6 spelling is that IPv4 address. */
function withoutMapping(address: string): string {
  return address.replace(/^::ffff:(?=[\d.]+$)/i, '');
}
