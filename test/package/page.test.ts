import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { version } from '../../src/adapters/runtime/version.ts';
import { root } from '../support/paths.ts';

const html = readFileSync(join(root, 'dist/coldsign.html'), 'utf8');

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Between the tags of the only element of that name. */
function inside(name: string): string {
  const from = html.indexOf(`<${name}>`) + name.length + 2;
  return html.slice(from, html.indexOf(`</${name}>`, from));
}

test('the page is one file of at most 900 kB', () => {
  expect(Buffer.byteLength(html)).toBeLessThanOrEqual(900_000);
  expect(html.match(/<(link|img|iframe|object|embed|base)\b[^>]*(href|src)=/g)).toBeNull();
});

test("the page's policy allows its own script and style by their digests, its worker, and nothing outside", () => {
  const [, policy = ''] = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html) ?? [];
  expect(policy.split('; ')).toEqual([
    "default-src 'none'",
    `script-src ${sha256(inside('script'))} 'wasm-unsafe-eval'`,
    `style-src ${sha256(inside('style'))}`,
    'worker-src blob:',
    'media-src blob: mediastream:',
    "base-uri 'none'",
    "form-action 'none'",
  ]);
  expect(html.indexOf('Content-Security-Policy')).toBeLessThan(html.indexOf('<style>'));
});

test('the page knows its version, and the commit that it was built from', () => {
  expect(inside('script')).toContain(`"${version}"`);
  const { commit } = JSON.parse(readFileSync(join(root, 'dist/version.json'), 'utf8'));
  expect(inside('script')).toContain(`"${commit}"`);
});
