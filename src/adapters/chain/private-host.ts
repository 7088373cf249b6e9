/**
 * Returns true for this machine or a private network (RFC 1918, RFC 4193, mDNS), where no outsider
 * can eavesdrop.
 */
export function isPrivateHost(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase();
  if (name === 'localhost' || name.endsWith('.localhost') || name.endsWith('.local')) return true;
  if (name === '::1' || /^f[cd][0-9a-f]{2}:/.test(name) || /^fe80:/.test(name)) return true;
  const parts = /^(\d{1,3})\.(\d{1,3})\.\d{1,3}\.\d{1,3}$/.exec(name);
  if (parts === null) return false;
  const [first, second] = [Number(parts[1]), Number(parts[2])];
  if (first === 127 || first === 10) return true;
  return (first === 192 && second === 168) || (first === 172 && second >= 16 && second < 32);
}
