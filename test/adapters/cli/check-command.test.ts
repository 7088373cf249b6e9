import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Transaction } from '@scure/btc-signer';
import { expect, test } from 'vitest';
import { encodePsbt } from '../../../src/psbt/encode.ts';
import type { PsbtInput } from '../../../src/psbt/psbt.ts';
import { readVector } from '../../support/paths.ts';
import { readPsbt } from '../../support/psbt.ts';
import { keyAt, person } from '../../support/review/accounts.ts';
import { commandFolder } from '../../support/screens/command-folder.ts';
import { antiExfil } from '../../support/vectors/anti-exfil.ts';

const { folder, call, write, fileOf } = commandFolder();

const { session } = antiExfil;
const before = write('before.psbt', Buffer.from(session.before, 'base64'));
const after = write('after.psbt', Buffer.from(session.after, 'base64'));
const [first, second] = session.transcript;
const told = (content: unknown) => {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  return `-transcript=${write('transcript.json', text)}`;
};

test('lists each signature that another signer added', async () => {
  const { code, out, err } = await call(['check', before, after]);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out.split('\n').slice(0, 6)).toEqual([
    'The signer changed only signatures.',
    'Input 0: signed by',
    `  ${first?.pubkey}`,
    '  valid',
    '  the nonce cannot be checked without the key (add -keys)',
    expect.stringMatching(/^Input 1: signed by$/),
  ]);
});

test('reports that nonces hide nothing if there is a transcript', async () => {
  const { code, out } = await call([told(session.transcript), 'check', before, after]);
  expect(code).toBe(0);
  expect(out.match(/anti-exfil: the nonce contains what the host chose/g)).toHaveLength(2);
  expect(out).not.toContain('STOP');
});

test('wraps lines between words on a narrow screen', async () => {
  const { out } = await call([told(session.transcript), 'check', before, after], { columns: 40 });
  expect(out.split('\n').filter((line) => line.length > 40)).toEqual([]);
  expect(out).toContain(
    '  anti-exfil: the nonce contains what\n  the host chose, so it cannot leak the\n  key',
  );
});

test('a transcript that does not match is a stop', async () => {
  const forged = [{ ...first, host_commitment: second?.host_commitment }, second];
  const { code, out, err } = await call([told(forged), 'check', before, after]);
  expect(code).not.toBe(0);
  expect(out).toContain('STOP: anti-exfil: the host committed to another value');
  expect(err).toContain('Do not use this');
  const short = await call([told([second]), 'check', before, after]);
  expect(short.out).toContain('STOP: anti-exfil: this signature is missing from the transcript');
  const none = await call([told(session.transcript), 'check', before, before]);
  expect(none.out).toContain('STOP: The transcript has a signature for input 1');
});

test.each([
  ['nothing', '', 'it must be a JSON list'],
  ['no list', { ...first }, 'it must be a JSON list'],
  ['no entry', [], 'it must be a JSON list'],
  ['a number', [1], 'entry 0: it is not an object'],
  ['a name that is mistyped', [{ ...first, host_entrophy: '' }], 'unknown member host_entrophy'],
  ['an input as text', [{ ...first, input: '0' }], 'entry 0: input must be the number'],
  [
    'a commitment that is cut off',
    [{ ...first, host_commitment: 'ab' }],
    'host_commitment must be 32 bytes',
  ],
  ['no randomness', [{ ...first, host_entropy: undefined }], 'host_entropy must be 32 bytes'],
  [
    'an invalid point',
    [{ ...first, signer_commitment: `02${'ff'.repeat(32)}` }],
    'must be a point',
  ],
  ['an invalid key', [{ ...first, pubkey: '02' }], 'pubkey must be a compressed public key'],
  ['the same input twice', [first, first], 'its input has another entry'],
])('%s in place of a transcript is reported', async (_, content, wanted) => {
  const { code, out, err } = await call([told(content), 'check', before, after]);
  expect({ code, out }).toEqual({ code: 8, out: '' });
  expect(err).toContain(wanted);
});

test('reports a missing transcript', async () => {
  const { err } = await call(['-transcript=none.json', 'check', before, after]);
  expect(err).toContain('-transcript=none.json: no such file');
});

