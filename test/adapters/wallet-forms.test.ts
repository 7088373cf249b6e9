import { expect, test } from 'vitest';
import { runKeys } from '../../src/adapters/keys/keys-command.ts';
import { createEngine } from '../../src/adapters/page/worker/engine.ts';
import { kernelSecp256k1 } from '../../src/crypto/kernel-backend.ts';
import { openAccount } from '../../src/index.ts';
import { type ExportFormat, exportWallet, importWallet } from '../../src/public/formats.ts';
import { networks } from '../../src/public/script.ts';
import { type KeyRing, listAccounts, readKeys } from '../../src/public/seed.ts';
import { detect } from '../../src/public/transport.ts';
import { fakeTerminal } from '../support/screens/terminal.ts';

const WORDS = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
const others = [`${'zoo '.repeat(11)}wrong`, `${'abandon '.repeat(11)}about`];
const context = { network: networks.regtest };

function ring(text: string): KeyRing {
  const readWallet = (file: string) => importWallet(file, context);
  const read = readKeys(text, { ...context, readWallet });
  if ('error' in read) throw new Error(read.error);
  return read;
}

const keys = [WORDS, ...others].map((words) => {
  const accounts = listAccounts(ring(words), { ...context, paths: ['m/48h/1h/0h/2h'] });
  if ('error' in accounts) throw new Error(accounts.error);
  return `${accounts[0]?.key}/<0;1>/*`;
});
const descriptor = `wsh(sortedmulti(2,${keys.join()}))`;
const address = openAccount(descriptor, { network: 'regtest' }).changeAddress(3);

const formats: readonly ExportFormat[] = [
  'descriptors',
  'core',
  'sparrow',
  'specter',
  'coldcard',
  'electrum',
  'caravan',
  'bsms',
  'policy',
  'crypto-output',
  'output-descriptor',
];

/** A wallet in the format of each program. */
const forms = [
  ['a descriptor without a checksum', descriptor] as const,
  ...formats.map((format) => {
    const written = exportWallet({ name: 'vault', descriptors: [descriptor] }, format, context);
    if ('error' in written) throw new Error(`${format}: ${written.error}`);
    return [format, written.text] as const;
  }),
];

test.each(forms)('%s registers the same wallet through every door', async (_, text) => {
  const wallet = importWallet(text, context);
  if ('error' in wallet) throw new Error(wallet.error);
  const [found] = wallet.descriptors;
  expect(openAccount(found?.descriptor ?? '', { network: 'regtest' }).changeAddress(3)).toBe(
    address,
  );
  const reading = detect(text, kernelSecp256k1);
  expect(reading.status).toBe('done');
  if (reading.status !== 'done') return;
  expect(['descriptor', 'wallet-file', 'ur', 'json']).toContain(reading.value.kind);
  const carried = importWallet(reading.value, context);
  expect('error' in carried ? carried.error : carried.descriptors).toEqual(wallet.descriptors);
  expect(ring(text)).toMatchObject({ hasWallet: true, canSign: false, masters: [] });
  const engine = createEngine(() => undefined);
  engine.chooseNetwork('regtest');
  engine.takeText(WORDS);
  await engine.openPayload('');
  engine.takeText(text);
  const view = await engine.openPayload('');
  expect(view.keys[1]?.policy).toMatchObject({ required: 2 });
  expect(view.accounts[0]?.descriptor.replace(/#.*/, '').replace(/'/g, 'h')).toBe(descriptor);
  const { terminal, written } = fakeTerminal({
    readFile: (name) => (name === 'words' ? WORDS : text),
  });
  const call = ['-noconf', '-regtest', 'find', address, '-keys=words', '-keys=wallet'];
  const code = await runKeys(call, terminal);
  expect(written.err).not.toContain('Error');
  expect(code).toBe(0);
  expect(written.out).toContain('Position 1/3 (change)\nof the wallet that was given with -keys');
});
