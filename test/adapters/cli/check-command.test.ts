import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Transaction } from '@scure/btc-signer';
import { expect, test } from 'vitest';
import { carryingFolder } from '../../support/screens/carried.ts';
import { antiExfil } from '../../support/vectors/anti-exfil.ts';
import { keyAt, person } from '../../support/vectors/review-world.ts';

const { folder, call, write, fileOf } = carryingFolder();

const { session } = antiExfil;
const before = write('before.psbt', Buffer.from(session.before, 'base64'));
const after = write('after.psbt', Buffer.from(session.after, 'base64'));
const [first, second] = session.transcript;
const told = (content: unknown) => {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  return `-transcript=${write('transcript.json', text)}`;
};

test('what another signer has added is told, signature by signature', async () => {
  const { code, out, err } = await call(['check', before, after]);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out.split('\n').slice(0, 6)).toEqual([
    'The signer changed nothing that is signed.',
    'Input 0: signed by',
    `  ${first?.pubkey}`,
    '  valid',
    '  how its nonce was made cannot be checked without the key',
    expect.stringMatching(/^Input 1: signed by$/),
  ]);
});

test('with a transcript it is told that nothing is hidden in the nonces', async () => {
  const { code, out } = await call([told(session.transcript), 'check', before, after]);
  expect(code).toBe(0);
  expect(out.match(/anti-exfil: its nonce has what the host chose/g)).toHaveLength(2);
  expect(out).not.toContain('STOP');
});

test('on a narrow screen lines are wrapped between words', async () => {
  const { out } = await call([told(session.transcript), 'check', before, after], { columns: 40 });
  expect(out.split('\n').filter((line) => line.length > 40)).toEqual([]);
  expect(out).toContain(
    '  anti-exfil: its nonce has what the\n  host chose, so nothing is hidden in it',
  );
});

test('a transcript that does not fit stops', async () => {
  const forged = [{ ...first, host_commitment: second?.host_commitment }, second];
  const { code, out, err } = await call([told(forged), 'check', before, after]);
  expect(code).not.toBe(0);
  expect(out).toContain('STOP: anti-exfil: the host had committed to something else');
  expect(err).toContain('do not use it');
  const short = await call([told([second]), 'check', before, after]);
  expect(short.out).toContain('STOP: anti-exfil: the transcript does not tell of it');
  const none = await call([told(session.transcript), 'check', before, before]);
  expect(none.out).toContain('STOP: The transcript tells of a signature for input 1');
});

test.each([
  ['nothing', '', 'it is no JSON list'],
  ['no list', { ...first }, 'it is no JSON list'],
  ['no entry', [], 'it is no JSON list'],
  ['a number', [1], 'entry 0: it is no object'],
  ['a name that is mistyped', [{ ...first, host_entrophy: '' }], 'host_entrophy is none of'],
  ['an input as text', [{ ...first, input: '0' }], 'entry 0: input is the number'],
  [
    'a commitment that is cut off',
    [{ ...first, host_commitment: 'ab' }],
    'host_commitment is 32 bytes',
  ],
  ['no randomness', [{ ...first, host_entropy: undefined }], 'host_entropy is 32 bytes'],
  ['a point that is none', [{ ...first, signer_commitment: `02${'ff'.repeat(32)}` }], 'is a point'],
  ['a key that is none', [{ ...first, pubkey: '02' }], 'pubkey is a compressed public key'],
  ['the same input twice', [first, first], 'there is another one for its input'],
])('%s in place of a transcript is told', async (_, content, wanted) => {
  const { code, out, err } = await call([told(content), 'check', before, after]);
  expect({ code, out }).toEqual({ code: 8, out: '' });
  expect(err).toContain(wanted);
});

test('a transcript that is not there is told', async () => {
  const { err } = await call(['-transcript=none.json', 'check', before, after]);
  expect(err).toContain('-transcript=none.json: it cannot be read');
});

test('nonces that were seen are kept in a file, and the same one for another signature stops', async () => {
  const seen = join(folder, 'seen.txt');
  expect((await call([`-seen=${seen}`, 'check', before, after])).code).toBe(0);
  expect((await call([`-seen=${seen}`, 'check', before, after])).code).toBe(0);
  const lines = readFileSync(seen, 'utf8').trim().split('\n');
  expect(lines).toHaveLength(2);
  write('seen.txt', lines.map((line) => `${line.split(' ')[0]} 00\n`).join(''));
  const { code, out } = await call([`-seen=${seen}`, 'check', before, after]);
  expect(code).not.toBe(0);
  expect(out).toContain('STOP: another signature has the same nonce: the private key is public');
});

test('check lists what another transaction does differently, and says if nothing is signed', async () => {
  const other = fileOf('two coins', 'other.psbt');
  const swapped = await call(['check', before, other]);
  expect(swapped.out).toMatch(
    /^STOP: the signer changed more than signatures:\n {2}Output 0 pays .* \(160,000 sat\) to\n/,
  );
  const bare = await call(['check', before, before]);
  expect(bare.out).toContain('No signature was added.');
  const one = await call(['check', before]);
  expect(one.err).toContain('check takes two files');
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
  expect(await by(true)).toMatch(/deterministic nonce .*: nothing is hidden in it/);
  expect(await by(false)).toContain('how its nonce was made cannot be checked without the key');
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
  expect(out).toMatch(/^The signer changed nothing that is signed\.\n/);
  expect(out).toMatch(/valid\n {2}deterministic nonce/);
  const spoiled = `${other.hex.slice(0, -8)}01000000`;
  const changed = await call([keys, 'check', unsigned, spoiled]);
  expect(changed.code).not.toBe(0);
  expect(changed.out).toContain('  The lock time is 1 instead of 0.');
});