test('seen nonces are kept in a file, and a repeated one is a stop', async () => {
  const seen = join(folder, 'seen.txt');
  expect((await call([`-seen=${seen}`, 'check', before, after])).code).toBe(0);
  expect((await call([`-seen=${seen}`, 'check', before, after])).code).toBe(0);
  const lines = readFileSync(seen, 'utf8').trim().split('\n');
  expect(lines).toHaveLength(2);
  write('seen.txt', lines.map((line) => `${line.split(' ')[0]} 00\n`).join(''));
  const { code, out } = await call([`-seen=${seen}`, 'check', before, after]);
  expect(code).not.toBe(0);
  expect(out.replace(/\s+/g, ' ')).toContain(
    'STOP: another signature uses the same nonce, so anyone can compute the private key',
  );
});

const nonce = 'ab'.repeat(32);
test.each([
  ['words', 'legal winner thank year wave sausage worth useful legal winner thank yellow\n'],
  ['a private key', 'L5ivzaTcWTRb5icqWvQoboeNFH3Eg7q6yEyvvYoWhtMcb5Uu8zD2\n'],
  ['a PSBT', Buffer.from(session.before, 'base64')],
  ['a picture', Buffer.from('ffd8ffe0000a0a41200a42', 'hex')],
  ['text in UTF-16', Buffer.from('legal winner\n', 'utf16le')],
  ['JSON', '[{"txid": "00"}]'],
  ['a list with a line of something else', `${nonce} 30\nlegal winner\n`],
  ['a list with a third column', `${nonce} 30 31\n`],
  ['one word', 'legal'],
])('-seen leaves %s in a file as it is', async (_, content) => {
  const seen = write('foreign.txt', content);
  const { code, out, err } = await call([`-seen=${seen}`, 'check', before, after]);
  expect({ code, out }).toEqual({ code: 8, out: '' });
  expect(err).toContain('foreign.txt” is not a list of nonces, and was not changed. Name a new');
  expect(err).not.toMatch(/legal|winner|L5iv/);
  expect(readFileSync(seen)).toEqual(Buffer.from(content));
});

test('-seen keeps the lines of a list, with line ends of Windows and without the last one', async () => {
  const kept = [`${nonce} 30`, `${'cd'.repeat(32)} 3101`];
  const seen = write('list.txt', `${kept.join('\r\n')}`);
  expect((await call([`-seen=${seen}`, 'check', before, after])).code).toBe(0);
  const lines = readFileSync(seen, 'utf8').split('\n');
  expect(lines.slice(0, 2)).toEqual(kept);
  expect(lines).toHaveLength(5);
});

test('two checks at once lose no nonce', async () => {
  const seen = join(folder, 'both.txt');
  const unsigned = fileOf('a payment with change', 'plain.psbt');
  const other = Transaction.fromPSBT(readFileSync(unsigned));
  other.sign(person(1).root.derive("m/84'/1'/0'/0/0").privateKey ?? new Uint8Array(0));
  const signed = write('plain-signed.psbt', other.toPSBT());
  const codes = await Promise.all([
    call([`-seen=${seen}`, 'check', before, after]),
    call([`-seen=${seen}`, 'check', unsigned, signed]),
  ]);
  expect(codes.map(({ code }) => code)).toEqual([0, 0]);
  expect(readFileSync(seen, 'utf8').trim().split('\n')).toHaveLength(3);
});

test('-seen reports a list that cannot be written, and writes no words into a name', async () => {
  const missing = join(folder, 'nosuch', 'nonces.txt');
  const { code, err } = await call([`-seen=${missing}`, 'check', before, after]);
  expect(code).toBe(8);
  expect(err).toContain('The nonces were not added to -seen=');
  const name = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
  const words = await call([`-seen=${join(folder, name)}`, 'check', before, after]);
  expect(words.code).toBe(8);
  expect(words.err).toContain('This name contains a private key or seed words');
  expect(words.err).not.toContain('sausage');
});

