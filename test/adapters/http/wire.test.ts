import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { authorizedUser, parseRpcAuth } from '../../../src/adapters/http/access/auth.ts';
import { createWhitelist } from '../../../src/adapters/http/access/whitelist.ts';
import { walletNameOf } from '../../../src/adapters/http/calls/wallet-name.ts';
import { splitHostPort } from '../../../src/adapters/http/endpoints.ts';
import { readWireRequest } from '../../../src/adapters/http/server/bitcoind-parser.ts';
import { replyBytes, unauthorized } from '../../../src/adapters/http/server/reply.ts';

const read = (text: string) => readWireRequest(Buffer.from(text, 'latin1'));
const head = 'POST /wallet/x?y HTTP/1.7\r\nA: 1\r\na:\t2 \r\n';

describe('a request read by the node’s rules', () => {
  test('has a verb, a target, a version, headers and a body', () => {
    expect(read(`${head}Content-Length: 3\r\n\r\nabcdef`)).toEqual({
      verb: 'POST',
      target: '/wallet/x?y',
      minorVersion: 7,
      headers: [
        ['A', '1'],
        ['a', '2'],
        ['Content-Length', '3'],
      ],
      body: Buffer.from('abc'),
    });
  });

  test.each([
    ['', ''],
    ['Content-Length: 3\r\n', 'incomplete'],
    ['Content-Length: 33554433\r\n', 'too large'],
    ['Content-Length: 18446744073709551615\r\n', 'too large'],
    ['Content-Length: 18446744073709551616\r\n', 'bad'],
    ['Content-Length: 3\r\nContent-Length: 4\r\n', 'bad'],
    ['Transfer-Encoding: chunked\r\n', 'incomplete'],
    ['Transfer-Encoding: gzip\r\n', ''],
  ])('%j: %j', (headers, body) => {
    const found = read(`${head}${headers}\r\n`)?.body;
    expect(typeof found === 'string' ? found : found?.toString()).toBe(body);
  });

  test.each([
    ['3\r\nabc\r\n0\r\n\r\n', 'abc'],
    ['3;x=y\r\nabc\r\n 02 \r\nde\n0\nA: b\n\n', 'abcde'],
    ['3\r\nab', 'incomplete'],
    ['3\r\nabc\r\n', 'incomplete'],
    ['3\r\nabcd\r\n', 'bad'],
    ['\r\n', 'bad'],
    ['-1\r\n', 'bad'],
    ['2000001\r\n', 'too large'],
    ['1\r\na\r\nffffffffffffffff\r\n', 'too large'],
    ['0\r\nno colon\r\n\r\n', 'bad'],
    [`0\r\nA: ${'x'.repeat(8190)}\r\n\r\n`, 'bad'],
  ])('chunks %j: %j', (chunks, body) => {
    const found = read(`${head}Transfer-Encoding: CHUNKED\r\n\r\n${chunks}`)?.body;
    expect(typeof found === 'string' ? found : found?.toString()).toBe(body);
  });

  test('no bytes make it throw', () => {
    const part = fc.oneof(
      fc.constantFrom('POST / HTTP/1.1', 'A: b', 'Content-Length: 5', 'Transfer-Encoding: chunked'),
      fc.constantFrom('5', '0', '', 'abcde', '\r', '\n', '\r\n'),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        read(parts.join('\r\n'));
      }),
    );
  });
});

describe('Authorization', () => {
  const known = [{ user: 'u', salt: 's', hash: hashOf('p:q', 's') }];
  const ask = (text: string) => authorizedUser(text, known);
  const encode = (text: string) => Buffer.from(text).toString('base64');

  test.each([
    [`Basic ${encode('u:p:q')}`, 'u'],
    [`Basic \t ${encode('u:p:q')} \f\v`, 'u'],
    [`basic ${encode('u:p:q')}`, undefined],
    [`Basic\t${encode('u:p:q')}`, undefined],
    [`Basic ${encode('u:p:q')}=`, undefined],
    [`Basic ${encode('u:p:q').replace('=', '')}`, undefined],
    [`Basic ${encode('u')}`, undefined],
    [`Basic ${encode('u:')}`, undefined],
    [`Basic ${encode(':p:q')}`, undefined],
    ['Basic Og==', undefined],
    ['Basic ', undefined],
    ['', undefined],
  ])('%j is %j', (text, user) => expect(ask(text)).toBe(user));

  test('no text makes it throw', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        ask(text);
        ask(`Basic ${text}`);
        parseRpcAuth(text);
        splitHostPort(text, 1);
      }),
    );
  });
});

test.each([
  ['/', undefined],
  ['/wallet/', ''],
  ['/wallet/w', 'w'],
  ['/wallet/a%20b+c/d?e=f', 'a b+c/d?e=f'],
  ['/wallet/%C3%a4%F0%9f%92%bb', 'ä💻'],
  ['/wallet/\xc3\xa4', 'ä'],
  ['/wallet/100%', '100%'],
  ['/wallet/%4', '%4'],
  ['/wallet/%zz%41', '%zzA'],
])('the wallet of %s is %j', (target, name) => expect(walletNameOf(target)).toBe(name));

test('a whitelist of odd entries', () => {
  const list = createWhitelist(['a', 'b:', 'c:x, y', 'c:y,z', 'c']);
  expect(list('a')).toEqual(new Set());
  expect(list('b')).toEqual(new Set(['']));
  expect(list('c')).toEqual(new Set(['y']));
  expect(list('d')).toBe('none');
  expect(createWhitelist([])('a')).toBeUndefined();
  expect(createWhitelist([], true)('a')).toBe('none');
});

test('the bytes of an answer', () => {
  const text = replyBytes(unauthorized, { minorVersion: 0, connection: 'CLOSE' }).toString();
  expect(text).toBe(
    'HTTP/1.0 401 Unauthorized\r\nWWW-Authenticate: Basic realm="jsonrpc"\r\nContent-Type: text/html; charset=ISO-8859-1\r\nConnection: close\r\n\r\n',
  );
});

function hashOf(password: string, salt: string): string {
  return createHmac('sha256', salt).update(password).digest('hex');
}
