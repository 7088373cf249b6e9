import { describe, expect, test } from 'vitest';
import { kernelSecp256k1 } from '../../src/crypto/kernel-backend.ts';
import { networks } from '../../src/encoding/network.ts';
import { readKeys } from '../../src/keys/read-keys.ts';
import { wordLists } from '../../src/seed/bip39.ts';
import { describePhraseFault } from '../../src/seed/fault-text.ts';
import { readPhrase } from '../../src/seed/phrase.ts';

const open = (text: string) =>
  readKeys(text, { network: networks.main, secp256k1: kernelSecp256k1 });
const fault = (text: string) => {
  const read = readPhrase(text, wordLists);
  return 'error' in read ? describePhraseFault(read.error) : '';
};

/** Test vectors of LND (aezeed/cipherseed_test.go). */
const aezeeds = [
  'ability liquid travel stem barely drastic pact cupboard apple thrive morning oak feature tissue couch old math inform success suggest drink motion know royal',
  'able tree stool crush transfer cloud cross three profit outside hen citizen plate ride require leg siren drum success suggest drink require fiscal upgrade',
];
/** From SLIP39's test vectors: the first share of the first set. */
const share =
  'duckling enlarge academic academic agency result length solution fridge kidney coal piece deal husband erode duke ajar critical decision keyboard';

/** Written with the letters of Armory's easytype16, which stand for 0 to f: two lines of 18 bytes. */
const armory = [0x17, 0x2b]
  .map((first) => Array.from({ length: 18 }, (_, i) => ((first * (i + 1)) & 255).toString(16)))
  .map((line) => line.map((byte) => byte.padStart(2, '0')).join(''))
  .map((line) =>
    line.replace(/./g, (digit) => 'asdfghjkwertuion'.charAt(Number.parseInt(digit, 16))),
  )
  .map((line) => line.match(/.{4}/g)?.join(' '))
  .join('\n');

describe('secrets of other formats are named', () => {
  test.each([
    ['a seed of LND', aezeeds[0], /a seed of LND \(aezeed\)/],
    ['a seed of LND with a passphrase', aezeeds[1], /a seed of LND \(aezeed\)/],
    ['a share of SLIP39', share, /SLIP39/],
    ['two shares of SLIP39', `${share}\n${share}`, /SLIP39/],
    ['a share of codex32 (BIP93)', 'ms10testsxxxxxxxxxxxxxxxxxxxxxxxxxx4nzvca9cmczlw', /codex32/],
    [
      'an encrypted key (BIP38)',
      '6PRVWUbkzzsbcVac2qwfssoUJAN1Xhrg6bNk8J7Nzm5H7kxEbn2Nh2ZoGg',
      /BIP38/,
    ],
    ['a paper backup of Armory', armory, /paper backup of Armory/],
    ['one without spaces', armory.replace(/ /g, '').toUpperCase(), /paper backup of Armory/],
    ['a mini private key (Bitcoin wiki)', 'S6c56bnXQiBjk9mqSYE7ykVQ7NzrRy', /mini private key/],
  ])('%s', (_, text = '', words) => {
    expect(open(text)).toMatchObject({ error: expect.stringMatching(words) });
    expect(fault(text)).toMatch(words);
    expect(fault(text)).not.toContain(text.slice(0, 8));
  });

  test('hexadecimal is named where words are wanted, and read where keys are', () => {
    for (const text of ['acb740e454c3134901d7c8f16497cc1c', 'AB'.repeat(32)]) {
      expect(fault(text)).toMatch(/^This is hexadecimal, not seed words/);
      expect(open(text)).toMatchObject({ canSign: true });
    }
    // Digits of a SeedQR.
    expect(fault('1'.repeat(48))).not.toMatch(/hexadecimal/);
  });

  test('one wrong word of an aezeed is a wrong checksum', () => {
    expect(fault((aezeeds[0] ?? '').replace('royal', 'rude'))).toMatch(/checksum is wrong/);
  });

  test('keys of Electrum’s export are read', () => {
    const wif = 'KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn';
    for (const text of [
      `p2wpkh:${wif}`,
      `p2wpkh-p2sh:${wif}\np2pkh:${wif}`,
      `address,private_key\nbc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4,p2wpkh:${wif}\n`,
      JSON.stringify({ bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4: `p2wpkh:${wif}` }),
    ])
      expect(open(text)).toMatchObject({ canSign: true });
  });
});
