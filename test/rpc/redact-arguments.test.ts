import { expect, test } from 'vitest';
import { networks } from '../../src/encoding/network.ts';
import { execute } from '../../src/library/call.ts';
import { handleBody } from '../../src/rpc/envelope.ts';
import type { Param } from '../../src/rpc/method.ts';
import { methods } from '../../src/rpc/methods/index.ts';
import { redactGiven } from '../../src/rpc/redact-arguments.ts';
import { createWallet } from '../../src/wallet/wallet.ts';
import { startWalletNode } from '../support/vectors/wallet-node.ts';

const xprv =
  'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi';
const keys = [
  'cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA',
  '91avARGdfge8E4tZfYLoxeJ5sGBdNJQH4kvjJoQFacbgwmaKkrx',
  'KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn',
  '5HpHagT65TZzG1PH3CSu63k8DbpvD8s5ip4nEB3kEsreAnchuDf',
  xprv,
  // BIP84's first test vector (SLIP-132).
  'zprvAWgYBBk7JR8Gjrh4UJQ2uJdG1r3WNRRfURiABBE3RvMXYSrRJL62XuezvGdPvG6GFBZduosCc1YP5wixPox7zhZLfiUm8aunE96BBa4Kei5',
];
/** BIP39's test vectors: twelve and twenty-four words. */
const seeds = [
  `${'abandon '.repeat(11)}about`,
  'legal winner thank year wave sausage worth useful legal winner thank yellow',
  // Other word lists: Spanish, French, Korean, Japanese (with the space of its vectors) and
  // Chinese.
  'ábaco ábaco ábaco ábaco ábaco ábaco ábaco ábaco ábaco ábaco ábaco abierto'.normalize('NFKD'),
  'éclair tôt rivière élève abaisser abandon abdiquer abeille abolir aborder aboutir aboyer',
  '가격 가끔 가난 가능 가득 가르침 가뭄 가방 가상 가슴 가운데 가을',
  `${'あいこくしん\u3000'.repeat(11)}あおぞら`,
  '的 一 是 在 不 了 有 和 人 这 中 大',
  'void come effort suffer camp survey warrior heavy shoot primary clutch crush open amazing screen patrol group space point ten exist slush involve unfold',
];

test('private keys of every form and network are redacted', () => {
  for (const key of keys) {
    expect(redactGiven(`'["${key}"]'`)).toBe(`'["[redacted]"]'`);
    expect(redactGiven(`wpkh(${key}/0/*)`)).toBe('wpkh([redacted]/0/*)');
    expect(redactGiven(`0O${key}l`)).toMatch(/^\w{0,3}\[redacted\]$/);
  }
});

test('keys without a space between them are redacted', () => {
  expect(redactGiven(keys.join(''))).not.toMatch(/[1-9A-Za-z]{20}/);
  const [wif = ''] = keys;
  expect(redactGiven(`bc${wif}bc${wif}`)).toBe('[redacted]');
});

test('a key in which a letter is wrong, missing or doubled is still nearly the key', () => {
  for (const key of keys) {
    for (const typo of [`${key.slice(0, -1)}2`, key.slice(0, -1), `${key}2`]) {
      expect(redactGiven(typo)).toBe('[redacted]');
    }
  }
});

test('redacts seed words of the arguments in any spacing and case', () => {
  for (const words of seeds) {
    const given = [`some text, ${words}`];
    expect(redactGiven(`Invalid name: ${words}.`, given)).toBe('Invalid name: [redacted].');
    expect(redactGiven(`not found ${words} or not`, given)).toBe('not found [redacted] or not');
    expect(redactGiven(words.toUpperCase().split(' ').join(',\n'), given)).toBe('[redacted]');
    expect(redactGiven(`Invalid name: ${words}.`)).toBe(`Invalid name: ${words}.`);
  }
});

test('all other text is kept', () => {
  const texts = [
    'xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8',
    'bcrt1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqc8gma6',
    '1111111111111111111111111111111111111111111111111111111111111111',
    '1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH 3JrSqNz7Bhmq9G2kE6F8jU5hC3LqTqP1hN',
    'The wallet that this call wants must first have been loaded from its file, then call again with that name',
  ];
  for (const text of texts) expect(redactGiven(text, ['short words'])).toBe(text);
});

/**
 * Puts a secret where a careless person may put it: an argument, inside lists and objects, inside a
 * descriptor, a member name.
 */
function misplacements(secret: string): readonly unknown[] {
  return [
    secret,
    [secret],
    [{ desc: `wpkh(${secret})`, timestamp: 'now' }],
    { [secret]: 1 },
    [{ [secret]: 1 }],
    { rules: [secret], mode: secret, desc: secret },
  ];
}

/** Returns a valid argument, so that other arguments are checked. */
function filler({ type }: Param): unknown {
  const values = {
    number: 1,
    bool: false,
    array: [],
    object: {},
    dictionary: {},
    options: {},
    amount: 1,
    range: 1,
    any: 1,
  };
  return type === 'string' || type === 'hex' ? '00' : values[type];
}

async function everyError(profile: 'default' | 'core', secret: string): Promise<string[]> {
  const node = startWalletNode('import');
  const { height, hash } = node.world.file.tip;
  await node.host.create(
    createWallet({ name: 'w', network: networks.regtest, lastBlock: { height, hash } }),
  );
  const context = { ...node.context, profile, walletName: 'w' };
  const errors: string[] = [];
  for (const { name, params } of methods) {
    if (name === 'createwallet' || name === 'help') continue;
    for (const [i] of params.entries()) {
      for (const misplaced of misplacements(secret)) {
        const given = params
          .slice(0, i + 1)
          .map((param, j) => (i === j ? misplaced : filler(param)));
        const body = JSON.stringify({ method: name, params: given });
        const { text } = await handleBody(body, { methods, context });
        if (/"(error|message)":[{"]/.test(text)) errors.push(text);
      }
    }
  }
  return errors;
}

test('no method repeats a key or a seed in an error, in any argument', async () => {
  for (const secret of [...keys.slice(2), seeds[1] ?? '']) {
    const errors = await everyError('default', secret);
    expect(errors.length).toBeGreaterThan(200);
    expect(errors.filter((text) => text.includes(secret.slice(0, 40)))).toEqual([]);
    expect(errors.filter((text) => text.includes('[redacted]')).length).toBeGreaterThan(10);
  }
});

test('the error has the words of Core with -profile=core', async () => {
  const errors = await everyError('core', xprv);
  expect(errors.filter((text) => text.includes(xprv)).length).toBeGreaterThan(10);
  expect(errors.filter((text) => text.includes('[redacted]'))).toEqual([]);
});

test('the library throws without them, in message, hint and stack', async () => {
  for (const secret of keys) {
    const thrown: Error = await execute('getdescriptorinfo', [`wpkh(${secret}x)`]).then(
      () => new Error('it is a key'),
      (error) => error,
    );
    expect(thrown.message).toContain('[redacted]');
    expect(thrown.stack + JSON.stringify(thrown)).not.toContain(secret);
  }
});

test('help repeats no key, except with -profile=core', async () => {
  for (const secret of [...keys, ...seeds]) {
    expect(await execute('help', [secret])).not.toContain(secret.slice(0, 24));
    expect(await execute('help', [secret], { profile: 'core' })).toContain(secret);
  }
  expect(await execute('help', ['nothing'])).toBe('help: unknown command: nothing');
});
