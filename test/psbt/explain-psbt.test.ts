import { describe, expect, test } from 'vitest';
import { kernelSecp256k1 } from '../../src/crypto/kernel-backend.ts';
import { openAccount } from '../../src/library/payment/account.ts';
import { combine } from '../../src/library/payment/combine.ts';
import { decodePsbt as parsePsbt } from '../../src/library/payment/encoded.ts';
import { decodePsbt } from '../../src/psbt/decode.ts';
import { encodePsbt } from '../../src/psbt/encode.ts';
import { unsignedTransaction } from '../../src/psbt/unsigned-transaction.ts';
import { encodeTransaction } from '../../src/transaction/codec.ts';
import { detect } from '../../src/transport/reader.ts';
import { keyAt, person, place } from '../support/review/accounts.ts';
import { buildPsbt } from '../support/review/payments.ts';

const text = `wpkh(${keyAt(person(1), '84h/1h/0h')})`;
// The value of 2570 satoshi and the lock time have the bytes 0a.
const psbt = buildPsbt({
  coins: [{ ...place(text, 0, 3), value: 100_000n, nonce: 1, previous: true }],
  outputs: [{ value: 0x0a0an, ...place(text, 1, 2) }],
});
const bytes = encodePsbt(psbt) ?? new Uint8Array(0);
const base64 = Buffer.from(bytes).toString('base64');
const hex = Buffer.from(bytes).toString('hex');
const wrapped = base64.replace(/.{64}/g, '$&\r\n');

