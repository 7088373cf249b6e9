import { isIP, isIPv4 } from 'node:net';
import { withoutBrackets } from './allow-list.ts';

/** Properties of a request that reveal whether a web page may have sent it. */
export type Provenance = {
  readonly origin: string | undefined;
  readonly host: string | undefined;
  /** The address that the client connected to. */
  readonly localAddress: string;
};

/**
 * Against web pages that call a server on the reader's own machine: only browsers send `Origin`,
 * and a name that was made to point to loopback (DNS rebinding) shows in `Host`. Clients of a node
 * send neither an origin nor a strange name.
 */
export function isTrustedProvenance(
  { origin, host, localAddress }: Provenance,
  allowedOrigins: readonly string[],
  allowedHosts: readonly string[],
): boolean {
  if (origin !== undefined && !allowedOrigins.includes(origin)) return false;
  if (host === undefined || !isLoopback(localAddress)) return true;
  const name = withoutBrackets(host.replace(/:\d*$/, '').toLowerCase());
  if (name === 'localhost' || (isIP(name) !== 0 && isLoopback(name))) return true;
  return allowedHosts.some((allowed) => [name, host.toLowerCase()].includes(allowed.toLowerCase()));
}

function isLoopback(address: string): boolean {
  return isIPv4(address) ? address.startsWith('127.') : address === '::1';
}
