import type { IncomingMessage } from 'node:http';

export type Headers = readonly (readonly [name: string, value: string])[];

/** Maximum bytes of the request line, and separately of all headers. */
export const MAX_HEADERS_SIZE = 8192;

export function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers: (readonly [string, string])[] = [];
  for (let i = 0; i + 1 < rawHeaders.length; i += 2)
    headers.push([rawHeaders[i] ?? '', rawHeaders[i + 1] ?? '']);
  return headers;
}

export function findHeader(headers: Headers, name: string): string | undefined {
  return findHeaders(headers, name)[0];
}

function findHeaders(headers: Headers, name: string): readonly string[] {
  const wanted = name.toLowerCase();
  return headers.filter(([key]) => key.toLowerCase() === wanted).map(([, value]) => value);
}

/** Returns the length that the head declares, which the parser has checked, or 0. */
export function contentLength(headers: Headers): number {
  return Number(findHeader(headers, 'content-length') ?? 0);
}

/**
 * Returns true for heads that `node:http` accepts but the server rejects: our limits, versions
 * other than 1.x, and hosts that RFC 9112 (3.2) calls malformed.
 */
export function isRefusedHead(
  { httpVersionMajor, httpVersionMinor, method = '', url = '' }: IncomingMessage,
  headers: Headers,
): boolean {
  const line = method.length + url.length + ' '.length * 2 + 'HTTP/1.1'.length;
  const size = headers.reduce((sum, [name, value]) => sum + name.length + value.length + 4, 2);
  return (
    httpVersionMajor !== 1 ||
    line > MAX_HEADERS_SIZE ||
    size > MAX_HEADERS_SIZE ||
    areBadHosts(findHeaders(headers, 'host'), httpVersionMinor)
  );
}

/**
 * Returns true if the `Host` headers break RFC 9112, 3.2: HTTP/1.1 needs exactly one, because
 * proxies disagree about which of two hosts counts, and a port is at most 65535.
 */
function areBadHosts(hosts: readonly string[], minorVersion: number): boolean {
  const [host, ...more] = hosts;
  if (host === undefined) return minorVersion > 0;
  const parts = /^(?:\[[^\]]*\]|[^:]*)(?::(\d*))?$/.exec(host);
  return more.length > 0 || parts === null || Number(parts[1] ?? 0) > 65_535;
}