describe('a PSBT is read', () => {
  const utf16 = Buffer.from(`\ufeff${wrapped}`, 'utf16le');
  test.each<readonly [string, string | Uint8Array | ArrayBuffer]>([
    ['in lines', wrapped],
    ['in quotes', `“${base64}”\n`],
    ['with characters without a width', `\u200b${base64.slice(0, 9)}\u2060${base64.slice(9)}`],
    ['in hexadecimal lines', hex.replace(/.{32}/g, '$&\n')],
    ['in JSON', JSON.stringify({ psbt: base64, fee: 0.1 })],
    ['as hex in JSON', JSON.stringify({ hex, complete: false })],
    ['in the answer of a node', JSON.stringify({ result: { psbt: base64 }, error: null, id: 1 })],
    ['as the answer of a node', JSON.stringify({ result: base64, error: null, id: 1 })],
    ['without the signs = at its end', base64.replace(/=+$/, '')],
    ['in lines without the signs = at its end', wrapped.replace(/=+$/, '')],
    ['in the alphabet of links', base64.replace(/\+/g, '-').replace(/\//g, '_')],
    ['with a quote at its end', `${base64}"\n`],
    ['with a quote at its beginning', `“${base64}`],
    ['with a comma at its end', `${base64},`],
    ['from the bytes of a text without the signs =', Buffer.from(base64.replace(/=+$/, ''))],
    ['from the bytes of a text file', new Uint8Array(Buffer.from(wrapped))],
    ['from the bytes of a UTF-16 file', new Uint8Array(utf16)],
    ['from the bytes of hexadecimal', new Uint8Array(Buffer.from(`${hex}\n`))],
    ['from an ArrayBuffer', new Uint8Array(bytes).buffer],
    ['from an ArrayBuffer of text', new Uint8Array(Buffer.from(wrapped)).buffer],
  ])('%s', (_, given) => {
    expect(encodePsbt(parsePsbt(given))).toEqual(bytes);
  });
});

const swapped = (given: Uint8Array, from: string, to: string) =>
  Buffer.from(Buffer.from(given).toString('hex').replace(from, to), 'hex');
const unsigned = unsignedTransaction(psbt);
if (unsigned === undefined) throw new Error('the lock times fit');
const plain = encodeTransaction(unsigned);
const record = (value: Uint8Array) => `0100${value.length.toString(16).padStart(2, '0')}`;
const withScript = Buffer.from(
  Buffer.from(plain).toString('hex').replace('00fdffffff', '0151fdffffff'),
  'hex',
);
const older = parsePsbt(base64);

describe('a PSBT that cannot be read is explained by what is seen', () => {
  const v0 = encodePsbt({ ...older, version: 0 }) ?? bytes;
  const cases: readonly (readonly [string, Uint8Array | string, RegExp])[] = [
    [
      'a copy in text mode',
      Uint8Array.from([...bytes].flatMap((b) => (b === 10 ? [13, 10] : [b]))),
      /text mode/,
    ],
    ['a file that is cut off', bytes.subarray(0, bytes.length - 20), /is cut off or damaged/],
    ['more behind the end', Uint8Array.from([...bytes, 1, 2]), /more behind its end/],
    ['base64 that is cut off', base64.slice(0, 101), /is cut off or/],
    ['hexadecimal that is cut off', hex.slice(0, 101), /is cut off or/],
    ['hexadecimal that lacks its last digit', hex.slice(0, -1), /is cut off or/],
    ['two in a file', Uint8Array.from([...bytes, ...bytes]), /another one behind its end/],
    ['two in lines', `${base64}\n${base64}\n`, /Save each one in a file of its own/],
    ['two with a comma', `${base64},${base64}`, /several PSBTs or transactions/],
    ['two in JSON', JSON.stringify([base64, base64]), /several PSBTs or transactions/],
    ['two in hexadecimal', `${hex}\n${hex}`, /Save each one in a file of its own/],
    [
      'two transactions',
      `${Buffer.from(plain).toString('hex')}\n${Buffer.from(plain).toString('hex')}`,
      /several PSBTs or transactions/,
    ],
    [
      'a transaction that was pasted twice',
      Buffer.from(plain).toString('hex').repeat(2),
      /is a transaction that is there twice/,
    ],
    ...[12, 20, 33, plain.length - 1].flatMap((length): (typeof cases)[number][] => {
      const half = Uint8Array.from(plain.subarray(0, length));
      const is = /is a transaction that is cut off or damaged/;
      return [
        [`a transaction cut off behind ${length} bytes`, half, is],
        [`its hexadecimal, behind ${length} bytes`, Buffer.from(half).toString('hex'), is],
      ];
    }),
    [
      'a transaction without its last digit',
      Buffer.from(plain).toString('hex').slice(0, -1),
      /is a transaction that is cut off or damaged/,
    ],
    [
      'a scriptSig in the transaction',
      swapped(
        v0,
        `${record(plain)}${Buffer.from(plain).toString('hex')}`,
        `${record(withScript)}${Buffer.from(withScript).toString('hex')}`,
      ),
      /signatures inside its unsigned transaction/,
    ],
    [
      'fields of version 2 in version 0',
      swapped(v0, '70736274ff', '70736274ff010204020000000'.slice(0, 24)),
      /version 0, and has fields of version 2/,
    ],
    ['hexadecimal of base64', Buffer.from(base64).toString('hex'), /hexadecimal of base64/],
    ['base64 of base64', Buffer.from(base64).toString('base64'), /base64 of base64/],
    ['base64 of hexadecimal', Buffer.from(hex).toString('base64'), /base64 of hexadecimal/],
    ['Electrum before version 4', '45505446ff0002000000', /Electrum before version 4/],
  ];
  test.each(cases)('%s', (_, given, words) => {
    let answer = '';
    try {
      parsePsbt(given);
    } catch (error) {
      const { message, hint }: { message?: string; hint?: string } = Object(error);
      answer = `${message} ${hint}`;
    }
    expect(answer).toMatch(words);
    const found = detect(
      typeof given === 'string' ? given : new Uint8Array(given),
      kernelSecp256k1,
    );
    expect(found).toMatchObject({ status: 'refused' });
    expect('error' in found && found.error.message).toMatch(words);
  });

  test('says of a complete transaction that it is one', () => {
    const transaction = Buffer.from(plain);
    const sent = buildPsbt({
      coins: [{ ...place(text, 0, 3), value: 100_000n, nonce: 1, previous: true }],
      outputs: [{ value: 99_000n, ...place(text, 1, 2) }],
    });
    for (const given of [transaction, transaction.toString('hex')]) {
      expect(() => parsePsbt(given)).toThrow('This is not a PSBT: It is a transaction');
      expect(() => combine(sent, given)).toThrow('it is for another transaction');
    }
  });

  test('says of a transaction that made a coin that it is cut off', () => {
    const account = openAccount(text, { network: 'regtest' });
    const whole = Buffer.from(plain).toString('hex');
    for (const hex of [whole.slice(0, 80), whole.slice(0, -1)]) {
      const coin = { txid: '11'.repeat(32), vout: 0, value: 1000n, hex };
      expect(() => account.coins([coin])).toThrow('previousTransaction that is cut off or damaged');
    }
  });

  test('the PSBT itself has bytes that text mode changes', () => {
    expect(bytes).toContain(10);
    expect('error' in decodePsbt(bytes, kernelSecp256k1)).toBe(false);
  });
});
