import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { unpack } from '../../src/adapters/page/unpack.ts';
import { version } from '../../src/adapters/runtime/version.ts';
import { kernelCode } from '../../src/crypto/kernel-code.ts';
import { root } from '../support/paths.ts';

const file = readFileSync(join(root, 'dist/coldsign.html'));
const html = file.toString('utf16le').slice(1);

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Returns the contents of all elements of that name, in the order of the page. */
const inside = (name: string): readonly string[] =>
  [...html.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs'))].map(([, text = '']) => text);

const [, packed = ''] = /"(\d+ [^"]*)"/.exec(inside('script').at(-1) ?? '') ?? [];
const unpacked = Buffer.from(unpack(packed));
const kernel = Buffer.from(kernelCode, 'base64');
/**
 * The page's script, which is packed with the kernel and the workers' scripts and runs in an empty
 * element, and its style.
 */
const [, , , view = '', style = ''] = unpacked
  .subarray(kernel.length)
  .toString()
  .split('\n//next\n');

test('the page contains the kernel of the sources', () => {
  expect(unpacked.subarray(0, kernel.length).equals(kernel)).toBe(true);
});

test('the page is one file of at most 600 kB, with its icon inside', () => {
  expect(file.length).toBeLessThanOrEqual(600_000);
  expect(
    html.match(/<(link|img|iframe|object|embed|base)\b[^>]*(href|src)=(?!"data:image\/)/g),
  ).toBeNull();
});

test('the policy of the page allows its own script and style by digest, its worker, and nothing else', () => {
  const [, policy = ''] = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html) ?? [];
  expect(policy.split('; ')).toEqual([
    "default-src 'none'",
    `script-src ${[...inside('script'), view].map(sha256).join(' ')} 'wasm-unsafe-eval'`,
    `style-src ${sha256(style)}`,
    'img-src data:',
    'worker-src blob:',
    'media-src blob: mediastream:',
    "base-uri 'none'",
    "form-action 'none'",
    "webrtc 'block'",
  ]);
  expect(inside('script')).toHaveLength(2);
  expect(html).toContain('<script id="view"></script>');
  expect(style).toContain('prefers-color-scheme:dark');
  expect(html).not.toContain('<style');
  expect(html.indexOf('Content-Security-Policy')).toBeLessThan(html.indexOf('<script>'));
});

test('the page contains its version and commit', () => {
  expect(view).toContain(`"${version}"`);
  const { commit } = JSON.parse(readFileSync(join(root, 'dist/version.json'), 'utf8'));
  expect(view).toContain(`"${commit}"`);
  expect(html).toContain(`content="coldsign ${version}, commit ${commit}"`);
});
