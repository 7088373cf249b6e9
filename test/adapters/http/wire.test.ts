import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { authorizedUser, parseRpcAuth } from '../../../src/adapters/http/access/auth.ts';
import { walletNameOf } from '../../../src/adapters/http/calls/executor.ts';
import { createWhitelist } from '../../../src/adapters/http/config.ts';
import { splitHostPort } from '../../../src/adapters/http/endpoints.ts';
import { replyBytes, unauthorized } from '../../../src/adapters/http/server/reply.ts';

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

  test('does not throw on any text', () => {
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

test('a whitelist with unusual entries', () => {
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
