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
 * Returns true for heads that `node:http` accepts but the server rejects: our limits, and versions
 * other than 1.x.
 */
export function isRefusedHead(
  { httpVersionMajor, method = '', url = '' }: IncomingMessage,
  headers: Headers,
): boolean {
  const line = method.length + url.length + ' '.length * 2 + 'HTTP/1.1'.length;
  const size = headers.reduce((sum, [name, value]) => sum + name.length + value.length + 4, 2);
  return (
    httpVersionMajor !== 1 ||
    line > MAX_HEADERS_SIZE ||
    size > MAX_HEADERS_SIZE ||
    // Proxies disagree about which of two hosts counts (RFC 9112, 3.2).
    findHeaders(headers, 'host').length > 1
  );
}
