import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exchange, header, type RawReply } from '../../support/nodes/raw-http.ts';
import { password, type RunningServer, startServer, user } from '../../support/nodes/server.ts';
import { readVector } from '../../support/paths.ts';
import { cutHelp } from '../../support/vectors/recorded.ts';

/** How a case is sent: vectors/core-recorded/README.md. */
type Asking = {
  readonly verb?: string;
  readonly path?: string;
  readonly version?: string;
  readonly headers?: readonly (readonly [string, string])[];
  readonly body?: string;
  readonly body_hex?: string;
  readonly auth?: string;
  readonly auth_name?: string;
  readonly chunked?: number;
  readonly length?: boolean;
};
type Step = {
  readonly http: Asking;
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly text?: string;
  readonly hex?: string;
};
type Case = { readonly id: string; readonly steps: readonly Step[] };

const { cases }: { cases: Case[] } = JSON.parse(readVector('core-recorded/transport.regtest.json'));
let server: RunningServer;
beforeAll(async () => {
  server = await startServer(['-profile=core']);
});
afterAll(() => server.close());

describe('transport.regtest.json', () => {
  test.each(cases.map((entry) => [entry.id, entry] as const))('%s', async (_, { steps }) => {
    for (const { http, ...recorded } of steps) {
      const reply = await exchange(server.port, requestBytes(http), http.verb === 'HEAD');
      expect(answerOf(reply)).toEqual({
        status: recorded.status,
        headers: recorded.headers,
        text:
          recorded.hex === undefined
            ? recorded.text?.replaceAll(',"help":true', '')
            : Buffer.from(recorded.hex, 'hex').toString('latin1'),
      });
      expect(reply?.version).toBe(`HTTP/${http.version ?? '1.1'}`);
    }
  });
});

function answerOf(reply: RawReply | undefined) {
  const names = ['content-type', 'www-authenticate', 'allow'];
  const headers = names.flatMap((name) => {
    const value = header(reply, name);
    return value === undefined ? [] : [[name, value]];
  });
  const text = reply?.body.toString('utf8') ?? '';
  const bytes = Buffer.from(text).equals(reply?.body ?? Buffer.alloc(0)) ? text : undefined;
  return {
    status: reply?.status,
    headers: Object.fromEntries(headers),
    text: bytes === undefined ? reply?.body.toString('latin1') : cutHelp(bytes),
  };
}

function requestBytes(http: Asking): Buffer {
  const body =
    http.body_hex === undefined ? Buffer.from(http.body ?? '') : Buffer.from(http.body_hex, 'hex');
  const authorization = authHeader(http.auth ?? 'good');
  const lines = [
    `${http.verb ?? 'POST'} ${http.path ?? '/'} HTTP/${http.version ?? '1.1'}`,
    'Host: 127.0.0.1',
    ...(authorization === undefined
      ? []
      : [`${http.auth_name ?? 'Authorization'}: ${authorization}`]),
    ...(http.headers ?? []).map(([name, value]) => `${name}: ${value}`),
  ];
  if (http.chunked !== undefined) lines.push('Transfer-Encoding: chunked');
  else if (http.length !== false) lines.push(`Content-Length: ${body.length}`);
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  return Buffer.concat([head, http.chunked === undefined ? body : chunks(body, http.chunked)]);
}

function authHeader(auth: string): string | undefined {
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  if (auth === 'none') return undefined;
  if (auth === 'good') return `Basic ${base64(`${user}:${password}`)}`;
  if (auth === 'badpass') return `Basic ${base64(`${user}:${password}x`)}`;
  if (auth === 'baduser') return `Basic ${base64(`${user}x:${password}`)}`;
  return auth
    .replace(/^raw:/, '')
    .replaceAll('{b64}', base64(`${user}:${password}`))
    .replaceAll('{b64user}', base64(user));
}

function chunks(body: Buffer, size: number): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length; at += size) {
    const part = body.subarray(at, at + size);
    parts.push(Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n'));
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')]);
}
