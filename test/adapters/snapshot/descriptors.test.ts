import { expect, test } from 'vitest';
import { readRequests, withoutQuotes } from '../../../src/adapters/snapshot/descriptors.ts';
import { createContext } from '../../../src/library/create-context.ts';

const context = createContext({ network: 'regtest' });
const publicKey = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';

test('a descriptor on each line, with or without its checksum', async () => {
  const text = `# mine\n\n wpkh(${publicKey})\r\npkh(${publicKey})#rest`;
  const requests = await readRequests(text, context);
  expect(JSON.stringify(requests)).toMatch(/wpkh\(02[0-9a-f]{64}\)#[a-z0-9]{8}.*\)#rest/);
});

test('an invalid line is named by its number and not repeated', async () => {
  const read = readRequests(`wpkh(${publicKey})\nmy 'own' words`, context);
  const message = await read.then(
    () => 'no error',
    (error: unknown) => (error instanceof Error ? withoutQuotes(error.message) : ''),
  );
  expect(message).toMatch(/^Line 2 of the descriptors: /);
  expect(message).not.toContain('words');
});

test('checksums do not count as secrets', () => {
  const words = "Provided checksum 'a' does not match computed checksum 'b'";
  expect(withoutQuotes(words)).toBe(words);
});