test('check lists differences of another transaction, and reports if nothing is signed', async () => {
  const other = fileOf('two coins', 'other.psbt');
  const swapped = await call(['check', before, other]);
  expect(swapped.out).toMatch(
    /^STOP: the signer did more than add signatures:\n {2}Output 0 pays .* \(160,000 sat\) to\n/,
  );
  const bare = await call(['check', before, before]);
  expect(bare.out).toContain('No signature was added.');
  const one = await call(['check', before]);
  expect(one.err).toContain('check needs two files');
});

test('-keys recognises the deterministic nonce of another signer without a wallet', async () => {
  const account = (isPrivate: boolean) => `wpkh(${keyAt(person(1), '84h/1h/0h', isPrivate)})`;
  const unsigned = fileOf('a payment with change', 'unsigned.psbt');
  const other = Transaction.fromPSBT(readFileSync(unsigned));
  const { privateKey } = person(1).root.derive("m/84'/1'/0'/0/0");
  expect(other.sign(privateKey ?? new Uint8Array(0))).toBe(1);
  const signed = write('signed.psbt', other.toPSBT());
  const by = async (isPrivate: boolean) => {
    const keys = `-keys=${write('keys.txt', account(isPrivate))}`;
    return (await call([keys, 'check', unsigned, signed])).out;
  };
  expect(await by(true)).toMatch(/deterministic nonce .*: it cannot leak the key/);
  expect(await by(false)).toContain('the nonce cannot be checked without the key');
});

test('check takes the finished transaction in place of the signed PSBT', async () => {
  const unsigned = fileOf('a payment with change', 'unsigned.psbt');
  const other = Transaction.fromPSBT(readFileSync(unsigned));
  const { privateKey } = person(1).root.derive("m/84'/1'/0'/0/0");
  other.sign(privateKey ?? new Uint8Array(0));
  other.finalize();
  const keys = `-keys=${write('keys.txt', `wpkh(${keyAt(person(1), '84h/1h/0h', true)})`)}`;
  const { code, out } = await call([keys, 'check', unsigned, other.hex]);
  expect({ code, out }).toMatchObject({ code: 0 });
  expect(out).toMatch(/^The signer changed only signatures\.\n/);
  expect(out).toMatch(/valid\n {2}deterministic nonce/);
  const spoiled = `${other.hex.slice(0, -8)}01000000`;
  const changed = await call([keys, 'check', unsigned, spoiled]);
  expect(changed.code).not.toBe(0);
  expect(changed.out).toContain('  The lock time is 1 instead of 0.');
});

test('rounds of MuSig2 are fine if they only add, and stop if they replace a nonce', async () => {
  const { spends }: { readonly spends: readonly { readonly signatures: string }[] } = JSON.parse(
    readVector('psbt/bip373.json'),
  );
  const done = readPsbt(spends[0]?.signatures ?? '');
  const [input] = done.inputs;
  if (input === undefined) throw new Error('no input');
  const { musigPubNonces: nonces, musigPartialSignatures: partials } = input;
  const file = (name: string, change: Partial<PsbtInput>) => {
    const bytes = encodePsbt({
      ...done,
      inputs: done.inputs.map((each) => ({ ...each, ...change })),
    });
    return write(name, Buffer.from(bytes ?? []));
  };
  const bare = file('bare.psbt', { musigPubNonces: [], musigPartialSignatures: [] });
  const first = file('first.psbt', {
    musigPubNonces: nonces.slice(0, 1),
    musigPartialSignatures: [],
  });
  const added = await call(['check', bare, first]);
  expect({ code: added.code, err: added.err }).toEqual({ code: 0, err: '' });
  expect(added.out).toMatch(
    /^The payment is unchanged\.\n.*\n {2}Input 0 adds the MuSig2 nonce of/,
  );
  const all = file('all.psbt', { musigPartialSignatures: partials });
  expect((await call(['check', first, all])).code).toBe(0);
  const lost = await call(['check', all, first]);
  expect(lost.code).not.toBe(0);
  expect(lost.out).toMatch(/^STOP: .*\n {2}Input 0 loses the MuSig2 nonce of/);
  expect(lost.err).toContain('Let it sign the PSBT that you sent again');
});
