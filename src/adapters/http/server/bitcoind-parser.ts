/**
 * How the node reads a request from bytes (httpserver.cpp): the second reading of what the parser
 * of `node:http` refused. That parser knows a closed list of verbs and only some versions, and
 * takes neither bare line feeds, both length headers nor repeated ones; the node's answers in these
 * cases are 405 or those of any other request.
 */
export type WireRequest = {
  readonly verb: string;
  readonly target: string;
  readonly minorVersion: number;
  readonly headers: Headers;
  readonly body: Buffer | BodyFailure;
};

export type Headers = readonly (readonly [name: string, value: string])[];

type BodyFailure = 'incomplete' | 'bad' | 'too large';

/** In bytes: the request line, and apart from it all headers together. */
export const MAX_HEADERS_SIZE = 8192;
/** In bytes. */
export const MAX_BODY_SIZE = 0x02000000;

/**
 * The request that the bytes begin with; `undefined` when its head is not one, or not all there.
 */
export function readWireRequest(bytes: Buffer): WireRequest | undefined {
  const reader = { text: bytes.toString('latin1'), at: 0 };
  const line = readLine(reader);
  const head = typeof line === 'string' ? readRequestLine(line) : undefined;
  if (head === undefined) return undefined;
  const headers = readHeaders(reader, 0);
  if ('error' in headers) return undefined;
  const body = readBody(reader, headers.list, headers.size);
  return {
    ...head,
    headers: headers.list,
    body: typeof body === 'string' ? Buffer.from(body, 'latin1') : body.error,
  };
}

type Failure = { readonly error: BodyFailure };
type Reader = { readonly text: string; at: number };

const bad: Failure = { error: 'bad' };
const incomplete: Failure = { error: 'incomplete' };
const tooLarge: Failure = { error: 'too large' };

/** Up to the next line feed; a carriage return before it does not count. */
function readLine(reader: Reader): string | Failure {
  const end = reader.text.indexOf('\n', reader.at);
  const length = (end === -1 ? reader.text.length : end) - reader.at;
  if (length > MAX_HEADERS_SIZE) return bad;
  if (end === -1) return incomplete;
  const line = reader.text.slice(reader.at, end);
  reader.at = end + 1;
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

function readRequestLine(
  line: string,
): { readonly verb: string; readonly target: string; readonly minorVersion: number } | undefined {
  if (line.length < 'GET / HTTP/1.0'.length || line.includes('\0')) return undefined;
  const [verb = '', target = '', version = '', ...more] = line.split(' ');
  const minor = /^HTTP\/1\.(\d)$/.exec(version)?.[1];
  if (more.length > 0 || minor === undefined) return undefined;
  return { verb, target, minorVersion: Number(minor) };
}

/** `size`: the bytes of headers before these, which count too. */
function readHeaders(
  reader: Reader,
  size: number,
): { readonly list: Headers; readonly size: number } | Failure {
  const start = reader.at;
  const list: (readonly [string, string])[] = [];
  for (;;) {
    const line = readLine(reader);
    if (typeof line === 'object') return line;
    const total = size + reader.at - start;
    if (total > MAX_HEADERS_SIZE) return bad;
    if (line === '') return { list, size: total };
    const header = readHeader(line);
    if (header === undefined) return bad;
    list.push(header);
  }
}

function readHeader(line: string): readonly [string, string] | undefined {
  const colon = line.indexOf(':');
  const name = line.slice(0, colon);
  if (colon < 1 || /[\r\n\0]/.test(line) || /[ \t\n\r\f\v]/.test(name)) return undefined;
  return [name, trimSpace(line.slice(colon + 1))];
}

export function findHeader(headers: Headers, name: string): string | undefined {
  return findHeaders(headers, name)[0];
}

export function findHeaders(headers: Headers, name: string): readonly string[] {
  const wanted = name.toLowerCase();
  return headers.filter(([key]) => key.toLowerCase() === wanted).map(([, value]) => value);
}

const MOST_64_BITS = 2n ** 64n - 1n;

/** The length that `Content-Length` headers agree on; 0 without any. */
export function contentLength(headers: Headers): number | undefined {
  const values = findHeaders(headers, 'content-length');
  const [first = '0'] = values;
  if (values.some((value) => value !== first) || !/^\d+$/.test(first)) return undefined;
  return BigInt(first) > MOST_64_BITS ? undefined : Number(first);
}

function readBody(reader: Reader, headers: Headers, size: number): string | Failure {
  if (findHeader(headers, 'Transfer-Encoding')?.toLowerCase() === 'chunked')
    return readChunks(reader, size);
  const length = contentLength(headers);
  if (length === undefined) return bad;
  if (length > MAX_BODY_SIZE) return tooLarge;
  return take(reader, length);
}

function readChunks(reader: Reader, size: number): string | Failure {
  const chunks: string[] = [];
  let total = 0;
  for (;;) {
    const line = readLine(reader);
    if (typeof line === 'object') return line;
    const digits = trimSpace(line.split(';')[0] ?? '');
    const length = /^[0-9a-f]{1,16}$/i.test(digits) ? Number.parseInt(digits, 16) : undefined;
    if (length === undefined) return bad;
    total += length;
    if (total > MAX_BODY_SIZE) return tooLarge;
    if (length === 0) {
      const trailer = readHeaders(reader, size);
      return 'error' in trailer ? trailer : chunks.join('');
    }
    const chunk = take(reader, length);
    if (typeof chunk === 'object') return chunk;
    chunks.push(chunk);
    const end = readLine(reader);
    if (typeof end === 'object') return end;
    if (end !== '') return bad;
  }
}

function take(reader: Reader, length: number): string | Failure {
  if (reader.text.length - reader.at < length) return incomplete;
  reader.at += length;
  return reader.text.slice(reader.at - length, reader.at);
}

function trimSpace(text: string): string {
  return text.replace(/^[ \f\n\r\t\v]+|[ \f\n\r\t\v]+$/g, '');
}
